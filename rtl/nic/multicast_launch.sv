// Checks the box of a multicast put (docs/reference/multicast.md) and selects its channel. Combinational.
// On an all-port NIC, the put leaves on the channel of its tree's first link, and the tree must have only one.
module multicast_launch #(
    parameter int DIMS     = 2,
    parameter int ADDRESS_W = 16,  // bits of a node address
    parameter bit ALL_PORT = 1'b0,
    parameter int CH_W     = 1,
    parameter int TOPOLOGY = collnoc_pkg::GRID,
    parameter int RADIX    = 0
) (
    input  logic            valid_i,   // a multicast is pending; otherwise all outputs are 0 and do not toggle
    input  logic [collnoc_pkg::NODE_W-1:0] coord_i,
    input  logic [collnoc_pkg::NODE_W-1:0] extent_i,  // extent - 1
    input  logic [DIMS-1:0] wrap_i,
    input  logic [collnoc_pkg::NODE_W-1:0] from_i,    // corners of the box
    input  logic [collnoc_pkg::NODE_W:0] to_i,  // with the bit ADDRESS_W, it is no node
    input  logic [2:0]      minus_i,   // direction in a dimension in which the sender is outside the box
    output logic            bad_o,     // `to` is no node, the box is reversed, it has no node but the sender, or more than
                                       // one channel would send
    output logic [CH_W-1:0] channel_o
);

  if (collnoc_pkg::has_substars(TOPOLOGY)) begin : gen_star
    // The set is a substar with the sender. One-port: `from` is the sender. All-port: it is the first node of the branch.
    logic [RADIX-2:0] first;  // links to `from`
    always @* begin
      first     = '0;
      channel_o = '0;
      for (int l = 0; l < RADIX - 1; l++) begin
        first[l] = ALL_PORT && from_i[15:0] == star_pkg::exchanged(coord_i[15:0], l + 1, RADIX) &&
                   star_pkg::symbol(to_i[15:0], l + 1, RADIX) != star_pkg::symbol(coord_i[15:0], l + 1, RADIX);
        if (first[l]) channel_o = channel_o | CH_W'(l);
      end
    end
    assign bad_o = valid_i && (to_i[16] || !star_pkg::is_node(to_i[15:0], RADIX) || to_i[15:0] == coord_i[15:0] || (ALL_PORT ? first == '0 : from_i[15:0] != coord_i[15:0]));
    logic unused;
    assign unused = ^{coord_i, extent_i, from_i, to_i, wrap_i, minus_i};
  end else begin : gen_box
    localparam int COORD_W = ADDRESS_W / DIMS;
    localparam int USED_W  = DIMS * COORD_W;  // bits of an address

    logic               outside, reversed, several;
    logic [COORD_W-1:0] from, to;  // in dimension d
    always @* begin
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
          if (from > to && !(collnoc_pkg::has_directions(TOPOLOGY) && wrap_i[d])) reversed = 1'b1;
        end
      end
    end
    assign bad_o = valid_i && (outside || reversed || several || (from_i == coord_i && to_i == {1'b0, coord_i}));

    if (ALL_PORT) begin : gen_first_link
      localparam int LINKS = collnoc_pkg::links(TOPOLOGY, DIMS, RADIX);
      logic [LINKS:0] first;  // links with which the tree begins
      multicast_route #(.DIMS(DIMS), .ADDRESS_W(ADDRESS_W), .IN_PORT(LINKS), .TOPOLOGY(TOPOLOGY), .RADIX(RADIX)) i_route (
          .valid_i, .coord_i, .extent_i, .from_i, .to_i(to_i[collnoc_pkg::NODE_W-1:0]), .minus_i, .outputs_o(first)
      );
      always @* begin
        channel_o = '0;
        for (int l = 0; l < LINKS; l++) begin
          if (first[l]) channel_o = channel_o | CH_W'(l);
        end
      end
      assign several = (first & (first - 1'b1)) != '0;
    end else begin : gen_one_channel
      assign channel_o = '0;
      assign several   = 1'b0;
      logic unused;
      assign unused = ^minus_i;
    end
  end
endmodule
