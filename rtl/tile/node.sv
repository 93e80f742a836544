// A node of the network: router and NIC, and between them a gate, so that the tile can be reset alone. The tile adds a memory (tile_memory), a processor or any other master on the
// register bus, and a cycle counter. Straps give the node's position, so all tiles of a chip are identical.
// `rst_ni` resets all nodes of a network together, `tile_rst_ni` the NIC of this one (docs/reference/hardware.md, "Resets").
// Promises: every output depends on registers only. While `quiescent_o` holds and no input is active, no register
// changes, so the clock can be stopped.
module node #(
    // <arch: node-parameters>
    parameter int DIMS         = 2,                      // dimensions: 1..4, of complete graphs 1..6
    parameter int ADDRESS_W    = 16,                     // bits of a node address: 16 or 20
    parameter bit ALL_PORT     = 1'b0,                   // one channel per link between NIC and router, otherwise one
    parameter int VCS          = 2,                      // virtual channels per link: 1 to 4
    parameter int VC_DEPTH     = 4,                      // flits per virtual channel buffer: 2 to 64
    parameter int FLIT_W       = 64,                     // data bits per flit: 64, 128, 256 or 512
    parameter int MAX_PACKET   = 32,                     // flits of the longest packet, including the head flit: 2 to 256
    parameter int HOP_CYCLES   = 1,                      // cycles per hop, one more than registers in a link: 1 to 5
    parameter int SWITCHING    = collnoc_pkg::WORMHOLE,  // 0 wormhole, 1 cut-through, 2 store-and-forward
    parameter int ROUTE_ORDERS = 1,                      // orders of dimensions that a message can choose from: 1 or 2
    parameter int TOPOLOGY     = collnoc_pkg::GRID,      // kind of network
    parameter int RADIX        = 0,                      // longest extent of complete graphs, symbols of a star graph, links of a graph, otherwise 0: 0 to 9
    parameter int ROUTES       = 0,                      // entries of the routing table of a graph, otherwise 0: 0, 16, 64, 256 or 1024
    parameter bit SEQUENCER    = 1'b0,                   // performs plans without software
    parameter bit ACCUMULATE   = 1'b0,                   // puts can combine with the destination's memory
    parameter bit FLOAT_SUMS   = 1'b0,                   // with ACCUMULATE, also sums of single precision
    parameter bit MULTICAST    = 1'b0,                   // puts to a box of nodes: routers copy packets
    parameter bit VC_READS     = 1'b0,                   // every virtual channel of an input port is read in a cycle
    parameter bit MONITOR      = 1'b1,                   // counters of flits and stalls
    // </arch>
    parameter int LINKS      = collnoc_pkg::links(TOPOLOGY, DIMS, RADIX),  // derived, not to be set
    parameter int CHANNELS   = ALL_PORT ? LINKS : 1,
    parameter int READS      = CHANNELS * (ACCUMULATE ? 2 : 1) + (SEQUENCER ? 1 : 0),
    parameter int VC_W       = VCS > 1 ? $clog2(VCS) : 1,
    parameter int ROUTES_W   = collnoc_pkg::routes_width(ROUTES, VCS)
) (
    input  logic                       clk_i,
    input  logic                       rst_ni,       // of the network: of all its nodes together
    input  logic                       tile_rst_ni,  // of this tile
    output logic                       held_o,       // the tile must stay in reset: its NIC is not ready
    // place in the network (straps)
    input  logic [collnoc_pkg::NODE_W-1:0] coord_i,      // node address
    input  logic [collnoc_pkg::NODE_W-1:0] extent_i,     // extent - 1 of every dimension, packed like coord_i
    input  logic [DIMS-1:0]            wrap_i,
    input  logic [collnoc_pkg::ADDR_W:0] mem_words_i,  // size of the tile's memory, 8-byte words
    input  logic [31:0]                cycle_i,
    // links in
    input  logic [LINKS-1:0]           in_valid_i,
    input  logic [LINKS-1:0]           in_head_i,
    input  logic [LINKS-1:0]           in_tail_i,
    input  logic [LINKS*VC_W-1:0]      in_vc_i,
    input  logic [LINKS*FLIT_W-1:0]    in_data_i,
    output logic [LINKS*VCS-1:0]       in_credit_o,
    // links out
    output logic [LINKS-1:0]           out_valid_o,
    output logic [LINKS-1:0]           out_head_o,
    output logic [LINKS-1:0]           out_tail_o,
    output logic [LINKS*VC_W-1:0]      out_vc_o,
    output logic [LINKS*FLIT_W-1:0]    out_data_o,
    input  logic [LINKS*VCS-1:0]       out_credit_i,
    // register bus
    input  logic                       reg_valid_i,
    input  logic                       reg_write_i,
    input  logic [9:0]                 reg_addr_i,
    input  logic [31:0]                reg_wdata_i,
    output logic                       reg_ready_o,
    output logic [31:0]                reg_rdata_o,
    output logic                       event_o,
    // memory
    output logic [READS-1:0]           rd_req_o,     // of the senders, the receivers (ACCUMULATE), the sequencer
    output logic [READS*collnoc_pkg::ADDR_W-1:0] rd_addr_o,
    input  logic [READS-1:0]           rd_gnt_i,
    input  logic [READS*FLIT_W-1:0]    rd_data_i,
    output logic [CHANNELS-1:0]        wr_req_o,
    output logic [CHANNELS*collnoc_pkg::ADDR_W-1:0] wr_addr_o,
    output logic [CHANNELS*FLIT_W-1:0] wr_data_o,
    output logic [CHANNELS*FLIT_W/8-1:0] wr_strb_o,
    input  logic [CHANNELS-1:0]        wr_gnt_i,
    output logic                       quiescent_o
);
  localparam int INJ_DEPTH = VC_DEPTH > 4 ? VC_DEPTH : 4;  // covers the NIC's longer credit loop

  // Reject illegal parameters at elaboration; the router rejects most.
  // <arch: node-checks>
  `ifndef __ICARUS__
  if (FLIT_W != 64 && FLIT_W != 128 && FLIT_W != 256 && FLIT_W != 512) begin : gen_bad_flit_w
    $error("node: FLIT_W must be 64, 128, 256 or 512");
  end
  if (FLOAT_SUMS && !ACCUMULATE) begin : gen_bad_rule_22
    $error("node: with FLOAT_SUMS, ACCUMULATE must be 1");
  end
  `endif
  // </arch>

  logic [CHANNELS-1:0]        inj_valid, inj_head, inj_tail, ej_valid, ej_head, ej_tail, ej_credit;
  logic [CHANNELS-1:0]        nic_valid, nic_credit;  // of ejection, behind the gate
  logic [CHANNELS*VC_W-1:0]   inj_vc, ej_vc;
  logic [CHANNELS*FLIT_W-1:0] inj_data, ej_data;
  logic [CHANNELS*VCS-1:0]    inj_credit;
  logic                       count_read;    // of the router's counts
  logic [5:0]                 count_number;
  logic [31:0]                count;
  logic                       router_quiescent, nic_quiescent, gate_quiescent;
  logic                       halt, drained, nic_rst_n;
  logic [31:0]                discarded;

  // The routing table of a node of a graph. It takes writes in every cycle, also in resets.
  logic [ROUTES_W-1:0] routes;
  if (ROUTES != 0) begin : gen_table
    logic write;
    assign write = reg_valid_i && reg_write_i && reg_addr_i == collnoc_pkg::REG_ROUTE;
    route_table #(.ENTRIES(ROUTES), .LINKS(LINKS), .VCS(VCS)) i_table (
        .clk_i, .write_i(write), .data_i(reg_wdata_i), .routes_o(routes)
    );
  end else begin : gen_no_table
    assign routes = '0;
  end

  router #(
      .INJ_DEPTH(INJ_DEPTH),
      // <arch: router-instance>
      .DIMS(DIMS), .ADDRESS_W(ADDRESS_W), .ALL_PORT(ALL_PORT), .VCS(VCS), .VC_DEPTH(VC_DEPTH), .FLIT_W(FLIT_W),
      .MAX_PACKET(MAX_PACKET), .HOP_CYCLES(HOP_CYCLES), .SWITCHING(SWITCHING), .ROUTE_ORDERS(ROUTE_ORDERS),
      .TOPOLOGY(TOPOLOGY), .RADIX(RADIX), .ROUTES(ROUTES), .MULTICAST(MULTICAST), .VC_READS(VC_READS),
      .MONITOR(MONITOR)
      // </arch>
  ) i_router (
      .clk_i, .rst_ni, .coord_i, .extent_i, .wrap_i, .routes_i(routes),
      .in_valid_i({inj_valid, in_valid_i}), .in_head_i({inj_head, in_head_i}),
      .in_tail_i({inj_tail, in_tail_i}), .in_vc_i({inj_vc, in_vc_i}), .in_data_i({inj_data, in_data_i}),
      .in_credit_o({inj_credit, in_credit_o}),
      .out_valid_o({ej_valid, out_valid_o}), .out_head_o({ej_head, out_head_o}),
      .out_tail_o({ej_tail, out_tail_o}), .out_vc_o({ej_vc, out_vc_o}), .out_data_o({ej_data, out_data_o}),
      .out_credit_i, .eject_credit_i(ej_credit),
      .count_read_i(count_read), .count_number_i(count_number), .count_o(count), .quiescent_o(router_quiescent)
  );

  tile_gate #(.CHANNELS(CHANNELS), .VCS(VCS)) i_gate (
      .clk_i, .rst_ni, .tile_rst_ni,
      .valid_i(ej_valid), .head_i(ej_head), .vc_i(ej_vc), .credit_o(ej_credit),
      .valid_o(nic_valid), .credit_i(nic_credit), .halt_o(halt), .drained_i(drained), .nic_rst_no(nic_rst_n),
      .held_o, .discarded_o(discarded), .quiescent_o(gate_quiescent)
  );

  nic #(
      .INJ_DEPTH(INJ_DEPTH),
      // <arch: nic-instance>
      .DIMS(DIMS), .ADDRESS_W(ADDRESS_W), .ALL_PORT(ALL_PORT), .VCS(VCS), .FLIT_W(FLIT_W),
      .MAX_PACKET(MAX_PACKET), .ROUTE_ORDERS(ROUTE_ORDERS), .TOPOLOGY(TOPOLOGY), .RADIX(RADIX), .ROUTES(ROUTES),
      .SEQUENCER(SEQUENCER), .ACCUMULATE(ACCUMULATE), .FLOAT_SUMS(FLOAT_SUMS), .MULTICAST(MULTICAST),
      .MONITOR(MONITOR)
      // </arch>
  ) i_nic (
      .clk_i, .rst_ni(nic_rst_n), .coord_i, .extent_i, .wrap_i, .routes_i(routes), .mem_words_i, .cycle_i,
      .reg_valid_i, .reg_write_i, .reg_addr_i, .reg_wdata_i, .reg_ready_o, .reg_rdata_o, .event_o,
      .inj_valid_o(inj_valid), .inj_head_o(inj_head), .inj_tail_o(inj_tail), .inj_vc_o(inj_vc),
      .inj_data_o(inj_data), .inj_credit_i(inj_credit),
      .ej_valid_i(nic_valid), .ej_head_i(ej_head), .ej_tail_i(ej_tail), .ej_vc_i(ej_vc), .ej_data_i(ej_data),
      .ej_credit_o(nic_credit), .halt_i(halt), .drained_o(drained),
      .rd_req_o, .rd_addr_o, .rd_gnt_i, .rd_data_i, .wr_req_o, .wr_addr_o, .wr_data_o, .wr_strb_o, .wr_gnt_i,
      .count_read_o(count_read), .count_number_o(count_number), .count_i(count), .discarded_i(discarded), .quiescent_o(nic_quiescent)
  );

  assign quiescent_o = router_quiescent && nic_quiescent && gate_quiescent;
endmodule
