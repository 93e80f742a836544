// Proved: the routing of a graph is what software has written. The last write of ROUTE for a destination, with a link and
// virtual channels that the router has, decides over which link packets leave for it and in which of its virtual channels,
// and through which channel of the NIC puts leave if there is one for each link; other writes change nothing for it. A
// packet that has arrived is ejected, through the channel of its link if there is one for each. A put to a node that does
// not exist is refused, one to the own node is known as such.
module table_exact #(
    parameter bit ALL_PORT = 1'b0,
    parameter int VCS      = 2,
    parameter int RADIX    = 3,  // links
    parameter int ROUTES   = 16,
    parameter int IN_PORT  = 0,
    parameter int PORTS    = RADIX + (ALL_PORT ? RADIX : 1),  // derived, not to be set
    parameter int PORT_W   = $clog2(PORTS),
    parameter int VC_W     = VCS > 1 ? $clog2(VCS) : 1,
    parameter int CH_W     = ALL_PORT ? $clog2(RADIX) : 1
) (
    input logic        clk_i,
    input logic        write_i,
    input logic [31:0] data_i,
    input logic [15:0] coord_i,
    input logic [15:0] extent_i,  // number of tiles - 1
    input logic [15:0] src_i
);
  localparam int ROUTES_W = collnoc_pkg::routes_width(ROUTES, VCS);
  (* anyconst *) logic [15:0] dst;

  logic [ROUTES_W-1:0] routes;
  route_table #(.ENTRIES(ROUTES), .LINKS(RADIX), .VCS(VCS)) i_table (.clk_i, .write_i, .data_i, .routes_o(routes));

  logic [PORT_W-1:0] port;
  logic [VC_W-1:0]   vc;
  table_route #(
      .ALL_PORT(ALL_PORT), .VCS(VCS), .IN_PORT(IN_PORT), .PORT_W(PORT_W), .VC_W(VC_W), .RADIX(RADIX), .ROUTES(ROUTES)
  ) i_route (.valid_i(1'b1), .coord_i, .dst_i(dst), .src_i, .routes_i(routes), .port_o(port), .vc_o(vc));

  logic            outside, differs;
  logic [CH_W-1:0] channel;
  table_launch #(.VCS(VCS), .CH_W(CH_W), .ROUTES(ROUTES)) i_launch (
      .valid_i(1'b1), .coord_i, .extent_i, .node_i(dst), .routes_i(routes), .outside_o(outside), .differs_o(differs),
      .channel_o(channel)
  );

  // What was written, as the documentation of the register has it: node, virtual channels - 1, the first, the link.
  logic       written_q = 1'b0;
  logic [2:0] link_q;
  logic [1:0] first_q, more_q;
  logic [3:0] last_vc;
  assign last_vc = 4'(data_i[4:3]) + 4'(data_i[6:5]);
  always_ff @(posedge clk_i) begin
    if (write_i && data_i[31:16] == dst && 32'(data_i[2:0]) < RADIX && 32'(last_vc) < VCS) begin
      written_q                 <= 1'b1;
      {more_q, first_q, link_q} <= data_i[6:0];
    end
  end

  always_comb begin
    assume (32'(dst) < ROUTES && coord_i <= extent_i);
    home_is_ejected: assert (coord_i != dst || 32'(port) == RADIX + ((ALL_PORT && IN_PORT < RADIX) ? IN_PORT : 0));
    a_channel_there_is: assert (coord_i != dst || 32'(vc) < VCS);
    launched_if_a_node: assert (outside == (dst > extent_i) && differs == (coord_i != dst));
    if (written_q && coord_i != dst) begin
      by_its_link: assert (32'(port) == 32'(link_q));
      in_its_channels: assert (4'(vc) >= 4'(first_q) && 4'(vc) <= 4'(first_q) + 4'(more_q));
      launched_the_same_way: assert (!ALL_PORT || 32'(channel) == 32'(link_q));
    end
    written_and_used: cover (written_q && coord_i != dst && 32'(link_q) == RADIX - 1);
  end
  if (VCS > 1) begin : gen_choice
    always_comb begin
      its_last_channel: cover (written_q && coord_i != dst && more_q == 2'd1 && 4'(vc) == 4'(first_q) + 4'd1);
      its_first_channel: cover (written_q && coord_i != dst && more_q == 2'd1 && 4'(vc) == 4'(first_q));
    end
  end
endmodule
