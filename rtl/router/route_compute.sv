// Where a head flit goes: output port and virtual channel there. Combinational.
//
// Dimension order: the lowest dimension in which the packet is not yet home, in the direction its head names;
// home in all: ejection. By a link of a dimension comes only what is home in those below: they have no logic there.
// The virtual channel follows the dateline rule (docs/reference/hardware.md):
//
//   dimension wraps   way leads over the wrap link   next link is the wrap link   class
//   no                -                              -                            all virtual channels
//   yes               yes                            no                           0
//   yes               yes                            yes                          1
//   yes               no                             -                            as it came in this dimension,
//                                                                                 else destination's bit 0
module route_compute #(
    parameter int DIMS     = 2,
    parameter bit ALL_PORT = 1'b0,
    parameter int VCS      = 2,
    parameter int IN_PORT  = 0,  // input port this unit serves: a link, or 2*DIMS + channel
    parameter int PORT_W   = 3,
    parameter int VC_W     = 1
) (
    input  logic              valid_i,   // a head flit is there; without one all outputs are 0 and nothing moves
    input  logic [15:0]       coord_i,   // own node address
    input  logic [15:0]       extent_i,  // extent - 1 of every dimension, packed like an address
    input  logic [DIMS-1:0]   wrap_i,
    input  logic [15:0]       dst_i,
    input  logic [15:0]       src_i,
    input  logic [DIMS-1:0]   minus_i,   // direction per dimension
    input  logic [VC_W-1:0]   vc_i,      // virtual channel the packet came on
    output logic [PORT_W-1:0] port_o,
    output logic [VC_W-1:0]   vc_o
);
  localparam int COORD_W = 16 / DIMS;
  localparam int LINKS   = 2 * DIMS;
  localparam int HALF    = VCS / 2;
  localparam bit FROM_LINK = IN_PORT < LINKS;
  localparam int LOWEST    = FROM_LINK ? IN_PORT / 2 : 0;  // home in the dimensions below

  logic [COORD_W-1:0] own, dst;  // of the dimension in hand
  logic               ahead, at_edge, out_class;
  logic [1:0]         lane, lane_low, lane_high;

  always_comb begin
    port_o    = '0;
    vc_o      = '0;
    own       = '0;
    dst       = '0;
    ahead     = 1'b0;
    at_edge   = 1'b0;
    out_class = 1'b0;
    lane      = '0;
    lane_low  = '0;
    lane_high = '0;
    if (valid_i) begin
      lane      = collnoc_pkg::lane(dst_i, src_i, DIMS);
      lane_low  = collnoc_pkg::lane_mod(lane, HALF > 0 ? HALF : 1);
      lane_high = 2'(HALF) + collnoc_pkg::lane_mod(lane, VCS - HALF);
      port_o    = PORT_W'(LINKS + ((ALL_PORT && FROM_LINK) ? IN_PORT : 0));
      vc_o      = VC_W'(collnoc_pkg::lane_mod(lane, VCS));
      for (int d = DIMS - 1; d >= LOWEST; d--) begin  // the lowest dimension comes last and wins
        own     = coord_i[d*COORD_W+:COORD_W];
        dst     = dst_i[d*COORD_W+:COORD_W];
        at_edge = own == (minus_i[d] ? '0 : extent_i[d*COORD_W+:COORD_W]);
        ahead   = minus_i[d] ? (dst > own) : (dst < own);
        if (ahead) out_class = at_edge;
        else if (FROM_LINK && IN_PORT / 2 == d) out_class = VCS > 1 && vc_i >= VC_W'(HALF);
        else out_class = dst[0];
        if (own != dst) begin
          port_o = PORT_W'(2 * d) + PORT_W'(minus_i[d]);
          if (VCS == 1 || !wrap_i[d]) vc_o = VC_W'(collnoc_pkg::lane_mod(lane, VCS));
          else vc_o = out_class ? VC_W'(lane_high) : VC_W'(lane_low);
        end
      end
    end
  end

  logic unused;
  assign unused = ^{coord_i, extent_i, dst_i, minus_i, src_i, vc_i, lane_low, lane_high, wrap_i, out_class};
endmodule
