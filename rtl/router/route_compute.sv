// Where a head flit goes: output port and virtual channel there. Combinational.
//
// Dimension order: the lowest dimension in which the packet is not yet home (the highest, where its head asks for that),
// in the direction its head names; home in all: ejection. With one order, by a link of a dimension comes only what is
// home in those below: they have no logic there. A complete graph is crossed by the one link that leads home.
// With both orders each has its own half of the virtual channels.
// The virtual channel on a ring follows the dateline rule (docs/reference/hardware.md):
//
//   dimension wraps   way leads over the wrap link   next link is the wrap link   class
//   no                -                              -                            all virtual channels
//   yes               yes                            no                           0
//   yes               yes                            yes                          1
//   yes               no                             -                            as it came in this dimension,
//                                                                                 else destination's bit 0
//
// On a star graph greedy instead (collnoc_pkg::star_link), and the virtual channel is one higher after every odd node
// (docs/reference/star-graph.md).
module route_compute #(
    parameter int DIMS     = 2,
    parameter bit ALL_PORT = 1'b0,
    parameter int VCS      = 2,
    parameter int IN_PORT  = 0,  // input port this unit serves: a link, or the links + channel
    parameter int PORT_W   = 3,
    parameter int VC_W     = 1,
    parameter int ROUTE_ORDERS = 1,
    parameter int COMPLETE = 0,
    parameter int STAR     = 0
) (
    input  logic              valid_i,   // a head flit is there; without one all outputs are 0 and nothing moves
    input  logic [15:0]       coord_i,   // own node address
    input  logic [15:0]       extent_i,  // extent - 1 of every dimension, packed like an address
    input  logic [DIMS-1:0]   wrap_i,    // of a star graph: the own label is an even permutation
    input  logic [15:0]       dst_i,
    input  logic [15:0]       src_i,
    input  logic [4:0]        route_i,   // of the head
    input  logic [VC_W-1:0]   vc_i,      // virtual channel the packet came on
    output logic [PORT_W-1:0] port_o,
    output logic [VC_W-1:0]   vc_o
);
  localparam int COORD_W   = 16 / DIMS;
  localparam int USED_W    = COMPLETE > 1 ? $clog2(COMPLETE) : COORD_W;  // bits of a coordinate that are ever set
  localparam int WIDTH     = STAR > 0 ? STAR - 1 : COMPLETE > 1 ? COMPLETE - 1 : 2;  // links a dimension
  localparam int LINKS     = DIMS * WIDTH;
  localparam int ORDER_VCS = ROUTE_ORDERS == 2 ? VCS / 2 : VCS;
  localparam int HALF      = ORDER_VCS / 2;
  localparam bit FROM_LINK = IN_PORT < LINKS;
  // Home in the dimensions below; by a link of a complete graph in that one too.
  localparam int LOWEST    = (FROM_LINK && ROUTE_ORDERS == 1) ? IN_PORT / WIDTH + (COMPLETE > 0 ? 1 : 0) : 0;

  if (STAR > 0) begin : gen_star
    logic [1:0] lane;
    always_comb begin
      port_o = '0;
      vc_o   = '0;
      lane   = '0;
      if (valid_i) begin
        lane = collnoc_pkg::lane(dst_i, src_i, DIMS);
        if (coord_i == dst_i) begin
          port_o = PORT_W'(LINKS + ((ALL_PORT && FROM_LINK) ? IN_PORT : 0));
          vc_o   = VC_W'(collnoc_pkg::lane_mod(lane, VCS));
        end else begin
          port_o = PORT_W'(collnoc_pkg::star_link(coord_i, dst_i, STAR));
          // What more virtual channels there are than it takes, a packet may begin on any of.
          vc_o   = FROM_LINK ? vc_i + VC_W'(wrap_i) : VC_W'(collnoc_pkg::lane_mod(lane, VCS - STAR + 2));
        end
      end
    end
    logic unused;
    assign unused = ^{extent_i, route_i, wrap_i, vc_i, lane};
  end else begin : gen_dimension_order
    logic [USED_W-1:0] own, dst, extent, onward;  // of the dimension in hand; onward: its links to pass over
    logic              ahead, at_edge, out_class, minus, descending, away;
    logic [1:0]        lane, first, lane_any, lane_low, lane_high;

    always_comb begin
      port_o     = '0;
      vc_o       = '0;
      own        = '0;
      dst        = '0;
      extent     = '0;
      onward     = '0;
      ahead      = 1'b0;
      at_edge    = 1'b0;
      out_class  = 1'b0;
      minus      = 1'b0;
      away       = 1'b0;
      descending = 1'b0;
      first      = '0;
      lane       = '0;
      lane_any   = '0;
      lane_low   = '0;
      lane_high  = '0;
      if (valid_i) begin
        descending = ROUTE_ORDERS == 2 && route_i[4];
        first      = descending ? 2'(ORDER_VCS) : 2'd0;
        lane       = collnoc_pkg::lane(dst_i, src_i, DIMS);
        lane_any   = first + collnoc_pkg::lane_mod(lane, ORDER_VCS);
        lane_low   = first + collnoc_pkg::lane_mod(lane, HALF > 0 ? HALF : 1);
        lane_high  = first + 2'(HALF) + collnoc_pkg::lane_mod(lane, ORDER_VCS - HALF);
        port_o     = PORT_W'(LINKS + ((ALL_PORT && FROM_LINK) ? IN_PORT : 0));
        vc_o       = VC_W'(lane_any);
        for (int d = DIMS - 1; d >= LOWEST; d--) begin  // the lowest dimension comes last and wins; descending, the first
          own    = coord_i[d*COORD_W+:USED_W];
          dst    = dst_i[d*COORD_W+:USED_W];
          extent = extent_i[d*COORD_W+:USED_W];
          if (COMPLETE > 0) begin
            onward = dst > own ? dst - own - 1'b1 : dst - own + extent;
            if (own != dst && !(descending && away)) begin
              port_o = PORT_W'(d * WIDTH) + (WIDTH > 1 ? PORT_W'(onward) : '0);
              away   = 1'b1;
            end
          end else begin
            minus   = route_i[d%4];
            at_edge = own == (minus ? '0 : extent);
            ahead   = minus ? (dst > own) : (dst < own);
            if (ahead) out_class = at_edge;
            else if (FROM_LINK && IN_PORT / 2 == d) out_class = ORDER_VCS > 1 && 3'(vc_i) >= 3'(first) + 3'(HALF);
            else out_class = dst[0];
            if (own != dst && !(descending && away)) begin
              port_o = PORT_W'(2 * d) + PORT_W'(minus);
              if (ORDER_VCS == 1 || !wrap_i[d]) vc_o = VC_W'(lane_any);
              else vc_o = out_class ? VC_W'(lane_high) : VC_W'(lane_low);
              away = 1'b1;
            end
          end
        end
      end
    end

    logic unused;
    assign unused = ^{coord_i, extent_i, dst_i, route_i, src_i, vc_i, lane_any, lane_low, lane_high, wrap_i, out_class, ahead,
                      at_edge, minus, away, extent, onward};
  end
endmodule
