// Checks the box of a multicast put (docs/reference/multicast.md). Combinational.
module multicast_launch #(
    parameter int DIMS     = 2,
    parameter int TOPOLOGY = collnoc_pkg::GRID
) (
    input  logic            valid_i,   // a multicast is pending; otherwise the output is 0 and does not toggle
    input  logic [15:0]     coord_i,
    input  logic [15:0]     extent_i,  // extent - 1
    input  logic [DIMS-1:0] wrap_i,
    input  logic [15:0]     from_i,    // corners of the box
    input  logic [15:0]     to_i,
    output logic            bad_o      // `to` is no node, the box is reversed, or it has no node but the sender
);
  localparam int COORD_W = 16 / DIMS;
  localparam int USED_W  = DIMS * COORD_W;  // bits of an address

  logic               outside, reversed;
  logic [COORD_W-1:0] from, to;  // in dimension d
  always_comb begin
    outside  = 1'b0;
    reversed = 1'b0;
    from     = '0;
    to       = '0;
    if (valid_i) begin
      outside = 32'(to_i) >> USED_W != '0;
      for (int d = 0; d < DIMS; d++) begin
        from = from_i[d*COORD_W+:COORD_W];
        to   = to_i[d*COORD_W+:COORD_W];
        if (to > extent_i[d*COORD_W+:COORD_W]) outside = 1'b1;
        if (from > to && !(TOPOLOGY == collnoc_pkg::GRID && wrap_i[d])) reversed = 1'b1;
      end
    end
  end
  assign bad_o = valid_i && (outside || reversed || (from_i == coord_i && to_i == coord_i));
endmodule
