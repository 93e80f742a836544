// Proved: while the node (router and NIC) reports quiescent and nothing arrives, no register changes, from an
// arbitrary state. Memory grants and the cycle counter may behave arbitrarily.
module node_quiescent #(
    parameter int DIMS       = 1,
    parameter bit ALL_PORT   = 1'b0,
    parameter int VCS        = 1,
    parameter int HOP_CYCLES = 1,
    parameter int SWITCHING  = 0,
    parameter int ROUTE_ORDERS = 1,
    parameter int TOPOLOGY   = collnoc_pkg::GRID,
    parameter int RADIX      = 0,
    parameter bit MONITOR    = 1'b1,
    parameter int FLIT_W     = 64,
    parameter int LINKS      = collnoc_pkg::links(TOPOLOGY, DIMS, RADIX),  // derived, not to be set
    parameter int CHANNELS   = ALL_PORT ? LINKS : 1,
    parameter int VC_W       = VCS > 1 ? $clog2(VCS) : 1
) (
    input logic                          clk_i,
    input logic                          rst_ni,
    input logic                          tile_rst_ni,
    input logic [collnoc_pkg::NODE_W-1:0] coord_i,
    input logic [collnoc_pkg::NODE_W-1:0] extent_i,
    input logic [DIMS-1:0]               wrap_i,
    input logic [collnoc_pkg::ADDR_W:0]  mem_words_i,
    input logic [LINKS-1:0]              in_valid_i,
    input logic [LINKS-1:0]              in_head_i,
    input logic [LINKS-1:0]              in_tail_i,
    input logic [LINKS*VC_W-1:0]         in_vc_i,
    input logic [LINKS*FLIT_W-1:0]       in_data_i,
    input logic [LINKS*VCS-1:0]          out_credit_i,
    input logic [31:0]                   cycle_i,
    input logic                          reg_valid_i,
    input logic                          reg_write_i,
    input logic [9:0]                    reg_addr_i,
    input logic [31:0]                   reg_wdata_i,
    input logic [CHANNELS-1:0]           rd_gnt_i,
    input logic [CHANNELS*FLIT_W-1:0]    rd_data_i,
    input logic [CHANNELS-1:0]           wr_gnt_i,
    // so that nothing behind the outputs is optimized away
    output logic [LINKS*VCS-1:0] in_credit_o,
    output logic [LINKS-1:0] out_valid_o,
    output logic [LINKS-1:0] out_head_o,
    output logic [LINKS-1:0] out_tail_o,
    output logic [LINKS*VC_W-1:0] out_vc_o,
    output logic [LINKS*FLIT_W-1:0] out_data_o,
    output logic reg_ready_o,
    output logic [31:0] reg_rdata_o,
    output logic event_o,
    output logic held_o,
    output logic [CHANNELS-1:0] rd_req_o,
    output logic [CHANNELS*collnoc_pkg::ADDR_W-1:0] rd_addr_o,
    output logic [CHANNELS-1:0] wr_req_o,
    output logic [CHANNELS*collnoc_pkg::ADDR_W-1:0] wr_addr_o,
    output logic [CHANNELS*FLIT_W-1:0] wr_data_o,
    output logic [CHANNELS*FLIT_W/8-1:0] wr_strb_o
);
  // Registers start with any value. The witness starts with a reset.
  logic quiescent, idle, was_busy_q;
  logic was_reset_q = 1'b0;
  node #(
      .DIMS(DIMS), .ALL_PORT(ALL_PORT), .VCS(VCS), .VC_DEPTH(2), .FLIT_W(FLIT_W), .MAX_PACKET(2),
      .HOP_CYCLES(HOP_CYCLES), .SWITCHING(SWITCHING), .ROUTE_ORDERS(ROUTE_ORDERS), .TOPOLOGY(TOPOLOGY),
      .RADIX(RADIX), .MONITOR(MONITOR)
  ) i_node (
      .clk_i, .rst_ni, .tile_rst_ni, .held_o, .coord_i, .extent_i, .wrap_i, .mem_words_i, .cycle_i,
      .in_valid_i, .in_head_i, .in_tail_i, .in_vc_i, .in_data_i, .in_credit_o,
      .out_valid_o, .out_head_o, .out_tail_o, .out_vc_o, .out_data_o, .out_credit_i,
      .reg_valid_i, .reg_write_i, .reg_addr_i, .reg_wdata_i, .reg_ready_o, .reg_rdata_o, .event_o,
      .rd_req_o, .rd_addr_o, .rd_gnt_i, .rd_data_i, .wr_req_o, .wr_addr_o, .wr_data_o, .wr_strb_o,
      .wr_gnt_i, .quiescent_o(quiescent)
  );

  assign idle = rst_ni && tile_rst_ni && quiescent && in_valid_i == '0 && out_credit_i == '0 && !reg_valid_i;
  always_ff @(posedge clk_i) begin
    was_busy_q  <= rst_ni && !quiescent;
    was_reset_q <= was_reset_q || !rst_ni;
  end
  always_comb begin
    falls_quiet: cover (idle && was_busy_q && was_reset_q);
  end
endmodule
