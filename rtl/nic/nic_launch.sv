// From the put registers to a checked, steered descriptor. Combinational.
// Decides the direction in every dimension (docs/reference/hardware.md, "Routing") and the channel of the
// first hop, and finds what is wrong with a put (collnoc_pkg::ERR_*).
module nic_launch #(
    parameter int DIMS     = 2,
    parameter bit ALL_PORT = 1'b0,
    parameter int CH_W     = 1,
    parameter int ROUTE_ORDERS = 1,
    parameter int COMPLETE = 0,
    parameter int STAR     = 0
) (
    input  logic            valid_i,      // a put waits; without one all outputs are 0 and nothing moves
    input  logic [15:0]     coord_i,
    input  logic [15:0]     extent_i,     // extent - 1
    input  logic [DIMS-1:0] wrap_i,
    input  logic [collnoc_pkg::ADDR_W:0] mem_words_i,
    input  logic [31:0]     src_i,
    input  logic [31:0]     addr_i,
    input  logic [31:0]     bytes_i,
    input  logic [31:0]     ctrl_i,
    input  logic [31:0]     node_i,
    output logic [collnoc_pkg::DESCRIPTOR_W-1:0] descriptor_o,
    output logic [CH_W-1:0] channel_o,
    output logic [collnoc_pkg::ERRORS-1:0] errors_o
);
  localparam int COORD_W    = 16 / DIMS;
  localparam int WIDTH      = STAR > 0 ? STAR - 1 : COMPLETE > 1 ? COMPLETE - 1 : 2;  // links a dimension
  localparam int DIRECTIONS = (STAR > 0 || COMPLETE > 0) ? 0 : DIMS;  // dimensions that have directions

  localparam int W = COORD_W + 2;

  logic                    signal, descending, away;
  logic [DIMS-1:0]         differs, minus, outside, bad_route;
  logic [W-1:0]            own, dst, ring, twice;  // of the dimension in hand; twice the distance towards plus
  logic [1:0]              choice;
  logic [DIMS*CH_W-1:0]    onward;  // links of each dimension before the one that leads on
  logic [32:0]             memory_end;
  logic [31:0]             last_byte;
  collnoc_pkg::descriptor_t descriptor;

  // On a star graph: the destination is no node, and the link of the first hop.
  logic       star_outside;
  logic [1:0] star_onward;
  if (STAR > 0) begin : gen_star
    assign star_outside = !collnoc_pkg::is_star_label(node_i[15:0], STAR);
    assign star_onward  = collnoc_pkg::star_link(coord_i, node_i[15:0], STAR);
  end else begin : gen_no_star
    assign {star_outside, star_onward} = '0;
  end

  always_comb begin
    signal     = ctrl_i[16];
    descending = ROUTE_ORDERS == 2 && ctrl_i[17];
    away       = 1'b0;
    onward     = '0;
    memory_end = 33'(mem_words_i) << 3;
    last_byte  = bytes_i - 32'd1;
    differs    = '0;
    minus      = '0;
    outside    = '0;
    bad_route  = '0;
    own        = '0;
    dst        = '0;
    ring       = '0;
    twice      = '0;
    choice     = '0;
    errors_o   = '0;
    channel_o  = '0;
    descriptor = '0;
    if (valid_i) begin
      for (int d = 0; d < DIMS; d++) begin
        own    = W'(coord_i[d*COORD_W+:COORD_W]);
        dst    = W'(node_i[d*COORD_W+:COORD_W]);
        ring   = W'(extent_i[d*COORD_W+:COORD_W]) + 1'b1;
        twice  = (dst >= own ? dst - own : dst - own + ring) << 1;
        choice = ctrl_i[8+2*d+:2];
        differs[d] = own != dst;
        outside[d] = dst >= ring;
        if (STAR > 0) begin
          outside[d]           = star_outside;
          onward[d*CH_W+:CH_W] = CH_W'(star_onward);
        end else if (COMPLETE > 0) begin
          onward[d*CH_W+:CH_W] = WIDTH > 1 ? CH_W'((twice >> 1) - 1'b1) : '0;
        end else begin
          bad_route[d] = choice == 2'd3 ||
                         (!wrap_i[d] && ((choice == 2'd1 && dst < own) || (choice == 2'd2 && dst > own)));
          if (!differs[d]) minus[d] = 1'b0;
          else if (choice != 2'd0) minus[d] = choice[1];
          else if (!wrap_i[d]) minus[d] = dst < own;
          else minus[d] = (twice == ring) ? own[0] : twice > ring;
          onward[d*CH_W+:CH_W] = CH_W'(minus[d]);
        end
      end
      errors_o[collnoc_pkg::ERR_NODE]    = outside != '0 || node_i[31:DIMS*COORD_W] != '0;
      errors_o[collnoc_pkg::ERR_ZERO]    = !signal && bytes_i == '0;
      errors_o[collnoc_pkg::ERR_ALIGN]   = !signal && (src_i[2:0] != '0 || addr_i[2:0] != '0);
      errors_o[collnoc_pkg::ERR_MEMORY]  = !signal && ({1'b0, src_i} + {1'b0, bytes_i} > memory_end ||
                                                       {1'b0, addr_i} + {1'b0, bytes_i} > memory_end);
      errors_o[collnoc_pkg::ERR_ROUTE]   = bad_route != '0;
      errors_o[collnoc_pkg::ERR_COUNTER] = ctrl_i[7:6] != '0 || ctrl_i[15:8+2*DIRECTIONS-1] >> 1 != '0 ||
                                           (ROUTE_ORDERS == 1 && ctrl_i[17]) || ctrl_i[31:18] != '0;
      descriptor.self        = differs == '0;
      descriptor.signal      = signal;
      descriptor.counter     = ctrl_i[collnoc_pkg::COUNTER_W-1:0];
      descriptor.route       = {descending, 4'(minus)};
      descriptor.dst         = node_i[15:0];
      descriptor.local_addr  = src_i[3+:collnoc_pkg::ADDR_W];
      descriptor.remote_addr = addr_i[3+:collnoc_pkg::ADDR_W];
      descriptor.last_byte   = last_byte[collnoc_pkg::BYTES_W-1:0];
      if (ALL_PORT) begin
        for (int d = DIMS - 1; d >= 0; d--) begin
          if (differs[d] && !(descending && away)) begin
            channel_o = CH_W'(d * WIDTH) + onward[d*CH_W+:CH_W];
            away      = 1'b1;
          end
        end
      end
    end
  end
  assign descriptor_o = descriptor;

  logic unused;
  assign unused = ^{last_byte[31:collnoc_pkg::BYTES_W], coord_i, extent_i, wrap_i, choice, away, onward, star_outside,
                    star_onward};
endmodule
