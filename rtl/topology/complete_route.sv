// Where a head flit goes in a product of complete graphs: output port and virtual channel there. Combinational.
//
// Dimension order: the lowest dimension in which the packet has still to move (the highest, where its head asks for that),
// by the one link that leads to its destination's coordinate; none left: ejection. With one order, packets that arrive in
// dimension d have finished it and all lower ones, which have no logic there. Any virtual channel is free of deadlock; with
// both orders each has its own half.
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
    input  logic              valid_i,   // a head flit is there; without one all outputs are 0 and nothing moves
    input  logic [15:0]       coord_i,   // own node address
    input  logic [15:0]       extent_i,  // extent - 1 of every dimension, packed like an address
    input  logic [15:0]       dst_i,
    input  logic [15:0]       src_i,
    input  logic [4:0]        route_i,   // of the head
    output logic [PORT_W-1:0] port_o,
    output logic [VC_W-1:0]   vc_o
);
  localparam int COORD_W   = 16 / DIMS;
  localparam int USED_W    = RADIX > 1 ? $clog2(RADIX) : 1;  // bits of a coordinate that are ever set
  localparam int WIDTH     = complete_pkg::links_per_dimension(RADIX);
  localparam int LINKS     = DIMS * WIDTH;
  localparam int ORDER_VCS = ROUTE_ORDERS == 2 ? VCS / 2 : VCS;
  localparam bit FROM_LINK = IN_PORT < LINKS;
  localparam int LOWEST    = (FROM_LINK && ROUTE_ORDERS == 1) ? IN_PORT / WIDTH + 1 : 0;  // those below are finished

  logic [USED_W-1:0] own, dst, extent, onward;  // of the dimension in hand; onward: its links to pass over
  logic              descending, away;

  always_comb begin
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
                         collnoc_pkg::hash_mod(collnoc_pkg::vc_hash(dst_i, src_i, DIMS), ORDER_VCS));
      for (int d = DIMS - 1; d >= LOWEST; d--) begin  // the lowest dimension comes last and wins; descending, the first
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
