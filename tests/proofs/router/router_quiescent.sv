// Proved: while the router reports quiescent and nothing arrives, no register changes, from an arbitrary state.
module router_quiescent #(
    parameter int DIMS       = 1,
    parameter bit ALL_PORT   = 1'b0,
    parameter int VCS        = 1,
    parameter int HOP_CYCLES = 1,
    parameter int SWITCHING  = 0,
    parameter int ROUTE_ORDERS = 1,
    parameter int TOPOLOGY   = collnoc_pkg::GRID,
    parameter int RADIX      = 0,
    parameter int ROUTES     = 0,
    parameter bit MULTICAST  = 1'b0,
    parameter bit VC_READS   = 1'b0,
    parameter bit MONITOR    = 1'b1,
    parameter int FLIT_W     = 64,
    parameter int LINKS      = collnoc_pkg::links(TOPOLOGY, DIMS, RADIX),  // derived, not to be set
    parameter int CHANNELS   = ALL_PORT ? LINKS : 1,
    parameter int PORTS      = LINKS + CHANNELS,
    parameter int VC_W       = VCS > 1 ? $clog2(VCS) : 1
) (
    input logic                    clk_i,
    input logic                    rst_ni,
    input logic [collnoc_pkg::NODE_W-1:0] coord_i,
    input logic [collnoc_pkg::NODE_W-1:0] extent_i,
    input logic [DIMS-1:0]         wrap_i,
    input logic [collnoc_pkg::routes_width(ROUTES, VCS)-1:0] routes_i,
    input logic [PORTS-1:0]        in_valid_i,
    input logic [PORTS-1:0]        in_head_i,
    input logic [PORTS-1:0]        in_tail_i,
    input logic [PORTS*VC_W-1:0]   in_vc_i,
    input logic [PORTS*FLIT_W-1:0] in_data_i,
    input logic [LINKS*VCS-1:0]    out_credit_i,
    input logic [CHANNELS-1:0]     eject_credit_i,
    // so that nothing behind the outputs is optimized away
    output logic [PORTS*VCS-1:0] in_credit_o,
    output logic [PORTS-1:0] out_valid_o,
    output logic [PORTS-1:0] out_head_o,
    output logic [PORTS-1:0] out_tail_o,
    output logic [PORTS*VC_W-1:0] out_vc_o,
    output logic [PORTS*FLIT_W-1:0] out_data_o,
    input  logic count_read_i,
    input  logic [5:0] count_number_i,
    output logic [31:0] count_o
);
  // Registers start with any value. The witness starts with a reset.
  logic quiescent, idle, was_busy_q;
  logic was_reset_q = 1'b0;
  router #(
      .DIMS(DIMS), .ALL_PORT(ALL_PORT), .VCS(VCS), .VC_DEPTH(MULTICAST ? 3 : 2), .INJ_DEPTH(MULTICAST ? 3 : 2),
      .FLIT_W(FLIT_W), .MAX_PACKET(MULTICAST ? 3 : 2),
      .HOP_CYCLES(HOP_CYCLES), .SWITCHING(SWITCHING), .ROUTE_ORDERS(ROUTE_ORDERS), .TOPOLOGY(TOPOLOGY),
      .RADIX(RADIX), .ROUTES(ROUTES), .MULTICAST(MULTICAST), .VC_READS(VC_READS), .MONITOR(MONITOR)
  ) i_router (
      .clk_i, .rst_ni, .coord_i, .extent_i, .wrap_i, .routes_i, .in_valid_i, .in_head_i, .in_tail_i, .in_vc_i,
      .in_data_i, .in_credit_o, .out_valid_o, .out_head_o, .out_tail_o, .out_vc_o, .out_data_o,
      .out_credit_i, .eject_credit_i, .count_read_i, .count_number_i, .count_o, .quiescent_o(quiescent)
  );

  assign idle = rst_ni && quiescent && in_valid_i == '0 && out_credit_i == '0 && eject_credit_i == '0 && !count_read_i;
  always_ff @(posedge clk_i) begin
    was_busy_q  <= rst_ni && !quiescent;
    was_reset_q <= was_reset_q || !rst_ni;
  end
  always_comb begin
    falls_quiet: cover (idle && was_busy_q && was_reset_q);
  end
endmodule
