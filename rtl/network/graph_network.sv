// A whole network of tiles and switches joined as a graph: TILES tiles, numbered from 0, then SWITCHES switches, with up to RADIX
// links each. `collnoc list network --topology … --verilog FILE` writes a module with the parameters of a graph around this one
// (docs/reference/graph.md). The buses are those of network.sv. Software writes the routing tables before it sends messages: of
// tiles by the register ROUTE, of switches over the port below.
module graph_network #(
    // <arch: graph-parameters>
    parameter bit ALL_PORT   = 1'b0,                     // one channel per link between NIC and router, otherwise one
    parameter int VCS        = 2,                        // virtual channels per link: 1 to 4
    parameter int VC_DEPTH   = 4,                        // flits per virtual channel buffer: 2 to 64
    parameter int FLIT_W     = 64,                       // data bits per flit: 64, 128, 256 or 512
    parameter int MAX_PACKET = 32,                       // flits of the longest packet, including the head flit: 2 to 256
    parameter int HOP_CYCLES = 1,                        // cycles per hop, one more than registers in a link: 1 to 5
    parameter int SWITCHING  = collnoc_pkg::WORMHOLE,    // 0 wormhole, 1 cut-through, 2 store-and-forward
    parameter bit SEQUENCER  = 1'b0,                     // performs plans without software
    parameter bit ACCUMULATE = 1'b0,                     // puts can combine with the destination's memory
    parameter bit FLOAT_SUMS = 1'b0,                     // with ACCUMULATE, also sums of single precision
    parameter bit VC_READS   = 1'b0,                     // every virtual channel of an input port is read in a cycle
    parameter bit MONITOR    = 1'b1,                     // counters of flits and stalls
    // </arch>
    parameter int RADIX      = 1,     // places for links of every node, 1 to 8
    parameter int ROUTES     = 16,    // entries of a routing table: 16, 64, 256 or 1024, as many as tiles or more
    parameter int TILES      = 2,     // 2 to 1024
    parameter int SWITCHES   = 0,
    parameter int WORDS      = 8192,  // memory of a tile, 8-byte words, a power of two
    parameter int NODES      = TILES + SWITCHES,  // derived, not to be set
    // Of link l of node n, element n*RADIX + l: to which element it leads, all ones: nowhere; and what the link is that this node
    // drives (link.sv).
    parameter bit [NODES*RADIX*16-1:0] TO       = '1,
    parameter bit [NODES*RADIX*5-1:0]  DELAY    = '0,  // 0 as 1
    parameter bit [NODES*RADIX*4-1:0]  INTERVAL = '0,  // 0 as 1
    parameter int SWITCH_W   = SWITCHES == 0 ? 1 : SWITCHES  // derived, not to be set
) (
    input  logic                clk_i,
    input  logic                rst_ni,       // of the whole network
    input  logic [TILES-1:0]    tile_rst_ni,  // of each tile
    output logic [TILES-1:0]    held_o,       // the tile must stay in reset: its NIC is not ready
    // register buses
    input  logic [TILES-1:0]    reg_valid_i,
    input  logic [TILES-1:0]    reg_write_i,
    input  logic [TILES*10-1:0] reg_addr_i,
    input  logic [TILES*32-1:0] reg_wdata_i,
    output logic [TILES-1:0]    reg_ready_o,
    output logic [TILES*32-1:0] reg_rdata_o,
    output logic [TILES-1:0]    event_o,
    // host ports of the memories
    input  logic [TILES-1:0]    host_valid_i,
    input  logic [TILES-1:0]    host_write_i,
    input  logic [TILES*collnoc_pkg::ADDR_W-1:0] host_addr_i,
    input  logic [TILES*64-1:0] host_wdata_i,
    input  logic [TILES*8-1:0]  host_strb_i,
    output logic [TILES*64-1:0] host_rdata_o,
    // routing tables of the switches
    input  logic [SWITCH_W-1:0] route_write_i,
    input  logic [31:0]         route_data_i,  // as in the register ROUTE
    output logic [NODES-1:0]    quiescent_o    // what is in links is not looked at
);
  // A graph's.
  localparam int DIMS         = 1;
  localparam int ADDRESS_W    = 16;
  localparam int ROUTE_ORDERS = 1;
  localparam int TOPOLOGY     = collnoc_pkg::GRAPH;
  localparam bit MULTICAST    = 1'b0;

  localparam int ADDR_W  = collnoc_pkg::ADDR_W;
  localparam int LINKS   = RADIX;
  localparam int VC_W    = VCS > 1 ? $clog2(VCS) : 1;
  localparam bit [collnoc_pkg::NODE_W-1:0] LAST = collnoc_pkg::NODE_W'(TILES - 1);

  // Reject illegal parameters at elaboration.
  `ifndef __ICARUS__
  if (TILES < 2 || NODES > 1024 || ROUTES < TILES) begin : gen_bad_size
    $error("graph_network: there must be 2 tiles or more, up to 1024 nodes, and as many ROUTES as tiles");
  end
  `endif

  // Every link by the node that drives it: element node*LINKS + link. Credits are driven by the node that receives.
  logic [NODES*LINKS-1:0]        in_valid, in_head, in_tail, out_valid, out_head, out_tail;
  logic [NODES*LINKS*VC_W-1:0]   in_vc, out_vc;
  logic [NODES*LINKS*FLIT_W-1:0] in_data, out_data;
  logic [NODES*LINKS*VCS-1:0]    in_credit, out_credit;

  for (genvar t = 0; t < TILES; t++) begin : gen_tile
    tile #(
        .WORDS(WORDS),
        // <arch: node-instance>
        .DIMS(DIMS), .ADDRESS_W(ADDRESS_W), .ALL_PORT(ALL_PORT), .VCS(VCS), .VC_DEPTH(VC_DEPTH), .FLIT_W(FLIT_W),
        .MAX_PACKET(MAX_PACKET), .HOP_CYCLES(HOP_CYCLES), .SWITCHING(SWITCHING), .ROUTE_ORDERS(ROUTE_ORDERS),
        .TOPOLOGY(TOPOLOGY), .RADIX(RADIX), .ROUTES(ROUTES), .SEQUENCER(SEQUENCER), .ACCUMULATE(ACCUMULATE),
        .FLOAT_SUMS(FLOAT_SUMS), .MULTICAST(MULTICAST), .VC_READS(VC_READS), .MONITOR(MONITOR)
        // </arch>
    ) i_tile (
        .clk_i, .rst_ni, .tile_rst_ni(tile_rst_ni[t]), .held_o(held_o[t]),
        .coord_i(collnoc_pkg::NODE_W'(t)), .extent_i(LAST), .wrap_i('0),
        .in_valid_i(in_valid[t*LINKS+:LINKS]), .in_head_i(in_head[t*LINKS+:LINKS]),
        .in_tail_i(in_tail[t*LINKS+:LINKS]), .in_vc_i(in_vc[t*LINKS*VC_W+:LINKS*VC_W]),
        .in_data_i(in_data[t*LINKS*FLIT_W+:LINKS*FLIT_W]), .in_credit_o(in_credit[t*LINKS*VCS+:LINKS*VCS]),
        .out_valid_o(out_valid[t*LINKS+:LINKS]), .out_head_o(out_head[t*LINKS+:LINKS]),
        .out_tail_o(out_tail[t*LINKS+:LINKS]), .out_vc_o(out_vc[t*LINKS*VC_W+:LINKS*VC_W]),
        .out_data_o(out_data[t*LINKS*FLIT_W+:LINKS*FLIT_W]), .out_credit_i(out_credit[t*LINKS*VCS+:LINKS*VCS]),
        .reg_valid_i(reg_valid_i[t]), .reg_write_i(reg_write_i[t]), .reg_addr_i(reg_addr_i[t*10+:10]),
        .reg_wdata_i(reg_wdata_i[t*32+:32]), .reg_ready_o(reg_ready_o[t]), .reg_rdata_o(reg_rdata_o[t*32+:32]),
        .event_o(event_o[t]),
        .host_valid_i(host_valid_i[t]), .host_write_i(host_write_i[t]),
        .host_addr_i(host_addr_i[t*ADDR_W+:ADDR_W]), .host_wdata_i(host_wdata_i[t*64+:64]),
        .host_strb_i(host_strb_i[t*8+:8]), .host_rdata_o(host_rdata_o[t*64+:64]),
        .quiescent_o(quiescent_o[t])
    );
  end

  for (genvar n = TILES; n < NODES; n++) begin : gen_switch
    switch_router #(
        .RADIX(RADIX), .ROUTES(ROUTES),
        // <arch: switch-instance>
        .ALL_PORT(ALL_PORT), .VCS(VCS), .VC_DEPTH(VC_DEPTH), .FLIT_W(FLIT_W), .MAX_PACKET(MAX_PACKET),
        .HOP_CYCLES(HOP_CYCLES), .SWITCHING(SWITCHING), .VC_READS(VC_READS), .MONITOR(MONITOR)
        // </arch>
    ) i_switch (
        .clk_i, .rst_ni, .coord_i(collnoc_pkg::NODE_W'(n)), .extent_i(LAST),
        .route_write_i(route_write_i[n-TILES]), .route_data_i,
        .in_valid_i(in_valid[n*LINKS+:LINKS]), .in_head_i(in_head[n*LINKS+:LINKS]),
        .in_tail_i(in_tail[n*LINKS+:LINKS]), .in_vc_i(in_vc[n*LINKS*VC_W+:LINKS*VC_W]),
        .in_data_i(in_data[n*LINKS*FLIT_W+:LINKS*FLIT_W]), .in_credit_o(in_credit[n*LINKS*VCS+:LINKS*VCS]),
        .out_valid_o(out_valid[n*LINKS+:LINKS]), .out_head_o(out_head[n*LINKS+:LINKS]),
        .out_tail_o(out_tail[n*LINKS+:LINKS]), .out_vc_o(out_vc[n*LINKS*VC_W+:LINKS*VC_W]),
        .out_data_o(out_data[n*LINKS*FLIT_W+:LINKS*FLIT_W]), .out_credit_i(out_credit[n*LINKS*VCS+:LINKS*VCS]),
        .quiescent_o(quiescent_o[n])
    );
  end

  for (genvar e = 0; e < NODES * LINKS; e++) begin : gen_link
    localparam int THERE = 32'(TO[e*16+:16]);
    if (THERE != 65535) begin : gen_joined
      link #(
          .DELAY(DELAY[e*5+:5] == 0 ? 1 : 32'(DELAY[e*5+:5])), .INTERVAL(INTERVAL[e*4+:4] == 0 ? 1 : 32'(INTERVAL[e*4+:4])),
          .VCS(VCS), .VC_DEPTH(VC_DEPTH), .FLIT_W(FLIT_W)
      ) i_link (
          .clk_i, .rst_ni,
          .in_valid_i(out_valid[e]), .in_head_i(out_head[e]), .in_tail_i(out_tail[e]),
          .in_vc_i(out_vc[e*VC_W+:VC_W]), .in_data_i(out_data[e*FLIT_W+:FLIT_W]), .in_credit_i(in_credit[e*VCS+:VCS]),
          .out_valid_o(in_valid[THERE]), .out_head_o(in_head[THERE]), .out_tail_o(in_tail[THERE]),
          .out_vc_o(in_vc[THERE*VC_W+:VC_W]), .out_data_o(in_data[THERE*FLIT_W+:FLIT_W]),
          .out_credit_o(out_credit[THERE*VCS+:VCS])
      );
    end else begin : gen_edge
      assign in_valid[e] = 1'b0;
      assign in_head[e]  = 1'b0;
      assign in_tail[e]  = 1'b0;
      assign in_vc[e*VC_W+:VC_W]       = '0;
      assign in_data[e*FLIT_W+:FLIT_W] = '0;
      assign out_credit[e*VCS+:VCS]    = '0;
      logic unused;
      assign unused = ^{out_valid[e], out_head[e], out_tail[e], out_vc[e*VC_W+:VC_W], out_data[e*FLIT_W+:FLIT_W],
                        in_credit[e*VCS+:VCS]};
    end
  end
  if (SWITCHES == 0) begin : gen_no_switch
    logic unused;
    assign unused = ^{route_write_i, route_data_i};
  end
endmodule
