// Proved: quotient and remainder are what the manual says, in every bit, with and without signs. For the magnitudes,
// |a| = q * |b| + r and r < |b|, where q * |b| is the sum of the multiples of |b| that the bits of q stand for; the
// quotient is negative if the signs differ, the remainder if a is. Divided by zero, all bits of the quotient are one and
// the remainder is a; -2^31 divided by -1 is -2^31, and leaves 0. Both are done 33 cycles after the start, and stay while
// the operands do.
//
// Sees: high = i_mul_div.high_q
// Sees: low = i_mul_div.low_q
// Sees: magnitude = i_mul_div.magnitude_q
// Sees: count = i_mul_div.count_q
module quotient_exact (
    input logic        clk_i,
    input logic        start_i,
    input logic        stay_i,
    input logic [2:0]  funct3_i,
    input logic [31:0] a_i,
    input logic [31:0] b_i,
    input logic [31:0] high,
    input logic [31:0] low,
    input logic [31:0] magnitude,
    input logic [5:0]  count
);
  logic rst_nq = 1'b0;
  always_ff @(posedge clk_i) rst_nq <= 1'b1;

  // The division; its operands stay until it is done, and as long as `stay_i` says so.
  logic        divides_q, start, held, done, idle;
  logic [5:0]  steps_q;  // bits of the quotient that are known
  logic [2:0]  funct3_q;
  logic [31:0] a_q, b_q, product, quotient;
  assign start = start_i && rst_nq;
  assign held  = divides_q && !start;
  cpu_mul_div #(.MUL_BITS(1)) i_mul_div (
      .clk_i, .rst_ni(rst_nq), .start_i(start), .funct3_i(held ? funct3_q : funct3_i),
      .a_i(held ? a_q : a_i), .b_i(held ? b_q : b_i),
      .done_o(done), .idle_o(idle), .product_o(product), .quotient_o(quotient)
  );

  // DIV, DIVU, REM, REMU.
  logic        is_signed, a_negative, b_negative, one;
  logic [31:0] dividend, divisor, quotient_q, rest;
  logic [33:0] begun, multiple_q, partial;  // the first bits of the dividend; quotient times divisor
  assign is_signed  = funct3_q == 3'd4 || funct3_q == 3'd6;
  assign a_negative = is_signed && $signed(a_q) < 0;
  assign b_negative = is_signed && $signed(b_q) < 0;
  assign dividend   = a_negative ? -a_q : a_q;
  assign divisor    = b_negative ? -b_q : b_q;
  assign begun      = 34'(dividend) >> (6'd32 - steps_q);
  assign partial    = {1'b0, high, 1'b0} + 34'(1'(dividend >> (6'd31 - steps_q)));
  assign one        = partial >= 34'(divisor);
  assign rest       = 32'(34'(dividend) - multiple_q);
  always_ff @(posedge clk_i) begin
    if (!rst_nq) begin
      divides_q <= 1'b0;
    end else if (start) begin
      divides_q  <= funct3_i[2];
      steps_q    <= 6'd0;
      funct3_q   <= funct3_i;
      a_q        <= a_i;
      b_q        <= b_i;
      quotient_q <= '0;
      multiple_q <= '0;
    end else if (steps_q == 6'd32) begin
      divides_q <= divides_q && stay_i;
    end else begin
      steps_q    <= steps_q + 6'd1;
      quotient_q <= {quotient_q[30:0], one};
      multiple_q <= 34'(multiple_q << 1) + (one ? 34'(divisor) : 34'd0);
    end
  end

  always_comb begin
    if (rst_nq && divides_q) begin
      a_division: assert (funct3_q[2] && steps_q <= 6'd32 && count == 6'd32 - steps_q);
      by_its_magnitude: assert (magnitude == divisor);
      adds_up: assert (begun == multiple_q + 34'(high));
      less_than_the_divisor: assert (divisor == '0 || high < divisor);
      by_zero: assert (divisor != '0 || (multiple_q == '0 && quotient_q == 32'(33'(33'd1 << steps_q) - 33'd1)));
      by_one: assert (divisor != 32'd1 || multiple_q == 34'(quotient_q));
      bits_of_the_quotient: assert (low == (32'(64'(dividend) << steps_q) | quotient_q));
      so_many: assert (64'(quotient_q) >> steps_q == 64'd0);
      in_time: assert (!held || done == (steps_q == 6'd32));
      if (held && done) begin
        is_idle: assert (idle);
        its_quotient: assert (funct3_q[1] || quotient == (b_q == '0 ? 32'hffff_ffff :
                              a_negative != b_negative ? -quotient_q : quotient_q));
        its_remainder: assert (!funct3_q[1] || quotient == (b_q == '0 ? a_q : a_negative ? -rest : rest));
        of_the_least_by_minus_one: assert (!(is_signed && a_q == 32'h8000_0000 && b_q == 32'hffff_ffff) ||
                                           quotient == (funct3_q[1] ? 32'd0 : 32'h8000_0000));
        a_negative_remainder: cover (funct3_q == 3'd6 && quotient == 32'hffff_fffd && !b_negative);
        a_quotient: cover (funct3_q == 3'd5 && quotient == 32'h0000_1234 && rest != '0);
        a_negative_quotient: cover (funct3_q == 3'd4 && quotient == 32'hffff_f123 && b_negative);
      end
    end
  end
endmodule
