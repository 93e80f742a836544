// Checks the destination of a put and selects its direction and first link, by the module of the topology. Combinational.
module put_destination #(
    parameter int DIMS     = 2,
    parameter int ADDRESS_W = 16,  // bits of a node address
    parameter int VCS      = 2,
    parameter int CH_W     = 1,
    parameter int TOPOLOGY = collnoc_pkg::GRID,
    parameter int RADIX    = 0,
    parameter int ROUTES   = 0,
    parameter int ROUTES_W = collnoc_pkg::routes_width(ROUTES, VCS)  // derived, not to be set
) (
    input  logic            valid_i,      // a put is pending; otherwise all outputs are 0 and do not toggle
    input  logic [collnoc_pkg::NODE_W-1:0] coord_i,
    input  logic [collnoc_pkg::NODE_W-1:0] extent_i,  // extent - 1
    input  logic [DIMS-1:0] wrap_i,       // dimensions that wrap
    input  logic [ROUTES_W-1:0] routes_i,  // routing table of a graph
    input  logic [collnoc_pkg::NODE_W-1:0] node_i,    // destination
    input  logic [2*DIMS-1:0] choice_i,   // 2 bits per dimension, as in PUT_CTRL
    input  logic            descending_i,
    output logic            outside_o,    // the destination is not a node
    output logic            bad_route_o,  // a requested direction does not exist or does not lead to the destination
    output logic            differs_o,    // the destination is another node
    output logic [3:0]      minus_o,      // bit d: minus in dimension d
    output logic [CH_W-1:0] channel_o     // the link of the first hop
);
  if (TOPOLOGY == collnoc_pkg::GRID) begin : gen_grid
    grid_launch #(
        .DIMS(DIMS), .ADDRESS_W(ADDRESS_W), .CH_W(CH_W)
    ) i_launch (
        .valid_i, .coord_i, .extent_i, .wrap_i, .node_i, .choice_i, .descending_i, .outside_o, .bad_route_o, .differs_o, .minus_o, .channel_o
    );
  end else if (TOPOLOGY == collnoc_pkg::COMPLETE) begin : gen_complete
    complete_launch #(
        .DIMS(DIMS), .CH_W(CH_W), .RADIX(RADIX)
    ) i_launch (
        .valid_i, .coord_i(coord_i[15:0]), .extent_i(extent_i[15:0]), .node_i(node_i[15:0]), .descending_i, .outside_o, .differs_o, .channel_o
    );
    assign {bad_route_o, minus_o} = '0;
  end else if (TOPOLOGY == collnoc_pkg::GRAPH) begin : gen_table
    table_launch #(
        .VCS(VCS), .CH_W(CH_W), .ROUTES(ROUTES)
    ) i_launch (
        .valid_i, .coord_i(coord_i[15:0]), .extent_i(extent_i[15:0]), .node_i(node_i[15:0]), .routes_i, .outside_o, .differs_o, .channel_o
    );
    assign {bad_route_o, minus_o} = '0;
  end else begin : gen_label
    label_launch #(
        .TOPOLOGY(TOPOLOGY), .CH_W(CH_W), .RADIX(RADIX)
    ) i_launch (
        .valid_i, .coord_i(coord_i[15:0]), .extent_i(extent_i[15:0]), .node_i(node_i[15:0]), .outside_o, .differs_o, .channel_o
    );
    assign {bad_route_o, minus_o} = '0;
  end

  logic unused;
  assign unused = ^{coord_i, extent_i, wrap_i, routes_i, node_i, choice_i, descending_i};
endmodule
