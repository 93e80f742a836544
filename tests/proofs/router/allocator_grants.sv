// Proved: an output is granted to at most one input and an input to at most one output, only if a flit is ready, for
// the output of that flit, and only for a turn that can occur. An output is idle only if no input selected a flit for
// it. A packet that has flits and credits crosses without interruption up to its tail. Arbitration is round-robin: a
// flit that is continuously ready is selected within VCS - 1 turns of the other virtual channels of its input, and an
// input that continuously requests an output is served within INPUTS - 1 turns of other inputs.
module allocator_grants #(
    parameter int DIMS     = 1,
    parameter bit ALL_PORT = 1'b0,
    parameter int GROUPS   = 1,
    parameter int VCS      = 1,
    parameter bit FAST     = VCS > 1,  // as the router
    parameter int ROUTE_ORDERS = 1,
    parameter int TOPOLOGY = collnoc_pkg::GRID,
    parameter int RADIX    = 0,
    parameter int LINKS    = collnoc_pkg::links(TOPOLOGY, DIMS, RADIX),  // derived, not to be set
    parameter int PORTS    = LINKS + (ALL_PORT ? LINKS : 1),
    parameter int INPUTS   = PORTS * GROUPS,
    parameter int PORT_W   = $clog2(PORTS),
    parameter int VC_W     = VCS > 1 ? $clog2(VCS) : 1
) (
    input logic                         clk_i,
    input logic [INPUTS*VCS-1:0]        ready_i,
    input logic [INPUTS*VCS-1:0]        tail_i,
    input logic [INPUTS*VCS*PORT_W-1:0] port_i
);
  logic rst_nq = 1'b0;
  always_ff @(posedge clk_i) rst_nq <= 1'b1;

  logic [INPUTS*VC_W-1:0]  vc;
  logic [INPUTS-1:0]       pop;
  logic [PORTS*INPUTS-1:0] grant;
  logic [INPUTS*VCS*PORTS-1:0] ports;
  logic [PORTS-1:0]        sends;
  // The output that each virtual channel requests, one-hot.
  always_comb begin
    for (int q = 0; q < INPUTS * VCS; q++) begin
      for (int o = 0; o < PORTS; o++) ports[q*PORTS+o] = port_i[q*PORT_W+:PORT_W] == PORT_W'(o);
    end
  end
  switch_allocator #(
      .DIMS(DIMS), .ALL_PORT(ALL_PORT), .PORTS(PORTS), .GROUPS(GROUPS), .VCS(VCS), .VC_W(VC_W), .FAST(FAST),
      .ROUTE_ORDERS(ROUTE_ORDERS), .TOPOLOGY(TOPOLOGY), .RADIX(RADIX)
  ) i_allocator (
      .clk_i, .rst_ni(rst_nq), .ready_i, .tail_i, .ports_i(ports), .vc_o(vc), .pop_o(pop), .grant_o(grant), .sends_o(sends)
  );

  // The observed packet and ports: arbitrary.
  (* anyconst *) logic [$clog2(INPUTS+1)-1:0] me;       // input
  (* anyconst *) logic [VC_W-1:0]             my_vc;
  (* anyconst *) logic [PORT_W-1:0]           there;    // output
  logic [VC_W-1:0]   vc_picked;   // the pick of `me`
  logic              mine, picked, wants, granted, tail;
  logic [PORT_W-1:0] my_port;
  logic [INPUTS-1:0] at_there;    // grants of the output
  logic [PORTS-1:0]  of_me;       // grants of the input
  logic              turn_ends;   // of the output, with another input's tail
  always_comb begin
    vc_picked = vc[me*VC_W+:VC_W];
    mine      = ready_i[me*VCS+my_vc];
    my_port   = port_i[(me*VCS+my_vc)*PORT_W+:PORT_W];
    tail      = tail_i[me*VCS+my_vc];
    picked    = mine && vc_picked == my_vc;
    wants     = picked && my_port == there;
    at_there  = grant[there*INPUTS+:INPUTS];
    granted   = at_there[me];
    turn_ends = 1'b0;
    for (int o = 0; o < PORTS; o++) of_me[o] = grant[o*INPUTS+me];
    for (int i = 0; i < INPUTS; i++) begin
      if (i != me && at_there[i] && tail_i[i*VCS+vc[i*VC_W+:VC_W]]) turn_ends = 1'b1;
    end
  end

  // A packet never makes an impossible turn.
  logic turns_ok;
  always_comb begin
    turns_ok = 1'b1;
    for (int i = 0; i < INPUTS; i++) begin
      for (int v = 0; v < VCS; v++) begin
        if (ready_i[i*VCS+v]) begin
          if (port_i[(i*VCS+v)*PORT_W+:PORT_W] >= (PORT_W + 1)'(PORTS)) turns_ok = 1'b0;
          for (int o = 0; o < PORTS; o++) begin
            if (port_i[(i*VCS+v)*PORT_W+:PORT_W] == PORT_W'(o) &&
                !collnoc_pkg::turn_allowed(i / GROUPS, o, DIMS, ALL_PORT, ROUTE_ORDERS, TOPOLOGY, RADIX)) turns_ok = 1'b0;
          end
        end
      end
    end
  end

  logic       crossing_q;      // my packet left through `there` in the last cycle, and has more flits
  logic [2:0] vc_turns_q;      // turns of other virtual channels of my input while my flit was ready, not picked
  logic [4:0] input_turns_q;   // turns of others at `there` while I requested it
  always_ff @(posedge clk_i) begin
    if (!rst_nq) begin
      crossing_q    <= 1'b0;
      vc_turns_q    <= '0;
      input_turns_q <= '0;
    end else begin
      crossing_q <= granted && wants && !tail;
      if (!mine || picked) vc_turns_q <= '0;
      else if (pop[me] && tail_i[me*VCS+vc_picked]) vc_turns_q <= vc_turns_q + 1'b1;
      if (!wants || granted) input_turns_q <= '0;
      else if (turn_ends) input_turns_q <= input_turns_q + 1'b1;
    end
  end

  always_comb begin
    assume (me < INPUTS && my_vc < (VC_W + 1)'(VCS) && there < (PORT_W + 1)'(PORTS));
    if (rst_nq) begin
      assume (turns_ok);
      one_input: assert ($onehot0(at_there));
      one_output: assert ($onehot0(of_me));
      pops_the_granted: assert (pop[me] == (of_me != '0));
      picks_a_ready_one: assert (ready_i[me*VCS+vc_picked] || ready_i[me*VCS+:VCS] == '0);
      to_who_asks: assert (!(granted && vc_picked == my_vc) || wants);
      serves_who_asks: assert (!wants || at_there != '0);
      in_one_piece: assert (!(crossing_q && mine && my_port == there) || (granted && wants));
      no_virtual_channel_starves: assert (vc_turns_q <= 3'(VCS - 1));
      no_input_starves: assert (input_turns_q <= 5'(INPUTS - 1));
      crosses: cover (crossing_q && granted && wants && ready_i == '1);
      waited: cover (input_turns_q != '0 && granted);
    end
  end
endmodule
