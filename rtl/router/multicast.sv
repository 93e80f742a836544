// Copies packets to several outputs (docs/reference/multicast.md); between the input buffers and the allocator. It
// replaces the front flits of multicast packets by requests for several outputs, and lets unicast packets through.
// Every input virtual channel has a multicast_copies. A copy's output virtual channel depends only on the packet's input
// virtual channel, the two ports and this node's place, so all fragments of a packet stay in order.
module multicast #(
    parameter int DIMS       = 2,
    parameter bit ALL_PORT   = 1'b0,
    parameter int VCS        = 2,
    parameter int FLIT_W     = 64,
    parameter int MAX_PACKET = 32,
    parameter int TOPOLOGY   = collnoc_pkg::GRID,
    parameter int RADIX      = 0,
    parameter int LINKS      = collnoc_pkg::links(TOPOLOGY, DIMS, RADIX),  // derived, not to be set
    parameter int PORTS      = collnoc_pkg::ports(DIMS, ALL_PORT, TOPOLOGY, RADIX),
    parameter int PORT_W     = $clog2(PORTS),
    parameter int VC_W       = VCS > 1 ? $clog2(VCS) : 1,
    parameter int GROUPS     = VCS == 4 ? 2 : 1,  // separately read parts of an input port
    parameter int INPUTS     = PORTS * GROUPS,
    parameter int GVC_W      = VCS / GROUPS > 1 ? $clog2(VCS / GROUPS) : 1,
    parameter int QUEUES     = PORTS * VCS,
    parameter int SLOTS      = (1 << PORT_W) << VC_W,
    parameter int COPIES     = collnoc_pkg::most_copies(DIMS, ALL_PORT, TOPOLOGY, RADIX)
) (
    input  logic                     clk_i,
    input  logic                     rst_ni,
    input  logic [15:0]              coord_i,
    input  logic [15:0]              extent_i,
    input  logic [DIMS-1:0]          wrap_i,
    // front of every queue, [input][vc]
    input  logic [QUEUES-1:0]        valid_i,
    input  logic [QUEUES-1:0]        head_i,
    input  logic [QUEUES-1:0]        tail_i,
    input  logic [QUEUES-1:0]        multicast_i,
    input  logic [QUEUES-1:0]        held_i,
    input  logic [QUEUES*COPIES-1:0] copies_i,
    input  logic [QUEUES*PORT_W-1:0] port_i,    // of a unicast packet
    input  logic [QUEUES*VC_W-1:0]   vc_i,
    // outputs, {port, vc}
    input  logic [SLOTS-1:0]         busy_i,
    input  logic [SLOTS-1:0]         body_ok_i,
    input  logic [SLOTS-1:0]         head_ok_i,
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
    output logic [INPUTS-1:0]        read_head_o,  // the picked flit is the head that stays
    input  logic [INPUTS*FLIT_W-1:0] read_data_i,
    output logic [INPUTS*FLIT_W-1:0] data_o,
    output logic [PORTS*INPUTS*VC_W-1:0] vc_o,     // [output][input]
    output logic                     quiescent_o,  // nothing changes here while every queue is empty
    // stalls of every output, for the monitors
    output logic [PORTS-1:0]         credit_stall_o,
    output logic [PORTS-1:0]         arbitration_stall_o
);
  localparam int GVCS     = VCS / GROUPS;
  localparam int COORD_W  = 16 / DIMS;
  localparam int INDEX_W  = MAX_PACKET > 2 ? $clog2(MAX_PACKET) - 1 : 1;  // payload flits of a packet: at most 2^INDEX_W,
  localparam int INDEX_AT = 46 + $clog2(FLIT_W / 64);      // in a block of the memory; where the block's flits count
  localparam int WIDTH    = collnoc_pkg::links_per_dimension(TOPOLOGY, RADIX);

  // Links that are the wrap link of a ring.
  logic [PORTS-1:0] on_ring, at_edge;
  for (genvar o = 0; o < PORTS; o++) begin : gen_edge
    if (TOPOLOGY == collnoc_pkg::GRID && o < LINKS && VCS > 1) begin : gen_ring
      localparam int D = o / WIDTH;
      assign on_ring[o] = wrap_i[D];
      assign at_edge[o] = coord_i[D*COORD_W+:COORD_W] == (o % WIDTH == 0 ? extent_i[D*COORD_W+:COORD_W] : '0);
    end else begin : gen_no_ring
      assign on_ring[o] = 1'b0;
      assign at_edge[o] = 1'b0;
    end
  end

  logic [QUEUES*PORTS-1:0] granted, starts, waits;  // [queue][output]
  logic [QUEUES*PORTS*VC_W-1:0] out_vc;             // [queue][output]
  logic [QUEUES-1:0]       resend, empty;
  logic [QUEUES*INDEX_W-1:0] index;                 // of the front flit in its block
  logic [SLOTS-1:0]        wanted;                  // a packet waits for this virtual channel, which is held
  logic [QUEUES-1:0]       quiescent;

  for (genvar q = 0; q < QUEUES; q++) begin : gen_queue
    localparam int I = q / VCS;
    localparam int V = q % VCS;
    localparam int N = I * GROUPS + V / GVCS;  // the input of the allocator
    localparam int K = collnoc_pkg::copies(I, DIMS, ALL_PORT, TOPOLOGY, RADIX);
    logic             copied, valid, copies_head, copies_tail;
    logic [K-1:0]     head_ok, body_ok, asked, request, gets, copies_wait, copies_start;
    logic [PORT_W+VC_W-1:0] to;
    logic             ready, picked, copies_pop;
    assign copied = valid_i[q] ? multicast_i[q] : held_i[q];
    assign valid  = valid_i[q] && multicast_i[q];
    assign to     = {port_i[q*PORT_W+:PORT_W], vc_i[q*VC_W+:VC_W]};
    assign ready  = valid_i[q] && (head_i[q] ? head_ok_i[to] && !busy_i[to] : body_ok_i[to]);
    assign picked = read_vc_i[N*GVC_W+:GVC_W] == GVC_W'(V % GVCS);

    for (genvar k = 0; k < K; k++) begin : gen_copy
      localparam int O = collnoc_pkg::copy_output(I, k, DIMS, ALL_PORT, TOPOLOGY, RADIX);
      localparam bit STRAIGHT = I < LINKS && O < LINKS && I / WIDTH == O / WIDTH;
      logic [VC_W-1:0] vc;
      logic [PORT_W+VC_W-1:0] slot;
      assign vc   = on_ring[O] ? VC_W'(collnoc_pkg::ring_vc(2'(V), STRAIGHT, at_edge[O], VCS)) : VC_W'(V);
      assign slot = {PORT_W'(O), vc};
      assign head_ok[k] = head_ok_i[slot] && !busy_i[slot];
      assign body_ok[k] = body_ok_i[slot];
      assign asked[k]   = wanted[slot];
      assign gets[k]    = grant_i[O*INPUTS+N] && picked && copied;
      assign out_vc[(q*PORTS+O)*VC_W+:VC_W] = copied ? vc : vc_i[q*VC_W+:VC_W];
      assign request_o[q*PORTS+O] = copied ? request[k] : port_i[q*PORT_W+:PORT_W] == PORT_W'(O);
      assign granted[q*PORTS+O]   = grant_i[O*INPUTS+N] && picked;
      assign waits[q*PORTS+O]     = copied ? copies_wait[k] : valid_i[q] && request_o[q*PORTS+O];
      assign starts[q*PORTS+O]    = copied ? copies_start[k] : valid_i[q] && head_i[q] && request_o[q*PORTS+O];
    end
    for (genvar o = 0; o < PORTS; o++) begin : gen_other
      if (!collnoc_pkg::turn_allowed(I, o, DIMS, ALL_PORT, 1, TOPOLOGY, RADIX)) begin : gen_no_turn
        assign out_vc[(q*PORTS+o)*VC_W+:VC_W] = '0;
        assign {request_o[q*PORTS+o], granted[q*PORTS+o], waits[q*PORTS+o], starts[q*PORTS+o]} = '0;
      end
    end

    multicast_copies #(.COPIES(K)) i_copies (
        .clk_i, .rst_ni, .valid_i(valid), .head_i(head_i[q]), .tail_i(tail_i[q]), .held_i(held_i[q]),
        .copies_i(copies_i[q*COPIES+:K]), .head_ok_i(head_ok), .body_ok_i(body_ok), .wanted_i(asked),
        .request_o(request), .head_o(copies_head), .tail_o(copies_tail), .resend_o(resend[q]), .empty_o(empty[q]),
        .grant_i(gets), .hold_o(hold_o[q]), .pop_o(copies_pop), .waits_o(copies_wait), .starts_o(copies_start),
        .quiescent_o(quiescent[q])
    );
    assign ready_o[q] = copied ? request != '0 : ready;
    assign head_o[q]  = copied ? copies_head : head_i[q];
    assign tail_o[q]  = copied ? copies_tail : tail_i[q];
    assign pop_o[q]   = copied ? copies_pop : granted[q*PORTS+:PORTS] != '0;

    logic [INDEX_W-1:0] index_q;
    assign index[q*INDEX_W+:INDEX_W] = index_q;
    always_ff @(posedge clk_i) begin
      if (valid && !held_i[q] && !empty[q] && gets != '0) index_q <= read_data_i[N*FLIT_W+INDEX_AT+:INDEX_W];
      else if (valid && held_i[q] && pop_o[q]) index_q <= index_q + 1'b1;
    end
    logic unused;
    assign unused = ^{copies_i, to};
  end

  always_comb begin
    wanted = '0;
    for (int q = 0; q < QUEUES; q++) begin
      for (int o = 0; o < PORTS; o++) begin
        if (starts[q*PORTS+o] && busy_i[{PORT_W'(o), out_vc[(q*PORTS+o)*VC_W+:VC_W]}]) begin
          wanted[{PORT_W'(o), out_vc[(q*PORTS+o)*VC_W+:VC_W]}] = 1'b1;
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
    always_comb begin
      again = 1'b0;
      ends  = 1'b0;
      kept  = 1'b0;
      now   = '0;
      for (int v = 0; v < GVCS; v++) begin
        if (read_vc_i[n*GVC_W+:GVC_W] == GVC_W'(v)) begin
          again = resend[n*GVCS+v];
          ends  = empty[n*GVCS+v];
          kept  = held_i[n*GVCS+v];
          now   = index[(n*GVCS+v)*INDEX_W+:INDEX_W];
        end
      end
    end
    always_comb begin
      data = read_data_i[n*FLIT_W+:FLIT_W];
      if (again && kept) data[INDEX_AT+:INDEX_W] = now;
      if (ends) begin
        data[45:40] = '0;
        data[15]    = 1'b1;
      end
    end
    assign read_head_o[n] = again;
    assign data_o[n*FLIT_W+:FLIT_W] = data;
    for (genvar o = 0; o < PORTS; o++) begin : gen_vc
      logic [VC_W-1:0] vc;
      always_comb begin
        vc = '0;
        for (int v = 0; v < GVCS; v++) begin
          if (read_vc_i[n*GVC_W+:GVC_W] == GVC_W'(v)) vc = out_vc[((n*GVCS+v)*PORTS+o)*VC_W+:VC_W];
        end
      end
      assign vc_o[(o*INPUTS+n)*VC_W+:VC_W] = vc;
    end
  end

  // A front that does not leave through an output that it waits for stalls there: for a credit, or for another packet.
  always_comb begin
    credit_stall_o      = '0;
    arbitration_stall_o = '0;
    for (int q = 0; q < QUEUES; q++) begin
      for (int o = 0; o < PORTS; o++) begin
        if (waits[q*PORTS+o] && !granted[q*PORTS+o]) begin
          if (starts[q*PORTS+o] && busy_i[{PORT_W'(o), out_vc[(q*PORTS+o)*VC_W+:VC_W]}]) arbitration_stall_o[o] = 1'b1;
          else if (starts[q*PORTS+o] ? head_ok_i[{PORT_W'(o), out_vc[(q*PORTS+o)*VC_W+:VC_W]}]
                                     : body_ok_i[{PORT_W'(o), out_vc[(q*PORTS+o)*VC_W+:VC_W]}]) arbitration_stall_o[o] = 1'b1;
          else credit_stall_o[o] = 1'b1;
        end
      end
    end
  end

  logic unused_wires;
  assign unused_wires = ^{coord_i, extent_i, wrap_i};
endmodule
