// Launch in a network of one dimension that is routed by labels: whether a put's destination is a node, and the first
// link. Both come from the package of the topology. Combinational.
module label_launch #(
    parameter int TOPOLOGY = collnoc_pkg::STAR,
    parameter int CH_W     = 2,
    parameter int RADIX    = 3
) (
    input  logic            valid_i,    // a put is pending; otherwise all outputs are 0 and do not toggle
    input  logic [15:0]     coord_i,
    input  logic [15:0]     extent_i,   // number of nodes - 1
    input  logic [15:0]     node_i,     // destination
    output logic            outside_o,  // the destination is not a node
    output logic            differs_o,  // the destination is another node
    output logic [CH_W-1:0] channel_o   // the link of the first hop
);
  logic [2:0] link;

  always @* begin
    link      = '0;
    outside_o = 1'b0;
    differs_o = 1'b0;
    channel_o = '0;
    if (valid_i) begin
      outside_o = !collnoc_pkg::is_node(TOPOLOGY, node_i, extent_i, RADIX);
      differs_o = node_i != coord_i;
      link      = collnoc_pkg::next_link(TOPOLOGY, coord_i, node_i, extent_i, RADIX);
      if (differs_o) channel_o = CH_W'(link);
    end
  end

  logic unused;
  assign unused = ^{extent_i, link};
endmodule
