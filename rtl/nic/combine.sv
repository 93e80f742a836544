// Combines a word of the memory with a word of payload, as an operation says (collnoc_pkg::OP_*; docs/reference/
// accumulation.md). Combinational. One adder serves sums and, as memory minus payload, minima and maxima, whose elements
// are the payload's or stay in the memory.
module combine (
    input  logic [3:0]  operation_i,
    input  logic [63:0] memory_i,
    input  logic [63:0] payload_i,
    output logic [63:0] word_o,
    output logic [1:0]  stays_o  // a half of the word is not to be written
);
  // Codes from OP_MIN_U32 on: {1, maximum, signed, 64 bits}; sums: bit 0 is 64 bits.
  logic extremes, greatest, with_sign, wide;
  assign {extremes, greatest, with_sign, wide} = operation_i;

  // One adder. A bit between the halves carries on in elements of 64 bits; otherwise it shows the carry of the lower half
  // and starts the upper one anew. With flipped signs, signed numbers compare like unsigned ones.
  logic [63:0] augend, addend;
  logic [31:0] sum_low, sum_high;
  logic        at_least_low, at_least_high, unused;
  always @* begin
    augend = memory_i;
    addend = extremes ? ~payload_i : payload_i;
    if (extremes && with_sign) {augend[63], addend[63]} = ~{augend[63], addend[63]};
    if (extremes && with_sign && !wide) {augend[31], addend[31]} = ~{augend[31], addend[31]};
  end
  assign {at_least_high, sum_high, at_least_low, sum_low, unused} =
      {1'b0, augend[63:32], wide || extremes, augend[31:0], 1'b1} +
      {1'b0, addend[63:32], !wide && extremes, addend[31:0], extremes};

  // Bitwise operations take the adder's own halves of a sum: propagated and generated bits.
  logic sums, propagated, generated, replaces;
  assign sums         = operation_i[3:1] == collnoc_pkg::OP_SUM_32[3:1];
  assign propagated   = operation_i == collnoc_pkg::OP_BIT_XOR || operation_i == collnoc_pkg::OP_BIT_OR;
  assign generated    = operation_i == collnoc_pkg::OP_BIT_AND || operation_i == collnoc_pkg::OP_BIT_OR;
  assign replaces     = operation_i == collnoc_pkg::OP_REPLACE || extremes;
  assign word_o = ({64{sums}} & {sum_high, sum_low}) | ({64{propagated}} & (augend ^ addend)) |
                  ({64{generated}} & augend & addend) | ({64{replaces}} & payload_i);
  assign stays_o[1] = extremes && at_least_high == greatest;
  assign stays_o[0] = extremes && (wide ? at_least_high : at_least_low) == greatest;
endmodule
