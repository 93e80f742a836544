// Proved: while the tile's processor reports quiescent and no event arrives, no register changes, from an arbitrary
// state, and the processor requests nothing.
module tile_processor_quiescent #(
    parameter int MUL_BITS = 1
) (
    input logic        clk_i,
    input logic        rst_ni,
    input logic [31:0] hart_id_i,
    input logic [63:0] cycle_i,
    input logic [collnoc_pkg::ADDR_W:0] mem_words_i,
    input logic [31:0] prog_rdata_i,
    input logic [63:0] host_rdata_i,
    input logic        reg_ready_i,
    input logic [31:0] reg_rdata_i,
    input logic        event_i,
    // so that nothing behind the outputs is optimized away
    output logic        prog_en_o,
    output logic [31:0] prog_addr_o,
    output logic        host_valid_o,
    output logic        host_write_o,
    output logic [collnoc_pkg::ADDR_W-1:0] host_addr_o,
    output logic [63:0] host_wdata_o,
    output logic [7:0]  host_strb_o,
    output logic        reg_valid_o,
    output logic        reg_write_o,
    output logic [9:0]  reg_addr_o,
    output logic [31:0] reg_wdata_o,
    output logic        report_valid_o,
    output logic [7:0]  report_addr_o,
    output logic [31:0] report_wdata_o,
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
  tile_processor #(.PROGRAM_BYTES(512), .MUL_BITS(MUL_BITS)) i_processor (
      .clk_i, .rst_ni, .hart_id_i, .cycle_i, .mem_words_i,
      .prog_en_o, .prog_addr_o, .prog_rdata_i,
      .host_valid_o, .host_write_o, .host_addr_o, .host_wdata_o, .host_strb_o, .host_rdata_i,
      .reg_valid_o, .reg_write_o, .reg_addr_o, .reg_wdata_o, .reg_ready_i, .reg_rdata_i, .event_i,
      .report_valid_o, .report_addr_o, .report_wdata_o,
      .retire_o, .trap_o, .pc_o, .instr_o, .write_o, .wdata_o, .late_o, .late_wdata_o,
      .quiescent_o(quiescent)
  );

  assign idle = rst_ni && quiescent && !event_i;
  always_ff @(posedge clk_i) begin
    was_busy_q  <= rst_ni && !quiescent;
    was_reset_q <= was_reset_q || !rst_ni;
  end
  always_comb begin
    asks_for_nothing: assert (!(prog_en_o || host_valid_o || reg_valid_o || report_valid_o || retire_o || trap_o));
    falls_quiet: cover (idle && was_busy_q && was_reset_q);
  end
endmodule
