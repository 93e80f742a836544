// Multiplies MUL_BITS bits per cycle, the first of them in the start cycle. Divides one bit per cycle, on magnitudes;
// the sign is applied at the end. Started in cycle t, with operands that stay stable until `done_o`:
// - a product is done in t+32/MUL_BITS-1; from the next cycle on it is on `product_o`, until the next start
// - a quotient or remainder is done from t+33 on, and in these cycles on `quotient_o`.
module cpu_mul_div #(
    parameter int MUL_BITS = 32  // 1, 2, 4, 8, 16, 32
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        start_i,
    input  logic [2:0]  funct3_i,
    input  logic [31:0] a_i,
    input  logic [31:0] b_i,
    output logic        done_o,
    output logic        idle_o,     // no steps are left
    output logic [31:0] product_o,
    output logic [31:0] quotient_o
);
  `ifndef __ICARUS__
  if (MUL_BITS < 1 || MUL_BITS > 32 || MUL_BITS != 1 << $clog2(MUL_BITS)) begin : gen_bad_mul_bits
    $error("cpu_mul_div: MUL_BITS must be 1, 2, 4, 8, 16 or 32");
  end
  `endif

  // high: product, high half, or remainder. low: the rest of the multiplier a, then the product's low half; or the rest
  // of the dividend, then the quotient. magnitude: of the divisor b.
  logic [31:0] high_q, low_q, magnitude_q;
  logic [5:0]  count_q;  // steps left
  logic        divide, a_signed, b_signed, a_negative, b_negative;
  assign divide     = funct3_i[2];
  assign a_signed   = divide ? !funct3_i[0] : funct3_i[1] ^ funct3_i[0];
  assign b_signed   = divide ? !funct3_i[0] : funct3_i == 3'd1;
  assign a_negative = a_i[31] && a_signed;
  assign b_negative = b_i[31] && b_signed;

  // One step of a product: b times the next digit of a. The last digit has the sign of a.
  logic                        begins, last;
  logic [31:0]                 high, low;
  logic signed [32:0]          high_term, factor;
  logic signed [MUL_BITS:0]    digit;
  logic signed [33+MUL_BITS:0] term;
  logic signed [31+MUL_BITS:0] sum;
  logic [63:0]                 product;
  assign begins    = start_i || MUL_BITS == 32;  // a single step need not wait for start_i
  assign last      = begins ? MUL_BITS == 32 : count_q == 6'd1;
  assign high      = begins ? '0 : high_q;
  assign low       = begins ? a_i : low_q;
  assign high_term = {high[31] && b_signed, high};
  assign factor    = {b_negative, b_i};
  assign digit     = {low[MUL_BITS-1] && last && a_signed, low[MUL_BITS-1:0]};
  assign term      = (34 + MUL_BITS)'(factor) * (34 + MUL_BITS)'(digit);
  assign sum       = (32 + MUL_BITS)'(high_term) + (32 + MUL_BITS)'(term);
  assign product   = 64'({sum, low} >> MUL_BITS);

  // One step of a quotient.
  logic [32:0] remainder, less;
  logic        fits;
  assign remainder = {high_q, low_q[31]};
  assign fits      = remainder >= {1'b0, magnitude_q};
  assign less      = remainder - {1'b0, magnitude_q};

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      count_q <= '0;
    end else if (start_i) begin
      count_q <= divide ? 6'd32 : 6'(32 / MUL_BITS - 1);
    end else if (!idle_o) begin
      count_q <= count_q - 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (start_i && divide) begin
      high_q      <= '0;
      low_q       <= a_negative ? -a_i : a_i;
      magnitude_q <= b_negative ? -b_i : b_i;
    end else if (start_i || (!idle_o && !divide)) begin
      {high_q, low_q} <= product;
    end else if (!idle_o) begin
      high_q <= fits ? less[31:0] : remainder[31:0];
      low_q  <= {low_q[30:0], fits};
    end
  end

  // A quotient by zero is all ones for all signs; a remainder has the dividend's sign.
  logic        product_high_q, negate;
  logic [31:0] word;
  always_ff @(posedge clk_i) begin
    if (start_i) product_high_q <= funct3_i[1:0] != 2'd0;
  end
  assign word       = funct3_i[1] ? high_q : low_q;
  assign negate     = funct3_i[1] ? a_negative : a_negative != b_negative && magnitude_q != '0;
  assign quotient_o = negate ? -word : word;
  assign product_o  = product_high_q ? high_q : low_q;
  assign idle_o     = count_q == '0;
  assign done_o     = divide ? idle_o && !start_i : last;

  logic unused;
  assign unused = ^{less[32], term[33+MUL_BITS:32+MUL_BITS]};
endmodule
