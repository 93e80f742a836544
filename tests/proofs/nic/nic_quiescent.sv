// Proved: while the NIC reports quiescent and nothing arrives, no register changes, from an arbitrary state. Memory
// grants and the cycle counter may behave arbitrarily.
module nic_quiescent #(
    parameter int DIMS       = 1,
    parameter bit ALL_PORT   = 1'b0,
    parameter int VCS        = 1,
    parameter int ROUTE_ORDERS = 1,
    parameter int TOPOLOGY   = collnoc_pkg::GRID,
    parameter int RADIX      = 0,
    parameter bit MONITOR    = 1'b1,
    parameter bit SEQUENCER  = 1'b0,
    parameter bit ACCUMULATE = 1'b0,
    parameter bit FLOAT_SUMS = 1'b0,
    parameter int FLIT_W     = 64,
    parameter int LINKS      = collnoc_pkg::links(TOPOLOGY, DIMS, RADIX),  // derived, not to be set
    parameter int CHANNELS   = ALL_PORT ? LINKS : 1,
    parameter int PORTS      = LINKS + CHANNELS,
    parameter int READS      = CHANNELS * (ACCUMULATE ? 2 : 1) + (SEQUENCER ? 1 : 0),
    parameter int VC_W       = VCS > 1 ? $clog2(VCS) : 1
) (
    input logic                          clk_i,
    input logic                          rst_ni,
    input logic [collnoc_pkg::NODE_W-1:0] coord_i,
    input logic [collnoc_pkg::NODE_W-1:0] extent_i,
    input logic [DIMS-1:0]               wrap_i,
    input logic [collnoc_pkg::ADDR_W:0]  mem_words_i,
    input logic [CHANNELS*VCS-1:0]       inj_credit_i,
    input logic [CHANNELS-1:0]           ej_valid_i,
    input logic [CHANNELS-1:0]           ej_head_i,
    input logic [CHANNELS-1:0]           ej_tail_i,
    input logic [CHANNELS*VC_W-1:0]      ej_vc_i,
    input logic [CHANNELS*FLIT_W-1:0]    ej_data_i,
    input logic [31:0]                   count_i,
    input logic [31:0]                   discarded_i,
    input logic                          halt_i,
    input logic [31:0]                   cycle_i,
    input logic                          reg_valid_i,
    input logic                          reg_write_i,
    input logic [9:0]                    reg_addr_i,
    input logic [31:0]                   reg_wdata_i,
    input logic [READS-1:0]              rd_gnt_i,
    input logic [READS*FLIT_W-1:0]       rd_data_i,
    input logic [CHANNELS-1:0]           wr_gnt_i,
    // so that nothing behind the outputs is optimized away
    output logic reg_ready_o,
    output logic [31:0] reg_rdata_o,
    output logic event_o,
    output logic drained_o,
    output logic [CHANNELS-1:0] inj_valid_o,
    output logic [CHANNELS-1:0] inj_head_o,
    output logic [CHANNELS-1:0] inj_tail_o,
    output logic [CHANNELS*VC_W-1:0] inj_vc_o,
    output logic [CHANNELS*FLIT_W-1:0] inj_data_o,
    output logic [CHANNELS-1:0] ej_credit_o,
    output logic [READS-1:0] rd_req_o,
    output logic [READS*collnoc_pkg::ADDR_W-1:0] rd_addr_o,
    output logic [CHANNELS-1:0] wr_req_o,
    output logic [CHANNELS*collnoc_pkg::ADDR_W-1:0] wr_addr_o,
    output logic [CHANNELS*FLIT_W-1:0] wr_data_o,
    output logic [CHANNELS*FLIT_W/8-1:0] wr_strb_o
);
  // Registers start with any value. The witness starts with a reset.
  logic quiescent, idle, was_busy_q;
  logic was_reset_q = 1'b0;
  nic #(
      .DIMS(DIMS), .ALL_PORT(ALL_PORT), .VCS(VCS), .INJ_DEPTH(2), .FLIT_W(FLIT_W), .MAX_PACKET(2),
      .ROUTE_ORDERS(ROUTE_ORDERS), .TOPOLOGY(TOPOLOGY), .RADIX(RADIX), .MONITOR(MONITOR), .SEQUENCER(SEQUENCER),
      .ACCUMULATE(ACCUMULATE), .FLOAT_SUMS(FLOAT_SUMS)
  ) i_nic (
      .clk_i, .rst_ni, .coord_i, .extent_i, .wrap_i, .mem_words_i, .cycle_i,
      .reg_valid_i, .reg_write_i, .reg_addr_i, .reg_wdata_i, .reg_ready_o, .reg_rdata_o, .event_o,
      .inj_valid_o, .inj_head_o, .inj_tail_o, .inj_vc_o, .inj_data_o, .inj_credit_i,
      .ej_valid_i, .ej_head_i, .ej_tail_i, .ej_vc_i, .ej_data_i, .ej_credit_o,
      .rd_req_o, .rd_addr_o, .rd_gnt_i, .rd_data_i, .wr_req_o, .wr_addr_o, .wr_data_o, .wr_strb_o,
      .wr_gnt_i, .halt_i, .drained_o, .count_read_o(), .count_number_o(), .count_i, .discarded_i, .quiescent_o(quiescent)
  );

  assign idle = rst_ni && quiescent && ej_valid_i == '0 && inj_credit_i == '0 && !reg_valid_i;
  always_ff @(posedge clk_i) begin
    was_busy_q  <= rst_ni && !quiescent;
    was_reset_q <= was_reset_q || !rst_ni;
  end
  always_comb begin
    falls_quiet: cover (idle && was_busy_q && was_reset_q);
  end
endmodule
