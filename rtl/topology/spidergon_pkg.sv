// Spidergon: a ring of an even number of tiles, 4 to 64, with a link across. Link 0 leads to the next tile, link 1 to the
// one before, link 2 to the opposite one. A node's address is its number (docs/reference/spidergon.md).
// Label-routed: graph_route.sv and graph_launch.sv ask is_node, next_link and next_vcs. `extent` is the number of tiles - 1.
package spidergon_pkg;

  localparam int LINKS_PER_DIMENSION = 3;

  // Straight on along the ring; from the link across onto the ring, never back.
  function automatic bit turn_allowed(input int i, input int o);
    turn_allowed = i != o && o != 2;
  endfunction

  function automatic logic is_node(input logic [15:0] address, input logic [15:0] extent);
    is_node = address <= extent;
  endfunction

  // Across first: the ring serves the quarter of the tiles on either side, the link across all others.
  function automatic logic [1:0] next_link(input logic [5:0] own, input logic [5:0] dst, input logic [5:0] extent);
    logic [8:0] tiles, ahead;  // ahead: 4 times the distance towards +1
    tiles = 9'(extent) + 9'd1;
    ahead = (dst >= own ? 9'(dst) - 9'(own) : 9'(dst) - 9'(own) + tiles) << 2;
    if (ahead <= tiles) next_link = 2'd0;
    else if (ahead >= tiles + (tiles << 1)) next_link = 2'd1;
    else next_link = 2'd2;
  endfunction

  // Virtual channels a packet may go on by, {count, first}: any across; on the ring the dateline rule, class 0 up to the
  // wrap link and class 1 from there on. A packet whose path has no wrap link keeps its class, and enters the ring in that
  // of the destination's bit 0.
  function automatic logic [4:0] next_vcs(input logic [5:0] own, input logic [5:0] dst, input logic [5:0] extent,
                                          input bit from_ring, input logic [1:0] vc, input int vcs);
    logic [1:0] link;
    logic       ahead, at_edge, high;
    link    = next_link(own, dst, extent);
    ahead   = link[0] ? dst > own : dst < own;
    at_edge = own == (link[0] ? 6'd0 : extent);
    high    = ahead ? at_edge : from_ring ? 3'(vc) >= 3'(vcs / 2) : dst[0];
    if (link[1] || vcs == 1) next_vcs = {3'(vcs), 2'd0};
    else next_vcs = high ? {3'(vcs - vcs / 2), 2'(vcs / 2)} : {3'(vcs / 2), 2'd0};
  endfunction

  // Wiring. Rings of fewer than 8 tiles are crossed in single hops, which cannot wait for each other.
  function automatic bit is_network(input bit [47:0] extents, input bit [5:0] wraps, input int vcs);
    is_network = extents[47:8] == 40'h0101010101 && wraps == 6'd1 && product_pkg::extent(extents, 0) >= 4 &&
                 product_pkg::extent(extents, 0) <= 64 && product_pkg::extent(extents, 0) % 2 == 0 &&
                 (vcs >= 2 || product_pkg::extent(extents, 0) < 8);
  endfunction
  function automatic int neighbour(input int t, input int link, input bit [47:0] extents);
    neighbour = product_pkg::moved(extents, t, 0, link == 0   ? 1
                                                  : link == 1 ? product_pkg::extent(extents, 0) - 1
                                                              : product_pkg::extent(extents, 0) / 2);
  endfunction
  function automatic int link_back(input int link);
    link_back = link == 2 ? 2 : 1 - link;
  endfunction

endpackage
