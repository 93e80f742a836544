// Buffer of one input port, or of half its virtual channels: one queue of DEPTH flits per virtual channel, in one
// memory. A flit that arrives in cycle t at an empty queue is at its front in t+1. Each flit is stored with the output
// port and virtual channel of its packet; a body flit inherits those of its head.
// Store-and-forward: a head is offered only when its tail is also in the buffer.
// With MULTICAST, the head of a multicast packet can stay (`hold_i`) until its tail leaves, to be read again. A flit's
// place is then found through a permutation of the places, in which the head follows the flits that leave.
module input_buffer #(
    parameter int FLIT_W    = 64,
    parameter int VCS       = 2,
    parameter int DEPTH     = 4,
    parameter int SWITCHING = collnoc_pkg::WORMHOLE,
    parameter int OUT_VC_W  = 1,                      // of the output virtual channel of a packet
    parameter bit MULTICAST = 1'b0,
    parameter int COPIES    = 4,                      // outputs that a packet can leave through
    parameter int OUT_VCS   = 2,                      // virtual channels of an output
    parameter int CHANNELS  = COPIES * OUT_VCS,       // derived, not to be set
    parameter int VC_W      = VCS > 1 ? $clog2(VCS) : 1  // derived, not to be set
) (
    input  logic                  clk_i,
    input  logic                  rst_ni,
    // arriving flit
    input  logic                  valid_i,
    input  logic                  head_i,
    input  logic                  tail_i,
    input  logic [VC_W-1:0]       vc_i,
    input  logic [FLIT_W-1:0]     data_i,
    input  logic [COPIES-1:0]     copies_i,   // route of an arriving head: its output, with MULTICAST its outputs
    input  logic [OUT_VC_W-1:0]   out_vc_i,   // and, unless it is a multicast, its virtual channel there
    // front of every queue
    output logic [VCS-1:0]        front_valid_o,
    output logic [VCS-1:0]        front_head_o,
    output logic [VCS-1:0]        front_tail_o,
    output logic [VCS*CHANNELS-1:0] front_channel_o,  // without MULTICAST, [copy][vc] of its packet, one-hot
    output logic [VCS*OUT_VC_W-1:0] front_vc_o,
    output logic [VCS-1:0]        front_multicast_o,
    output logic [VCS*COPIES-1:0] front_copies_o,
    // the flit that is read: the front, or the head that stays
    input  logic [VC_W-1:0]       read_vc_i,
    input  logic [VCS-1:0]        read_head_i,
    output logic [FLIT_W-1:0]     read_data_o,
    // per queue: the front leaves, but stays as the head of its packet if hold_i; such a head is there
    input  logic [VCS-1:0]        pop_i,
    input  logic [VCS-1:0]        hold_i,
    output logic [VCS-1:0]        held_o,
    output logic [VCS-1:0]        credit_o,  // a place becomes free
    output logic                  empty_o    // no front, no credit is owed
);
  localparam int PTR_W = DEPTH > 1 ? $clog2(DEPTH) : 1;
  localparam int CNT_W = $clog2(DEPTH + 1);
  localparam int IDX_W = $clog2(VCS * DEPTH);
  localparam int ROUTE_W = (MULTICAST ? 1 : 0) + COPIES + OUT_VC_W;
  localparam int TAG_W = 2 + ROUTE_W;

  logic [FLIT_W-1:0] data_q [VCS*DEPTH];
  logic [TAG_W-1:0]  tag_q  [VCS*DEPTH];
  logic [VCS*ROUTE_W-1:0] route_q;  // of the packet that is arriving on each virtual channel

  logic [VCS*IDX_W-1:0] rd_at, wr_at;  // read and write position of each queue
  logic [IDX_W-1:0]     write_at;
  logic [ROUTE_W-1:0]   route;
  logic [TAG_W-1:0]     tag;  // of the arriving flit
  logic [VCS-1:0]       filled, owed;
  logic [ROUTE_W-1:0]   new_route;
  logic                 is_new;  // a head, not an empty tail

  if (MULTICAST) begin : gen_new_route
    assign is_new    = head_i && !(tail_i && collnoc_pkg::is_empty_tail(data_i[36:0]));
    assign new_route = collnoc_pkg::is_multicast(data_i[35:0]) ? {1'b1, copies_i, OUT_VC_W'(0)} : {1'b0, copies_i, out_vc_i};
  end else begin : gen_new_unicast
    assign is_new    = head_i;
    assign new_route = {copies_i, out_vc_i};
    logic unused;
    assign unused = ^{read_head_i, hold_i};
  end
  assign route       = is_new ? new_route : route_q[vc_i*ROUTE_W+:ROUTE_W];
  assign tag         = {head_i, tail_i, route};
  assign write_at    = wr_at[vc_i*IDX_W+:IDX_W];
  assign empty_o     = filled == '0 && owed == '0;

  // Every queue is read, because the choice among them comes late in the cycle.
  logic [VCS*FLIT_W-1:0] queue_data;
  for (genvar v = 0; v < VCS; v++) begin : gen_read
    assign queue_data[v*FLIT_W+:FLIT_W] = data_q[rd_at[v*IDX_W+:IDX_W]];
  end
  assign read_data_o = queue_data[read_vc_i*FLIT_W+:FLIT_W];

  always_ff @(posedge clk_i) begin
    if (valid_i) begin
      data_q[write_at] <= data_i;
      tag_q[write_at]  <= tag;
      route_q[vc_i*ROUTE_W+:ROUTE_W] <= route;
    end
  end

  // The output channel of a route, [copy][vc], one-hot.
  function automatic logic [CHANNELS-1:0] channel(input logic [ROUTE_W-1:0] packed_route);
    for (int k = 0; k < COPIES; k++) begin
      for (int v = 0; v < OUT_VCS; v++) begin
        channel[k*OUT_VCS+v] = packed_route[OUT_VC_W+k] && (OUT_VCS == 1 || packed_route[OUT_VC_W-1:0] == OUT_VC_W'(v));
      end
    end
  endfunction

  for (genvar v = 0; v < VCS; v++) begin : gen_vc
    logic [PTR_W-1:0] rd_ptr_q, wr_ptr_q;
    logic [CNT_W-1:0] count_q;
    logic [PTR_W-1:0] rd_next;
    logic [TAG_W-1:0] front_q;  // tag_q at the queue's read position, precomputed for the allocator
    logic [PTR_W-1:0] rd_place, wr_place, next_place;  // where the read flit, the next one to arrive, and the second are
    logic             passes;                          // the arriving flit becomes the front
    logic [IDX_W-1:0] next_at;
    logic             push, pop;                       // pop: the front is another one from the next cycle on

    assign rd_at[v*IDX_W+:IDX_W] = IDX_W'(v * DEPTH) + IDX_W'(rd_place);
    assign wr_at[v*IDX_W+:IDX_W] = IDX_W'(v * DEPTH) + IDX_W'(wr_place);
    assign push      = valid_i && vc_i == VC_W'(v);
    assign pop       = pop_i[v];
    assign filled[v] = count_q != '0;
    assign rd_next   = (rd_ptr_q == PTR_W'(DEPTH - 1)) ? '0 : rd_ptr_q + 1'b1;
    assign front_head_o[v] = front_q[TAG_W-1];
    assign front_tail_o[v] = front_q[TAG_W-2];
    assign front_vc_o[v*OUT_VC_W+:OUT_VC_W] = front_q[OUT_VC_W-1:0];
    assign front_multicast_o[v]             = MULTICAST && front_q[ROUTE_W-1];
    assign front_copies_o[v*COPIES+:COPIES] = MULTICAST ? front_q[OUT_VC_W+:COPIES] : '0;

    assign passes  = push && count_q <= CNT_W'(1);
    assign next_at = IDX_W'(v * DEPTH) + IDX_W'(next_place);
    always_ff @(posedge clk_i) begin
      if (pop || (push && !filled[v])) front_q <= passes ? tag : tag_q[next_at];
    end

    if (MULTICAST) begin : gen_no_channel
      assign front_channel_o[v*CHANNELS+:CHANNELS] = '0;
    end else begin : gen_channel
      logic [CHANNELS-1:0] channel_q;
      assign front_channel_o[v*CHANNELS+:CHANNELS] = channel_q;
      always_ff @(posedge clk_i) begin
        if (pop || (push && !filled[v])) channel_q <= channel(passes ? route : tag_q[next_at][ROUTE_W-1:0]);
      end
      logic unused;
      assign unused = ^front_q;
    end

    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        rd_ptr_q <= '0;
        wr_ptr_q <= '0;
        count_q  <= '0;
      end else begin
        if (push) wr_ptr_q <= (wr_ptr_q == PTR_W'(DEPTH - 1)) ? '0 : wr_ptr_q + 1'b1;
        if (pop) rd_ptr_q <= rd_next;
        if (push != pop) count_q <= push ? count_q + 1'b1 : count_q - 1'b1;
      end
    end

    if (MULTICAST) begin : gen_places
      logic [DEPTH*PTR_W-1:0] order;    // the place of each position; a head that stays is before the front
      logic                   held_q, owed_q;
      logic                   frees;    // if the front leaves, its place becomes free
      logic [PTR_W-1:0]       head_at;  // the position before the front
      logic [PTR_W-1:0]       front_place, head_place;
      assign head_at     = (rd_ptr_q == '0) ? PTR_W'(DEPTH - 1) : rd_ptr_q - 1'b1;
      assign front_place = order[rd_ptr_q*PTR_W+:PTR_W];
      assign head_place  = held_q ? order[head_at*PTR_W+:PTR_W] : front_place;
      assign rd_place    = read_head_i[v] ? head_place : front_place;
      assign wr_place    = order[wr_ptr_q*PTR_W+:PTR_W];
      assign next_place  = order[rd_next*PTR_W+:PTR_W];
      assign held_o[v]   = held_q;
      assign frees       = !hold_i[v];
      assign credit_o[v] = (pop && frees) || owed_q;
      assign owed[v]     = owed_q;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) begin
          held_q <= 1'b0;
          owed_q <= 1'b0;
        end else begin
          if (pop && !frees) held_q <= 1'b1;
          else if (pop && front_tail_o[v]) held_q <= 1'b0;
          // The tail and the head become free together; the head's credit follows. Its own cycle gave no credit.
          owed_q <= pop && frees && (owed_q || (held_q && front_tail_o[v]));
        end
      end
      for (genvar p = 0; p < DEPTH; p++) begin : gen_place
        logic [PTR_W-1:0] place_q;
        assign order[p*PTR_W+:PTR_W] = place_q;
        always_ff @(posedge clk_i) begin
          if (!rst_ni) place_q <= PTR_W'(p);
          else if (pop && held_q) begin
            if (head_at == PTR_W'(p)) place_q <= front_place;
            if (rd_ptr_q == PTR_W'(p)) place_q <= head_place;
          end
        end
      end
    end else begin : gen_ring
      assign rd_place    = rd_ptr_q;
      assign wr_place    = wr_ptr_q;
      assign next_place  = rd_next;
      assign held_o[v]   = 1'b0;
      assign credit_o[v] = pop;
      assign owed[v]     = 1'b0;
    end

    if (SWITCHING == collnoc_pkg::STORE_AND_FORWARD) begin : gen_whole
      logic [CNT_W-1:0] tails_q;  // number of tails in the queue
      logic             tail_in, tail_out;
      assign tail_in  = push && tail_i;
      assign tail_out = pop && front_tail_o[v];
      always_ff @(posedge clk_i) begin
        if (!rst_ni) tails_q <= '0;
        else if (tail_in != tail_out) tails_q <= tail_in ? tails_q + 1'b1 : tails_q - 1'b1;
      end
      assign front_valid_o[v] = filled[v] && (!front_head_o[v] || tails_q != '0);
    end else begin : gen_any
      assign front_valid_o[v] = filled[v];
    end
  end
endmodule
