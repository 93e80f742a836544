// Proved: the pipeline uses cpu_csr as the manual says (`csr_values` proves the registers of cpu_csr). A CSR instruction accesses
// the register that it names, with its operation and its own operand, once, when it retires; a read alone writes nothing;
// its result is what the register reads. It traps exactly if cpu_csr calls the access illegal. Every trap names its cause,
// its address, and the instruction or address that caused it; interrupts have priority. Execution continues at mtvec
// after a trap, at mepc after mret. Retired instructions are counted. Without refused accesses.
//
// Sees: number = i_rvfi.i_cpu.i_csr.number_i
// Sees: op = i_rvfi.i_cpu.i_csr.op_i
// Sees: operand = i_rvfi.i_cpu.i_csr.operand_i
// Sees: writes = i_rvfi.i_cpu.i_csr.writes_i
// Sees: commit = i_rvfi.i_cpu.i_csr.commit_i
// Sees: rdata = i_rvfi.i_cpu.i_csr.rdata_o
// Sees: legal = i_rvfi.i_cpu.i_csr.legal_o
// Sees: traps = i_rvfi.i_cpu.i_csr.trap_i
// Sees: cause = i_rvfi.i_cpu.i_csr.cause_i
// Sees: address = i_rvfi.i_cpu.i_csr.pc_i
// Sees: value = i_rvfi.i_cpu.i_csr.value_i
// Sees: mret = i_rvfi.i_cpu.i_csr.mret_i
// Sees: retires = i_rvfi.i_cpu.i_csr.retire_i
// Sees: interrupt = i_rvfi.i_cpu.i_csr.interrupt_o
// Sees: mtvec = i_rvfi.i_cpu.i_csr.mtvec_o
// Sees: mepc = i_rvfi.i_cpu.i_csr.mepc_o
module csr_pipeline (
    input logic        clk_i,
    input logic        irq_i,
    input logic        instr_gnt_i,
    input logic [31:0] instr_rdata_i,
    input logic        data_gnt_i,
    input logic [31:0] data_rdata_i,
    input logic [9:0]  followed_i,
    input logic [11:0] number,
    input logic [1:0]  op,
    input logic [31:0] operand,
    input logic        writes,
    input logic        commit,
    input logic [31:0] rdata,
    input logic        legal,
    input logic        traps,
    input logic [4:0]  cause,
    input logic [31:0] address,
    input logic [31:0] value,
    input logic        mret,
    input logic        retires,
    input logic        interrupt,
    input logic [31:0] mtvec,
    input logic [31:0] mepc
);
  localparam bit STALLS = 1'b1;
`include "observed_cpu.svh"

  // What was on the ports of cpu_csr when the instruction of the packet retired or trapped.
  logic [11:0] number_q;
  logic [1:0]  op_q;
  logic [31:0] operand_q, rdata_q, address_q, value_q, mtvec_q, mepc_q;
  logic        writes_q, commit_q, legal_q, traps_q, mret_q, retires_q, interrupt_q;
  logic [4:0]  cause_q;
  always_ff @(posedge clk_i) begin
    if (event_here) begin
      {number_q, op_q, operand_q, writes_q, commit_q, rdata_q, legal_q} <=
          {number, op, operand, writes, commit, rdata, legal};
      {traps_q, cause_q, address_q, value_q, mret_q, retires_q, interrupt_q, mtvec_q, mepc_q} <=
          {traps, cause, address, value, mret, retires, interrupt, mtvec, mepc};
    end
  end

  // The cause of a trap, by the manual: interrupts first. A legal jump, load or store traps because it is misaligned.
  logic        jumps, loads, stores;
  logic [4:0]  should_cause;
  logic [31:0] should_value, data_address;
  assign jumps        = (insn[6:0] == 7'h6f || (insn[6:0] == 7'h67 && insn[14:12] == 3'd0) ||
                         (insn[6:0] == 7'h63 && insn[14:13] != 2'd1)) && should_next_pc[1:0] != 2'd0;
  assign loads        = insn[6:0] == 7'h03 && (insn[14:12] < 3'd3 || insn[14:12] == 3'd4 || insn[14:12] == 3'd5);
  assign stores       = insn[6:0] == 7'h23 && insn[14:12] < 3'd3;
  assign data_address = rs1 + (stores ? {{20{insn[31]}}, insn[31:25], insn[11:7]} : {{20{insn[31]}}, insn[31:20]});
  always_comb begin
    should_cause = 5'd2;
    should_value = insn;
    if (interrupt_q) {should_cause, should_value} = {5'h1b, 32'd0};
    else if (insn == 32'h0000_0073) {should_cause, should_value} = {5'd11, 32'd0};
    else if (insn == 32'h0010_0073) {should_cause, should_value} = {5'd3, 32'd0};
    else if (jumps) {should_cause, should_value} = {5'd0, should_next_pc};
    else if (loads) {should_cause, should_value} = {5'd4, data_address};
    else if (stores) {should_cause, should_value} = {5'd6, data_address};
  end

  logic [2:0] retired_q;  // instructions, to compare with the pulses that are counted
  logic [2:0] counted_q;
  always_ff @(posedge clk_i) begin
    if (!rst_nq) {retired_q, counted_q} <= '0;
    else {retired_q, counted_q} <= {retired_q + 3'(event_here && !traps), counted_q + 3'(retires)};
  end

  logic accesses;
  assign accesses = is_csr && !trap;
  always_comb begin
    if (rst_nq) begin
      only_with_an_event: assert (event_here || !(commit || traps || mret || retires));
      counted: assert (retired_q == counted_q);
    end
    if (rst_nq && valid) begin
      traps_are_told: assert (traps_q == trap && retires_q == !trap && address_q == pc);
      accesses_once: assert (commit_q == accesses);
      returns: assert (mret_q == (is_mret && !trap));
      its_number: assert (!is_csr || number_q == insn[31:20]);
      its_operation: assert (!accesses || op_q == insn[13:12]);
      its_operand: assert (!accesses || operand_q == (insn[14] ? 32'(insn[19:15]) : rs1) || (!insn[14] && !rs1_known));
      writes_or_reads: assert (!is_csr || writes_q == (insn[13:12] == 2'd1 || insn[19:15] != 5'd0));
      its_register: assert (!accesses || rd == insn[11:7]);
      its_result: assert (!accesses || rd == 5'd0 || rd_wdata == rdata_q);
      illegal_accesses_trap: assert (!is_csr || trap == (!legal_q || interrupt_q));
      interrupts_trap: assert (!interrupt_q || trap || is_muldiv || rmask != 4'd0 || wmask != 4'd0 ||
                               insn == 32'h1050_0073);
      its_cause: assert (!(trap && known) || cause_q == should_cause);
      its_value: assert (!(trap && known) || value_q == should_value);
      goes_to_mtvec: assert (!trap || next_pc == mtvec_q);
      goes_to_mepc: assert (!mret_q || next_pc == mepc_q);
      a_written_register: cover (accesses && writes_q && !insn[14] && rs1_known && rs1 == 32'h0000_5000 && insn[19:15] != 5'd0);
      a_result: cover (accesses && rd != 5'd0 && rdata_q == 32'h0000_5000);
      an_illegal_access: cover (is_csr && trap && !interrupt_q);
      an_interrupt: cover (trap && interrupt_q);
      a_handler: cover (trap && next_pc == 32'h0000_5000);
    end
  end
endmodule
