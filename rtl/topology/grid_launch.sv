// Launch in a grid: whether a put's destination is a node, the direction in every dimension, and the first link.
// Combinational. The direction is the shorter one unless the put requests one. A tie goes plus from even coordinates
// and minus from odd ones (docs/reference/hardware.md, "Routing").
module grid_launch #(
    parameter int DIMS = 2,
    parameter int ADDRESS_W = 16,  // bits of a node address
    parameter int CH_W = 1
) (
    input  logic            valid_i,      // a put is pending; otherwise all outputs are 0 and do not toggle
    input  logic [collnoc_pkg::NODE_W-1:0] coord_i,
    input  logic [collnoc_pkg::NODE_W-1:0] extent_i,     // extent - 1
    input  logic [DIMS-1:0] wrap_i,
    input  logic [collnoc_pkg::NODE_W-1:0] node_i,       // destination
    input  logic [2*DIMS-1:0] choice_i,   // requested directions: 0 shortest, 1 plus, 2 minus
    input  logic            descending_i,
    output logic            outside_o,    // the destination is not a node
    output logic            bad_route_o,  // a requested direction does not exist or does not lead to the destination
    output logic            differs_o,    // the destination is another node
    output logic [3:0]      minus_o,
    output logic [CH_W-1:0] channel_o     // the link of the first hop
);
  localparam int COORD_W = ADDRESS_W / DIMS;
  localparam int W       = COORD_W + 2;

  logic [W-1:0] own, dst, ring, twice;  // of dimension d; twice: 2 times the distance in plus direction
  logic [1:0]   choice;
  logic         minus, away;

  always @* begin
    outside_o   = 1'b0;
    bad_route_o = 1'b0;
    minus_o     = '0;
    channel_o   = '0;
    own         = '0;
    dst         = '0;
    ring        = '0;
    twice       = '0;
    choice      = '0;
    minus       = 1'b0;
    away        = 1'b0;
    if (valid_i) begin
      for (int d = DIMS - 1; d >= 0; d--) begin  // ascending: the last (lowest) match wins; descending: the first
        own    = W'(coord_i[d*COORD_W+:COORD_W]);
        dst    = W'(node_i[d*COORD_W+:COORD_W]);
        ring   = W'(extent_i[d*COORD_W+:COORD_W]) + 1'b1;
        twice  = (dst >= own ? dst - own : dst - own + ring) << 1;
        choice = choice_i[2*d+:2];
        if (dst >= ring) outside_o = 1'b1;
        if (choice == 2'd3 || (!wrap_i[d] && ((choice == 2'd1 && dst < own) || (choice == 2'd2 && dst > own)))) begin
          bad_route_o = 1'b1;
        end
        if (choice != 2'd0) minus = choice[1];
        else if (!wrap_i[d]) minus = dst < own;
        else minus = (twice == ring) ? own[0] : twice > ring;
        if (own != dst) begin
          minus_o[d] = minus;
          if (!(descending_i && away)) channel_o = CH_W'(2 * d) + CH_W'(minus);
          away = 1'b1;
        end
      end
    end
  end
  assign differs_o = away;
endmodule
