// Multiplies MUL_BITS bits a cycle, divides a bit a cycle, both on magnitudes; the sign is put on at the end.
// Started in cycle t with the operands, which stay until the result is taken, it is done from t+1+n on with
// n = 32/MUL_BITS for a product and 32 for a quotient or remainder.
module cpu_mul_div #(
    parameter int MUL_BITS = 8  // 1, 2, 4, 8, 16, 32
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        start_i,
    input  logic [2:0]  funct3_i,
    input  logic [31:0] a_i,
    input  logic [31:0] b_i,
    output logic        done_o,
    output logic [31:0] result_o
);
  if (MUL_BITS < 1 || MUL_BITS > 32 || MUL_BITS != 1 << $clog2(MUL_BITS)) begin : gen_bad_mul_bits
    $error("cpu_mul_div: MUL_BITS must be 1, 2, 4, 8, 16 or 32");
  end

  // high: product, high half, or remainder. low: what is left of the multiplier, then the product's low half; or what
  // is left of the dividend, then the quotient. magnitude: of b.
  logic [31:0] high_q, low_q, magnitude_q;
  logic [5:0]  count_q;  // steps left
  logic        divide, a_negative, b_negative;
  assign divide     = funct3_i[2];
  assign a_negative = a_i[31] && (divide ? !funct3_i[0] : funct3_i[1] ^ funct3_i[0]);
  assign b_negative = b_i[31] && (divide ? !funct3_i[0] : funct3_i == 3'd1);

  logic [31+MUL_BITS:0] sum;
  logic [63:0]          product;
  logic [32:0]          remainder, less;
  logic                 fits;
  assign sum       = (32 + MUL_BITS)'(high_q) + (32 + MUL_BITS)'(magnitude_q) * (32 + MUL_BITS)'(low_q[MUL_BITS-1:0]);
  assign product   = 64'({sum, low_q} >> MUL_BITS);
  assign remainder = {high_q, low_q[31]};
  assign fits      = remainder >= {1'b0, magnitude_q};
  assign less      = remainder - {1'b0, magnitude_q};

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      count_q <= '0;
    end else if (start_i) begin
      high_q      <= '0;
      low_q       <= a_negative ? -a_i : a_i;
      magnitude_q <= b_negative ? -b_i : b_i;
      count_q     <= divide ? 6'd32 : 6'(32 / MUL_BITS);
    end else if (!done_o) begin
      if (divide) begin
        high_q <= fits ? less[31:0] : remainder[31:0];
        low_q  <= {low_q[30:0], fits};
      end else begin
        {high_q, low_q} <= product;
      end
      count_q <= count_q - 1'b1;
    end
  end

  // Minus a product is minus its low half, and the high half inverted unless that carries. A quotient by zero is all
  // ones whatever the signs; a remainder has the dividend's.
  logic        want_high, negate, carry;
  logic [31:0] word;
  assign want_high = divide ? funct3_i[1] : funct3_i[1:0] != 2'd0;
  assign word      = want_high ? high_q : low_q;
  assign carry     = divide || !want_high || low_q == '0;
  assign done_o    = count_q == '0;
  assign result_o  = negate ? ~word + 32'(carry) : word;
  always_comb begin
    if (divide && want_high) negate = a_negative;
    else negate = (a_negative != b_negative) && !(divide && magnitude_q == '0);
  end

  logic unused;
  assign unused = less[32];
endmodule
