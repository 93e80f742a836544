// Stands for rtl/cpu/cpu_mul_div.sv in proofs of the processor. It keeps the promises of that module, and no others: when
// it is done, and on which output the result then is, for any number of steps; everything else on its outputs is
// arbitrary. Results are those of other operations, which no two instructions and no two orders of the operands share, as
// RISCV_FORMAL_ALTOPS in riscv-formal: multiplication itself does not finish. It asserts what the module demands.
module cpu_mul_div #(
    parameter int MUL_BITS = 32  // ignored
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        start_i,
    input  logic [2:0]  funct3_i,
    input  logic [31:0] a_i,
    input  logic [31:0] b_i,
    output logic        done_o,
    output logic        idle_o,
    output logic [31:0] product_o,
    output logic [31:0] quotient_o
);
  (* anyseq *) logic        finishes;
  (* anyseq *) logic [31:0] noise;
  logic        runs_q, there_q;  // an operation is not done; the product of the last start is there
  logic [2:0]  funct3_q;
  logic [31:0] a_q, b_q, product_q, value;
  logic [31:0] mixed;
  assign mixed = a_i ^ {b_i[30:0], b_i[31]};
  always_comb begin
    case (funct3_i)
      3'd0: value = mixed ^ 32'h5876_063e;
      3'd1: value = mixed ^ 32'hf658_3fb7;
      3'd2: value = mixed ^ 32'hecfb_e137;
      3'd3: value = mixed ^ 32'h949c_e5e8;
      3'd4: value = mixed ^ 32'h7f85_29ec;
      3'd5: value = mixed ^ 32'h10e8_fd70;
      3'd6: value = mixed ^ 32'h8da6_8fa5;
      default: value = mixed ^ 32'h3138_d0e1;
    endcase
  end
  // A product may be done in the cycle of its start; a quotient is not.
  logic busy;
  assign busy       = start_i || runs_q;
  assign done_o     = busy && finishes && !(start_i && funct3_i[2]);
  assign idle_o     = !runs_q;
  assign product_o  = there_q ? product_q : noise;
  assign quotient_o = done_o && funct3_i[2] ? value : noise;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      runs_q  <= 1'b0;
      there_q <= 1'b0;
    end else begin
      runs_q <= busy && !done_o;
      if (busy) there_q <= done_o && !funct3_i[2];
    end
    if (busy) begin
      product_q <= value;
      funct3_q  <= funct3_i;
      a_q       <= a_i;
      b_q       <= b_i;
    end
  end
  always_comb begin
    if (rst_ni) begin
      operands_stay: assert (!runs_q || (funct3_i == funct3_q && a_i == a_q && b_i == b_q));
      one_at_a_time: assert (!(start_i && runs_q));
    end
  end
endmodule
