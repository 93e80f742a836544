// Grids: products of 1 to 4 lines and rings. Link 2d leads to +1 of dimension d, link 2d+1 to -1.
// Routes are in grid_route.sv, launches in grid_launch.sv. collnoc_pkg describes these functions.
package grid_pkg;

  localparam int LINKS_PER_DIMENSION = 2;

  // Whether a packet that arrived over link i may leave over link o of the same dimension: only straight on.
  function automatic bit turn_allowed(input int i, input int o);
    turn_allowed = i != o;
  endfunction

  // Wiring of network.sv. Addresses are those of product_pkg.
  function automatic bit is_network(input bit [59:0] extents, input bit [5:0] wraps, input int dims, input int vcs,
                                    input int route_orders, input int address_w);
    int d;
    is_network = (wraps >> dims) == '0;
    for (d = 0; d < 6; d++) begin
      if (d < dims ? product_pkg::extent(extents, d) > 1 << (address_w / dims)
                   : product_pkg::extent(extents, d) != 1) is_network = 1'b0;
      if (product_pkg::extent(extents, d) < 1 || product_pkg::extent(extents, d) > 64) is_network = 1'b0;
      if (wraps[d] && product_pkg::extent(extents, d) > 2 && vcs < 2 * route_orders) is_network = 1'b0;
    end
  endfunction
  function automatic int neighbour(input int t, input int link, input bit [59:0] extents, input bit [5:0] wraps);
    if (product_pkg::extent(extents, link / 2) == 1) neighbour = -1;
    else if (link % 2 == 0 && !wraps[link/2] &&
             product_pkg::place(extents, t, link / 2) == product_pkg::extent(extents, link / 2) - 1) neighbour = -1;
    else if (link % 2 == 1 && !wraps[link/2] && product_pkg::place(extents, t, link / 2) == 0) neighbour = -1;
    else neighbour = product_pkg::moved(extents, t, link / 2,
                                        link % 2 == 0 ? 1 : product_pkg::extent(extents, link / 2) - 1);
  endfunction
  function automatic int link_back(input int link);
    link_back = link % 2 == 0 ? link + 1 : link - 1;
  endfunction

endpackage
