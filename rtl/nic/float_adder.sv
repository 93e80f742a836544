// Adds two numbers of IEEE 754 single precision, rounded to nearest, ties to even (docs/reference/accumulation.md):
// subnormal numbers and infinities as the standard says, every NaN is 7fc00000. Or passes a word on.
// Three steps, with registers between them: operands that enter with `order_i` in cycle t can leave the first registers
// with `add_i` from t+1 on; their sum is at the output from the cycle after that.
module float_adder (
    input  logic        clk_i,
    input  logic        order_i,  // operands, or a word, enter
    input  logic        add_i,    // what the first registers hold goes on
    input  logic        sum_i,    // the sum of both operands, otherwise word_i
    input  logic [31:0] a_i,
    input  logic [31:0] b_i,
    input  logic [31:0] word_i,
    output logic [31:0] sum_o
);
  localparam logic [31:0] NAN = 32'h7fc0_0000;

  // Order: the larger operand, and how far the smaller one is below it. Infinities, NaNs and zeros of a difference are
  // results already.
  logic        larger_b, equal, opposite, endless, known, known_q, subtract_q;
  logic [31:0] larger, larger_q;
  logic [7:0]  a_exponent, b_exponent, distance;
  logic [23:0] smaller, smaller_q;  // significand
  logic [4:0]  shift_q;             // from 27 on, nothing of it remains
  assign larger_b   = b_i[30:0] > a_i[30:0];
  assign equal      = b_i[30:0] == a_i[30:0];
  assign opposite   = a_i[31] != b_i[31];
  assign larger     = larger_b ? b_i : a_i;
  assign smaller    = larger_b ? {a_i[30:23] != '0, a_i[22:0]} : {b_i[30:23] != '0, b_i[22:0]};
  assign a_exponent = {a_i[30:24], a_i[23] || a_i[30:23] == '0};  // subnormal numbers have the exponent 1
  assign b_exponent = {b_i[30:24], b_i[23] || b_i[30:23] == '0};
  assign distance   = larger_b ? b_exponent - a_exponent : a_exponent - b_exponent;
  assign endless    = &larger[30:23];
  assign known      = !sum_i || endless || (opposite && equal);
  always_ff @(posedge clk_i) begin
    if (order_i) begin
      known_q    <= known;
      subtract_q <= opposite;
      smaller_q  <= smaller;
      shift_q    <= distance[4:0] | {5{distance[7:5] != '0}};
      if (!sum_i) larger_q <= word_i;
      else if (endless && (larger[22:0] != '0 || (opposite && equal))) larger_q <= NAN;
      else if (!endless && opposite && equal) larger_q <= '0;
      else larger_q <= larger;
    end
  end

  // Add: significands with three bits below, of which the last one stands for all bits that are shifted out.
  logic        sign_q, result_q;
  logic [7:0]  limit_q;  // the larger exponent - 1; of a result, its exponent
  logic [26:0] aligned, lost;
  logic [27:0] augend, addend, total_q;
  assign aligned = {smaller_q, 3'b0} >> shift_q;
  assign lost    = {smaller_q, 3'b0} & ~({27{1'b1}} << shift_q);
  assign augend  = {1'b0, larger_q[30:23] != '0, larger_q[22:0], 3'b0};
  assign addend  = {1'b0, aligned[26:1], aligned[0] || lost != '0};
  always_ff @(posedge clk_i) begin
    if (add_i) begin
      result_q <= known_q;
      sign_q   <= larger_q[31];
      if (known_q) begin
        limit_q <= larger_q[30:23];
        total_q <= 28'(larger_q[22:0]);
      end else begin
        limit_q <= larger_q[30:23] - 8'(larger_q[30:23] != '0);
        total_q <= augend + (addend ^ {28{subtract_q}}) + 28'(subtract_q);
      end
    end
  end

  // Round: unless the leading bit moves up by two places or more. Then nothing is below the last place.
  logic        up, stay, increment, overflow;
  logic [7:0]  exponent;
  logic [23:0] significand;
  logic [30:0] rounded;
  assign up       = total_q[27];
  assign stay     = total_q[26] || limit_q == '0;
  assign overflow = up && limit_q == 8'd253;
  always @* begin
    if (up) begin
      exponent    = limit_q + 8'd1;
      significand = total_q[27:4];
      increment   = total_q[3] && (total_q[2:0] != '0 || total_q[4]);
    end else if (stay) begin
      exponent    = limit_q;
      significand = total_q[26:3];
      increment   = total_q[2] && (total_q[1:0] != '0 || total_q[3]);
    end else begin
      exponent    = limit_q - 8'd1;
      significand = total_q[25:2];
      increment   = total_q[1] && (total_q[0] || total_q[2]);
    end
  end
  // The leading bit of the significand increments the exponent, unless the number is subnormal.
  assign rounded = {exponent, 23'd0} + {7'd0, significand} + 31'(increment);

  // Normalize: by the leading zeros, but not below the least exponent.
  logic [4:0]  zeros, places;
  logic [26:0] moved;
  logic [30:0] normalized;
  always @* begin
    zeros = '0;
    for (int i = 0; i < 27; i++) begin
      if (total_q[i]) zeros = 5'(26 - i);
    end
  end
  assign places     = limit_q < 8'(zeros) ? limit_q[4:0] : zeros;
  assign moved      = total_q[26:0] << places;
  assign normalized = {limit_q - 8'(places), 23'd0} + {7'd0, moved[26:3]};

  logic short_way;
  assign short_way = up || stay || total_q[25] || limit_q == 8'd1;
  assign sum_o = result_q ? {sign_q, limit_q, total_q[22:0]} :
                 overflow ? {sign_q, 8'hff, 23'd0} : {sign_q, short_way ? rounded : normalized};

  logic unused;
  assign unused = ^moved[2:0];
endmodule
