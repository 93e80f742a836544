// scripts/prove --witness replaces cover(x) by this: an assertion of the opposite, which must be refuted.
(* techmap_celltype = "$cover" *)
module cover_as_assertion (input A, input EN);
  \$assert refute (.A(!A), .EN(EN));
endmodule
