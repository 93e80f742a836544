// Combines a word of the memory with a word of payload, as an operation says (collnoc_pkg::OP_*; docs/reference/
// accumulation.md). Combinational. Elements of 32 bits are combined separately. One adder per half serves sums and, as
// memory minus payload, minima and maxima; elements of 64 bits join the halves.
module combine (
    input  logic [3:0]  operation_i,
    input  logic [63:0] memory_i,
    input  logic [63:0] payload_i,
    output logic [63:0] word_o
);
  // Codes from OP_MIN_U32 on: {1, maximum, signed, 64 bits}; sums: bit 0 is 64 bits.
  logic extremes, greatest, with_sign, wide;
  assign {extremes, greatest, with_sign, wide} = operation_i;

  logic [63:0] addend;
  logic [31:0] sum_low, sum_high;
  logic        carry_low, carry_high, carry_in;
  assign addend   = extremes ? ~payload_i : payload_i;
  assign carry_in = wide ? carry_low : extremes;
  assign {carry_low, sum_low}   = {1'b0, memory_i[31:0]} + {1'b0, addend[31:0]} + 33'(extremes);
  assign {carry_high, sum_high} = {1'b0, memory_i[63:32]} + {1'b0, addend[63:32]} + 33'(carry_in);

  // Whether the memory's element is at least the payload's: no borrow, unless exactly one of them is negative.
  logic at_least_low, at_least_high, memory_low, memory_high;
  assign at_least_high = (with_sign && memory_i[63] != payload_i[63]) ? payload_i[63] : carry_high;
  assign at_least_low  = (with_sign && memory_i[31] != payload_i[31]) ? payload_i[31] : carry_low;
  assign memory_high   = at_least_high == greatest;
  assign memory_low    = wide ? memory_high : at_least_low == greatest;

  always_comb begin
    case (operation_i)
      collnoc_pkg::OP_REPLACE: word_o = payload_i;
      collnoc_pkg::OP_BIT_AND: word_o = memory_i & payload_i;
      collnoc_pkg::OP_BIT_OR:  word_o = memory_i | payload_i;
      collnoc_pkg::OP_BIT_XOR: word_o = memory_i ^ payload_i;
      collnoc_pkg::OP_SUM_32, collnoc_pkg::OP_SUM_64: word_o = {sum_high, sum_low};
      default: word_o = {memory_high ? memory_i[63:32] : payload_i[63:32], memory_low ? memory_i[31:0] : payload_i[31:0]};
    endcase
  end
endmodule
