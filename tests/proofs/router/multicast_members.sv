// Proved: a multicast reaches each member of its box exactly once and no other node, and crosses each link at most once.
//
// All networks with up to EXTENT nodes in each dimension, any mixture of lines and rings (or complete graphs; or the star
// graph of RADIX symbols), any sender and any box that the NIC accepts, on rings with either direction where the sender is
// outside the box. Every node has the route units of its input ports, and from one cycle to the next all copies of the
// packet move one hop. In the last cycle of the bound the packet has left the network, so the bound is no restriction. That
// each copy takes each flit once is proved in copies_once.
module multicast_members #(
    parameter int DIMS     = 2,
    parameter int EXTENT   = 4,  // of the longest dimension
    parameter int TOPOLOGY = collnoc_pkg::GRID,
    parameter int RADIX    = 0,
    parameter int LINKS    = collnoc_pkg::links(TOPOLOGY, DIMS, RADIX),  // derived, not to be set
    parameter int PORTS    = LINKS + 1,
    parameter int NODES    = TOPOLOGY == collnoc_pkg::STAR ? star_pkg::factorial(RADIX) : EXTENT ** DIMS,
    parameter int HOPS     = TOPOLOGY == collnoc_pkg::STAR ? 3 * (RADIX - 1) / 2
                             : DIMS * (TOPOLOGY == collnoc_pkg::GRID ? EXTENT - 1 : 1)  // of the longest path
) (
    input logic clk_i
);
  localparam int NODE_W  = collnoc_pkg::NODE_W;
  localparam int COORD_W = 16 / DIMS;
  localparam int WIDTH   = collnoc_pkg::links_per_dimension(TOPOLOGY, RADIX);
  localparam bit GRID    = TOPOLOGY == collnoc_pkg::GRID;
  localparam bit STAR    = TOPOLOGY == collnoc_pkg::STAR;
  function automatic int step_of(input int d);
    step_of = 1;
    for (int i = 0; i < d; i++) step_of = step_of * EXTENT;
  endfunction
  function automatic int coordinate(input int node, input int d);
    coordinate = node / step_of(d) % EXTENT;
  endfunction
  function automatic logic [NODE_W-1:0] address(input int node);
    address = '0;
    if (STAR) address[15:0] = star_pkg::address(node, RADIX);
    else for (int d = 0; d < DIMS; d++) address[d*COORD_W+:COORD_W] = COORD_W'(coordinate(node, d));
  endfunction
  logic rst_nq = 1'b0;
  always_ff @(posedge clk_i) rst_nq <= 1'b1;
  (* anyconst *) logic [NODE_W-1:0] sender, extent, from;  // extent - 1 of each dimension
  (* anyconst *) logic [NODE_W:0]   to;
  (* anyconst *) logic [DIMS-1:0]   wrap;
  (* anyconst *) logic [2:0]        minus;

  logic bad, channel;
  multicast_launch #(.DIMS(DIMS), .TOPOLOGY(TOPOLOGY), .RADIX(RADIX)) i_launch (
      .valid_i(1'b1), .coord_i(sender), .extent_i(extent), .wrap_i(wrap), .from_i(from), .to_i(to), .minus_i(minus),
      .bad_o(bad), .channel_o(channel)
  );

  // What the NIC checks of every put: both ends are nodes; on a line, the direction is that of the box.
  logic [DIMS-1:0] legal;
  for (genvar d = 0; d < DIMS; d++) begin : gen_legal
    logic [COORD_W-1:0] far, own, first, last;
    assign far   = extent[d*COORD_W+:COORD_W];
    assign own   = sender[d*COORD_W+:COORD_W];
    assign first = from[d*COORD_W+:COORD_W];
    assign last  = to[d*COORD_W+:COORD_W];
    assign legal[d] = STAR ? star_pkg::is_node(sender[15:0], RADIX) : far < COORD_W'(EXTENT) && own <= far && first <= far &&
                      (GRID ? wrap[d] || (own >= first && own <= last) || minus[d%3] == (first < own) : !wrap[d] && far != '0);
  end

  // Copies at the input ports of every node, what they send and eject there.
  logic [NODES*PORTS-1:0] at_q, arrives;
  logic [NODES*LINKS-1:0] sends, twice;
  logic [NODES-1:0]       inside, member, ejects, several, over_edge;
  logic [NODES-1:0]       got_q = '0;
  logic [NODES*LINKS-1:0] crossed_q = '0;
  for (genvar n = 0; n < NODES; n++) begin : gen_node
    localparam logic [NODE_W-1:0] OWN = address(n);
    logic [PORTS*PORTS-1:0] outputs;  // by input port
    for (genvar p = 0; p < PORTS; p++) begin : gen_port
      logic [PORTS-1:0] routed;
      multicast_route #(.DIMS(DIMS), .IN_PORT(p), .TOPOLOGY(TOPOLOGY), .RADIX(RADIX)) i_route (
          .valid_i(at_q[n*PORTS+p]), .coord_i(OWN), .extent_i(extent), .from_i(from), .to_i(to[NODE_W-1:0]), .minus_i(minus),
          .outputs_o(routed)
      );
      // In a star graph no packet leaves over the link over which it arrived: the router has no such copy.
      assign outputs[p*PORTS+:PORTS] = STAR && p < LINKS ? routed & ~(PORTS'(1) << p) : routed;
    end
    logic any;
    always_comb begin
      any = 1'b0;
      several[n] = 1'b0;
      for (int p = 0; p < PORTS; p++) begin
        several[n] = several[n] || (any && outputs[p*PORTS+LINKS]);
        any = any || outputs[p*PORTS+LINKS];
      end
      ejects[n] = any;
      for (int l = 0; l < LINKS; l++) begin
        any = 1'b0;
        twice[n*LINKS+l] = 1'b0;
        for (int p = 0; p < PORTS; p++) begin
          twice[n*LINKS+l] = twice[n*LINKS+l] || (any && outputs[p*PORTS+l]);
          any = any || outputs[p*PORTS+l];
        end
        sends[n*LINKS+l] = any;
      end
    end
    assign arrives[n*PORTS+LINKS] = !rst_nq && OWN == sender;
    if (STAR) begin : gen_star
      assign inside[n]    = 1'b1;
      assign over_edge[n] = 1'b0;
      for (genvar l = 0; l < LINKS; l++) begin : gen_link
        assign arrives[n*PORTS+l] = sends[star_pkg::neighbour(n, l, RADIX)*LINKS+l];
      end
      always_comb begin
        member[n] = OWN != sender;
        for (int i = 1; i < RADIX; i++) begin
          member[n] = member[n] && (sender[3*i+:3] != to[3*i+:3] || OWN[3*i+:3] == sender[3*i+:3]);
        end
      end
    end else begin : gen_box
      always_comb begin
        inside[n] = 1'b1;
        member[n] = OWN != sender;
        over_edge[n] = 1'b0;
        for (int d = 0; d < DIMS; d++) begin
          inside[n] = inside[n] && OWN[d*COORD_W+:COORD_W] <= extent[d*COORD_W+:COORD_W];
          member[n] = member[n] && (from[d*COORD_W+:COORD_W] <= to[d*COORD_W+:COORD_W] ?
              OWN[d*COORD_W+:COORD_W] >= from[d*COORD_W+:COORD_W] && OWN[d*COORD_W+:COORD_W] <= to[d*COORD_W+:COORD_W] :
              OWN[d*COORD_W+:COORD_W] >= from[d*COORD_W+:COORD_W] || OWN[d*COORD_W+:COORD_W] <= to[d*COORD_W+:COORD_W]);
          for (int l = 0; l < WIDTH; l++) begin
            if (!GRID) over_edge[n] = over_edge[n] || (sends[n*LINKS+d*WIDTH+l] && COORD_W'(l) >= extent[d*COORD_W+:COORD_W]);
            else if (!wrap[d]) over_edge[n] = over_edge[n] || (sends[n*LINKS+d*WIDTH+l] &&
                OWN[d*COORD_W+:COORD_W] == (l == 0 ? extent[d*COORD_W+:COORD_W] : '0));
          end
        end
        member[n] = member[n] && inside[n];
      end
      // Input port b of dimension d comes from the node to which link b leads, over that node's link back.
      logic [COORD_W-1:0] own, far, there;
      always_comb begin
        arrives[n*PORTS+:LINKS] = '0;
        own   = '0;
        far   = '0;
        there = '0;
        for (int d = 0; d < DIMS; d++) begin
          own = OWN[d*COORD_W+:COORD_W];
          far = extent[d*COORD_W+:COORD_W];
          for (int b = 0; b < WIDTH; b++) begin
            if (GRID) there = b == 0 ? (own == far ? '0 : own + 1'b1) : own == '0 ? far : own - 1'b1;
            else there = own + COORD_W'(b) >= far ? own + COORD_W'(b) - far : own + COORD_W'(b + 1);
            for (int x = 0; x < EXTENT; x++) begin
              for (int l = 0; l < WIDTH; l++) begin
                if (there == COORD_W'(x) && (GRID ? l == 1 - b : COORD_W'(l + b + 1) == far) && inside[n] &&
                    sends[(n+(x-coordinate(n, d))*step_of(d))*LINKS+d*WIDTH+l]) arrives[n*PORTS+d*WIDTH+b] = 1'b1;
              end
            end
          end
        end
      end
    end
  end

  logic [7:0] cycle_q = '0;
  always_ff @(posedge clk_i) begin
    at_q      <= arrives;
    got_q     <= got_q | ejects;
    crossed_q <= crossed_q | sends;
    cycle_q   <= cycle_q + 8'(cycle_q != '1);
  end
  initial at_q = '0;

  always_comb begin
    assume (!bad && &legal && sender[NODE_W-1:DIMS*COORD_W] == '0 && from[NODE_W-1:DIMS*COORD_W] == '0);
    if (rst_nq) begin
      no_other_node: assert ((ejects & ~member) == '0);
      only_once: assert ((ejects & got_q) == '0 && several == '0);
      links_only_once: assert ((sends & crossed_q) == '0 && twice == '0);
      stays_in_the_network: assert (over_edge == '0);
      every_member: assert (cycle_q < 8'(HOPS + 2) || (at_q == '0 && got_q == member));
      reaches_all: cover (at_q == '0 && got_q == {{(NODES - 1){1'b1}}, 1'b0});
      takes_as_long_as_it_may: cover (cycle_q == 8'(HOPS + 1) && at_q != '0);
      leads_over_the_edge: cover (at_q == '0 && got_q != '0 && (!GRID || from[COORD_W-1:0] > to[COORD_W-1:0]));
    end
  end
  logic unused;
  assign unused = channel;
endmodule
