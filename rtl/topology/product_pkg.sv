// Geometry of a Cartesian product of 1 to 6 dimensions. Tiles are numbered with dimension 0 (x) fastest. Constant
// functions. `extents` packs the extents, 10 bits each, dimension 0 lowest; unused dimensions have extent 1.
package product_pkg;

  function automatic int extent(input bit [59:0] extents, input int d);
    extent = 32'(extents[10*d+:10]);
  endfunction

  // Whether there are tiles, and all dimensions but the first are unused.
  function automatic bit has_one_dimension(input bit [59:0] extents);
    has_one_dimension = extents[9:0] != '0 && extents[59:10] == {5{10'd1}};
  endfunction

  // Difference of the tile numbers of neighbours in dimension d.
  function automatic int stride(input bit [59:0] extents, input int d);
    stride = 1;
    for (int e = 0; e < d; e++) stride = stride * 32'(extents[10*e+:10]);
  endfunction

  // Coordinate of tile t in dimension d.
  function automatic int place(input bit [59:0] extents, input int t, input int d);
    place = t / stride(extents, d) % 32'(extents[10*d+:10]);
  endfunction

  // The tile at offset `steps` in dimension d, modulo its extent.
  function automatic int moved(input bit [59:0] extents, input int t, input int d, input int steps);
    moved = t + ((place(extents, t, d) + steps) % extent(extents, d) - place(extents, t, d)) * stride(extents, d);
  endfunction

  // Node address of address_w bits: address_w/dims bits per coordinate.
  function automatic bit [19:0] address(input bit [59:0] extents, input int t, input int dims, input int address_w);
    int d;
    address = '0;
    for (d = 0; d < dims; d++) address = address | 20'(place(extents, t, d) << (d * (address_w / dims)));
  endfunction

endpackage
