// Latches by the cell LATCH of the OSU library, which is transparent while its clock is high.
module \$_DLATCH_P_ (E, D, Q);
  input E, D;
  output Q;
  LATCH _TECHMAP_REPLACE_ (.CLK(E), .D, .Q);
endmodule
module \$_DLATCH_N_ (E, D, Q);
  input E, D;
  output Q;
  wire open;
  \$_NOT_ i_not (.A(E), .Y(open));
  LATCH _TECHMAP_REPLACE_ (.CLK(open), .D, .Q);
endmodule
