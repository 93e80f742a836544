// Stands for rtl/nic/float_adder.sv in proofs of the accumulator. It keeps the promise of that module about time: what
// enters with `order_i` leaves the first registers with `add_i`, and is at the output from the next cycle on. Its sum is
// another operation, xor of the operands: the sum itself is compared with the host's on millions of pairs
// (tests/rtl/nic/float_adder_test.cpp), and no proof with it finishes.
module float_adder (
    input  logic        clk_i,
    input  logic        order_i,
    input  logic        add_i,
    input  logic        sum_i,
    input  logic [31:0] a_i,
    input  logic [31:0] b_i,
    input  logic [31:0] word_i,
    output logic [31:0] sum_o
);
  logic [31:0] ordered_q, added_q;
  always_ff @(posedge clk_i) begin
    if (order_i) ordered_q <= sum_i ? a_i ^ b_i : word_i;
    if (add_i) added_q <= ordered_q;
  end
  assign sum_o = added_q;
endmodule
