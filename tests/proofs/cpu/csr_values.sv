// Proved: every control and status register reads as the manual says after any sequence of accesses, traps, returns and
// interrupts: the bits last written, set or cleared among its writable bits, or the values that a trap stored (mepc,
// mcause, mtval, and both enable bits of mstatus, which mret restores). mcycle counts cycles and minstret the retired
// instructions, also after a write, with cycle and instret the same; time is the counter outside. All other numbers, and
// writes to read-only ones, are illegal. The outputs to the pipeline equal the registers, and an interrupt is due exactly
// if it is pending, enabled in mie, and MIE is set.
//
// Sees: mie = i_csr.mstatus_mie_q
// Sees: mpie = i_csr.mstatus_mpie_q
// Sees: mscratch = i_csr.mscratch_q
// Sees: mtval = i_csr.mtval_q
// Sees: mcause = i_csr.mcause_q
// Sees: meie = i_csr.mie_meie_q
// Sees: offset = i_csr.mcycle_offset_q
// Sees: instructions = i_csr.minstret_q
module csr_values (
    input logic        clk_i,
    input logic [31:0] hart_id_i,
    input logic        irq_i,
    input logic [11:0] number_i,
    input logic [1:0]  op_i,
    input logic [31:0] operand_i,
    input logic        writes_i,
    input logic        commit_i,
    input logic        trap_i,
    input logic [4:0]  cause_i,
    input logic [29:0] word_i,  // of the instruction's address
    input logic [31:0] value_i,
    input logic        mret_i,
    input logic        retire_i,
    input logic        mie,
    input logic        mpie,
    input logic [31:0] mscratch,
    input logic [31:0] mtval,
    input logic [4:0]  mcause,
    input logic        meie,
    input logic [63:0] offset,
    input logic [63:0] instructions
);
  logic rst_nq = 1'b0;
  always_ff @(posedge clk_i) rst_nq <= 1'b1;

  // The pipeline: an instruction retires or traps; one that retires may access a register, or is mret.
  logic retire, commit, mret;
  assign retire = retire_i && !trap_i;
  assign commit = commit_i && retire && op_i != 2'd0;
  assign mret   = mret_i && retire && !commit;
  logic [63:0] cycle_q;
  always_ff @(posedge clk_i) cycle_q <= cycle_q + 64'd1;
  logic [31:0] rdata, mtvec_out, mepc_out;
  logic        legal, interrupt, wake, pending;
  cpu_csr i_csr (
      .clk_i, .rst_ni(rst_nq), .hart_id_i, .cycle_i(cycle_q), .irq_i, .number_i, .op_i, .operand_i, .writes_i,
      .commit_i(commit), .rdata_o(rdata), .legal_o(legal), .trap_i, .cause_i, .pc_i({word_i, 2'd0}), .value_i, .mret_i(mret),
      .retire_i(retire), .mtvec_o(mtvec_out), .mepc_o(mepc_out), .interrupt_o(interrupt), .wake_o(wake),
      .pending_o(pending)
  );

  // The registers of the manual, each as a word.
  logic [31:0] mstatus_q, mie_q, mip_q, mtvec_q, mepc_q, mcause_q, mtval_q, mscratch_q;
  logic [63:0] mcycle_q, minstret_q;
  logic        known, writable;
  logic [31:0] value, written, mask;  // mask: the bits that a write changes
  always_comb begin
    known    = 1'b1;
    writable = number_i[11:10] != 2'b11;
    value    = 32'd0;
    mask     = 32'd0;
    case (number_i)
      12'h300: {value, mask} = {mstatus_q, 32'h0000_0088};
      12'h301: value = 32'h4000_1100;  // misa: I, M, 32 bits
      12'h304: {value, mask} = {mie_q, 32'h0000_0800};
      12'h305: {value, mask} = {mtvec_q, 32'hffff_fffc};
      12'h310: ;
      12'h340: {value, mask} = {mscratch_q, 32'hffff_ffff};
      12'h341: {value, mask} = {mepc_q, 32'hffff_fffc};
      12'h342: {value, mask} = {mcause_q, 32'h8000_000f};
      12'h343: {value, mask} = {mtval_q, 32'hffff_ffff};
      12'h344: value = mip_q;
      12'hb00: {value, mask} = {mcycle_q[31:0], 32'hffff_ffff};
      12'hb80: {value, mask} = {mcycle_q[63:32], 32'hffff_ffff};
      12'hb02: {value, mask} = {minstret_q[31:0], 32'hffff_ffff};
      12'hb82: {value, mask} = {minstret_q[63:32], 32'hffff_ffff};
      12'hc00: value = mcycle_q[31:0];
      12'hc80: value = mcycle_q[63:32];
      12'hc01: value = cycle_q[31:0];
      12'hc81: value = cycle_q[63:32];
      12'hc02: value = minstret_q[31:0];
      12'hc82: value = minstret_q[63:32];
      12'hf14: value = hart_id_i;
      12'hf11, 12'hf12, 12'hf13, 12'hf15: ;
      // Counters of events, their upper halves and selectors are 0.
      default: known = (number_i >= 12'hb03 && number_i <= 12'hb1f) || (number_i >= 12'hb83 && number_i <= 12'hb9f) ||
                       (number_i >= 12'h323 && number_i <= 12'h33f);
    endcase
    case (op_i)
      2'd1: written = operand_i;
      2'd2: written = value | operand_i;
      default: written = value & ~operand_i;
    endcase
    written = (written & mask) | (value & ~mask);
  end

  always_ff @(posedge clk_i) begin
    if (!rst_nq) begin
      mstatus_q  <= 32'h0000_1800;
      mie_q      <= 32'd0;
      mip_q      <= 32'd0;
      mtvec_q    <= 32'd0;
      mepc_q     <= 32'd0;
      mcause_q   <= 32'd0;
      mtval_q    <= 32'd0;
      mscratch_q <= 32'd0;
      mcycle_q   <= cycle_q + 64'd1;
      minstret_q <= 64'd0;
    end else begin
      mip_q      <= irq_i ? 32'h0000_0800 : 32'd0;
      mcycle_q   <= mcycle_q + 64'd1;
      minstret_q <= minstret_q + 64'(retire);
      if (trap_i) begin
        mstatus_q <= {24'h00_0018, mstatus_q[3], 7'd0};
        mepc_q    <= {word_i, 2'd0};
        mcause_q  <= {cause_i[4], 27'd0, cause_i[3:0]};
        mtval_q   <= value_i;
      end else if (mret) begin
        mstatus_q <= {24'h00_0018, 1'b1, 3'd0, mstatus_q[7], 3'd0};
      end else if (commit && writes_i && writable) begin
        case (number_i)
          12'h300: mstatus_q  <= written;
          12'h304: mie_q      <= written;
          12'h305: mtvec_q    <= written;
          12'h340: mscratch_q <= written;
          12'h341: mepc_q     <= written;
          12'h342: mcause_q   <= written;
          12'h343: mtval_q    <= written;
          12'hb00: mcycle_q   <= {mcycle_q[63:32], written};
          12'hb80: mcycle_q   <= {written, mcycle_q[31:0]};
          12'hb02: minstret_q <= {minstret_q[63:32], written};
          12'hb82: minstret_q <= {written, minstret_q[31:0]};
          default: ;
        endcase
      end
    end
  end

  always_comb begin
    if (rst_nq) begin
      reads: assert (!known || rdata == value);
      is_legal: assert (legal == (known && (writable || !writes_i)));
      mstatus_kept: assert (mstatus_q == {19'd0, 2'b11, 3'd0, mpie, 3'd0, mie, 3'd0});
      mie_kept: assert (mie_q == {20'd0, meie, 11'd0});
      mcause_kept: assert (mcause_q == {mcause[4], 27'd0, mcause[3:0]});
      words_kept: assert (mscratch_q == mscratch && mtval_q == mtval && minstret_q == instructions);
      cycles_counted: assert (mcycle_q == cycle_q + offset);
      to_the_pipeline: assert (mtvec_out == mtvec_q && mepc_out == mepc_q && pending == mip_q[11]);
      zeros: assert (mtvec_q[1:0] == 2'd0 && mepc_q[1:0] == 2'd0 && mip_q == {20'd0, mip_q[11], 11'd0});
      wakes: assert (wake == (mip_q[11] && mie_q[11]));
      interrupts: assert (interrupt == (mip_q[11] && mie_q[11] && mstatus_q[3]));
      an_interrupt: cover (interrupt && mepc_q == 32'h0000_0124);
      a_set_bit: cover (commit && writes_i && op_i == 2'd2 && number_i == 12'h340 && value == 32'h0000_00f0 &&
                        written == 32'h0000_0ff0);
      a_written_counter: cover (number_i == 12'hc80 && rdata == 32'h1234_5678);
      a_return: cover (mret && mstatus_q[7] && mcause_q == 32'h8000_000b);
    end
  end
endmodule
