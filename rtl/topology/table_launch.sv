// Launch in a graph: whether a put's destination is a node, and the first link, which the node's routing table has.
// Combinational.
module table_launch #(
    parameter int VCS      = 2,
    parameter int CH_W     = 2,
    parameter int ROUTES   = 16,
    parameter int ROUTES_W = collnoc_pkg::routes_width(ROUTES, VCS)  // derived, not to be set
) (
    input  logic                valid_i,    // a put is pending; otherwise all outputs are 0 and do not toggle
    input  logic [15:0]         coord_i,
    input  logic [15:0]         extent_i,   // number of nodes - 1
    input  logic [15:0]         node_i,     // destination
    input  logic [ROUTES_W-1:0] routes_i,   // of route_table
    output logic                outside_o,  // the destination is not a node
    output logic                differs_o,  // the destination is another node
    output logic [CH_W-1:0]     channel_o   // the link of the first hop
);
  localparam int INDEX_W = $clog2(ROUTES);
  localparam int ENTRY_W = ROUTES_W / ROUTES;

  logic [2:0] link;

  always @* begin
    link      = '0;
    outside_o = 1'b0;
    differs_o = 1'b0;
    channel_o = '0;
    if (valid_i) begin
      outside_o = node_i > extent_i;
      differs_o = node_i != coord_i;
      link      = routes_i[32'(node_i[INDEX_W-1:0])*ENTRY_W+:3];
      if (differs_o) channel_o = CH_W'(link);
    end
  end

  logic unused;
  assign unused = ^{routes_i, link};
endmodule
