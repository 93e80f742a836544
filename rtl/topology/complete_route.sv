// Computes the output port and output virtual channel of a head flit in a generalized hypercube. Combinational.
//
// Dimension-order routing: the packet takes the lowest dimension (the highest, if its head requests it) in which it
// must still move, over the link to its destination's coordinate. If no dimension is left, it is ejected. With one
// order, packets that arrive in dimension d have finished it and all lower ones, which have no logic here. Any choice
// of virtual channel is free of deadlock; with both orders, each order has its own half of the virtual channels.
module complete_route #(
    parameter int DIMS     = 2,
    parameter bit ALL_PORT = 1'b0,
    parameter int VCS      = 2,
    parameter int IN_PORT  = 0,  // input port this unit serves: a link, or the links + channel
    parameter int PORT_W   = 3,
    parameter int VC_W     = 1,
    parameter int ROUTE_ORDERS = 1,
    parameter int RADIX    = 2   // the longest extent
) (
    input  logic              valid_i,   // a head flit is present; otherwise all outputs are 0 and do not toggle
    input  logic [15:0]       coord_i,   // own node address
    input  logic [15:0]       extent_i,  // extent - 1 of every dimension, packed like an address
    input  logic [15:0]       dst_i,
    input  logic [15:0]       src_i,
    input  logic [4:0]        route_i,   // of the head
    output logic [PORT_W-1:0] port_o,
    output logic [VC_W-1:0]   vc_o
);
  localparam int COORD_W   = 16 / DIMS;
  localparam int USED_W    = RADIX > 1 ? $clog2(RADIX) : 1;  // significant bits of a coordinate
  localparam int WIDTH     = complete_pkg::links_per_dimension(RADIX);
  localparam int LINKS     = DIMS * WIDTH;
  localparam int ORDER_VCS = ROUTE_ORDERS == 2 ? VCS / 2 : VCS;
  localparam bit FROM_LINK = IN_PORT < LINKS;
  localparam int LOWEST    = (FROM_LINK && ROUTE_ORDERS == 1) ? IN_PORT / WIDTH + 1 : 0;  // lower ones are finished

  logic [USED_W-1:0] own, dst, extent, onward;  // of dimension d; onward: index of the link to dst
  logic              descending, away;

  always @* begin
    port_o     = '0;
    vc_o       = '0;
    own        = '0;
    dst        = '0;
    extent     = '0;
    onward     = '0;
    away       = 1'b0;
    descending = 1'b0;
    if (valid_i) begin
      descending = ROUTE_ORDERS == 2 && route_i[4];
      port_o     = PORT_W'(LINKS + ((ALL_PORT && FROM_LINK) ? IN_PORT : 0));
      vc_o       = VC_W'((descending ? 2'(ORDER_VCS) : 2'd0) +
                         collnoc_pkg::hash_mod(collnoc_pkg::vc_hash(collnoc_pkg::NODE_W'(dst_i), src_i, DIMS, 16), ORDER_VCS));
      for (int d = DIMS - 1; d >= LOWEST; d--) begin  // ascending: the last (lowest) match wins; descending: the first
        own    = coord_i[d*COORD_W+:USED_W];
        dst    = dst_i[d*COORD_W+:USED_W];
        extent = extent_i[d*COORD_W+:USED_W];
        onward = dst > own ? dst - own - 1'b1 : dst - own + extent;
        if (own != dst && !(descending && away)) begin
          port_o = PORT_W'(d * WIDTH) + (WIDTH > 1 ? PORT_W'(onward) : '0);
          away   = 1'b1;
        end
      end
    end
  end

  logic unused;
  assign unused = ^{coord_i, extent_i, dst_i, route_i, src_i, own, dst, away, extent, onward};
endmodule
