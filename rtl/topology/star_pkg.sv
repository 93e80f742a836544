// Star graphs of `radix` symbols, 3 to 6. Link i exchanges the symbols in places 0 and i+1 of the label; the link back
// is link i of the neighbour. A node's address is its label, 3 bits per symbol; of six symbols it holds the first five, and
// the last one is the one that is left (docs/reference/star-graph.md).
// Label-routed: label_route.sv and label_launch.sv use is_node, next_link and next_vcs.
package star_pkg;

  function automatic int links_per_dimension(input int radix);
    links_per_dimension = radix > 1 ? radix - 1 : 1;
  endfunction

  // Packets leave over any link except the one over which they arrived.
  function automatic bit turn_allowed(input int i, input int o);
    turn_allowed = i != o;
  endfunction

  // The label of an address. 0 ^ 1 ^ .. ^ 5 is 1, so the sixth symbol is the exclusive or of the others and 1.
  function automatic logic [17:0] label_of(input logic [15:0] address, input int radix);
    label_of = {2'b0, address};
    if (radix == 6) label_of[17:15] = 3'd1 ^ address[2:0] ^ address[5:3] ^ address[8:6] ^ address[11:9] ^ address[14:12];
  endfunction

  // The symbol in place i of a node's label.
  function automatic logic [2:0] symbol(input logic [15:0] address, input int i, input int radix);
    logic [17:0] label;
    label  = label_of(address, radix);
    symbol = label[3*i+:3];
  endfunction

  // Whether an address is that of a label: it has every symbol once, and all higher bits are 0.
  function automatic logic is_node(input logic [15:0] address, input int radix);
    logic [17:0] label;
    logic [7:0]  seen;
    label = label_of(address, radix);
    seen  = '0;
    for (int i = 0; i < radix; i++) seen = seen | (8'd1 << label[3*i+:3]);
    is_node = seen == 8'((1 << radix) - 1) && address >> (radix == 6 ? 15 : 3 * radix) == '0;
  endfunction

  // The link of the next hop from node `own` to `dst`: it moves the first symbol to its place in `dst`. If the first
  // symbol is in its place, the link is that of the lowest place with a wrong symbol.
  function automatic logic [2:0] next_link(input logic [15:0] own, input logic [15:0] dst, input int radix);
    logic [17:0] from, to;
    from      = label_of(own, radix);
    to        = label_of(dst, radix);
    next_link = '0;
    for (int i = radix - 1; i >= 1; i--) begin
      if (from[3*i+:3] != to[3*i+:3]) next_link = 3'(i - 1);
    end
    for (int i = radix - 1; i >= 1; i--) begin
      if (from[2:0] == to[3*i+:3]) next_link = 3'(i - 1);
    end
  endfunction

  // The node with the symbols in places 0 and i exchanged.
  function automatic logic [15:0] exchanged(input logic [15:0] own, input int i, input int radix);
    exchanged      = own;
    exchanged[2:0] = symbol(own, i, radix);
    if (i < 5) exchanged[3*i+:3] = own[2:0];
  endfunction

  // The links of a multicast's tree that leave node `own`: bit i, link i. The sender is `root`; members of the set have
  // its symbols wherever `corner` has them, except in place 0. A neighbour is a child if its path to the root begins here.
  function automatic logic [4:0] tree_links(input logic [15:0] own, input logic [15:0] root, input logic [15:0] corner,
                                            input int radix);
    tree_links = '0;
    for (int i = 1; i < radix; i++) begin
      tree_links[i-1] = symbol(root, i, radix) != symbol(corner, i, radix) && next_link(exchanged(own, i, radix), root, radix) == 3'(i - 1);
    end
  endfunction

  // Whether the node's label is an even permutation.
  function automatic logic is_even(input logic [15:0] own, input int radix);
    logic [17:0] label;
    label   = label_of(own, radix);
    is_even = 1'b1;
    for (int i = 1; i < radix; i++) begin
      for (int j = 0; j < i; j++) if (label[3*j+:3] > label[3*i+:3]) is_even = !is_even;
    end
  endfunction

  // Virtual channels that a packet needs: one more than the even nodes that the longest path has between its ends.
  function automatic int classes(input int radix);
    classes = 3 * (radix - 1) / 2 / 2 + 1;
  endfunction

  // The lowest virtual channel of a packet's next hop, that of a multicast's copies.
  function automatic logic [1:0] first_vc(input logic even, input bit from_link, input logic [1:0] vc);
    first_vc = from_link ? vc + 2'(even) : 2'd0;
  endfunction

  // Virtual channels that a packet's next hop may use, {count, first}. At an odd node a packet keeps its virtual
  // channel; at an even node it takes the next higher one. An injected packet may start on any of the lowest ones that
  // leave enough above them.
  function automatic logic [4:0] next_vcs(input logic [15:0] own, input bit from_link, input logic [1:0] vc,
                                          input int vcs, input int radix);
    next_vcs = {from_link ? 3'd1 : 3'(vcs - classes(radix) + 1), first_vc(is_even(own, radix), from_link, vc)};
  endfunction

  // Wiring. A tile's number is the sum over places i of i! times the number of greater symbols before place i.
  function automatic int factorial(input int n);
    factorial = 1;
    for (int i = 2; i <= n; i++) factorial = factorial * i;
  endfunction
  function automatic bit is_network(input bit [59:0] extents, input bit [5:0] wraps, input int radix);
    is_network = product_pkg::has_one_dimension(extents) && product_pkg::extent(extents, 0) == factorial(radix) && wraps == '0;
  endfunction
  function automatic bit [15:0] address(input int t, input int radix);
    bit [7:0] used;
    int rest, greater, i, s;
    address = '0;
    used    = '0;
    rest    = t;
    for (i = radix - 1; i >= 0; i--) begin
      greater = rest / factorial(i);
      rest    = rest % factorial(i);
      for (s = radix - 1; s >= 0; s--) begin
        if (!used[s]) begin
          if (greater == 0) begin
            if (i < 5) address[3*i+:3] = 3'(s);
            used[s] = 1'b1;
          end
          greater = greater - 1;
        end
      end
    end
  endfunction
  function automatic int greater_before(input bit [17:0] label, input int i);
    greater_before = 0;
    for (int j = 0; j < i; j++) if (label[3*j+:3] > label[3*i+:3]) greater_before = greater_before + 1;
  endfunction
  function automatic int tile_of(input bit [15:0] own, input int radix);
    int i;
    tile_of = 0;
    for (i = 1; i < radix; i++) tile_of = tile_of + greater_before(label_of(own, radix), i) * factorial(i);
  endfunction
  function automatic int neighbour(input int t, input int link, input int radix);
    neighbour = tile_of(exchanged(address(t, radix), link + 1, radix), radix);
  endfunction
  function automatic int link_back(input int link);
    link_back = link;
  endfunction

endpackage
