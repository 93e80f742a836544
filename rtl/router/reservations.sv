// Reservations of output virtual channels, so that no packet waits for ever (docs/reference/hardware.md, Arbitration).
//
// Round-robin arbiters serve a flit that stays ready. A head does not stay ready: it is ready only in cycles in which its
// output virtual channel is free, and another head may take the channel each time. Therefore every AGE_PERIOD cycles the
// heads at the fronts of their queues become old, and the old heads for a channel reserve it: no other head starts there.
//
// - No head becomes old while its channel is reserved. So the old heads of a channel are a group that only becomes smaller,
//   and each of them starts before a younger head does.
// - An old head that was ready and did not leave is urgent: no younger head of its input is ready, so that the input's
//   choice stays with old heads or with packets that are on their way.
//
// Everything that is sent to the allocator comes from registers. With several virtual channels, whether a younger head
// may start at a channel (`young_start_o`) is a register, too.
module reservations #(
    parameter int PORTS    = 5,
    parameter int GROUPS   = 1,  // inputs of the allocator per port
    parameter int VCS      = 2,  // virtual channels per port
    parameter int AGE_PERIOD = collnoc_pkg::AGE_PERIOD,  // a power of two
    parameter int QUEUES   = PORTS * VCS,  // derived, not to be set
    parameter int CHANNELS = PORTS * VCS
) (
    input  logic                     clk_i,
    input  logic                     rst_ni,
    input  logic                     active_i,  // there are flits in the buffers
    // front of every queue, [input][vc]
    input  logic [QUEUES-1:0]        head_i,    // a head of a packet to one node
    input  logic [QUEUES*CHANNELS-1:0] channel_i,  // the output and virtual channel that it requests, one-hot
    input  logic [QUEUES-1:0]        ready_i,
    input  logic [QUEUES-1:0]        leaves_i,
    // every channel, [output][vc]: a head may start there, now and in the next cycle; a flit was sent or a credit came
    input  logic [CHANNELS-1:0]      start_i,
    input  logic [CHANNELS-1:0]      next_start_i,
    input  logic [CHANNELS-1:0]      changes_i,
    output logic [CHANNELS-1:0]      young_start_o,  // a head that is not old may start there
    output logic [QUEUES-1:0]        old_o,          // it is old
    output logic [QUEUES-1:0]        hurried_o       // it must not start, because an older one of its input is urgent
);
  localparam int GVCS   = VCS / GROUPS;
  localparam int TICK_W = $clog2(AGE_PERIOD);

  logic [TICK_W-1:0]   tick_q;
  logic [QUEUES-1:0]   old_q, urgent;
  logic [CHANNELS-1:0] reserved_q;

  logic [QUEUES-1:0]   stays, kept_out;        // kept_out: the channel is reserved
  logic [CHANNELS-1:0] reserved;
  assign stays = head_i & ~leaves_i;
  assign old_o = old_q;

  for (genvar q = 0; q < QUEUES; q++) begin : gen_queue
    assign kept_out[q]  = (channel_i[q*CHANNELS+:CHANNELS] & reserved_q) != '0;
    assign hurried_o[q] = GVCS > 1 && !old_q[q] && urgent[q/GVCS*GVCS+:GVCS] != '0;
  end

  always @* begin
    reserved = '0;
    for (int q = 0; q < QUEUES; q++) begin
      if (old_q[q] && stays[q]) reserved = reserved | channel_i[q*CHANNELS+:CHANNELS];
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      tick_q     <= '0;
      old_q      <= '0;
      reserved_q <= '0;
    end else if (active_i) begin  // otherwise nothing would change but tick_q
      tick_q     <= tick_q + 1'b1;
      old_q      <= stays & (old_q | (tick_q == '1 ? ~kept_out : '0));
      reserved_q <= reserved;
    end
  end

  if (VCS == 1) begin : gen_now
    assign young_start_o = start_i & ~reserved_q;
    logic unused;
    assign unused = ^{next_start_i, changes_i};
  end else begin : gen_before
    logic [CHANNELS-1:0] young_start_q;
    assign young_start_o = young_start_q;
    always_ff @(posedge clk_i) begin
      if (!rst_ni) young_start_q <= '1;
      else begin
        for (int c = 0; c < CHANNELS; c++) begin
          if (active_i || changes_i[c]) young_start_q[c] <= next_start_i[c] && !(active_i ? reserved[c] : reserved_q[c]);
        end
      end
    end
    logic unused;
    assign unused = ^start_i;
  end

  if (GVCS > 1) begin : gen_urgent
    logic [QUEUES-1:0] urgent_q;
    assign urgent = urgent_q;
    always_ff @(posedge clk_i) begin
      if (!rst_ni) urgent_q <= '0;
      else if (active_i) urgent_q <= old_q & ready_i & ~leaves_i;
    end
  end else begin : gen_not_urgent
    assign urgent = '0;
    logic unused;
    assign unused = ^ready_i;
  end
endmodule
