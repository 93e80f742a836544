// scripts/prove replaces every assertion of a case with the engine `induction` by this: it is assumed in cycle 0, whose
// state is arbitrary, and asserted from then on.
(* techmap_celltype = "$assert" *)
module assertion_by_induction (input A, input EN);
  (* init = 1'b1 *) wire first;
  \$ff #(.WIDTH(1)) begins (.D(1'b0), .Q(first));
  \$assume before (.A(!first || A || !EN), .EN(1'b1));
  \$assert later (.A(first || A || !EN), .EN(1'b1));
endmodule
