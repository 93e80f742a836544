// Proved: a channel is reserved if an old head waits for it (from the cycle after the head became old), and then no other
// head starts there. An old head whose channel is free and has a credit stays ready until it or another old head takes the
// channel, and meanwhile, from the second such cycle on, only old heads and packets on their way are ready at its input.
// While a head is old, at most N others start at its channel, where N queues can turn to the channel. At every tick the heads
// at the front become old unless their channel is reserved. So every head waits for a bounded number of packets.
// The surroundings are free: packets of any length to any outputs, credits that come at any time and stay until they are
// used, and any allocator that lets at most one flit leave an input and an output.
// Sees: old_i = i_reservations.old_q
// Sees: reserved_i = i_reservations.reserved_q
// Sees: tick_i = i_reservations.tick_q
module reservation_order #(
    parameter int DIMS     = 1,
    parameter bit ALL_PORT = 1'b0,
    parameter int GROUPS   = 1,
    parameter int VCS      = 2,
    parameter int ROUTE_ORDERS = 1,
    parameter int TOPOLOGY = collnoc_pkg::GRID,
    parameter int RADIX    = 0,
    parameter int AGE_PERIOD = collnoc_pkg::AGE_PERIOD,
    parameter int LINKS    = collnoc_pkg::links(TOPOLOGY, DIMS, RADIX),  // derived, not to be set
    parameter int PORTS    = LINKS + (ALL_PORT ? LINKS : 1),
    parameter int PORT_W   = $clog2(PORTS),
    parameter int VC_W     = VCS > 1 ? $clog2(VCS) : 1,
    parameter int QUEUES   = PORTS * VCS,
    parameter int GVCS     = VCS / GROUPS,
    parameter int QUEUE_W  = $clog2(QUEUES)
) (
    input logic                     clk_i,
    // of every queue: a flit arrives at the front, and what it is if it is a head; the allocator lets the front leave
    input logic [QUEUES-1:0]        arrives_i,
    input logic [QUEUES-1:0]        tail_i,
    input logic [QUEUES*PORT_W-1:0] port_i,
    input logic [QUEUES*VC_W-1:0]   vc_i,
    input logic [QUEUES-1:0]        leaves_i,
    input logic [QUEUES-1:0]        credit_i,  // [output][vc]
    input logic [QUEUES-1:0]        old_i,
    input logic [QUEUES-1:0]        reserved_i,
    input logic [$clog2(AGE_PERIOD)-1:0] tick_i
);
  logic rst_nq = 1'b0;
  always_ff @(posedge clk_i) rst_nq <= 1'b1;

  // The queues' fronts, and the channels.
  logic [QUEUES-1:0]        has_q, head_q, tail_q, busy_q, credit_q;
  logic [QUEUES*PORT_W-1:0] port_q;
  logic [QUEUES*VC_W-1:0]   vc_q;
  logic [QUEUES-1:0]        reserved, ready, start, next_start, young_start, old_now, hurried;
  logic [QUEUES*PORTS-1:0]  outputs;
  logic [QUEUES*QUEUES-1:0] here;      // [queue][channel]: the front is for it
  logic [QUEUES-1:0]        uses, ends;  // [channel]: a flit, a tail goes there

  logic              active;
  logic [QUEUES-1:0] heads;
  assign active   = has_q != '0;
  assign reserved = reserved_i;
  assign heads  = has_q & head_q;
  reservations #(
      .PORTS(PORTS), .GROUPS(GROUPS), .VCS(VCS), .AGE_PERIOD(AGE_PERIOD)
  ) i_reservations (
      .clk_i, .rst_ni(rst_nq), .active_i(active), .head_i(heads), .channel_i(here), .ready_i(ready), .leaves_i,
      .start_i(start), .next_start_i(next_start), .changes_i(uses | credit_i),
      .young_start_o(young_start), .old_o(old_now), .hurried_o(hurried)
  );
  assign start      = credit_q & ~busy_q;
  assign next_start = ((credit_q & ~uses) | credit_i) & ~((busy_q | uses) & ~ends);

  always_comb begin
    uses = '0;
    ends = '0;
    for (int q = 0; q < QUEUES; q++) begin
      for (int o = 0; o < PORTS; o++) outputs[q*PORTS+o] = port_q[q*PORT_W+:PORT_W] == PORT_W'(o);
      for (int c = 0; c < QUEUES; c++) begin
        here[q*QUEUES+c] = outputs[q*PORTS+c/VCS] && vc_q[q*VC_W+:VC_W] == VC_W'(c % VCS);
      end
      // As in the router.
      ready[q] = has_q[q] && (here[q*QUEUES+:QUEUES] & credit_q) != '0
              && (!head_q[q] || (old_now[q] ? (here[q*QUEUES+:QUEUES] & start) != '0
                                            : (here[q*QUEUES+:QUEUES] & young_start) != '0 && !hurried[q]));
      if (leaves_i[q]) uses = uses | here[q*QUEUES+:QUEUES];
      if (leaves_i[q] && tail_q[q]) ends = ends | here[q*QUEUES+:QUEUES];
    end
  end

  logic inputs_ok, outputs_ok, turns_ok;  // at most one flit leaves an input, an output; only turns that can occur
  always_comb begin
    inputs_ok  = 1'b1;
    outputs_ok = 1'b1;
    turns_ok   = 1'b1;
    for (int n = 0; n < PORTS * GROUPS; n++) begin
      if (!$onehot0(leaves_i[n*GVCS+:GVCS])) inputs_ok = 1'b0;
    end
    for (int q = 0; q < QUEUES; q++) begin
      for (int p = 0; p < q; p++) begin
        if (leaves_i[p] && leaves_i[q] && port_q[p*PORT_W+:PORT_W] == port_q[q*PORT_W+:PORT_W]) outputs_ok = 1'b0;
      end
      if (vc_i[q*VC_W+:VC_W] >= (VC_W + 1)'(VCS)) turns_ok = 1'b0;
      if (port_i[q*PORT_W+:PORT_W] >= (PORT_W + 1)'(PORTS)) turns_ok = 1'b0;
      for (int o = 0; o < PORTS; o++) begin
        if (port_i[q*PORT_W+:PORT_W] == PORT_W'(o) &&
            !collnoc_pkg::turn_allowed(q / VCS, o, DIMS, ALL_PORT, ROUTE_ORDERS, TOPOLOGY, RADIX)) turns_ok = 1'b0;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_nq) begin
      has_q    <= '0;
      head_q   <= '1;
      tail_q   <= '0;
      busy_q   <= '0;
      credit_q <= '0;
      port_q   <= '0;
      vc_q     <= '0;
    end else begin
      busy_q   <= (busy_q | uses) & ~ends;
      credit_q <= (credit_q & ~uses) | credit_i;
      for (int q = 0; q < QUEUES; q++) begin
        if (!has_q[q] || leaves_i[q]) begin
          has_q[q]  <= arrives_i[q];
          tail_q[q] <= tail_i[q];
          if (leaves_i[q]) head_q[q] <= tail_q[q];
          if (leaves_i[q] ? tail_q[q] : head_q[q]) begin  // a head comes
            port_q[q*PORT_W+:PORT_W] <= port_i[q*PORT_W+:PORT_W];
            vc_q[q*VC_W+:VC_W]       <= vc_i[q*VC_W+:VC_W];
          end
        end
      end
    end
  end

  // The observed queue and channel: arbitrary.
  (* anyconst *) logic [QUEUE_W-1:0] me;
  (* anyconst *) logic [QUEUE_W-1:0] there;
  logic mine, old, awaited, starts, younger_starts, disturbed;
  logic [5:0] sources;  // queues that can turn to the channel
  always_comb begin
    mine      = has_q[me] && head_q[me] && here[me*QUEUES+there];
    old       = old_i[me] && mine;
    awaited   = 1'b0;      // an old head waits for the channel
    starts    = 1'b0;      // another head starts there, a younger one
    younger_starts = 1'b0;
    disturbed = 1'b0;      // a younger head of my input is ready
    sources   = '0;
    for (int q = 0; q < QUEUES; q++) begin
      if (old_i[q] && has_q[q] && head_q[q] && here[q*QUEUES+there]) awaited = 1'b1;
      if (QUEUE_W'(q) != me && leaves_i[q] && head_q[q] && here[q*QUEUES+there]) begin
        starts = 1'b1;
        if (!old_i[q]) younger_starts = 1'b1;
      end
      if (QUEUE_W'(q) / QUEUE_W'(GVCS) == me / QUEUE_W'(GVCS) && ready[q] && head_q[q] && !old_i[q]) disturbed = 1'b1;
      for (int c = 0; c < QUEUES; c++) begin
        if (QUEUE_W'(c) == there && collnoc_pkg::turn_allowed(q / VCS, c / VCS, DIMS, ALL_PORT, ROUTE_ORDERS, TOPOLOGY, RADIX)) begin
          sources = sources + 1'b1;
        end
      end
    end
  end

  logic [5:0] overtaken_q;  // heads that started at my channel since mine is old
  logic       old_before_q, could_q, taken_q, joins_q;
  always_ff @(posedge clk_i) begin
    if (!rst_nq || !old || leaves_i[me]) overtaken_q <= '0;
    else if (starts) overtaken_q <= overtaken_q + 1'b1;
    old_before_q <= rst_nq && old && !leaves_i[me];
    could_q      <= rst_nq && old && ready[me] && !leaves_i[me];
    taken_q      <= starts;
    joins_q      <= rst_nq && tick_i == '1 && mine && !reserved[there] && !leaves_i[me];
  end

  always_comb begin
    assume (me < (QUEUE_W + 1)'(QUEUES) && there < (QUEUE_W + 1)'(QUEUES));
    if (rst_nq) begin
      assume (turns_ok && inputs_ok && outputs_ok && (leaves_i & ~ready) == '0);
      an_old_head_is_a_head: assert (!old_i[me] || (has_q[me] && head_q[me]));
      reserves: assert (!old_before_q || reserved[there]);
      reserved_for_old_heads: assert (!reserved[there] || awaited);
      nobody_else_starts: assert (!(reserved[there] && younger_starts));
      stays_ready: assert (!could_q || taken_q || ready[me]);
      not_disturbed: assert (!could_q || !disturbed);
      becomes_old: assert (!joins_q || old_i[me]);
      waits_for_few: assert (overtaken_q <= sources);
      overtaken: cover (overtaken_q != '0 && old && leaves_i[me]);
    end
  end
endmodule
