// scripts/prove replaces every flip-flop in a harness NAME_quiescent by this: the flip-flop, and an assertion that it
// keeps its value. Then scripts/prove connects EN to the harness's wire `idle`.
(* techmap_celltype = "$dff" *)
module held_flip_flop (input CLK, input [WIDTH-1:0] D, output [WIDTH-1:0] Q);
  parameter WIDTH = 1;
  parameter CLK_POLARITY = 1;
  \$dff #(.WIDTH(WIDTH), .CLK_POLARITY(CLK_POLARITY)) flip_flop (.CLK(CLK), .D(D), .Q(Q));
  \$assert holds (.A(D == Q), .EN(1'b1));
endmodule
