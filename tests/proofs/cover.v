// What scripts/prove --witness makes of cover(x): an assertion of the opposite, which has to be refuted.
(* techmap_celltype = "$cover" *)
module cover_as_assertion (input A, input EN);
  \$assert refute (.A(!A), .EN(EN));
endmodule
