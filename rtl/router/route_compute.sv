// Where a head flit goes: output port and virtual channel there. Combinational.
//
// Dimension order: the lowest dimension in which the packet is not yet home, in the direction its head names;
// home in all: ejection. The virtual channel follows the dateline rule (docs/reference/hardware.md):
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

  logic [DIMS-1:0] differs, ahead, at_edge, out_class;
  logic [1:0]      lane;

  for (genvar d = 0; d < DIMS; d++) begin : gen_dim
    logic [COORD_W-1:0] own, dst, edge_at;
    assign own        = coord_i[d*COORD_W+:COORD_W];
    assign dst        = dst_i[d*COORD_W+:COORD_W];
    assign edge_at    = minus_i[d] ? '0 : extent_i[d*COORD_W+:COORD_W];
    assign differs[d] = own != dst;
    assign at_edge[d] = own == edge_at;
    assign ahead[d]   = minus_i[d] ? (dst > own) : (dst < own);
    if (FROM_LINK && IN_PORT / 2 == d) begin : gen_straight
      assign out_class[d] = ahead[d] ? at_edge[d] : (VCS > 1 && vc_i >= VC_W'(HALF));
    end else begin : gen_entering
      assign out_class[d] = ahead[d] ? at_edge[d] : dst[0];
    end
  end

  assign lane = collnoc_pkg::lane(dst_i, src_i, DIMS);

  logic [1:0] lane_all, lane_low, lane_high;
  assign lane_all  = collnoc_pkg::lane_mod(lane, VCS);
  assign lane_low  = collnoc_pkg::lane_mod(lane, HALF > 0 ? HALF : 1);
  assign lane_high = 2'(HALF) + collnoc_pkg::lane_mod(lane, VCS - HALF);

  always_comb begin
    port_o = PORT_W'(LINKS + ((ALL_PORT && FROM_LINK) ? IN_PORT : 0));
    vc_o   = VC_W'(lane_all);
    for (int d = DIMS - 1; d >= 0; d--) begin
      if (differs[d]) begin
        port_o = PORT_W'(2 * d) + PORT_W'(minus_i[d]);
        if (VCS == 1 || !wrap_i[d]) vc_o = VC_W'(lane_all);
        else vc_o = out_class[d] ? VC_W'(lane_high) : VC_W'(lane_low);
      end
    end
  end

  logic unused;
  assign unused = ^{src_i, vc_i, lane_low, lane_high, lane_all, wrap_i, out_class};
endmodule
