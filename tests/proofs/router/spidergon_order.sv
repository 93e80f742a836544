// Proved: freedom from deadlock of every spidergon, and that its routes are shortest paths. The channels have an order:
// links across, then class 0 of the ring in the direction of travel, then class 1 from the wrap link on. Whatever
// channel a packet holds, it requests next a later channel that exists, or is ejected. So no packets can wait for each
// other in a cycle. Each hop is one step nearer to the destination.
//
// The harness has two adjacent nodes. A packet leaves `a` through a link, as any of its route units decides, and is
// routed at `b`. What is assumed of a packet at `a` is asserted at `b`: the link over which it arrived is on a path from
// some source to its destination.
module spidergon_order #(
    parameter bit ALL_PORT = 1'b0,
    parameter int VCS      = 2,
    parameter int LINKS    = 3,  // derived, not to be set
    parameter int PORTS    = LINKS + (ALL_PORT ? LINKS : 1),
    parameter int PORT_W   = $clog2(PORTS),
    parameter int VC_W     = VCS > 1 ? $clog2(VCS) : 1
) (
    input logic              clk_i,
    input logic [15:0]       extent_i,  // number of tiles - 1
    input logic [15:0]       coord_i,   // of a
    input logic [15:0]       dst_i,
    input logic [15:0]       src_i,
    input logic [VC_W-1:0]   vc_i,
    input logic [PORT_W-1:0] in_port_i  // of a
);
  logic rst_nq = 1'b0;  // there is no register; bmc3 needs one
  always_ff @(posedge clk_i) rst_nq <= 1'b1;

  // Number of links from one tile to another in the direction of +1.
  logic [7:0] tiles;
  assign tiles = {1'b0, extent_i[6:0]} + 8'd1;
  function automatic logic [7:0] ahead(input logic [15:0] from, input logic [15:0] to, input logic [7:0] n);
    ahead = to[7:0] >= from[7:0] ? to[7:0] - from[7:0] : to[7:0] + n - from[7:0];
  endfunction
  // Length of the shortest path: along the ring, or across and then along the ring.
  function automatic logic [7:0] links_between(input logic [15:0] from, input logic [15:0] to, input logic [7:0] n);
    logic [7:0] ring, round;
    ring          = ahead(from, to, n);
    if (ring > n - ring) ring = n - ring;
    round         = (n >> 1) - ring + 8'd1;
    links_between = ring <= round ? ring : round;
  endfunction
  // Whether a packet for `to` can arrive at `at` over link `port`: 0 from the next tile, 1 from the previous one, 2 from
  // the opposite one.
  function automatic logic can_come(input logic [15:0] at, input logic [15:0] to, input logic [PORT_W-1:0] port,
                                    input logic [7:0] n);
    logic [9:0] plus, minus;  // 4 times the distance
    plus  = 10'(ahead(at, to, n)) << 2;
    minus = 10'(ahead(to, at, n)) << 2;
    case (port)
      PORT_W'(0): can_come = minus + 10'd4 <= 10'(n);
      PORT_W'(1): can_come = plus + 10'd4 <= 10'(n);
      PORT_W'(2): can_come = plus < 10'(n) || minus < 10'(n);
      default:    can_come = 1'b1;
    endcase
  endfunction
  // Position of a channel in the order. Only channels of the same direction of the ring are compared.
  function automatic logic [8:0] place(input logic [15:0] at, input logic [PORT_W-1:0] port, input logic [VC_W-1:0] vc,
                                       input logic [15:0] extent);
    logic [8:0] along;
    logic       wrap;
    along = 9'(port[0] ? extent[6:0] - at[6:0] : at[6:0]) + 9'd1;
    wrap  = at == (port[0] ? 16'd0 : extent);
    if (port == PORT_W'(2)) place = '0;
    else if (4'(vc) < 4'(VCS / 2)) place = along;
    else place = wrap ? 9'd128 : 9'd128 + along;
  endfunction

  // a.
  logic [PORTS*PORT_W-1:0] a_ports;
  logic [PORTS*VC_W-1:0]   a_vcs;
  logic [PORT_W-1:0]       a_port;
  logic [VC_W-1:0]         a_vc;
  for (genvar p = 0; p < PORTS; p++) begin : gen_a
    route_compute #(
        .DIMS(1), .ALL_PORT(ALL_PORT), .VCS(VCS), .IN_PORT(p), .PORT_W(PORT_W), .VC_W(VC_W),
        .TOPOLOGY(collnoc_pkg::SPIDERGON)
    ) i_route (
        .valid_i(1'b1), .coord_i, .extent_i, .wrap_i(1'b1), .dst_i, .src_i, .route_i(5'd0), .vc_i,
        .port_o(a_ports[p*PORT_W+:PORT_W]), .vc_o(a_vcs[p*VC_W+:VC_W])
    );
  end
  assign a_port = a_ports[in_port_i*PORT_W+:PORT_W];
  assign a_vc   = a_vcs[in_port_i*VC_W+:VC_W];

  // b, at the other end of a's link.
  logic [15:0]             b_coord;
  logic [PORT_W-1:0]       b_in_port;
  logic [LINKS*PORT_W-1:0] b_ports;
  logic [LINKS*VC_W-1:0]   b_vcs;
  logic [PORT_W-1:0]       b_port;
  logic [VC_W-1:0]         b_vc;
  always_comb begin
    case (a_port)
      PORT_W'(0): {b_coord, b_in_port} = {coord_i == extent_i ? 16'd0 : coord_i + 16'd1, PORT_W'(1)};
      PORT_W'(1): {b_coord, b_in_port} = {coord_i == 16'd0 ? extent_i : coord_i - 16'd1, PORT_W'(0)};
      default: begin
        b_in_port = PORT_W'(2);
        b_coord   = coord_i >= 16'(tiles >> 1) ? coord_i - 16'(tiles >> 1) : coord_i + 16'(tiles >> 1);
      end
    endcase
  end
  for (genvar p = 0; p < LINKS; p++) begin : gen_b
    route_compute #(
        .DIMS(1), .ALL_PORT(ALL_PORT), .VCS(VCS), .IN_PORT(p), .PORT_W(PORT_W), .VC_W(VC_W),
        .TOPOLOGY(collnoc_pkg::SPIDERGON)
    ) i_route (
        .valid_i(1'b1), .coord_i(b_coord), .extent_i, .wrap_i(1'b1), .dst_i, .src_i, .route_i(5'd0), .vc_i(a_vc),
        .port_o(b_ports[p*PORT_W+:PORT_W]), .vc_o(b_vcs[p*VC_W+:VC_W])
    );
  end
  assign b_port = b_ports[b_in_port*PORT_W+:PORT_W];
  assign b_vc   = b_vcs[b_in_port*VC_W+:VC_W];

  logic       leaves, goes_on;
  logic [7:0] a_left, b_left;
  assign a_left  = links_between(coord_i, dst_i, tiles);
  assign b_left  = links_between(b_coord, dst_i, tiles);
  assign leaves  = a_port < PORT_W'(LINKS);
  assign goes_on = leaves && b_port < PORT_W'(LINKS);
  always_comb begin
    assume (extent_i >= 16'd3 && extent_i <= (VCS == 1 ? 16'd5 : 16'd63) && extent_i[0] && coord_i <= extent_i &&
            dst_i <= extent_i && in_port_i < (PORT_W + 1)'(PORTS) && vc_i < (VC_W + 1)'(VCS) &&
            can_come(coord_i, dst_i, in_port_i, tiles));
    if (rst_nq) begin
      a_channel_there_is: assert (a_vc < (VC_W + 1)'(VCS) && a_port < (PORT_W + 1)'(PORTS));
      home_is_ejected: assert (leaves == (coord_i != dst_i));
      by_its_own_channel: assert (leaves || a_port == PORT_W'(LINKS) + ((ALL_PORT && in_port_i < (PORT_W + 1)'(LINKS)) ? in_port_i : '0));
      one_nearer: assert (!leaves || b_left + 8'd1 == a_left);
      legal_at_the_next: assert (!leaves || (b_coord <= extent_i && can_come(b_coord, dst_i, b_in_port, tiles)));
      turns_that_there_are: assert (!goes_on || collnoc_pkg::turn_allowed(32'(b_in_port), 32'(b_port), 1, ALL_PORT, 1,
                                                                          collnoc_pkg::SPIDERGON, 0));
      straight_on: assert (!goes_on || a_port == PORT_W'(2) || b_port == a_port);
      later: assert (!goes_on || place(b_coord, b_port, b_vc, extent_i) > place(coord_i, a_port, a_vc, extent_i));
      across_then_along: cover (goes_on && a_port == PORT_W'(2) && b_port == PORT_W'(1));
      over_the_wrap_link: cover (leaves && coord_i == extent_i && a_port == '0);
    end
  end
  // The networks with one virtual channel are too small for a path of 16 links.
  if (VCS > 1) begin : gen_large
    always_comb begin
      if (rst_nq) the_longest_path: cover (leaves && a_left == 8'd16);
    end
  end
endmodule
