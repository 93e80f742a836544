// Launch in a generalized hypercube: whether a put's destination is a node, and the first link. Combinational.
module complete_launch #(
    parameter int DIMS  = 2,
    parameter int CH_W  = 1,
    parameter int RADIX = 2  // the longest extent
) (
    input  logic            valid_i,      // a put is pending; otherwise all outputs are 0 and do not toggle
    input  logic [15:0]     coord_i,
    input  logic [15:0]     extent_i,     // extent - 1
    input  logic [15:0]     node_i,       // destination
    input  logic            descending_i,
    output logic            outside_o,    // the destination is not a node
    output logic            differs_o,    // the destination is another node
    output logic [CH_W-1:0] channel_o     // the link of the first hop
);
  localparam int COORD_W = 16 / DIMS;
  localparam int W       = COORD_W + 1;
  localparam int WIDTH   = complete_pkg::links_per_dimension(RADIX);

  logic [W-1:0] own, dst, ring, onward;  // of dimension d; onward: index of the link to dst
  logic         away;

  always @* begin
    outside_o = 1'b0;
    channel_o = '0;
    own       = '0;
    dst       = '0;
    ring      = '0;
    onward    = '0;
    away      = 1'b0;
    if (valid_i) begin
      for (int d = DIMS - 1; d >= 0; d--) begin  // ascending: the last (lowest) match wins; descending: the first
        own    = W'(coord_i[d*COORD_W+:COORD_W]);
        dst    = W'(node_i[d*COORD_W+:COORD_W]);
        ring   = W'(extent_i[d*COORD_W+:COORD_W]) + 1'b1;
        onward = dst > own ? dst - own - 1'b1 : dst - own + ring - 1'b1;
        if (dst >= ring) outside_o = 1'b1;
        if (own != dst) begin
          if (!(descending_i && away)) channel_o = CH_W'(d * WIDTH) + (WIDTH > 1 ? CH_W'(onward) : '0);
          away = 1'b1;
        end
      end
    end
  end
  assign differs_o = away;

  logic unused;
  assign unused = ^{onward, descending_i};
endmodule
