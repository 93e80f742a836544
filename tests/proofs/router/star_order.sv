// Proved: freedom from deadlock of every star graph, and that its routes are shortest paths. The channels have an
// order: by virtual channel, then those that leave even nodes before those that leave odd nodes. Whatever channel a
// packet holds, it requests next a later channel that exists, or is ejected. So no packets can wait for each other in
// a cycle. Each hop is one step nearer to the destination, and none goes back.
//
// The harness has two adjacent nodes. A packet leaves `a` through a link, as any of its route units decides, and is
// routed at `b`. What is assumed of a packet at `a` is asserted at `b`: there are enough virtual channels for the odd
// nodes before it.
module star_order #(
    parameter int RADIX    = 3,
    parameter bit ALL_PORT = 1'b0,
    parameter int VCS      = 2,
    parameter int LINKS    = RADIX - 1,  // derived, not to be set
    parameter int PORTS    = LINKS + (ALL_PORT ? LINKS : 1),
    parameter int PORT_W   = $clog2(PORTS),
    parameter int VC_W     = VCS > 1 ? $clog2(VCS) : 1
) (
    input logic              clk_i,
    input logic [15:0]       coord_i,   // of a
    input logic [15:0]       dst_i,
    input logic [15:0]       src_i,
    input logic [VC_W-1:0]   vc_i,
    input logic [PORT_W-1:0] in_port_i  // of a
);
  logic rst_nq = 1'b0;  // there is no register; bmc3 needs one
  always_ff @(posedge clk_i) rst_nq <= 1'b1;

  // Symbols of a node's label, from its address: with six, the last one is the one that no other place has.
  localparam int STORED = RADIX < 6 ? RADIX : 5;
  function automatic logic [3*RADIX-1:0] label(input logic [15:0] address);
    logic elsewhere;
    label = '0;
    for (int i = 0; i < STORED; i++) label[3*i+:3] = address[3*i+:3];
    if (STORED < RADIX) begin
      for (int s = 0; s < RADIX; s++) begin
        elsewhere = 1'b0;
        for (int i = 0; i < STORED; i++) if (address[3*i+:3] == 3'(s)) elsewhere = 1'b1;
        if (!elsewhere) label[3*STORED+:3] = 3'(s);
      end
    end
  endfunction
  function automatic logic is_label(input logic [15:0] address);
    logic [3*RADIX-1:0] l;
    l        = label(address);
    is_label = address >> (3 * STORED) == '0;
    for (int i = 0; i < RADIX; i++) begin
      if (l[3*i+:3] >= 3'(RADIX)) is_label = 1'b0;
      for (int j = 0; j < i; j++) if (l[3*i+:3] == l[3*j+:3]) is_label = 1'b0;
    end
  endfunction
  function automatic logic is_even(input logic [15:0] address);
    logic [3*RADIX-1:0] l;
    l       = label(address);
    is_even = 1'b1;
    for (int i = 0; i < RADIX; i++) for (int j = 0; j < i; j++) if (l[3*j+:3] > l[3*i+:3]) is_even = !is_even;
  endfunction
  // Remaining hops: one per symbol out of place, plus one per cycle of them; the cycle of place 0 takes one less
  // instead.
  function automatic logic [2:0] links_between(input logic [15:0] own_address, input logic [15:0] dst_address);
    logic [RADIX*3-1:0] own, dst, home;  // home: place in dst of the symbol at this place of own
    logic [2:0]        at;
    logic              first;
    own  = label(own_address);
    dst  = label(dst_address);
    home = '0;
    for (int i = 0; i < RADIX; i++) begin
      for (int j = 0; j < RADIX; j++) if (own[3*i+:3] == dst[3*j+:3]) home[3*i+:3] = 3'(j);
    end
    links_between = '0;
    for (int i = 0; i < RADIX; i++) begin
      at    = home[3*i+:3];
      first = at != 3'(i);  // of its cycle
      if (first) links_between = links_between + 3'd1;
      for (int n = 1; n < RADIX; n++) begin
        if (at < 3'(i)) first = 1'b0;
        at = home[3*at+:3];
      end
      if (first) links_between = i == 0 ? links_between - 3'd1 : links_between + 3'd1;
    end
  endfunction
  // Whether a packet on a link has enough virtual channels: it moves up by one at each even node that it leaves.
  function automatic logic has_enough(input logic [VC_W-1:0] vc, input logic even, input logic [2:0] left);
    has_enough = 4'(vc) + ((4'(left) + 4'(even)) >> 1) < 4'(VCS);
  endfunction

  // a.
  logic                    a_even;
  logic [PORTS*PORT_W-1:0] a_ports;
  logic [PORTS*VC_W-1:0]   a_vcs;
  logic [PORT_W-1:0]       a_port;
  logic [VC_W-1:0]         a_vc;
  assign a_even = is_even(coord_i);
  for (genvar p = 0; p < PORTS; p++) begin : gen_a
    route_compute #(
        .DIMS(1), .ALL_PORT(ALL_PORT), .VCS(VCS), .IN_PORT(p), .PORT_W(PORT_W), .VC_W(VC_W), .TOPOLOGY(collnoc_pkg::STAR), .RADIX(RADIX)
    ) i_route (
        .valid_i(1'b1), .coord_i, .extent_i(16'd0), .wrap_i(1'b0), .dst_i, .src_i, .route_i(5'd0), .vc_i,
        .port_o(a_ports[p*PORT_W+:PORT_W]), .vc_o(a_vcs[p*VC_W+:VC_W])
    );
  end
  assign a_port = a_ports[in_port_i*PORT_W+:PORT_W];
  assign a_vc   = a_vcs[in_port_i*VC_W+:VC_W];

  // b, at the other end of a's link, which is b's link of the same number.
  logic [15:0]             b_coord;
  logic                    b_even;
  logic [LINKS*PORT_W-1:0] b_ports;
  logic [LINKS*VC_W-1:0]   b_vcs;
  logic [PORT_W-1:0]       b_port;
  logic [VC_W-1:0]         b_vc;
  logic [3*RADIX-1:0]      a_label, b_label;
  assign a_label = label(coord_i);
  always_comb begin
    b_label = a_label;
    for (int l = 0; l < LINKS; l++) begin
      if (a_port == PORT_W'(l)) {b_label[2:0], b_label[3*l+3+:3]} = {a_label[3*l+3+:3], a_label[2:0]};
    end
    b_coord                = '0;
    b_coord[3*STORED-1:0] = b_label[3*STORED-1:0];
  end
  assign b_even = is_even(b_coord);
  for (genvar p = 0; p < LINKS; p++) begin : gen_b
    route_compute #(
        .DIMS(1), .ALL_PORT(ALL_PORT), .VCS(VCS), .IN_PORT(p), .PORT_W(PORT_W), .VC_W(VC_W), .TOPOLOGY(collnoc_pkg::STAR), .RADIX(RADIX)
    ) i_route (
        .valid_i(1'b1), .coord_i(b_coord), .extent_i(16'd0), .wrap_i(1'b0), .dst_i, .src_i, .route_i(5'd0), .vc_i(a_vc),
        .port_o(b_ports[p*PORT_W+:PORT_W]), .vc_o(b_vcs[p*VC_W+:VC_W])
    );
  end
  assign b_port = b_ports[a_port*PORT_W+:PORT_W];
  assign b_vc   = b_vcs[a_port*VC_W+:VC_W];

  logic       leaves, goes_on;
  logic [2:0] a_left, b_left;
  assign a_left  = links_between(coord_i, dst_i);
  assign b_left  = links_between(b_coord, dst_i);
  assign leaves  = a_port < PORT_W'(LINKS);
  assign goes_on = leaves && b_port < PORT_W'(LINKS);
  always_comb begin
    assume (in_port_i < (PORT_W + 1)'(PORTS) && vc_i < (VC_W + 1)'(VCS) && is_label(coord_i) && is_label(dst_i) &&
            (in_port_i >= (PORT_W + 1)'(LINKS) || has_enough(vc_i, a_even, a_left)));
    if (rst_nq) begin
      a_channel_there_is: assert (a_vc < (VC_W + 1)'(VCS) && a_port < (PORT_W + 1)'(PORTS));
      home_is_ejected: assert (leaves == (coord_i != dst_i));
      by_its_own_channel: assert (leaves || a_port == PORT_W'(LINKS) + ((ALL_PORT && in_port_i < (PORT_W + 1)'(LINKS)) ? in_port_i : '0));
      one_nearer: assert (!leaves || b_left + 3'd1 == a_left);
      legal_at_the_next: assert (!leaves || (is_label(b_coord) && b_even == !a_even && has_enough(a_vc, b_even, b_left)));
      not_back: assert (!goes_on || b_port != a_port);
      later: assert (!goes_on || {b_vc, !b_even} > {a_vc, !a_even});
      the_longest_way: cover (leaves && a_left == 3'(3 * (RADIX - 1) / 2));
      the_last_channel: cover (goes_on && b_vc == VC_W'(VCS - 1));
      is_ejected: cover (leaves && !goes_on);
    end
  end
endmodule
