// Checks the put registers and makes a descriptor of them. Combinational. The topology (rtl/topology) determines the
// direction in every dimension, the channel of the first hop, and whether the destination is a node. This module
// detects all other errors of a put (collnoc_pkg::ERR_*).
module nic_launch #(
    parameter int DIMS     = 2,
    parameter int ADDRESS_W = 16,  // bits of a node address
    parameter bit ALL_PORT = 1'b0,
    parameter int CH_W     = 1,
    parameter int ROUTE_ORDERS = 1,
    parameter int TOPOLOGY = collnoc_pkg::GRID,
    parameter int RADIX    = 0,
    parameter int VCS      = 2,
    parameter int ROUTES   = 0,
    parameter bit ACCUMULATE = 1'b0,
    parameter bit FLOAT_SUMS = 1'b0,
    parameter bit MULTICAST  = 1'b0,
    parameter int ROUTES_W   = collnoc_pkg::routes_width(ROUTES, VCS)  // derived, not to be set
) (
    input  logic            valid_i,      // a put is pending; otherwise all outputs are 0 and do not toggle
    input  logic [collnoc_pkg::NODE_W-1:0] coord_i,
    input  logic [collnoc_pkg::NODE_W-1:0] extent_i,     // extent - 1
    input  logic [DIMS-1:0] wrap_i,
    input  logic [ROUTES_W-1:0] routes_i,  // routing table of a graph
    input  logic [collnoc_pkg::ADDR_W:0] mem_words_i,
    input  logic [31:0]     src_i,
    input  logic [31:0]     addr_i,
    input  logic [31:0]     bytes_i,
    input  logic [31:0]     ctrl_i,
    input  logic [31:0]     node_i,
    input  logic [collnoc_pkg::NODE_W+1:0] corner_i,  // {a multicast, its box's other corner}
    output logic [collnoc_pkg::DESCRIPTOR_W-1:0] descriptor_o,
    output logic [CH_W-1:0] channel_o,
    output logic [collnoc_pkg::ERRORS-1:0] errors_o
);
  localparam int NODE_W     = collnoc_pkg::NODE_W;
  localparam int USED_W     = DIMS * (ADDRESS_W / DIMS);                   // bits of an address
  localparam int DIRECTIONS = collnoc_pkg::has_directions(TOPOLOGY) ? DIMS : 0;  // dimensions that have directions

  logic [NODE_W-1:0]        node;
  logic                     signal, descending, outside, bad_route, differs;
  logic [3:0]               minus;
  logic [CH_W-1:0]          channel;  // the link of the first hop
  logic [32:0]              memory_end;
  logic [31:0]              last_byte, length;
  logic [3:0]               operation;
  collnoc_pkg::descriptor_t descriptor;

  assign node       = NODE_W'(node_i[ADDRESS_W-1:0]);
  assign signal     = ctrl_i[16];
  assign descending = ROUTE_ORDERS == 2 && ctrl_i[17];

  put_destination #(
      .DIMS(DIMS), .ADDRESS_W(ADDRESS_W), .VCS(VCS), .CH_W(CH_W), .TOPOLOGY(TOPOLOGY), .RADIX(RADIX), .ROUTES(ROUTES)
  ) i_destination (
      .valid_i, .coord_i, .extent_i, .wrap_i, .routes_i, .node_i(node), .choice_i(ctrl_i[8+:2*DIMS]),
      .descending_i(descending), .outside_o(outside), .bad_route_o(bad_route), .differs_o(differs), .minus_o(minus),
      .channel_o(channel)
  );

  // An operation on elements of 64 or 32 bits; the bitwise ones have elements of 32 bits.
  assign {operation, length} = ACCUMULATE ? {bytes_i[31:28], 4'd0, bytes_i[27:0]} : {4'd0, bytes_i};

  // A multicast. The direction to the first corner is that of a unicast.
  logic            multicast, bad_box;
  logic [CH_W-1:0] multicast_channel;
  assign multicast = MULTICAST && corner_i[NODE_W+1];
  if (MULTICAST) begin : gen_multicast
    multicast_launch #(
        .DIMS(DIMS), .ADDRESS_W(ADDRESS_W), .ALL_PORT(ALL_PORT), .CH_W(CH_W), .TOPOLOGY(TOPOLOGY), .RADIX(RADIX)
    ) i_multicast (
        .valid_i(valid_i && multicast), .coord_i, .extent_i, .wrap_i, .from_i(node), .to_i(corner_i[NODE_W:0]),
        .minus_i(minus[2:0]), .bad_o(bad_box), .channel_o(multicast_channel)
    );
  end else begin : gen_no_multicast
    assign bad_box = 1'b0;
    assign multicast_channel = '0;
    logic unused_corner;
    assign unused_corner = ^corner_i;
  end

  always @* begin
    memory_end = 33'(mem_words_i) << 3;
    last_byte  = length - 32'd1;
    errors_o   = '0;
    descriptor = '0;
    if (valid_i) begin
      errors_o[collnoc_pkg::ERR_NODE]    = outside || bad_box || node_i[31:USED_W] != '0;
      errors_o[collnoc_pkg::ERR_ZERO]    = !signal && length == '0;
      errors_o[collnoc_pkg::ERR_ALIGN]   = !signal && (src_i[2:0] != '0 || addr_i[2:0] != '0);
      errors_o[collnoc_pkg::ERR_MEMORY]  = !signal && ({1'b0, src_i} + {1'b0, length} > memory_end ||
                                                       {1'b0, addr_i} + {1'b0, length} > memory_end);
      errors_o[collnoc_pkg::ERR_ROUTE]   = bad_route || (multicast && descending);
      errors_o[collnoc_pkg::ERR_COUNTER] = ctrl_i[7:6] != '0 || ctrl_i[15:8+2*DIRECTIONS-1] >> 1 != '0 ||
                                           (ROUTE_ORDERS == 1 && ctrl_i[17]) || ctrl_i[31:18] != '0;
      errors_o[collnoc_pkg::ERR_OPERATION] = operation != '0 &&
          (signal || multicast || length[1:0] != '0 || (operation[3:1] == 3'd3 && !(FLOAT_SUMS && !operation[0])) ||
           (operation[0] && operation[3:2] != '0 && length[2]));
      descriptor.operation   = operation;
      descriptor.self        = !differs && !multicast;
      descriptor.signal      = signal;
      descriptor.counter     = ctrl_i[collnoc_pkg::COUNTER_W-1:0];
      descriptor.route       = {descending, minus};
      if (multicast) begin
        descriptor.route[3] = 1'b1;
        descriptor.corner   = corner_i[NODE_W-1:0];
      end
      // The tree of a star graph's multicast has its root in the head flit.
      descriptor.dst         = multicast && collnoc_pkg::has_substars(TOPOLOGY) ? coord_i : node;
      descriptor.local_addr  = src_i[3+:collnoc_pkg::ADDR_W];
      descriptor.remote_addr = addr_i[3+:collnoc_pkg::ADDR_W];
      descriptor.last_byte   = last_byte[collnoc_pkg::BYTES_W-1:0];
    end
  end
  assign descriptor_o = descriptor;
  assign channel_o    = !ALL_PORT ? '0 : multicast ? multicast_channel : channel;

  logic unused;
  assign unused = ^{coord_i, extent_i, last_byte[31:collnoc_pkg::BYTES_W], wrap_i, channel, descending, routes_i};
endmodule
