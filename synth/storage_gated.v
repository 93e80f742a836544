// Registers of at least 32 bits with an enable, such as the words of buffers, for libraries without such a cell: the
// clock is gated instead of a multiplexer in front of each flip-flop. `techmap -map` reads this (synth/osu018).
// The latch is transparent while the clock is low, so the gate's output has no glitch.
(* techmap_celltype = "$dffe" *)
module gated_register (CLK, EN, D, Q);
  parameter WIDTH = 1;
  parameter CLK_POLARITY = 1;
  parameter EN_POLARITY = 1;
  input CLK, EN;
  input [WIDTH-1:0] D;
  output [WIDTH-1:0] Q;
  wire _TECHMAP_FAIL_ = WIDTH < 32 || CLK_POLARITY != 1;
  wire enable = EN_POLARITY ? EN : ~EN;
  wire hold;
  \$dlatch #(.WIDTH(1), .EN_POLARITY(0)) i_hold (.EN(CLK), .D(enable), .Q(hold));
  \$dff #(.WIDTH(WIDTH), .CLK_POLARITY(1)) i_word (.CLK(CLK & hold), .D, .Q);
endmodule
