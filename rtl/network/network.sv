// A whole network of tiles of any topology (values of TOPOLOGY in collnoc_pkg): a mesh, torus, hypercube, star graph …
// In products, tiles are numbered with dimension 0 (x) fastest; the packages in rtl/topology define the other
// numberings. Element t of the flat vectors is the register bus, or the memory's host port, of tile t. This module has
// only wires: tile.sv is the tile, and the package of the topology gives the tile at the other end of a link.
//
//     y=1   [2]-[3]      link 0: +x   2: +y
//            |   |       link 1: -x   3: -y     link 2d of a tile meets link 2d+1 of its neighbour
//     y=0   [0]-[1]      WRAP_X, ... close lines to rings
//           x=0 x=1
module network #(
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
    parameter int KX         = 4,     // extents, 1..64; 1 in dimensions from DIMS on; of a star graph its tiles: 6, 24, 120, 720
    parameter int KY         = 4,
    parameter int KZ         = 1,
    parameter int KW         = 1,
    parameter int KV         = 1,
    parameter int KU         = 1,
    parameter bit WRAP_X     = 1'b0,
    parameter bit WRAP_Y     = 1'b0,
    parameter bit WRAP_Z     = 1'b0,
    parameter bit WRAP_W     = 1'b0,
    parameter int WORDS      = 8192,  // memory of a tile, 8-byte words, a power of two
    parameter int TILES      = KX * KY * KZ * KW * KV * KU  // derived, not to be set
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
    output logic [TILES-1:0]    quiescent_o
);
  localparam int ADDR_W  = collnoc_pkg::ADDR_W;
  localparam int LINKS   = collnoc_pkg::links(TOPOLOGY, DIMS, RADIX);
  localparam int VC_W    = VCS > 1 ? $clog2(VCS) : 1;
  localparam bit [59:0] EXTENTS = {10'(KU), 10'(KV), 10'(KW), 10'(KZ), 10'(KY), 10'(KX)};
  localparam bit [5:0]  WRAPS   = {2'b0, WRAP_W, WRAP_Z, WRAP_Y, WRAP_X};
  localparam bit [collnoc_pkg::NODE_W-1:0] LAST = product_pkg::address(EXTENTS, TILES - 1, DIMS, ADDRESS_W);  // extent - 1 of every dimension

  // Reject illegal parameters at elaboration.
  `ifndef __ICARUS__
  if (KX < 1 || KX > 720 || KY < 1 || KY > 64 || KZ < 1 || KZ > 64 || KW < 1 || KW > 64 || KV < 1 || KV > 64 || KU < 1 ||
      KU > 64) begin : gen_bad_extent
    $error("network: extents must be 1 to 64, of a star graph 720");
  end
  if (!collnoc_pkg::is_network(TOPOLOGY, EXTENTS, WRAPS, DIMS, VCS, ROUTE_ORDERS, RADIX, ADDRESS_W)) begin : gen_bad_network
    $error("network: no network of this TOPOLOGY has these extents, wraps, DIMS and RADIX, or it needs more VCS (rtl/topology)");
  end
  `endif

  // Every link by the tile that drives it: element tile*LINKS + link. Credits are driven by the tile that receives.
  logic [TILES*LINKS-1:0]        in_valid, in_head, in_tail, out_valid, out_head, out_tail;
  logic [TILES*LINKS*VC_W-1:0]   in_vc, out_vc;
  logic [TILES*LINKS*FLIT_W-1:0] in_data, out_data;
  logic [TILES*LINKS*VCS-1:0]    in_credit, out_credit;

  for (genvar t = 0; t < TILES; t++) begin : gen_tile
    localparam bit [collnoc_pkg::NODE_W-1:0] COORD = collnoc_pkg::address(TOPOLOGY, t, EXTENTS, DIMS, RADIX, ADDRESS_W);
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
        .coord_i(COORD), .extent_i(LAST), .wrap_i(DIMS'(WRAPS)),
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

    for (genvar l = 0; l < LINKS; l++) begin : gen_link
      localparam int HERE  = t * LINKS + l;
      localparam int OTHER = collnoc_pkg::neighbour(TOPOLOGY, t, l, EXTENTS, WRAPS, RADIX);  // -1: the network ends here
      localparam int THERE = OTHER * LINKS + collnoc_pkg::link_back(TOPOLOGY, l, EXTENTS, RADIX);
      if (OTHER >= 0) begin : gen_joined
        assign in_valid[HERE] = out_valid[THERE];
        assign in_head[HERE]  = out_head[THERE];
        assign in_tail[HERE]  = out_tail[THERE];
        assign in_vc[HERE*VC_W+:VC_W]       = out_vc[THERE*VC_W+:VC_W];
        assign in_data[HERE*FLIT_W+:FLIT_W] = out_data[THERE*FLIT_W+:FLIT_W];
        assign out_credit[HERE*VCS+:VCS]    = in_credit[THERE*VCS+:VCS];
      end else begin : gen_edge
        assign in_valid[HERE] = 1'b0;
        assign in_head[HERE]  = 1'b0;
        assign in_tail[HERE]  = 1'b0;
        assign in_vc[HERE*VC_W+:VC_W]       = '0;
        assign in_data[HERE*FLIT_W+:FLIT_W] = '0;
        assign out_credit[HERE*VCS+:VCS]    = '0;
        logic unused;
        assign unused = ^{out_valid[HERE], out_head[HERE], out_tail[HERE], out_vc[HERE*VC_W+:VC_W],
                          out_data[HERE*FLIT_W+:FLIT_W], in_credit[HERE*VCS+:VCS]};
      end
    end
  end
endmodule
