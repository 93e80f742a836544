// Generalized hypercubes: products of 1 to 6 complete graphs; `radix` is the longest extent, 2 to 9.
// Link d*(radix-1) + o-1 leads to the node at offset o in dimension d, modulo its extent. The link back is that of
// offset extent-o. Routes are in complete_route.sv, launches in complete_launch.sv.
package complete_pkg;

  function automatic int links_per_dimension(input int radix);
    links_per_dimension = radix > 1 ? radix - 1 : 1;
  endfunction

  // A packet crosses a dimension in one hop, so it never takes two links of the same dimension.
  localparam bit TURN_ALLOWED = 1'b0;

  function automatic bit is_network(input bit [59:0] extents, input bit [5:0] wraps, input int dims, input int radix);
    int d;
    is_network = wraps == '0;
    for (d = 0; d < 6; d++) begin
      if (d < dims ? product_pkg::extent(extents, d) < 2 || product_pkg::extent(extents, d) > radix
                   : product_pkg::extent(extents, d) != 1) is_network = 1'b0;
    end
  endfunction
  function automatic int neighbour(input int t, input int link, input bit [59:0] extents, input int radix);
    neighbour = -1;
    if (link % (radix - 1) + 1 < product_pkg::extent(extents, link / (radix - 1)))
      neighbour = product_pkg::moved(extents, t, link / (radix - 1), link % (radix - 1) + 1);
  endfunction
  function automatic int link_back(input int link, input bit [59:0] extents, input int radix);
    link_back = link / (radix - 1) * (radix - 1) + product_pkg::extent(extents, link / (radix - 1)) - 2 -
                link % (radix - 1);
  endfunction

endpackage
