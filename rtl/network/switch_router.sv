// A switch of a graph: a router and its routing table, without a tile. The channels of the router's NIC stay idle, so it does
// what the router of a tile does that only passes messages on.
module switch_router #(
    // <arch: switch-parameters>
    parameter bit ALL_PORT   = 1'b0,                     // one channel per link between NIC and router, otherwise one
    parameter int VCS        = 2,                        // virtual channels per link: 1 to 4
    parameter int VC_DEPTH   = 4,                        // flits per virtual channel buffer: 2 to 64
    parameter int FLIT_W     = 64,                       // data bits per flit: 64, 128, 256 or 512
    parameter int MAX_PACKET = 32,                       // flits of the longest packet, including the head flit: 2 to 256
    parameter int HOP_CYCLES = 1,                        // cycles per hop, one more than registers in a link: 1 to 5
    parameter int SWITCHING  = collnoc_pkg::WORMHOLE,    // 0 wormhole, 1 cut-through, 2 store-and-forward
    parameter bit VC_READS   = 1'b0,                     // every virtual channel of an input port is read in a cycle
    parameter bit MONITOR    = 1'b1,                     // counters of flits and stalls
    // </arch>
    parameter int RADIX      = 4,   // links, 1 to 8
    parameter int ROUTES     = 16,  // entries of the routing table: 16, 64, 256 or 1024
    parameter int LINKS      = RADIX,  // derived, not to be set
    parameter int VC_W       = VCS > 1 ? $clog2(VCS) : 1
) (
    input  logic                    clk_i,
    input  logic                    rst_ni,
    // place in the network (straps)
    input  logic [collnoc_pkg::NODE_W-1:0] coord_i,   // of no tile
    input  logic [collnoc_pkg::NODE_W-1:0] extent_i,  // tiles - 1
    // routing table: a write as to the register ROUTE of a tile, also in reset
    input  logic                    route_write_i,
    input  logic [31:0]             route_data_i,
    // links in
    input  logic [LINKS-1:0]        in_valid_i,
    input  logic [LINKS-1:0]        in_head_i,
    input  logic [LINKS-1:0]        in_tail_i,
    input  logic [LINKS*VC_W-1:0]   in_vc_i,
    input  logic [LINKS*FLIT_W-1:0] in_data_i,
    output logic [LINKS*VCS-1:0]    in_credit_o,
    // links out
    output logic [LINKS-1:0]        out_valid_o,
    output logic [LINKS-1:0]        out_head_o,
    output logic [LINKS-1:0]        out_tail_o,
    output logic [LINKS*VC_W-1:0]   out_vc_o,
    output logic [LINKS*FLIT_W-1:0] out_data_o,
    input  logic [LINKS*VCS-1:0]    out_credit_i,
    output logic                    quiescent_o
);
  // A graph's.
  localparam int DIMS         = 1;
  localparam int ADDRESS_W    = 16;
  localparam int ROUTE_ORDERS = 1;
  localparam int TOPOLOGY     = collnoc_pkg::GRAPH;
  localparam bit MULTICAST    = 1'b0;
  localparam int INJ_DEPTH = VC_DEPTH > 4 ? VC_DEPTH : 4;  // as in a node
  localparam int CHANNELS  = ALL_PORT ? LINKS : 1;
  localparam int ROUTES_W  = collnoc_pkg::routes_width(ROUTES, VCS);

  logic [ROUTES_W-1:0] routes;
  route_table #(.ENTRIES(ROUTES), .LINKS(LINKS), .VCS(VCS)) i_table (
      .clk_i, .write_i(route_write_i), .data_i(route_data_i), .routes_o(routes)
  );

  // What goes to the NIC that is not there.
  logic [CHANNELS-1:0]        ej_valid, ej_head, ej_tail;
  logic [CHANNELS*VC_W-1:0]   ej_vc;
  logic [CHANNELS*FLIT_W-1:0] ej_data;
  logic [CHANNELS*VCS-1:0]    inj_credit;
  logic [31:0]                count;

  router #(
      .INJ_DEPTH(INJ_DEPTH),
      // <arch: router-instance>
      .DIMS(DIMS), .ADDRESS_W(ADDRESS_W), .ALL_PORT(ALL_PORT), .VCS(VCS), .VC_DEPTH(VC_DEPTH), .FLIT_W(FLIT_W),
      .MAX_PACKET(MAX_PACKET), .HOP_CYCLES(HOP_CYCLES), .SWITCHING(SWITCHING), .ROUTE_ORDERS(ROUTE_ORDERS),
      .TOPOLOGY(TOPOLOGY), .RADIX(RADIX), .ROUTES(ROUTES), .MULTICAST(MULTICAST), .VC_READS(VC_READS),
      .MONITOR(MONITOR)
      // </arch>
  ) i_router (
      .clk_i, .rst_ni, .coord_i, .extent_i, .wrap_i('0), .routes_i(routes),
      .in_valid_i({{CHANNELS{1'b0}}, in_valid_i}), .in_head_i({{CHANNELS{1'b0}}, in_head_i}),
      .in_tail_i({{CHANNELS{1'b0}}, in_tail_i}), .in_vc_i({{CHANNELS*VC_W{1'b0}}, in_vc_i}),
      .in_data_i({{CHANNELS*FLIT_W{1'b0}}, in_data_i}), .in_credit_o({inj_credit, in_credit_o}),
      .out_valid_o({ej_valid, out_valid_o}), .out_head_o({ej_head, out_head_o}),
      .out_tail_o({ej_tail, out_tail_o}), .out_vc_o({ej_vc, out_vc_o}), .out_data_o({ej_data, out_data_o}),
      .out_credit_i, .eject_credit_i({CHANNELS{1'b0}}),
      .count_read_i(1'b0), .count_number_i(6'd0), .count_o(count), .quiescent_o
  );

  logic unused;
  assign unused = ^{ej_valid, ej_head, ej_tail, ej_vc, ej_data, inj_credit, count};
endmodule
