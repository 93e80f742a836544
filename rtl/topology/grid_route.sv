// Computes the output port and output virtual channel of a head flit in a grid. Combinational.
//
// Dimension-order routing: the packet takes the lowest dimension (the highest, if its head requests it) in which it
// must still move, in the direction of its head. If no dimension is left, it is ejected. With one order, packets that
// arrive in dimension d have finished all lower dimensions, which have no logic here. With both orders, each order has
// its own half of the virtual channels. The virtual channel on a ring follows the dateline rule
// (docs/reference/hardware.md):
//
//   dimension wraps   path leads over the wrap link   next link is the wrap link   class
//   no                -                               -                            all virtual channels
//   yes               yes                             no                           0
//   yes               yes                             yes                          1
//   yes               no                              -                            kept within the dimension; at its
//                                                                                  start bit 0 of dst's coordinate
module grid_route #(
    parameter int DIMS     = 2,
    parameter int ADDRESS_W = 16,  // bits of a node address
    parameter bit ALL_PORT = 1'b0,
    parameter int VCS      = 2,
    parameter int IN_PORT  = 0,  // input port this unit serves: a link, or the links + channel
    parameter int PORT_W   = 3,
    parameter int VC_W     = 1,
    parameter int ROUTE_ORDERS = 1
) (
    input  logic              valid_i,   // a head flit is present; otherwise all outputs are 0 and do not toggle
    input  logic [collnoc_pkg::NODE_W-1:0] coord_i,   // own node address
    input  logic [collnoc_pkg::NODE_W-1:0] extent_i,  // extent - 1 of every dimension, packed like an address
    input  logic [DIMS-1:0]   wrap_i,    // dimensions that wrap
    input  logic [collnoc_pkg::NODE_W-1:0] dst_i,
    input  logic [15:0]       src_i,
    input  logic [4:0]        route_i,   // of the head
    input  logic [VC_W-1:0]   vc_i,      // input virtual channel of the packet
    output logic [PORT_W-1:0] port_o,
    output logic [VC_W-1:0]   vc_o
);
  localparam int COORD_W   = ADDRESS_W / DIMS;
  localparam int LINKS     = DIMS * grid_pkg::LINKS_PER_DIMENSION;
  localparam int ORDER_VCS = ROUTE_ORDERS == 2 ? VCS / 2 : VCS;
  localparam int HALF      = ORDER_VCS / 2;
  localparam bit FROM_LINK = IN_PORT < LINKS;
  localparam int LOWEST    = (FROM_LINK && ROUTE_ORDERS == 1) ? IN_PORT / 2 : 0;  // lower ones are finished

  logic [COORD_W-1:0] own, dst, extent;  // of dimension d
  logic               ahead, at_edge, out_class, minus, descending, away;
  logic [1:0]         hash, first, vc_any, vc_low, vc_high;

  always @* begin
    port_o     = '0;
    vc_o       = '0;
    own        = '0;
    dst        = '0;
    extent     = '0;
    ahead      = 1'b0;
    at_edge    = 1'b0;
    out_class  = 1'b0;
    minus      = 1'b0;
    away       = 1'b0;
    descending = 1'b0;
    first      = '0;
    hash       = '0;
    vc_any     = '0;
    vc_low     = '0;
    vc_high    = '0;
    if (valid_i) begin
      descending = ROUTE_ORDERS == 2 && route_i[4];
      first      = descending ? 2'(ORDER_VCS) : 2'd0;
      hash       = collnoc_pkg::vc_hash(dst_i, src_i, DIMS, ADDRESS_W);
      vc_any     = first + collnoc_pkg::hash_mod(hash, ORDER_VCS);
      vc_low     = first + collnoc_pkg::hash_mod(hash, HALF > 0 ? HALF : 1);
      vc_high    = first + 2'(HALF) + collnoc_pkg::hash_mod(hash, ORDER_VCS - HALF);
      port_o     = PORT_W'(LINKS + ((ALL_PORT && FROM_LINK) ? IN_PORT : 0));
      vc_o       = VC_W'(vc_any);
      for (int d = DIMS - 1; d >= LOWEST; d--) begin  // ascending: the last (lowest) match wins; descending: the first
        own     = coord_i[d*COORD_W+:COORD_W];
        dst     = dst_i[d*COORD_W+:COORD_W];
        extent  = extent_i[d*COORD_W+:COORD_W];
        minus   = route_i[d];
        at_edge = own == (minus ? '0 : extent);
        ahead   = minus ? (dst > own) : (dst < own);
        if (ahead) out_class = at_edge;
        else if (FROM_LINK && IN_PORT / 2 == d) out_class = ORDER_VCS > 1 && 3'(vc_i) >= 3'(first) + 3'(HALF);
        else out_class = dst[0];
        if (own != dst && !(descending && away)) begin
          port_o = PORT_W'(2 * d) + PORT_W'(minus);
          if (ORDER_VCS == 1 || !wrap_i[d]) vc_o = VC_W'(vc_any);
          else vc_o = out_class ? VC_W'(vc_high) : VC_W'(vc_low);
          away = 1'b1;
        end
      end
    end
  end

  logic unused;
  assign unused = ^{coord_i, extent_i, dst_i, route_i, src_i, vc_i, vc_any, vc_low, vc_high, wrap_i, out_class, ahead,
                    at_edge, minus, away, extent};
endmodule
