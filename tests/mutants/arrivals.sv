// What a node may rely on (docs/reference/hardware.md): its straps are those of a node in a network, and a head flit that
// arrives over a link belongs to a packet that the neighbour there sends over this link. tests/mutants/equivalent proves
// mutants equivalent under this condition.
module arrivals #(
    parameter int DIMS         = 2,
    parameter int ADDRESS_W    = 16,
    parameter int VCS          = 2,
    parameter int FLIT_W       = 64,
    parameter int ROUTE_ORDERS = 1,
    parameter int TOPOLOGY     = collnoc_pkg::GRID,
    parameter int RADIX        = 0,
    parameter bit MULTICAST    = 1'b0,
    parameter int LINKS        = collnoc_pkg::links(TOPOLOGY, DIMS, RADIX),  // derived, not to be set
    parameter int VC_W         = VCS > 1 ? $clog2(VCS) : 1
) (
    input  logic [collnoc_pkg::NODE_W-1:0] coord_i,
    input  logic [collnoc_pkg::NODE_W-1:0] extent_i,
    input  logic [DIMS-1:0]         wrap_i,
    input  logic [LINKS-1:0]        in_valid_i,
    input  logic [LINKS-1:0]        in_head_i,
    input  logic [LINKS*VC_W-1:0]   in_vc_i,
    input  logic [LINKS*FLIT_W-1:0] in_data_i,
    output logic                    ok_o
);
  localparam int COORD_W = ADDRESS_W / DIMS;
  localparam int WIDTH   = collnoc_pkg::links_per_dimension(TOPOLOGY, RADIX);

  logic             placed;  // the node's straps
  logic [LINKS-1:0] comes;   // the head that arrives over this link
  assign ok_o = placed && (comes | ~(in_valid_i & in_head_i)) == '1;

  if (TOPOLOGY == collnoc_pkg::GRID || TOPOLOGY == collnoc_pkg::COMPLETE) begin : gen_product
    logic [DIMS-1:0] inside;
    assign placed = inside == '1;
    for (genvar d = 0; d < DIMS; d++) begin : gen_dimension
      logic [COORD_W-1:0] own, extent;
      assign own    = coord_i[d*COORD_W+:COORD_W];
      assign extent = extent_i[d*COORD_W+:COORD_W];
      if (TOPOLOGY == collnoc_pkg::GRID) begin : gen_grid
        assign inside[d] = own <= extent;
      end else begin : gen_complete
        assign inside[d] = own <= extent && extent > '0 && extent < COORD_W'(RADIX);
      end
    end
  end else begin : gen_label
    logic [15:0] last;
    if (TOPOLOGY == collnoc_pkg::STAR) begin : gen_star
      assign last = 16'(star_pkg::factorial(RADIX) - 1);
    end else begin : gen_spidergon
      assign last = {10'd0, extent_i[5:2] == '0 ? 6'd3 : {extent_i[5:1], 1'b1}};
    end
    assign placed = extent_i[15:0] == last && collnoc_pkg::is_node(TOPOLOGY, coord_i[15:0], extent_i[15:0], RADIX);
  end

  for (genvar l = 0; l < LINKS; l++) begin : gen_link
    localparam int D = l / WIDTH;  // the dimension of the link
    logic [FLIT_W-1:0] data;
    logic [collnoc_pkg::NODE_W-1:0] dst;
    logic [VC_W-1:0] vc;
    assign data = in_data_i[l*FLIT_W+:FLIT_W];
    assign vc   = in_vc_i[l*VC_W+:VC_W];
    if (ADDRESS_W > 16) begin : gen_wide
      assign dst = {data[67+:4], data[0+:16]};
    end else begin : gen_narrow
      assign dst = {4'd0, data[0+:16]};
    end

    logic comes_here;
    if (TOPOLOGY == collnoc_pkg::GRID) begin : gen_grid
      localparam bit MINUS = l % 2 == 0;  // the direction of what arrives here
      logic            descending;
      logic [DIMS-1:0] fits;
      assign descending = ROUTE_ORDERS == 2 && data[36];
      assign comes_here = fits == '1 && (ROUTE_ORDERS == 1 || descending == (3'(vc) >= 3'(VCS / 2)));
      for (genvar d = 0; d < DIMS; d++) begin : gen_dimension
        logic [COORD_W-1:0] own, to, extent, from;
        logic               towards;  // the head's direction leads to the destination
        assign own     = coord_i[d*COORD_W+:COORD_W];
        assign extent  = extent_i[d*COORD_W+:COORD_W];
        assign to      = dst[d*COORD_W+:COORD_W];
        assign from    = MINUS ? (own == extent ? '0 : own + 1'b1) : (own == '0 ? extent : own - 1'b1);
        assign towards = wrap_i[d] || to == own || data[32+d] == (to < own);
        if (d == D) begin : gen_own
          assign fits[d] = to <= extent && to != from && data[32+d] == MINUS && towards &&
                           (wrap_i[d] || own != (MINUS ? extent : '0));
        end else begin : gen_other
          assign fits[d] = descending == (d < D) ? to <= extent && towards : to == own;
        end
      end
    end else if (TOPOLOGY == collnoc_pkg::COMPLETE) begin : gen_complete
      logic            descending;
      logic [DIMS-1:0] fits;
      assign descending = ROUTE_ORDERS == 2 && data[36];
      assign comes_here = fits == '1 && (ROUTE_ORDERS == 1 || descending == (3'(vc) >= 3'(VCS / 2)));
      for (genvar d = 0; d < DIMS; d++) begin : gen_dimension
        logic [COORD_W-1:0] own, to, extent;
        assign own    = coord_i[d*COORD_W+:COORD_W];
        assign extent = extent_i[d*COORD_W+:COORD_W];
        assign to     = dst[d*COORD_W+:COORD_W];
        if (d == D) begin : gen_own
          assign fits[d] = to == own && COORD_W'(l % WIDTH) < extent;
        end else begin : gen_other
          assign fits[d] = descending == (d < D) ? to <= extent : to == own;
        end
      end
    end else begin : gen_label
      logic [15:0] from;
      if (TOPOLOGY == collnoc_pkg::STAR) begin : gen_star
        assign from = star_pkg::exchanged(coord_i[15:0], l + 1, RADIX);
      end else begin : gen_spidergon
        logic [6:0] sum;
        assign sum  = 7'(coord_i[5:0]) + (l == 0 ? 7'd1 : l == 1 ? 7'(extent_i[5:0]) : (7'(extent_i[5:0]) + 7'd1) >> 1);
        assign from = 16'(sum > 7'(extent_i[5:0]) ? sum - 7'(extent_i[5:0]) - 7'd1 : sum);
      end
      assign comes_here = collnoc_pkg::is_node(TOPOLOGY, dst[15:0], extent_i[15:0], RADIX) && dst[15:0] != from &&
          collnoc_pkg::next_link(TOPOLOGY, from, dst[15:0], extent_i[15:0], RADIX) ==
          3'(TOPOLOGY == collnoc_pkg::STAR ? l : l == 2 ? 2 : 1 - l);
    end
    assign comes[l] = (MULTICAST && collnoc_pkg::is_multicast(data[35:0])) || comes_here;
  end

  logic unused;
  assign unused = ^{coord_i, extent_i, wrap_i, in_vc_i, in_data_i};
endmodule
