// Proved: freedom from deadlock of every mesh, every torus, every network in which only some dimensions wrap, and
// every generalized hypercube, with arbitrary extents. The channels have an order: by dimension; on a ring by class,
// then the wrap link of class 1, then the position along the direction. Whatever channel a packet holds, it requests
// next a later channel, in the same direction or in a higher dimension (descending order: in a lower one, on separate
// channels), or is ejected. So no packets can wait for each other in a cycle. With one virtual channel per order this
// is proved for rings of up to 2 nodes.
//
// The harness has two adjacent nodes. A packet leaves `a` through a link, as any of its route units decides, and is
// routed at `b`. What is assumed of a packet at `a` is asserted at `b`: it is inside the network; on a line, in the
// dimensions in which it has not arrived, its direction is that of its destination; a packet from a link has finished
// the dimensions that come before in its order.
module route_order #(
    parameter int DIMS     = 2,
    parameter int ADDRESS_W = 16,  // bits of a node address
    parameter bit ALL_PORT = 1'b0,
    parameter int VCS      = 2,
    parameter int ROUTE_ORDERS = 1,
    parameter int TOPOLOGY = collnoc_pkg::GRID,
    parameter int RADIX    = 0,
    parameter int LINKS    = collnoc_pkg::links(TOPOLOGY, DIMS, RADIX),  // derived, not to be set
    parameter int PORTS    = LINKS + (ALL_PORT ? LINKS : 1),
    parameter int PORT_W   = $clog2(PORTS),
    parameter int VC_W     = VCS > 1 ? $clog2(VCS) : 1
) (
    input logic              clk_i,
    input logic [ADDRESS_W-1:0] coord_i,   // of a
    input logic [ADDRESS_W-1:0] extent_i,
    input logic [DIMS-1:0]   wrap_i,
    input logic [ADDRESS_W-1:0] dst_i,
    input logic [15:0]       src_i,
    input logic [4:0]        route_i,
    input logic [VC_W-1:0]   vc_i,
    input logic [PORT_W-1:0] in_port_i  // of a
);
  localparam int COMPLETE = TOPOLOGY == collnoc_pkg::COMPLETE ? RADIX : 0;  // longest extent of complete graphs
  localparam int COORD_W = ADDRESS_W / DIMS;
  localparam int RANK_W  = COORD_W + 4;
  localparam int WIDTH   = COMPLETE > 1 ? COMPLETE - 1 : 2;
  localparam int ORDER_VCS = VCS / ROUTE_ORDERS;
  function automatic logic [2:0] dim_of(input logic [PORT_W-1:0] port);
    dim_of = '0;
    for (int d = 0; d < DIMS; d++) if (port >= PORT_W'(d * WIDTH)) dim_of = 3'(d);
  endfunction
  logic rst_nq = 1'b0;  // there is no register; bmc3 needs one
  always_ff @(posedge clk_i) rst_nq <= 1'b1;

  // a.
  logic [PORTS*PORT_W-1:0] a_ports;
  logic [PORTS*VC_W-1:0]   a_vcs;
  logic [PORT_W-1:0]       a_port;
  logic [VC_W-1:0]         a_vc;
  for (genvar p = 0; p < PORTS; p++) begin : gen_a
    route_compute #(
        .DIMS(DIMS), .ADDRESS_W(ADDRESS_W), .ALL_PORT(ALL_PORT), .VCS(VCS), .IN_PORT(p), .PORT_W(PORT_W), .VC_W(VC_W),
        .ROUTE_ORDERS(ROUTE_ORDERS), .TOPOLOGY(TOPOLOGY), .RADIX(RADIX)
    ) i_route (
        .valid_i(1'b1), .coord_i(20'(coord_i)), .extent_i(20'(extent_i)), .wrap_i, .dst_i(20'(dst_i)), .src_i, .route_i, .vc_i,
        .port_o(a_ports[p*PORT_W+:PORT_W]), .vc_o(a_vcs[p*VC_W+:VC_W])
    );
  end
  assign a_port = a_ports[in_port_i*PORT_W+:PORT_W];
  assign a_vc   = a_vcs[in_port_i*VC_W+:VC_W];

  // b, at the other end of a's link, and its link back to a.
  logic [ADDRESS_W-1:0] b_coord;
  logic [COORD_W-1:0] own, far;
  logic [PORT_W-1:0]  b_in;
  always_comb begin
    b_coord = coord_i;
    b_in    = '0;
    for (int d = 0; d < DIMS; d++) begin
      own = coord_i[d*COORD_W+:COORD_W];
      far = extent_i[d*COORD_W+:COORD_W];
      for (int l = 0; l < WIDTH; l++) begin
        if (a_port == PORT_W'(d * WIDTH + l)) begin
          if (COMPLETE > 1) begin
            b_coord[d*COORD_W+:COORD_W] = own + COORD_W'(l) >= far ? own + COORD_W'(l) - far : own + COORD_W'(l + 1);
            b_in = PORT_W'(d * WIDTH) + PORT_W'(far) - PORT_W'(l + 1);
          end else begin
            if (l == 0) b_coord[d*COORD_W+:COORD_W] = own == far ? '0 : own + 1'b1;
            else b_coord[d*COORD_W+:COORD_W] = own == '0 ? far : own - 1'b1;
            b_in = PORT_W'(2 * d + 1 - l);
          end
        end
      end
    end
  end
  logic [LINKS*PORT_W-1:0] b_ports;
  logic [LINKS*VC_W-1:0]   b_vcs;
  logic [PORT_W-1:0]       b_port;
  logic [VC_W-1:0]         b_vc;
  for (genvar l = 0; l < LINKS; l++) begin : gen_b
    route_compute #(
        .DIMS(DIMS), .ADDRESS_W(ADDRESS_W), .ALL_PORT(ALL_PORT), .VCS(VCS), .IN_PORT(l), .PORT_W(PORT_W), .VC_W(VC_W),
        .ROUTE_ORDERS(ROUTE_ORDERS), .TOPOLOGY(TOPOLOGY), .RADIX(RADIX)
    ) i_route (
        .valid_i(1'b1), .coord_i(20'(b_coord)), .extent_i(20'(extent_i)), .wrap_i, .dst_i(20'(dst_i)), .src_i, .route_i, .vc_i(a_vc),
        .port_o(b_ports[l*PORT_W+:PORT_W]), .vc_o(b_vcs[l*VC_W+:VC_W])
    );
  end
  assign b_port = b_ports[b_in*PORT_W+:PORT_W];
  assign b_vc   = b_vcs[b_in*VC_W+:VC_W];

  // The order within a direction of a dimension: position along it from 1, with the wrap link of class 1 first.
  logic [DIMS*RANK_W-1:0] a_rank, b_rank;
  logic [DIMS-1:0]        network_ok, next_ok, over_edge;
  logic                   descending;
  logic [1:0]             first;       // first virtual channel of this order
  assign descending = ROUTE_ORDERS == 2 && route_i[4];
  assign first      = descending ? 2'(ORDER_VCS) : '0;
  for (genvar d = 0; d < DIMS; d++) begin : gen_rank
    logic [COORD_W-1:0] a_at, b_at, dst, extent, a_place, b_place;
    logic               a_high, b_high, a_edge, b_edge, minus;
    assign a_at    = coord_i[d*COORD_W+:COORD_W];
    assign b_at    = b_coord[d*COORD_W+:COORD_W];
    assign dst     = dst_i[d*COORD_W+:COORD_W];
    assign extent  = extent_i[d*COORD_W+:COORD_W];
    assign minus   = route_i[d%4];
    assign a_place = minus ? extent - a_at : a_at;
    assign b_place = minus ? extent - b_at : b_at;
    assign a_edge  = wrap_i[d] && a_place == extent;
    assign b_edge  = wrap_i[d] && b_place == extent;
    assign a_high  = wrap_i[d] && ORDER_VCS > 1 && 3'(a_vc) >= 3'(first) + 3'(ORDER_VCS / 2);
    assign b_high  = wrap_i[d] && ORDER_VCS > 1 && 3'(b_vc) >= 3'(first) + 3'(ORDER_VCS / 2);
    assign a_rank[d*RANK_W+:RANK_W] = {2'b0, a_high, 1'b0, {COORD_W{1'b0}}} +
                                      ((a_high && a_edge) ? '0 : {4'b0, a_place} + 1'b1);
    assign b_rank[d*RANK_W+:RANK_W] = {2'b0, b_high, 1'b0, {COORD_W{1'b0}}} +
                                      ((b_high && b_edge) ? '0 : {4'b0, b_place} + 1'b1);
    // A packet on a link has finished all earlier dimensions; on a link of a complete graph, that dimension too.
    logic a_came, b_came, straight_ok;
    assign straight_ok = COMPLETE == 0;
    assign a_came = in_port_i >= (PORT_W + 1)'(LINKS) || a_at == dst || (straight_ok && dim_of(in_port_i) == 3'(d)) ||
                    (descending ? dim_of(in_port_i) > 3'(d) : dim_of(in_port_i) < 3'(d));
    assign b_came = b_at == dst || (straight_ok && dim_of(a_port) == 3'(d)) ||
                    (descending ? dim_of(a_port) > 3'(d) : dim_of(a_port) < 3'(d));
    assign network_ok[d] = a_at <= extent && dst <= extent && a_came &&
                           (COMPLETE > 1 ? extent != '0 && extent < COORD_W'(COMPLETE) && !wrap_i[d]
                                         : (wrap_i[d] || a_at == dst || minus == (dst < a_at)) &&
                                           (ORDER_VCS > 1 || !wrap_i[d] || extent <= COORD_W'(1)));
    assign next_ok[d] = b_at <= extent && b_came &&
                        (COMPLETE > 1 || wrap_i[d] || b_at == dst || minus == (dst < b_at));
    // A packet never leaves a line at its end, nor a complete graph over a link that does not exist.
    assign over_edge[d] = COMPLETE > 1 ? a_port >= PORT_W'(d * WIDTH) + PORT_W'(extent) && a_port < PORT_W'(d * WIDTH + WIDTH)
                                       : !wrap_i[d] && a_place == extent && a_port == PORT_W'(2 * d) + PORT_W'(minus);
  end

  logic leaves, goes_on;
  assign leaves  = a_port < PORT_W'(LINKS);
  assign goes_on = leaves && b_port < PORT_W'(LINKS);
  always_comb begin
    assume (in_port_i < (PORT_W + 1)'(PORTS) && vc_i < (VC_W + 1)'(VCS) && &network_ok &&
            (ROUTE_ORDERS == 1 || (3'(vc_i) >= 3'(ORDER_VCS)) == descending));
    if (rst_nq) begin
      a_channel_there_is: assert (a_vc < (VC_W + 1)'(VCS) && a_port < (PORT_W + 1)'(PORTS) &&
                                  (ROUTE_ORDERS == 1 || (3'(a_vc) >= 3'(ORDER_VCS)) == descending));
      stays_in_the_network: assert (over_edge == '0);
      legal_at_the_next: assert (!leaves || &next_ok);
      never_before_or_back: assert (!goes_on || (b_port == a_port && COMPLETE == 0) ||
                                    (descending ? dim_of(b_port) < dim_of(a_port) : dim_of(b_port) > dim_of(a_port)));
      later: assert (!(goes_on && b_port == a_port) ||
                     b_rank[dim_of(b_port)*RANK_W+:RANK_W] > a_rank[dim_of(a_port)*RANK_W+:RANK_W]);
      home_is_home: assert (!(leaves && b_coord == dst_i) || !goes_on);
      goes_on_its_way: cover (goes_on && (COMPLETE > 1 || (b_port == a_port && route_i[0])) &&
                            (ROUTE_ORDERS == 1 || descending));
      home_in_another_direction: cover (!wrap_i[0] && route_i[0] && dst_i[0+:COORD_W] == coord_i[0+:COORD_W]);
      is_ejected: cover (leaves && !goes_on);
    end
  end
endmodule
