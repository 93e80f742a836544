// Proved: while the processor reports quiescent and no interrupt arrives, no register changes, from an arbitrary
// state, and the processor requests nothing. Memory and the cycle counter may behave arbitrarily.
module cpu_quiescent #(
    parameter int MUL_BITS = 1
) (
    input logic        clk_i,
    input logic        rst_ni,
    input logic [31:0] hart_id_i,
    input logic [63:0] cycle_i,
    input logic        irq_i,
    input logic        instr_gnt_i,
    input logic        instr_error_i,
    input logic [31:0] instr_rdata_i,
    input logic        data_gnt_i,
    input logic        data_error_i,
    input logic [31:0] data_rdata_i,
    // so that nothing behind the outputs is optimized away
    output logic        instr_req_o,
    output logic [31:0] instr_addr_o,
    output logic        data_req_o,
    output logic        data_write_o,
    output logic [31:0] data_addr_o,
    output logic [3:0]  data_strb_o,
    output logic [31:0] data_wdata_o,
    output logic        retire_o,
    output logic        trap_o,
    output logic [31:0] pc_o,
    output logic [31:0] instr_o,
    output logic        write_o,
    output logic [31:0] wdata_o,
    output logic        late_o,
    output logic [31:0] late_wdata_o
);
  // Registers start with any value. The witness starts with a reset.
  logic quiescent, idle, was_busy_q;
  logic was_reset_q = 1'b0;
  cpu #(.MUL_BITS(MUL_BITS), .BTB_ENTRIES(2)) i_cpu (
      .clk_i, .rst_ni, .hart_id_i, .cycle_i, .irq_i,
      .instr_req_o, .instr_addr_o, .instr_gnt_i, .instr_error_i, .instr_rdata_i,
      .data_req_o, .data_write_o, .data_addr_o, .data_strb_o, .data_wdata_o, .data_gnt_i, .data_error_i,
      .data_rdata_i,
      .retire_o, .trap_o, .pc_o, .instr_o, .write_o, .wdata_o, .late_o, .late_wdata_o,
      .quiescent_o(quiescent)
  );

  assign idle = rst_ni && quiescent && !irq_i;
  always_ff @(posedge clk_i) begin
    was_busy_q  <= rst_ni && !quiescent;
    was_reset_q <= was_reset_q || !rst_ni;
  end
  always_comb begin
    asks_for_nothing: assert (!(instr_req_o || data_req_o || retire_o || trap_o));
    falls_quiet: cover (idle && was_busy_q && was_reset_q);
  end
endmodule
