// Spidergon: a ring of an even number of tiles, 4 to 64, with a link from every tile to the opposite one. Link 0 leads
// to the next tile, link 1 to the previous one, link 2 across. A node's address is its number
// (docs/reference/spidergon.md). Label-routed: label_route.sv and label_launch.sv use is_node, next_link and next_vcs.
// `extent` is the number of tiles minus 1.
package spidergon_pkg;

  localparam int LINKS_PER_DIMENSION = 3;

  // Packets go straight on along the ring, or turn from the link across onto the ring, never back.
  function automatic bit turn_allowed(input int i, input int o);
    turn_allowed = i != o && o != 2;
  endfunction

  function automatic logic is_node(input logic [15:0] address, input logic [15:0] extent);
    is_node = address <= extent;
  endfunction

  // Across-first routing: a packet to a tile at most a quarter of the ring away takes the ring. All others first take
  // the link across.
  function automatic logic [1:0] next_link(input logic [5:0] own, input logic [5:0] dst, input logic [5:0] extent);
    logic [8:0] tiles, ahead;  // ahead: 4 times the distance towards +1
    tiles = 9'(extent) + 9'd1;
    ahead = (dst >= own ? 9'(dst) - 9'(own) : 9'(dst) - 9'(own) + tiles) << 2;
    if (ahead <= tiles) next_link = 2'd0;
    else if (ahead >= tiles + (tiles << 1)) next_link = 2'd1;
    else next_link = 2'd2;
  endfunction

  // Virtual channels that a packet's next hop may use, {count, first}. Across: any. On the ring, the dateline rule:
  // class 0 before the wrap link, class 1 on it and after it. A packet without the wrap link on the rest of its path
  // keeps its class; when it enters the ring, bit 0 of its destination gives the class.
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

  // Wiring. With fewer than 8 tiles, a path has at most one hop on the ring, so ring links cannot wait for each other.
  function automatic bit is_network(input bit [59:0] extents, input bit [5:0] wraps, input int vcs);
    is_network = product_pkg::has_one_dimension(extents) && wraps == 6'd1 && product_pkg::extent(extents, 0) >= 4 &&
                 product_pkg::extent(extents, 0) <= 64 && product_pkg::extent(extents, 0) % 2 == 0 &&
                 (vcs >= 2 || product_pkg::extent(extents, 0) < 8);
  endfunction
  function automatic int neighbour(input int t, input int link, input bit [59:0] extents);
    neighbour = product_pkg::moved(extents, t, 0, link == 0   ? 1
                                                  : link == 1 ? product_pkg::extent(extents, 0) - 1
                                                              : product_pkg::extent(extents, 0) / 2);
  endfunction
  function automatic int link_back(input int link);
    link_back = link == 2 ? 2 : 1 - link;
  endfunction

endpackage
