// Copies packets to several outputs (docs/reference/multicast.md); between the input buffers and the allocator. Every
// input virtual channel has a multicast_copies, which requests the outputs of its front flit: a unicast packet has one.
// The output virtual channel of a multicast's copy depends only on the packet's input virtual channel, the two ports and
// this node's place, so all fragments of a packet stay in order.
// Credits and grants arrive late, so registers decide all else before: which output needs what, and what is sent.
module multicast #(
    parameter int DIMS       = 2,
    parameter int ADDRESS_W  = 16,  // bits of a node address
    parameter bit ALL_PORT   = 1'b0,
    parameter int VCS        = 2,
    parameter int FLIT_W     = 64,
    parameter int MAX_PACKET = 32,
    parameter int ROUTE_ORDERS = 1,
    parameter int TOPOLOGY   = collnoc_pkg::GRID,
    parameter int RADIX      = 0,
    parameter int LINKS      = collnoc_pkg::links(TOPOLOGY, DIMS, RADIX),  // derived, not to be set
    parameter int PORTS      = collnoc_pkg::ports(DIMS, ALL_PORT, TOPOLOGY, RADIX),
    parameter int VC_W       = VCS > 1 ? $clog2(VCS) : 1,
    parameter int GROUPS     = VCS == 4 ? 2 : 1,  // separately read parts of an input port
    parameter int INPUTS     = PORTS * GROUPS,
    parameter int GVC_W      = VCS / GROUPS > 1 ? $clog2(VCS / GROUPS) : 1,
    parameter int QUEUES     = PORTS * VCS,
    parameter int CHANNELS   = PORTS * VCS,
    parameter int CHANNEL_W  = $clog2(CHANNELS),
    parameter int COPIES     = collnoc_pkg::most_copies(DIMS, ALL_PORT, ROUTE_ORDERS, TOPOLOGY, RADIX)
) (
    input  logic                     clk_i,
    input  logic                     rst_ni,
    input  logic [collnoc_pkg::NODE_W-1:0] coord_i,
    input  logic [collnoc_pkg::NODE_W-1:0] extent_i,
    input  logic [DIMS-1:0]          wrap_i,
    // front of every queue, [input][vc]
    input  logic [QUEUES-1:0]        valid_i,
    input  logic [QUEUES-1:0]        head_i,
    input  logic [QUEUES-1:0]        tail_i,
    input  logic [QUEUES-1:0]        multicast_i,
    input  logic [QUEUES-1:0]        held_i,
    input  logic [QUEUES*COPIES-1:0] copies_i,  // outputs of the packet
    input  logic [QUEUES*VC_W-1:0]   vc_i,      // of a unicast packet
    // reservations
    input  logic [QUEUES-1:0]        old_i,
    input  logic [QUEUES-1:0]        hurried_i,
    output logic [QUEUES*CHANNELS-1:0] channel_o,  // the channel of a packet to one node, one-hot
    // channels, [output][vc]
    input  logic [CHANNELS-1:0]      busy_i,
    input  logic [CHANNELS-1:0]      body_ok_i,
    input  logic [CHANNELS-1:0]      head_ok_i,
    input  logic [CHANNELS-1:0]      start_i,
    input  logic [CHANNELS-1:0]      young_start_i,
    // the flit that every queue offers, and its outputs
    output logic [QUEUES-1:0]        ready_o,
    output logic [QUEUES*PORTS-1:0]  request_o,
    output logic [QUEUES-1:0]        head_o,
    output logic [QUEUES-1:0]        tail_o,
    // allocation: the queue that each input has picked, and who gets each output
    input  logic [INPUTS*GVC_W-1:0]  read_vc_i,
    input  logic [PORTS*INPUTS-1:0]  grant_i,
    output logic [QUEUES-1:0]        pop_o,
    output logic [QUEUES-1:0]        hold_o,
    // what crosses
    output logic [QUEUES-1:0]        read_head_o,  // the queue offers the head that stays
    input  logic [INPUTS*FLIT_W-1:0] read_data_i,
    output logic [INPUTS*FLIT_W-1:0] data_o,
    output logic [PORTS*INPUTS*VC_W-1:0] vc_o,     // [output][input]
    output logic                     quiescent_o,  // nothing changes here while every queue is empty
    // stalls of every output, for the monitors
    output logic [PORTS-1:0]         credit_stall_o,
    output logic [PORTS-1:0]         arbitration_stall_o
);
  localparam int GVCS     = VCS / GROUPS;
  localparam int ORDER_VCS = ROUTE_ORDERS == 2 ? VCS / 2 : VCS;  // the NIC injects multicasts on these
  localparam int COORD_W  = ADDRESS_W / DIMS;
  localparam int INDEX_W  = MAX_PACKET > 2 ? $clog2(MAX_PACKET) - 1 : 1;  // payload flits of a packet: at most 2^INDEX_W,
  localparam int INDEX_AT = 46 + $clog2(FLIT_W / 64);      // in a block of the memory; where the block's flits count
  localparam int WIDTH    = collnoc_pkg::links_per_dimension(TOPOLOGY, RADIX);

  // Links that are the wrap link of a ring.
  logic [PORTS-1:0] on_ring, at_edge;
  for (genvar o = 0; o < PORTS; o++) begin : gen_edge
    if (collnoc_pkg::has_directions(TOPOLOGY) && o < LINKS && ORDER_VCS > 1) begin : gen_ring
      localparam int D = o / WIDTH;
      assign on_ring[o] = wrap_i[D];
      assign at_edge[o] = coord_i[D*COORD_W+:COORD_W] == (o % WIDTH == 0 ? extent_i[D*COORD_W+:COORD_W] : '0);
    end else begin : gen_no_ring
      assign on_ring[o] = 1'b0;
      assign at_edge[o] = 1'b0;
    end
  end

  // In a star graph the virtual channel depends on the node's parity.
  logic even;
  assign even = collnoc_pkg::has_substars(TOPOLOGY) && star_pkg::is_even(coord_i[15:0], RADIX);

  logic [QUEUES*PORTS-1:0] granted, starts, waits;  // [queue][output]
  logic [QUEUES*PORTS*VC_W-1:0] out_vc;             // [queue][output]
  logic [QUEUES-1:0]       empty;
  logic [QUEUES*INDEX_W-1:0] index;                 // of the front flit in its block
  logic [CHANNELS-1:0]     wanted;                  // a packet waits for this virtual channel, which is held
  logic [QUEUES-1:0]       quiescent;

  for (genvar q = 0; q < QUEUES; q++) begin : gen_queue
    localparam int I = q / VCS;
    localparam int V = q % VCS;
    localparam int N = I * GROUPS + V / GVCS;  // the input of the allocator
    localparam int K = collnoc_pkg::copies(I, DIMS, ALL_PORT, ROUTE_ORDERS, TOPOLOGY, RADIX);
    logic         copied;  // the packet is a multicast
    logic         picked;
    logic [K-1:0] head_ok, body_ok, asked, request, grant, copies_wait, copies_start;
    assign copied = multicast_i[q] || held_i[q];  // early: while there is no front, only a packet whose head stays matters
    assign picked = read_vc_i[N*GVC_W+:GVC_W] == GVC_W'(V % GVCS);

    for (genvar k = 0; k < K; k++) begin : gen_copy
      localparam int O = collnoc_pkg::copy_output(I, k, DIMS, ALL_PORT, ROUTE_ORDERS, TOPOLOGY, RADIX);
      localparam bit STRAIGHT = I < LINKS && O < LINKS && I / WIDTH == O / WIDTH;
      logic [VC_W-1:0] vc;
      logic [1:0]      star_vc, ring_vc;
      logic [CHANNEL_W-1:0] channel;
      assign star_vc = star_pkg::first_vc(even, I < LINKS, 2'(V));
      assign ring_vc = collnoc_pkg::ring_vc(2'(V), STRAIGHT, at_edge[O], ORDER_VCS);
      assign vc   = !copied ? vc_i[q*VC_W+:VC_W]
                  : collnoc_pkg::has_substars(TOPOLOGY) && O < LINKS ? VC_W'(star_vc)
                  : on_ring[O] ? VC_W'(ring_vc) : VC_W'(V);
      assign channel    = CHANNEL_W'(O * VCS) + CHANNEL_W'(vc);
      assign head_ok[k] = old_i[q] ? start_i[channel] : young_start_i[channel] && !hurried_i[q];
      assign body_ok[k] = body_ok_i[channel];
      assign asked[k]   = wanted[channel];
      for (genvar v = 0; v < VCS; v++) begin : gen_channel
        assign channel_o[q*CHANNELS+O*VCS+v] = copies_i[q*COPIES+k] && !multicast_i[q] && vc_i[q*VC_W+:VC_W] == VC_W'(v);
      end
      assign grant[k]   = grant_i[O*INPUTS+N];
      assign out_vc[(q*PORTS+O)*VC_W+:VC_W] = vc;
      assign request_o[q*PORTS+O] = request[k];
      assign granted[q*PORTS+O]   = grant[k] && picked;
      assign waits[q*PORTS+O]     = copies_wait[k];
      assign starts[q*PORTS+O]    = copies_start[k];
      logic unused;
      assign unused = ^{star_vc, ring_vc};
    end
    for (genvar o = 0; o < PORTS; o++) begin : gen_other
      if (!collnoc_pkg::turn_allowed(I, o, DIMS, ALL_PORT, ROUTE_ORDERS, TOPOLOGY, RADIX)) begin : gen_no_turn
        assign out_vc[(q*PORTS+o)*VC_W+:VC_W] = '0;
        assign channel_o[q*CHANNELS+o*VCS+:VCS] = '0;
        assign {request_o[q*PORTS+o], granted[q*PORTS+o], waits[q*PORTS+o], starts[q*PORTS+o]} = '0;
      end
    end

    multicast_copies #(.COPIES(K)) i_copies (
        .clk_i, .rst_ni, .valid_i(valid_i[q]), .multicast_i(copied), .head_i(head_i[q]), .tail_i(tail_i[q]),
        .held_i(held_i[q]), .copies_i(copies_i[q*COPIES+:K]), .head_ok_i(head_ok), .body_ok_i(body_ok), .wanted_i(asked),
        .request_o(request), .head_o(head_o[q]), .tail_o(tail_o[q]), .resend_o(read_head_o[q]), .empty_o(empty[q]),
        .picked_i(picked), .grant_i(grant), .pop_o(pop_o[q]), .hold_o(hold_o[q]), .waits_o(copies_wait),
        .starts_o(copies_start), .quiescent_o(quiescent[q])
    );
    assign ready_o[q] = request != '0;

    logic [INDEX_W-1:0] index_q;
    assign index[q*INDEX_W+:INDEX_W] = index_q;
    always_ff @(posedge clk_i) begin
      if (valid_i[q] && copied && !held_i[q] && !empty[q]) begin
        if (granted[q*PORTS+:PORTS] != '0) index_q <= read_data_i[N*FLIT_W+INDEX_AT+:INDEX_W];
      end else if (held_i[q] && pop_o[q]) index_q <= index_q + 1'b1;
    end
    logic unused;
    assign unused = ^copies_i;
  end

  always @* begin
    wanted = '0;
    for (int q = 0; q < QUEUES; q++) begin
      for (int o = 0; o < PORTS; o++) begin
        if (starts[q*PORTS+o] && busy_i[CHANNEL_W'(o * VCS) + CHANNEL_W'(out_vc[(q*PORTS+o)*VC_W+:VC_W])]) begin
          wanted[CHANNEL_W'(o * VCS) + CHANNEL_W'(out_vc[(q*PORTS+o)*VC_W+:VC_W])] = 1'b1;
        end
      end
    end
  end
  assign quiescent_o = &quiescent;

  // What each input sends: a kept head continues at the front's address; an empty tail is marked and has no counter.
  for (genvar n = 0; n < INPUTS; n++) begin : gen_input
    logic               again, ends, kept;
    logic [INDEX_W-1:0] now;
    logic [FLIT_W-1:0]  data;
    always @* begin
      again = 1'b0;
      ends  = 1'b0;
      kept  = 1'b0;
      now   = '0;
      for (int v = 0; v < GVCS; v++) begin
        if (read_vc_i[n*GVC_W+:GVC_W] == GVC_W'(v)) begin
          again = read_head_o[n*GVCS+v];
          ends  = empty[n*GVCS+v];
          kept  = held_i[n*GVCS+v];
          now   = index[(n*GVCS+v)*INDEX_W+:INDEX_W];
        end
      end
    end
    always @* begin
      data = read_data_i[n*FLIT_W+:FLIT_W];
      if (again && kept) data[INDEX_AT+:INDEX_W] = now;
      if (ends) begin
        data[45:40] = '0;
        data[36]    = 1'b1;
      end
    end
    assign data_o[n*FLIT_W+:FLIT_W] = data;
    for (genvar o = 0; o < PORTS; o++) begin : gen_vc
      logic [VC_W-1:0] vc;
      always @* begin
        vc = '0;
        for (int v = 0; v < GVCS; v++) begin
          if (read_vc_i[n*GVC_W+:GVC_W] == GVC_W'(v)) vc = out_vc[((n*GVCS+v)*PORTS+o)*VC_W+:VC_W];
        end
      end
      assign vc_o[(o*INPUTS+n)*VC_W+:VC_W] = vc;
    end
  end

  // A front that does not leave through an output that it waits for stalls there: for a credit, or for another packet.
  always @* begin
    credit_stall_o      = '0;
    arbitration_stall_o = '0;
    for (int q = 0; q < QUEUES; q++) begin
      for (int o = 0; o < PORTS; o++) begin
        if (waits[q*PORTS+o] && !granted[q*PORTS+o]) begin
          if (starts[q*PORTS+o] && busy_i[CHANNEL_W'(o * VCS) + CHANNEL_W'(out_vc[(q*PORTS+o)*VC_W+:VC_W])]) arbitration_stall_o[o] = 1'b1;
          else if (starts[q*PORTS+o] ? head_ok_i[CHANNEL_W'(o * VCS) + CHANNEL_W'(out_vc[(q*PORTS+o)*VC_W+:VC_W])]
                                     : body_ok_i[CHANNEL_W'(o * VCS) + CHANNEL_W'(out_vc[(q*PORTS+o)*VC_W+:VC_W])]) arbitration_stall_o[o] = 1'b1;
          else credit_stall_o[o] = 1'b1;
        end
      end
    end
  end

  logic unused_wires;
  assign unused_wires = ^{coord_i, extent_i, wrap_i, even};
endmodule
