// Proved: MUL, MULH, MULHSU, MULHU, DIV, DIVU, REM and REMU write to their register, and to no other, the result of the
// multiplier and divider for their own operands, for any number of cycles. The operands are the values that earlier
// instructions, including products, left in the registers, and the instruction after a product reads the product. They
// do not trap, continue at the next address and access no memory. The unit is used as it requires. In this proof other
// operations replace multiplication and division.
//
// Replaces: cpu_mul_div
module muldiv_instructions (
    input logic        clk_i,
    input logic        irq_i,
    input logic        instr_gnt_i,
    input logic [31:0] instr_rdata_i,
    input logic        data_gnt_i,
    input logic [31:0] data_rdata_i,
    input logic [9:0]  followed_i
);
  localparam bit STALLS = 1'b1;
`include "observed_cpu.svh"

  // Whether the last packet was a product or quotient, and where its result went.
  logic       product_q, quotient_q;
  logic [4:0] rd_q;
  always_ff @(posedge clk_i) begin
    if (!rst_nq) begin
      product_q  <= 1'b0;
      quotient_q <= 1'b0;
    end else if (valid) begin
      product_q  <= is_muldiv && !trap && !insn[14];
      quotient_q <= is_muldiv && !trap && insn[14];
      rd_q       <= insn[11:7];
    end
  end

  logic [31:0] mixed, should;
  assign mixed = rs1 ^ {rs2[30:0], rs2[31]};
  always_comb begin
    case (insn[14:12])
      3'd0: should = mixed ^ 32'h5876_063e;  // MUL
      3'd1: should = mixed ^ 32'hf658_3fb7;  // MULH
      3'd2: should = mixed ^ 32'hecfb_e137;  // MULHSU
      3'd3: should = mixed ^ 32'h949c_e5e8;  // MULHU
      3'd4: should = mixed ^ 32'h7f85_29ec;  // DIV
      3'd5: should = mixed ^ 32'h10e8_fd70;  // DIVU
      3'd6: should = mixed ^ 32'h8da6_8fa5;  // REM
      default: should = mixed ^ 32'h3138_d0e1;  // REMU
    endcase
  end
  always_comb begin
    if (rst_nq && valid && is_muldiv) begin
      no_trap: assert (!trap || interrupts_q);
      no_memory: assert (rmask == 4'd0 && wmask == 4'd0);
      its_register: assert (rd == (trap ? 5'd0 : insn[11:7]));
      its_result: assert (trap || rd == 5'd0 || !rs1_known || !rs2_known || rd_wdata == should);
      next_address: assert (trap || next_pc == pc + 32'd4);
      a_product_of_a_product: cover (!trap && product_q && rd_q != '0 && insn[19:15] == rd_q && rs1_known && rs2_known);
      a_quotient_of_a_product: cover (!trap && product_q && insn[14] && rd != '0 && insn[24:20] == rd_q && rs1_known &&
                                      rs2_known);
      a_product_of_a_quotient: cover (!trap && quotient_q && !insn[14] && rd_q != '0 && insn[24:20] == rd_q && rs2_known);
    end
    if (rst_nq && valid) begin
      // A sum of a product: read in the cycle after it.
      sum_of_a_product: assert (!(insn[6:0] == 7'b0110011 && insn[31:25] == 7'd0 && insn[14:12] == 3'd0 && !trap &&
                                  product_q && rs1_known && rs2_known && rd != '0) || rd_wdata == rs1 + rs2);
      a_sum_of_a_product: cover (insn[6:0] == 7'b0110011 && insn[31:25] == 7'd0 && insn[14:12] == 3'd0 && !trap &&
                                 product_q && rd_q != '0 && insn[19:15] == rd_q && rs1_known && rs2_known && rd != '0);
    end
  end
endmodule
