// Proved: every instruction of RV32I does what the manual says, in every bit: its result, the address that follows it,
// the memory that it reads and writes, and whether it traps (illegal and misaligned ones, ecall and ebreak do, and
// nothing else does without an interrupt; a trap has no other effect, and continues at mtvec). Its operands are the
// values that the instructions before it left in the registers. By CLASS: 0 arithmetic, 1 jumps and branches, 2 loads and stores, 3 all
// others, and all traps of them; instructions around them are of any class. With STALLS=0 memory grants at once, and
// there is no interrupt.
module instruction_results #(
    parameter bit STALLS = 1'b1,  // memory may not grant requests, and there may be interrupts
    parameter int CLASS  = 0      // of the instructions that are checked
) (
    input logic        clk_i,
    input logic        irq_i,
    input logic        instr_gnt_i,
    input logic [31:0] instr_rdata_i,
    input logic        data_gnt_i,
    input logic [31:0] data_rdata_i,
    input logic [9:0]  followed_i
);
`include "observed_cpu.svh"

  // CSR instructions so far; the address of the last trap. The next event may already be a trap of one.
  logic        csrs_q;
  logic [31:0] mepc_q;
  always_ff @(posedge clk_i) begin
    if (!rst_nq) begin
      csrs_q <= 1'b0;
      mepc_q <= 32'd0;
    end else begin
      csrs_q <= csrs_q || (valid && is_csr);
      if (valid && trap) mepc_q <= pc;
    end
  end

  logic in_class, checked, no_csr;
  logic [31:0] bits;
  assign bits   = {{8{wmask[3]}}, {8{wmask[2]}}, {8{wmask[1]}}, {8{wmask[0]}}};
  assign no_csr = !csrs_q && !is_csr;
  always_comb begin
    in_class = CLASS == 3;
    case (insn[6:0])
      7'h37, 7'h17, 7'h13, 7'h33: in_class = CLASS == 0;
      7'h6f, 7'h67, 7'h63:        in_class = CLASS == 1;
      7'h03, 7'h23:               in_class = CLASS == 2;
      default: ;
    endcase
  end
  assign checked = rst_nq && valid && in_class && known && !trap;
  always_comb begin
    if (rst_nq && valid && in_class && known) begin
      traps: assert (trap || !should_trap || is_csr);
      traps_only_then: assert (!trap || should_trap || is_csr || interrupts_q);
      a_trap_does_nothing: assert (!trap || (rd == 5'd0 && rmask == 4'd0 && wmask == 4'd0));
      a_trap_goes_to_mtvec: assert (!(trap && no_csr) || next_pc == 32'd0);
    end
    if (checked && !is_csr) begin
      its_register: assert (rd == should_rd);
      its_result: assert (rd == 5'd0 || is_muldiv || rd_wdata == should_rd_wdata);
      next_address: assert (is_mret || next_pc == should_next_pc);
      returns_to_mepc: assert (!(is_mret && no_csr) || next_pc == mepc_q);
      reads_memory: assert (rmask == should_rmask);
      writes_memory: assert (wmask == should_wmask);
      at_its_address: assert ((rmask | wmask) == 4'd0 || mem_addr == should_mem_addr);
      its_bytes: assert ((mem_wdata & bits) == (should_mem_wdata & bits));
    end
    a_third_one: cover (rst_nq && valid && in_class && known && order == 8'd2);
  end
endmodule
