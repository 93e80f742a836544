// Proved: a product is that of the operands, in every bit of either half and with every mixture of signs. It is the sum
// of the products of b with the digits of a, each of MUL_BITS bits and at its place, the last with the sign of a; for
// such a product of a digit, the proof relies on `*`. It is done after 32/MUL_BITS cycles and stays until the
// next start. A new start is possible in every cycle.
//
// Sees: high = i_mul_div.high_q
// Sees: low = i_mul_div.low_q
// Sees: count = i_mul_div.count_q
// Sees: high_half = i_mul_div.product_high_q
module product_exact #(
    parameter int MUL_BITS = 1
) (
    input logic        clk_i,
    input logic        start_i,
    input logic [2:0]  funct3_i,
    input logic [31:0] a_i,
    input logic [31:0] b_i,
    input logic [31:0] high,
    input logic [31:0] low,
    input logic [5:0]  count,
    input logic        high_half
);
  localparam int STEPS = 32 / MUL_BITS;
  logic rst_nq = 1'b0;
  always_ff @(posedge clk_i) rst_nq <= 1'b1;

  // The product: nothing was started after it. Its operands stay until it is done.
  logic        product_q, runs;
  logic [5:0]  steps_q;  // digits that are added
  logic [2:0]  funct3_q, funct3;
  logic [31:0] a_q, b_q, a, b, product, quotient;
  logic        start, done, idle;
  assign start  = start_i && rst_nq;
  assign runs   = STEPS > 1 && product_q && steps_q < 6'(STEPS) && !start;
  assign funct3 = runs ? funct3_q : funct3_i;
  assign a      = runs ? a_q : a_i;
  assign b      = runs ? b_q : b_i;
  cpu_mul_div #(.MUL_BITS(MUL_BITS)) i_mul_div (
      .clk_i, .rst_ni(rst_nq), .start_i(start), .funct3_i(funct3), .a_i(a), .b_i(b),
      .done_o(done), .idle_o(idle), .product_o(product), .quotient_o(quotient)
  );

  // MUL, MULH, MULHSU, MULHU.
  logic                        a_signed, b_signed, last;
  logic [5:0]                  place;  // of the digit
  logic [31:0]                 rest;
  logic signed [32:0]          factor;
  logic signed [MUL_BITS:0]    digit;
  logic signed [33+MUL_BITS:0] term;
  logic [63:0]                 sum_q, sum;
  // In the words of the module, also for quotients, so that both multiply the same numbers; `signs` says when they are.
  assign a_signed = funct3[2] ? !funct3[0] : funct3[1] ^ funct3[0];
  assign b_signed = funct3[2] ? !funct3[0] : funct3 == 3'd1;
  assign place    = runs ? 6'(steps_q * MUL_BITS) : 6'd0;
  assign rest     = start || STEPS == 1 ? a : low;
  assign last     = start || STEPS == 1 ? STEPS == 1 : count == 6'd1;
  assign factor   = {b[31] && b_signed, b};
  assign digit    = {rest[MUL_BITS-1] && last && a_signed, rest[MUL_BITS-1:0]};
  assign term     = (34 + MUL_BITS)'(factor) * (34 + MUL_BITS)'(digit);
  assign sum      = (runs ? sum_q : 64'd0) + (64'(term) << place);
  always_ff @(posedge clk_i) begin
    if (!rst_nq) begin
      product_q <= 1'b0;
    end else if (start) begin
      product_q <= !funct3_i[2];
      steps_q   <= 6'd1;
      funct3_q  <= funct3_i;
      a_q       <= a_i;
      b_q       <= b_i;
      sum_q     <= sum;
    end else if (runs) begin
      steps_q <= steps_q + 6'd1;
      sum_q   <= sum;
    end
  end

  logic [5:0] added;  // bits of a
  assign added = 6'(steps_q * MUL_BITS);
  always_comb begin
    signs: assert (funct3[2] || (a_signed == (funct3 == 3'd1 || funct3 == 3'd2) && b_signed == (funct3 == 3'd1)));
    if (rst_nq && product_q) begin
      steps_counted: assert (steps_q != 6'd0 && steps_q <= 6'(STEPS) && count == 6'(STEPS) - steps_q);
      the_half: assert (high_half == (funct3_q != 3'd0));
      not_a_quotient: assert (!funct3_q[2]);
      upper_bits: assert (high == 32'(sum_q >> added));
      // Below the bits of the sum, those of a that are not yet added.
      lower_bits: assert (low == 32'({sum_q[31:0], a_q} >> added));
      sum_fits: assert (steps_q == 6'(STEPS) ||
                        (funct3_q == 3'd1 ? 64'($signed(sum_q) >>> (added + 6'd31)) == {64{sum_q[63]}}
                                          : 64'(sum_q >> added) >> 32 == 64'd0));
      if (steps_q == 6'(STEPS)) begin
        its_product: assert (product == (funct3_q == 3'd0 ? sum_q[31:0] : sum_q[63:32]));
        is_idle: assert (idle);
      end
      in_time: assert (!runs || done == (steps_q == 6'(STEPS - 1)));
      a_negative_one: cover (steps_q == 6'(STEPS) && funct3_q == 3'd2 && sum_q[63] && a_q[0]);
      a_square: cover (steps_q == 6'(STEPS) && funct3_q == 3'd1 && a_q == b_q && a_q[31] && a_q[0]);
    end
  end
endmodule
