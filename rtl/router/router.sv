// The router: LINKS links to the neighbours and CHANNELS injection and ejection channels to the NIC.
// Input-queued, virtual channels, credits. A flit passes the modules in this order:
//
//   link -> route_compute -> input_buffer -> switch_allocator -> crossbar -> output_unit -> link
//           [cycle t]        | register |    [cycle t+1]                                 [driven in t+1]
//
// The module reservations makes heads wait for older ones.
// With MULTICAST, multicast_route computes the outputs of packets to several nodes, and the module multicast copies them,
// between input_buffer and switch_allocator.
//
// A hop takes one cycle. HOP_CYCLES above 1 adds HOP_CYCLES - 1 registers for flits and credits between router and
// link, which may be placed along the link's wires, and one register between router and NIC.
// With four virtual channels, an input port is read twice per cycle, once for each half of them (GROUPS). The allocator
// treats the halves as two inputs. With fewer virtual channels, an input port is read once. With VC_READS, every virtual
// channel is read by itself.
// Every output depends on registers only. `quiescent_o`: without input, the state does not change.
module router #(
    // <arch: router-parameters>
    parameter int DIMS         = 2,                      // dimensions: 1..4, of complete graphs 1..6
    parameter int ADDRESS_W    = 16,                     // bits of a node address: 16 or 20
    parameter bit ALL_PORT     = 1'b0,                   // one channel per link between NIC and router, otherwise one
    parameter int VCS          = 2,                      // virtual channels per link: 1 to 4
    parameter int VC_DEPTH     = 4,                      // flits per virtual channel buffer: 2 to 64
    parameter int FLIT_W       = 64,                     // data bits per flit: 64, 128, 256 or 512
    parameter int MAX_PACKET   = 32,                     // flits of the longest packet, including the head flit: 2 to 256
    parameter int HOP_CYCLES   = 1,                      // cycles per hop, one more than registers in a link: 1 to 5
    parameter int SWITCHING    = collnoc_pkg::WORMHOLE,  // 0 wormhole, 1 cut-through, 2 store-and-forward
    parameter int ROUTE_ORDERS = 1,                      // orders of dimensions that a message can choose from: 1 or 2
    parameter int TOPOLOGY     = collnoc_pkg::GRID,      // kind of network
    parameter int RADIX        = 0,                      // longest extent of complete graphs, symbols of a star graph, otherwise 0: 0 to 9
    parameter bit MULTICAST    = 1'b0,                   // puts to a box of nodes: routers copy packets
    parameter bit VC_READS     = 1'b0,                   // every virtual channel of an input port is read in a cycle
    parameter bit MONITOR      = 1'b1,                   // counters of flits and stalls
    // </arch>
    parameter int INJ_DEPTH  = 4,   // depth of the injection buffers per virtual channel
    parameter int LINKS      = collnoc_pkg::links(TOPOLOGY, DIMS, RADIX),  // derived, not to be set
    parameter int CHANNELS   = ALL_PORT ? LINKS : 1,
    parameter int PORTS      = LINKS + CHANNELS,
    parameter int VC_W       = VCS > 1 ? $clog2(VCS) : 1
) (
    input  logic                     clk_i,
    input  logic                     rst_ni,
    // place in the network
    input  logic [collnoc_pkg::NODE_W-1:0] coord_i,
    input  logic [collnoc_pkg::NODE_W-1:0] extent_i,  // extent - 1
    input  logic [DIMS-1:0]          wrap_i,
    // ports: links first, then injection channels (inputs) and ejection channels (outputs)
    input  logic [PORTS-1:0]         in_valid_i,
    input  logic [PORTS-1:0]         in_head_i,
    input  logic [PORTS-1:0]         in_tail_i,
    input  logic [PORTS*VC_W-1:0]    in_vc_i,
    input  logic [PORTS*FLIT_W-1:0]  in_data_i,
    output logic [PORTS*VCS-1:0]     in_credit_o,
    output logic [PORTS-1:0]         out_valid_o,
    output logic [PORTS-1:0]         out_head_o,
    output logic [PORTS-1:0]         out_tail_o,
    output logic [PORTS*VC_W-1:0]    out_vc_o,
    output logic [PORTS*FLIT_W-1:0]  out_data_o,
    input  logic [LINKS*VCS-1:0]     out_credit_i,    // of the links
    input  logic [CHANNELS-1:0]      eject_credit_i,  // of the ejection channels
    // event counts, 96 bits per output port (link_monitor)
    output logic [PORTS*96-1:0]      counts_o,
    output logic                     quiescent_o
);
  localparam int PORT_W = $clog2(PORTS);
  localparam int GROUPS  = VC_READS ? VCS : VCS == 4 ? 2 : 1;  // separately read parts of an input port
  localparam int INPUTS  = PORTS * GROUPS;
  localparam int GVCS    = VCS / GROUPS;      // virtual channels of a group
  localparam int GVC_W   = GVCS > 1 ? $clog2(GVCS) : 1;
  localparam int SLOTS  = (1 << PORT_W) << VC_W;  // {port, vc} as an index
  localparam int COPIES = MULTICAST ? collnoc_pkg::most_copies(DIMS, ALL_PORT, ROUTE_ORDERS, TOPOLOGY, RADIX) : 1;
  localparam int ROUTE_W = ROUTE_ORDERS == 2 ? 5 : TOPOLOGY == collnoc_pkg::GRID ? DIMS : 1;  // bits of a head's route that are used
  localparam int NIC_HOP = HOP_CYCLES > 1 ? 2 : 1;  // HOP_CYCLES of the channels to and from the NIC, whose wires are short
  localparam int HEAD_NEEDS = SWITCHING == collnoc_pkg::WORMHOLE ? 1 : MAX_PACKET;

  // Reject illegal parameters at elaboration.
  // <arch: router-checks>
  `ifndef __ICARUS__
  if (DIMS < 1 || DIMS > 6) begin : gen_bad_dims
    $error("router: DIMS must be 1 to 6");
  end
  if (ADDRESS_W != 16 && ADDRESS_W != 20) begin : gen_bad_address_w
    $error("router: ADDRESS_W must be 16 or 20");
  end
  if (VCS < 1 || VCS > 4) begin : gen_bad_vcs
    $error("router: VCS must be 1 to 4");
  end
  if (VC_DEPTH < 2 || VC_DEPTH > 64) begin : gen_bad_vc_depth
    $error("router: VC_DEPTH must be 2 to 64");
  end
  if (MAX_PACKET < 2 || MAX_PACKET > 256) begin : gen_bad_max_packet
    $error("router: MAX_PACKET must be 2 to 256");
  end
  if (HOP_CYCLES < 1 || HOP_CYCLES > 5) begin : gen_bad_hop_cycles
    $error("router: HOP_CYCLES must be 1 to 5");
  end
  if (SWITCHING < 0 || SWITCHING > 2) begin : gen_bad_switching
    $error("router: SWITCHING must be 0, 1 or 2");
  end
  if (ROUTE_ORDERS < 1 || ROUTE_ORDERS > 2) begin : gen_bad_route_orders
    $error("router: ROUTE_ORDERS must be 1 or 2");
  end
  if (TOPOLOGY < 0 || TOPOLOGY > 3) begin : gen_bad_topology
    $error("router: TOPOLOGY must be 0 to 3");
  end
  if (RADIX < 0 || RADIX > 9) begin : gen_bad_radix
    $error("router: RADIX must be 0 to 9");
  end
  if (TOPOLOGY == collnoc_pkg::GRID && DIMS > 4) begin : gen_bad_rule_0
    $error("router: meshes and tori have 1 to 4 dimensions");
  end
  if ((TOPOLOGY == collnoc_pkg::GRID || TOPOLOGY == collnoc_pkg::SPIDERGON) && RADIX != 0) begin : gen_bad_rule_1
    $error("router: RADIX must be 0 except for complete graphs and star graphs");
  end
  if (TOPOLOGY == collnoc_pkg::COMPLETE && RADIX < 2) begin : gen_bad_rule_2
    $error("router: complete graphs have a RADIX of 2 to 9");
  end
  if (TOPOLOGY == collnoc_pkg::COMPLETE && DIMS * (RADIX - 1) > 8) begin : gen_bad_rule_3
    $error("router: a node has at most 8 links: DIMS times RADIX - 1");
  end
  if (TOPOLOGY == collnoc_pkg::STAR && (RADIX < 3 || RADIX > 5)) begin : gen_bad_rule_4
    $error("router: a star graph has a RADIX of 3 to 5");
  end
  if ((TOPOLOGY == collnoc_pkg::STAR || TOPOLOGY == collnoc_pkg::SPIDERGON) && DIMS != 1) begin : gen_bad_rule_5
    $error("router: star graphs and spidergons have DIMS 1");
  end
  if ((TOPOLOGY == collnoc_pkg::STAR || TOPOLOGY == collnoc_pkg::SPIDERGON) && ROUTE_ORDERS != 1) begin : gen_bad_rule_6
    $error("router: star graphs and spidergons have one order of dimensions: ROUTE_ORDERS must be 1");
  end
  if (ADDRESS_W != 16 && FLIT_W < 128) begin : gen_bad_rule_7
    $error("router: an extent above 256 in two dimensions or 32 in three needs FLIT_W of at least 128: 64 bits of a head flit have no room for addresses of 20 bits");
  end
  if (ADDRESS_W != 16 && (TOPOLOGY != collnoc_pkg::GRID || DIMS > 3)) begin : gen_bad_rule_8
    $error("router: addresses of 20 bits are for meshes and tori of 1 to 3 dimensions");
  end
  if (TOPOLOGY == collnoc_pkg::STAR && VCS < RADIX - 1) begin : gen_bad_rule_9
    $error("router: a star graph needs VCS of at least RADIX - 1");
  end
  if (ROUTE_ORDERS == 2 && VCS % 2 != 0) begin : gen_bad_rule_10
    $error("router: with ROUTE_ORDERS 2, VCS must be 2 or 4: each order has half of the virtual channels");
  end
  if (SWITCHING != collnoc_pkg::WORMHOLE && MAX_PACKET > VC_DEPTH) begin : gen_bad_rule_11
    $error("router: unless SWITCHING is wormhole, MAX_PACKET must be at most VC_DEPTH: a packet must fit into a buffer");
  end
  if (MULTICAST && TOPOLOGY == collnoc_pkg::SPIDERGON) begin : gen_bad_rule_12
    $error("router: MULTICAST is for meshes, tori, generalized hypercubes and star graphs: a spidergon has no sets of nodes");
  end
  if (MULTICAST && TOPOLOGY == collnoc_pkg::GRID && DIMS > 3) begin : gen_bad_rule_13
    $error("router: with MULTICAST, meshes and tori have 1 to 3 dimensions: the bit of the fourth direction marks a multicast");
  end
  if (MULTICAST && SWITCHING != collnoc_pkg::WORMHOLE) begin : gen_bad_rule_14
    $error("router: with MULTICAST, SWITCHING must be wormhole: a copy is cut where another packet waits, at no known length");
  end
  if (MULTICAST && VC_DEPTH < 3) begin : gen_bad_rule_15
    $error("router: with MULTICAST, VC_DEPTH must be at least 3: one place keeps the head flit of a packet");
  end
  if (MULTICAST && MAX_PACKET < 3) begin : gen_bad_rule_16
    $error("router: with MULTICAST, MAX_PACKET must be at least 3: a packet has a power of two of payload flits");
  end
  if (VC_READS && ALL_PORT) begin : gen_bad_rule_17
    $error("router: VC_READS is for NICs with one port");
  end
  if (VC_READS && MULTICAST) begin : gen_bad_rule_18
    $error("router: with MULTICAST, VC_READS must be 0: a copy is made at the one read of its port");
  end
  if (VC_READS && VCS == 4 && ((TOPOLOGY == collnoc_pkg::GRID && DIMS > 3) || (TOPOLOGY == collnoc_pkg::COMPLETE && DIMS * (RADIX - 1) > 7))) begin : gen_bad_rule_19
    $error("router: with VC_READS, a router reads at most 32 virtual channels: with VCS 4 it has at most 7 links");
  end
  `endif
  // </arch>
  `ifndef __ICARUS__
  if (INJ_DEPTH < 2 || INJ_DEPTH > 64) begin : gen_bad_inj_depth
    $error("router: INJ_DEPTH must be 2 to 64");
  end
  // A head is offered only when its tail is in the buffer.
  if (SWITCHING == collnoc_pkg::STORE_AND_FORWARD && MAX_PACKET > INJ_DEPTH) begin : gen_bad_switching_inj_depth
    $error("router: if SWITCHING is store-and-forward, a packet must fit an injection buffer: MAX_PACKET at most INJ_DEPTH");
  end
  `endif

  // Inputs: front of every queue, [input][vc].
  logic [PORTS*VCS-1:0]        front_valid, front_head, front_tail;
  logic [PORTS*VCS*PORT_W-1:0] front_port;
  logic [PORTS*VCS*VC_W-1:0]   front_vc;
  logic [PORTS*VCS-1:0]        front_multicast, held;
  logic [PORTS*VCS*COPIES-1:0] front_copies;
  logic [INPUTS*FLIT_W-1:0]    read_data;     // [input][group]
  logic [INPUTS-1:0]           buffer_empty;

  // Allocation.
  logic [PORTS*VCS-1:0]    ready;
  logic [INPUTS*GVC_W-1:0] read_vc;  // [input][group]: virtual channel of the group
  logic [INPUTS-1:0]       pop;
  logic [PORTS*VCS-1:0]    leaves;   // [input][vc]: its front flit leaves
  logic [PORTS*VCS-1:0]    freed;    // [input][vc]: a place becomes free
  logic [PORTS*VCS-1:0]    hold;     // [input][vc]: if its front flit leaves, it stays as the head of its packet
  logic [PORTS*VCS-1:0]    flit_head, flit_tail;  // [input][vc]: of the flit that it offers
  logic [PORTS*VCS*PORTS-1:0] requested;  // [input][vc]: the outputs of that flit, with MULTICAST
  logic [PORTS*VCS-1:0]    read_kept;  // [input][vc]: that flit is the head that stays
  logic [PORTS*INPUTS-1:0] grant;    // [output][input, group]

  // Reservations.
  logic [PORTS*VCS-1:0]       waits;         // [input][vc]: its head must not start
  logic [PORTS*VCS-1:0]       reserved;      // [output][vc]
  logic [PORTS*VCS*PORTS-1:0] front_output;  // [input][vc]: the output of a packet to one node, one-hot

  // Outputs, {port, vc}.
  logic [SLOTS-1:0] busy, body_ok, head_ok;
  logic [PORTS-1:0] output_empty, credit_empty;  // no flit, no credit is in an output register

  for (genvar i = 0; i < PORTS; i++) begin : gen_input
    localparam int THIS_DEPTH = i < LINKS ? VC_DEPTH : INJ_DEPTH;
    logic [PORT_W-1:0] port;
    logic [VC_W-1:0]   vc;
    logic [collnoc_pkg::NODE_W-1:0] dst, corner;  // in the head flit; their upper bits are behind the first 64
    if (ADDRESS_W > 16) begin : gen_wide
      assign dst    = {in_data_i[i*FLIT_W+67+:4], in_data_i[i*FLIT_W+:16]};
      assign corner = {in_data_i[i*FLIT_W+71+:4], in_data_i[i*FLIT_W+16+:16]};
    end else begin : gen_narrow
      assign dst    = {4'd0, in_data_i[i*FLIT_W+:16]};
      assign corner = {4'd0, in_data_i[i*FLIT_W+16+:16]};
    end

    route_compute #(
        .DIMS(DIMS), .ADDRESS_W(ADDRESS_W), .ALL_PORT(ALL_PORT), .VCS(VCS), .IN_PORT(i), .PORT_W(PORT_W), .VC_W(VC_W),
        .ROUTE_ORDERS(ROUTE_ORDERS), .TOPOLOGY(TOPOLOGY), .RADIX(RADIX)
    ) i_route_compute (
        .valid_i(in_valid_i[i] && in_head_i[i]), .coord_i, .extent_i, .wrap_i,
        .dst_i(dst), .src_i(in_data_i[i*FLIT_W+16+:16]),
        .route_i(5'(in_data_i[i*FLIT_W+32+:ROUTE_W])), .vc_i(in_vc_i[i*VC_W+:VC_W]),
        .port_o(port), .vc_o(vc)
    );

    logic [COPIES-1:0] copies;
    if (MULTICAST) begin : gen_multicast_route
      logic [LINKS:0] outputs;
      logic           copied;
      assign copied = collnoc_pkg::is_multicast(in_data_i[i*FLIT_W+:36]);
      multicast_route #(.DIMS(DIMS), .ADDRESS_W(ADDRESS_W), .IN_PORT(i), .TOPOLOGY(TOPOLOGY), .RADIX(RADIX)) i_multicast_route (
          .valid_i(in_valid_i[i] && in_head_i[i]), .coord_i, .extent_i, .from_i(dst),
          .to_i(corner), .minus_i(in_data_i[i*FLIT_W+32+:3]), .outputs_o(outputs)
      );
      for (genvar k = 0; k < COPIES; k++) begin : gen_copy
        if (k < collnoc_pkg::copies(i, DIMS, ALL_PORT, ROUTE_ORDERS, TOPOLOGY, RADIX)) begin : gen_output
          localparam int O = collnoc_pkg::copy_output(i, k, DIMS, ALL_PORT, ROUTE_ORDERS, TOPOLOGY, RADIX);
          assign copies[k] = copied ? outputs[O < LINKS ? O : LINKS] : port == PORT_W'(O);
        end else begin : gen_none
          assign copies[k] = 1'b0;
        end
      end
    end else begin : gen_no_multicast_route
      assign copies = '0;
      logic unused;
      assign unused = ^corner;
    end

    for (genvar g = 0; g < GROUPS; g++) begin : gen_group
      localparam int N  = i * GROUPS + g;
      localparam int V0 = i * VCS + g * GVCS;  // first virtual channel
      logic [VC_W-1:0] in_vc;
      assign in_vc = in_vc_i[i*VC_W+:VC_W] - VC_W'(g * GVCS);
      input_buffer #(
          .FLIT_W(FLIT_W), .VCS(GVCS), .DEPTH(THIS_DEPTH), .SWITCHING(SWITCHING), .PORT_W(PORT_W), .OUT_VC_W(VC_W),
          .MULTICAST(MULTICAST), .COPIES(COPIES)
      ) i_input_buffer (
          .clk_i, .rst_ni,
          .valid_i(in_valid_i[i] && (GROUPS == 1 || in_vc < VC_W'(GVCS))), .head_i(in_head_i[i]),
          .tail_i(in_tail_i[i]), .vc_i(GVCS > 1 ? GVC_W'(in_vc) : GVC_W'(0)), .data_i(in_data_i[i*FLIT_W+:FLIT_W]),
          .port_i(port), .out_vc_i(vc), .copies_i(copies),
          .front_valid_o(front_valid[V0+:GVCS]), .front_head_o(front_head[V0+:GVCS]),
          .front_tail_o(front_tail[V0+:GVCS]), .front_port_o(front_port[V0*PORT_W+:GVCS*PORT_W]),
          .front_vc_o(front_vc[V0*VC_W+:GVCS*VC_W]), .front_multicast_o(front_multicast[V0+:GVCS]),
          .front_copies_o(front_copies[V0*COPIES+:GVCS*COPIES]),
          .read_vc_i(read_vc[N*GVC_W+:GVC_W]), .read_head_i(read_kept[V0+:GVCS]), .read_data_o(read_data[N*FLIT_W+:FLIT_W]),
          .pop_i(leaves[V0+:GVCS]), .hold_i(hold[V0+:GVCS]), .held_o(held[V0+:GVCS]), .credit_o(freed[V0+:GVCS]),
          .empty_o(buffer_empty[N])
      );
    end

    if (HOP_CYCLES == 1) begin : gen_credit
      assign in_credit_o[i*VCS+:VCS] = freed[i*VCS+:VCS];
      assign credit_empty[i]         = 1'b1;  // then no flit is buffered that could leave
    end else begin : gen_credit_register
      localparam int CREDIT_W = ((i < LINKS ? HOP_CYCLES : NIC_HOP) - 1) * VCS;  // the latest in the low bits
      logic [CREDIT_W-1:0] credit_q;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) credit_q <= '0;
        else credit_q <= CREDIT_W'({credit_q, freed[i*VCS+:VCS]});
      end
      assign in_credit_o[i*VCS+:VCS] = credit_q[CREDIT_W-1-:VCS];
      assign credit_empty[i]         = credit_q == '0;
    end
  end

  switch_allocator #(
      .DIMS(DIMS), .ALL_PORT(ALL_PORT), .PORTS(PORTS), .GROUPS(GROUPS), .VCS(GVCS), .PORT_W(PORT_W), .VC_W(GVC_W),
      .ROUTE_ORDERS(ROUTE_ORDERS), .TOPOLOGY(TOPOLOGY), .RADIX(RADIX), .MULTICAST(MULTICAST)
  ) i_switch_allocator (
      .clk_i, .rst_ni, .ready_i(ready), .tail_i(flit_tail), .port_i(front_port), .ports_i(requested), .vc_o(read_vc),
      .pop_o(pop), .grant_o(grant)
  );

  // Crossbar.
  logic [INPUTS-1:0]       read_head, read_tail;  // of the flit every input has picked
  logic [PORTS*INPUTS*VC_W-1:0] read_out_vc;  // [output][input, group]
  logic [INPUTS*FLIT_W-1:0] flit_data;
  logic [PORTS-1:0]        xbar_valid, xbar_head, xbar_tail;
  logic [PORTS*VC_W-1:0]   xbar_vc;
  logic [PORTS*FLIT_W-1:0] xbar_data;

  always @* begin
    for (int n = 0; n < INPUTS; n++) begin
      read_head[n] = 1'b0;
      read_tail[n] = 1'b0;
      for (int v = 0; v < GVCS; v++) begin
        if (read_vc[n*GVC_W+:GVC_W] == GVC_W'(v)) begin
          read_head[n] = flit_head[n*GVCS+v];
          read_tail[n] = flit_tail[n*GVCS+v];
        end
      end
    end
  end

  logic [PORTS-1:0] copy_credit_stall, copy_arbitration_stall;
  logic             copies_quiescent;
  if (MULTICAST) begin : gen_multicast
    logic [SLOTS-1:0] reserved_slot;  // {port, vc}
    for (genvar o = 0; o < (1 << PORT_W); o++) begin : gen_reserved
      logic [VCS-1:0] these;
      assign these = o < PORTS ? reserved[(o<PORTS?o:0)*VCS+:VCS] : '0;
      assign reserved_slot[o*(1<<VC_W)+:(1<<VC_W)] = (1 << VC_W)'(these);
    end
    multicast #(
        .DIMS(DIMS), .ADDRESS_W(ADDRESS_W), .ALL_PORT(ALL_PORT), .VCS(VCS), .FLIT_W(FLIT_W), .MAX_PACKET(MAX_PACKET),
        .ROUTE_ORDERS(ROUTE_ORDERS), .TOPOLOGY(TOPOLOGY), .RADIX(RADIX)
    ) i_multicast (
        .clk_i, .rst_ni, .coord_i, .extent_i, .wrap_i,
        .valid_i(front_valid), .head_i(front_head), .tail_i(front_tail), .multicast_i(front_multicast), .held_i(held),
        .copies_i(front_copies), .vc_i(front_vc),
        .busy_i(busy), .body_ok_i(body_ok), .head_ok_i(head_ok), .reserved_i(reserved_slot), .waits_i(waits),
        .ready_o(ready), .request_o(requested), .head_o(flit_head), .tail_o(flit_tail),
        .read_vc_i(read_vc), .grant_i(grant), .pop_o(leaves), .hold_o(hold),
        .read_head_o(read_kept), .read_data_i(read_data), .data_o(flit_data), .vc_o(read_out_vc),
        .quiescent_o(copies_quiescent),
        .credit_stall_o(copy_credit_stall), .arbitration_stall_o(copy_arbitration_stall)
    );
    for (genvar q = 0; q < PORTS * VCS; q++) begin : gen_front_output
      for (genvar k = 0; k < COPIES; k++) begin : gen_copy
        if (k < collnoc_pkg::copies(q / VCS, DIMS, ALL_PORT, ROUTE_ORDERS, TOPOLOGY, RADIX)) begin : gen_output
          localparam int O = collnoc_pkg::copy_output(q / VCS, k, DIMS, ALL_PORT, ROUTE_ORDERS, TOPOLOGY, RADIX);
          assign front_output[q*PORTS+O] = front_copies[q*COPIES+k] && !front_multicast[q];
        end
      end
      for (genvar o = 0; o < PORTS; o++) begin : gen_other
        if (!collnoc_pkg::turn_allowed(q / VCS, o, DIMS, ALL_PORT, ROUTE_ORDERS, TOPOLOGY, RADIX)) begin : gen_no_turn
          assign front_output[q*PORTS+o] = 1'b0;
        end
      end
    end
    logic unused;
    assign unused = ^{pop, front_port};
  end else begin : gen_unicast
    assign copies_quiescent = 1'b1;
    assign flit_head = front_head;
    assign flit_tail = front_tail;
    assign flit_data = read_data;
    assign {requested, hold, read_kept, copy_credit_stall, copy_arbitration_stall} = '0;
    for (genvar q = 0; q < PORTS * VCS; q++) begin : gen_queue
      localparam int N = q / GVCS;
      logic [PORT_W+VC_W-1:0] to;
      assign to = {front_port[q*PORT_W+:PORT_W], front_vc[q*VC_W+:VC_W]};
      assign ready[q]  = front_valid[q] && (front_head[q] ? head_ok[to] && !busy[to] && !waits[q] : body_ok[to]);
      for (genvar o = 0; o < PORTS; o++) begin : gen_output
        assign front_output[q*PORTS+o] = front_port[q*PORT_W+:PORT_W] == PORT_W'(o);
      end
      assign leaves[q] = pop[N] && read_vc[N*GVC_W+:GVC_W] == GVC_W'(q % GVCS);
    end
    for (genvar n = 0; n < INPUTS; n++) begin : gen_read_vc
      logic [VC_W-1:0] out_vc;
      always @* begin
        out_vc = '0;
        for (int v = 0; v < GVCS; v++) begin
          if (read_vc[n*GVC_W+:GVC_W] == GVC_W'(v)) out_vc = front_vc[(n*GVCS+v)*VC_W+:VC_W];
        end
      end
      for (genvar o = 0; o < PORTS; o++) begin : gen_output
        assign read_out_vc[(o*INPUTS+n)*VC_W+:VC_W] = out_vc;
      end
    end
    logic unused;
    assign unused = ^{front_copies, held, reserved};
  end

  reservations #(
      .DIMS(DIMS), .ALL_PORT(ALL_PORT), .PORTS(PORTS), .GROUPS(GROUPS), .VCS(VCS), .VC_W(VC_W),
      .ROUTE_ORDERS(ROUTE_ORDERS), .TOPOLOGY(TOPOLOGY), .RADIX(RADIX)
  ) i_reservations (
      .clk_i, .rst_ni, .active_i(!(&buffer_empty)), .head_i(front_valid & front_head & ~front_multicast),
      .output_i(front_output), .vc_i(front_vc), .ready_i(ready), .leaves_i(leaves),
      .waits_o(waits), .reserved_o(reserved)
  );

  crossbar #(
      .DIMS(DIMS), .ALL_PORT(ALL_PORT), .PORTS(PORTS), .GROUPS(GROUPS), .FLIT_W(FLIT_W), .VC_W(VC_W),
      .ROUTE_ORDERS(ROUTE_ORDERS), .TOPOLOGY(TOPOLOGY), .RADIX(RADIX)
  ) i_crossbar (
      .grant_i(grant), .head_i(read_head), .tail_i(read_tail), .vc_i(read_out_vc), .data_i(flit_data),
      .valid_o(xbar_valid), .head_o(xbar_head), .tail_o(xbar_tail), .vc_o(xbar_vc), .data_o(xbar_data)
  );

  for (genvar o = 0; o < PORTS; o++) begin : gen_output
    localparam bit IS_LINK = o < LINKS;
    logic [VCS-1:0] this_busy, this_body_ok, this_head_ok;
    logic [(IS_LINK ? VCS : 1)-1:0] credit;
    if (IS_LINK) begin : gen_link_credit
      assign credit = out_credit_i[o*VCS+:VCS];
    end else begin : gen_eject_credit
      assign credit = eject_credit_i[o-LINKS];
    end

    output_unit #(
        .FLIT_W(FLIT_W), .VCS(VCS), .VC_W(VC_W), .DEPTH(IS_LINK ? VC_DEPTH : collnoc_pkg::EJECT_DEPTH),
        .SHARED(!IS_LINK), .HEAD_NEEDS(IS_LINK ? HEAD_NEEDS : 1), .HOP_CYCLES(IS_LINK ? HOP_CYCLES : NIC_HOP)
    ) i_output_unit (
        .clk_i, .rst_ni,
        .send_i(xbar_valid[o]), .head_i(xbar_head[o]), .tail_i(xbar_tail[o]), .vc_i(xbar_vc[o*VC_W+:VC_W]),
        .data_i(xbar_data[o*FLIT_W+:FLIT_W]),
        .busy_o(this_busy), .body_ok_o(this_body_ok), .head_ok_o(this_head_ok),
        .valid_o(out_valid_o[o]), .head_o(out_head_o[o]), .tail_o(out_tail_o[o]),
        .vc_o(out_vc_o[o*VC_W+:VC_W]), .data_o(out_data_o[o*FLIT_W+:FLIT_W]),
        .credit_i(credit), .empty_o(output_empty[o])
    );
    assign busy[o*(1<<VC_W)+:(1<<VC_W)]    = (1 << VC_W)'(this_busy);
    assign body_ok[o*(1<<VC_W)+:(1<<VC_W)] = (1 << VC_W)'(this_body_ok);
    assign head_ok[o*(1<<VC_W)+:(1<<VC_W)] = (1 << VC_W)'(this_head_ok);
  end
  if (SLOTS > PORTS * (1 << VC_W)) begin : gen_no_port
    assign busy[SLOTS-1:PORTS*(1<<VC_W)]    = '0;
    assign body_ok[SLOTS-1:PORTS*(1<<VC_W)] = '0;
    assign head_ok[SLOTS-1:PORTS*(1<<VC_W)] = '0;
  end

  if (MONITOR) begin : gen_monitor
    logic [(1<<PORT_W)-1:0] credit_stall, arbitration_stall;
    always @* begin
      credit_stall      = (1 << PORT_W)'(copy_credit_stall);
      arbitration_stall = (1 << PORT_W)'(copy_arbitration_stall);
      if (!MULTICAST && (front_valid & ~leaves) != '0) begin
        for (int q = 0; q < PORTS * VCS; q++) begin
          if (front_valid[q] && !leaves[q]) begin
            if (ready[q] || (front_head[q] && (busy[{front_port[q*PORT_W+:PORT_W], front_vc[q*VC_W+:VC_W]}]
                                               || head_ok[{front_port[q*PORT_W+:PORT_W], front_vc[q*VC_W+:VC_W]}]))) begin
              arbitration_stall[front_port[q*PORT_W+:PORT_W]] = 1'b1;
            end else begin
              credit_stall[front_port[q*PORT_W+:PORT_W]] = 1'b1;
            end
          end
        end
      end
    end
    for (genvar o = 0; o < PORTS; o++) begin : gen_link
      link_monitor i_link_monitor (
          .clk_i, .rst_ni, .flit_i(xbar_valid[o]), .credit_stall_i(credit_stall[o]),
          .arbitration_stall_i(arbitration_stall[o]), .counts_o(counts_o[o*96+:96])
      );
    end
    logic unused;
    assign unused = ^{credit_stall, arbitration_stall};
  end else begin : gen_no_monitor
    assign counts_o = '0;
    logic unused;
    assign unused = ^{copy_credit_stall, copy_arbitration_stall};
  end

  assign quiescent_o = &buffer_empty && &output_empty && &credit_empty && copies_quiescent;
endmodule
