// Computes the output port and output virtual channel of a head flit, by the module of the topology (rtl/topology).
// Combinational.
module route_compute #(
    parameter int DIMS     = 2,
    parameter int ADDRESS_W = 16,  // bits of a node address
    parameter bit ALL_PORT = 1'b0,
    parameter int VCS      = 2,
    parameter int IN_PORT  = 0,  // input port this unit serves: a link, or the links + channel
    parameter int PORT_W   = 3,
    parameter int VC_W     = 1,
    parameter int ROUTE_ORDERS = 1,
    parameter int TOPOLOGY = collnoc_pkg::GRID,
    parameter int RADIX   = 0,
    parameter int ROUTES   = 0,
    parameter int ROUTES_W = collnoc_pkg::routes_width(ROUTES, VCS)  // derived, not to be set
) (
    input  logic              valid_i,   // a head flit is present; otherwise all outputs are 0 and do not toggle
    input  logic [collnoc_pkg::NODE_W-1:0] coord_i,   // own node address
    input  logic [collnoc_pkg::NODE_W-1:0] extent_i,  // extent - 1 of every dimension, packed like an address
    input  logic [DIMS-1:0]   wrap_i,    // dimensions that wrap
    input  logic [collnoc_pkg::NODE_W-1:0] dst_i,
    input  logic [15:0]       src_i,
    input  logic [4:0]        route_i,   // of the head
    input  logic [VC_W-1:0]   vc_i,      // input virtual channel of the packet
    input  logic [ROUTES_W-1:0] routes_i,  // routing table of a graph
    output logic [PORT_W-1:0] port_o,
    output logic [VC_W-1:0]   vc_o
);
  if (TOPOLOGY == collnoc_pkg::GRID) begin : gen_grid
    grid_route #(
        .DIMS(DIMS), .ADDRESS_W(ADDRESS_W), .ALL_PORT(ALL_PORT), .VCS(VCS), .IN_PORT(IN_PORT), .PORT_W(PORT_W), .VC_W(VC_W),
        .ROUTE_ORDERS(ROUTE_ORDERS)
    ) i_route (.valid_i, .coord_i, .extent_i, .wrap_i, .dst_i, .src_i, .route_i, .vc_i, .port_o, .vc_o);
  end else if (TOPOLOGY == collnoc_pkg::COMPLETE) begin : gen_complete
    complete_route #(
        .DIMS(DIMS), .ALL_PORT(ALL_PORT), .VCS(VCS), .IN_PORT(IN_PORT), .PORT_W(PORT_W), .VC_W(VC_W),
        .ROUTE_ORDERS(ROUTE_ORDERS), .RADIX(RADIX)
    ) i_route (.valid_i, .coord_i(coord_i[15:0]), .extent_i(extent_i[15:0]), .dst_i(dst_i[15:0]), .src_i, .route_i, .port_o, .vc_o);
  end else if (TOPOLOGY == collnoc_pkg::GRAPH) begin : gen_table
    table_route #(
        .ALL_PORT(ALL_PORT), .VCS(VCS), .IN_PORT(IN_PORT), .PORT_W(PORT_W), .VC_W(VC_W), .RADIX(RADIX), .ROUTES(ROUTES)
    ) i_route (.valid_i, .coord_i(coord_i[15:0]), .dst_i(dst_i[15:0]), .src_i, .routes_i, .port_o, .vc_o);
  end else begin : gen_label
    label_route #(
        .TOPOLOGY(TOPOLOGY), .ALL_PORT(ALL_PORT), .VCS(VCS), .IN_PORT(IN_PORT), .PORT_W(PORT_W), .VC_W(VC_W),
        .RADIX(RADIX)
    ) i_route (.valid_i, .coord_i(coord_i[15:0]), .extent_i(extent_i[15:0]), .dst_i(dst_i[15:0]), .src_i, .vc_i, .port_o, .vc_o);
  end

  logic unused;
  assign unused = ^{coord_i, extent_i, dst_i, wrap_i, route_i, vc_i, routes_i};
endmodule
