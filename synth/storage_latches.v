// The registers of gated.v as two latches for each bit. The first is transparent while the clock is low, the second
// while the gated clock is high. Words of a buffer have the same input, so `opt_merge` leaves one first latch to all
// of them: a bit of a buffer is one latch.
(* techmap_celltype = "$dffe" *)
module latch_register (CLK, EN, D, Q);
  parameter WIDTH = 1;
  parameter CLK_POLARITY = 1;
  parameter EN_POLARITY = 1;
  input CLK, EN;
  input [WIDTH-1:0] D;
  output [WIDTH-1:0] Q;
  wire _TECHMAP_FAIL_ = WIDTH < 32 || CLK_POLARITY != 1;
  wire enable = EN_POLARITY ? EN : ~EN;
  wire hold;
  wire [WIDTH-1:0] first;
  \$dlatch #(.WIDTH(1), .EN_POLARITY(0)) i_hold (.EN(CLK), .D(enable), .Q(hold));
  \$dlatch #(.WIDTH(WIDTH), .EN_POLARITY(0)) i_first (.EN(CLK), .D, .Q(first));
  \$dlatch #(.WIDTH(WIDTH), .EN_POLARITY(1)) i_word (.EN(CLK & hold), .D(first), .Q);
endmodule
