// Computes the outputs through which a multicast packet leaves (docs/reference/multicast.md). Combinational.
// The destinations are the nodes of a box, without the sender. The tree visits the dimensions from the lowest to the
// highest. In dimension d, `from` and `to` are where the branches in directions minus and plus end:
//
//   packet            output                              condition, besides: this node is in the box in the dimensions
//                                                         from the arrival's (or the lowest) to those below the output's
//   arrived in d      straight on                         this node is not the direction's end
//   any               a higher dimension, this node is    this node is not the direction's end
//                     in the box there
//   any               a higher dimension, this node is    the direction of the head
//                     not in the box there
//   arrived           ejection                            this node is in the box
//
// In complete graphs a branch is one hop to each neighbour in the box. In star graphs `from` is the sender, and the set
// is the substar of all nodes that have its symbols where `to` has them: every node that the packet reaches is a member.
module multicast_route #(
    parameter int DIMS     = 2,
    parameter int ADDRESS_W = 16,  // bits of a node address
    parameter int IN_PORT  = 0,  // input port this unit serves: a link, or the links + channel
    parameter int TOPOLOGY = collnoc_pkg::GRID,
    parameter int RADIX    = 0,
    parameter int LINKS    = collnoc_pkg::links(TOPOLOGY, DIMS, RADIX)  // derived, not to be set
) (
    input  logic             valid_i,   // a multicast head is present; otherwise all outputs are 0 and do not toggle
    input  logic [collnoc_pkg::NODE_W-1:0] coord_i,   // own node address
    input  logic [collnoc_pkg::NODE_W-1:0] extent_i,  // extent - 1 of every dimension, packed like an address
    input  logic [collnoc_pkg::NODE_W-1:0] from_i,    // corners of the box
    input  logic [collnoc_pkg::NODE_W-1:0] to_i,
    input  logic [2:0]       minus_i,   // direction in a dimension in which the sender is outside the box
    output logic [LINKS:0]   outputs_o  // links, then the ejection channel (all-port: of this input)
);
  localparam bit FROM_LINK = IN_PORT < LINKS;

  if (collnoc_pkg::has_substars(TOPOLOGY)) begin : gen_star
    logic [4:0] tree;
    assign tree      = star_pkg::tree_links(coord_i[15:0], from_i[15:0], to_i[15:0], RADIX);
    assign outputs_o = valid_i ? {FROM_LINK, LINKS'(tree)} : '0;
    logic unused;
    assign unused = ^tree;
  end else begin : gen_box
    localparam int COORD_W   = ADDRESS_W / DIMS;
    localparam int WIDTH     = collnoc_pkg::links_per_dimension(TOPOLOGY, RADIX);
    localparam int ARRIVED   = FROM_LINK ? IN_PORT / WIDTH : -1;
    // Packets that arrive in a dimension are in the box in all lower ones; in complete graphs, in this one too.
    localparam int LOWEST    = !FROM_LINK ? 0 : collnoc_pkg::has_directions(TOPOLOGY) ? ARRIVED : ARRIVED + 1;

    logic         reached;  // in the box in the dimensions below d
    logic         in_box;  // in dimension d
    logic [COORD_W-1:0] own, from, to, other;
    logic [COORD_W:0]   sum;

    always @* begin
      outputs_o = '0;
      reached    = 1'b1;
      in_box    = 1'b0;
      own       = '0;
      from      = '0;
      to        = '0;
      other     = '0;
      sum       = '0;
      if (valid_i) begin
        for (int d = LOWEST; d < DIMS; d++) begin
          own    = coord_i[d*COORD_W+:COORD_W];
          from   = from_i[d*COORD_W+:COORD_W];
          to     = to_i[d*COORD_W+:COORD_W];
          // On a ring the box may lead over the wrap link: then from is above to.
          in_box = from <= to ? own >= from && own <= to : own >= from || own <= to;
          for (int l = 0; l < WIDTH; l++) begin
            if (collnoc_pkg::has_directions(TOPOLOGY)) begin
              if (d != ARRIVED) begin
                outputs_o[d*WIDTH+l] = reached && (in_box ? own != (l == 0 ? to : from) : minus_i[d%3] == (l == 1));
              end else if (collnoc_pkg::straight_allowed(TOPOLOGY, IN_PORT % WIDTH, l)) begin
                outputs_o[d*WIDTH+l] = own != (l == 0 ? to : from);
              end
            end else begin
              sum   = {1'b0, own} + (COORD_W + 1)'(l + 1);
              other = COORD_W'(sum > {1'b0, extent_i[d*COORD_W+:COORD_W]} ? sum - {1'b0, extent_i[d*COORD_W+:COORD_W]} - 1'b1 : sum);
              outputs_o[d*WIDTH+l] = reached && (COORD_W + 1)'(l) < {1'b0, extent_i[d*COORD_W+:COORD_W]} && other >= from && other <= to;
            end
          end
          reached = reached && in_box;
        end
        outputs_o[LINKS] = FROM_LINK && reached;
      end
    end
    logic unused_box;
    assign unused_box = ^{other, sum};
  end

  logic unused;
  assign unused = ^{coord_i, extent_i, from_i, to_i, minus_i};
endmodule
