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
// Everything that is sent to the allocator comes from registers.
module reservations #(
    parameter int DIMS     = 2,
    parameter bit ALL_PORT = 1'b0,
    parameter int PORTS    = 5,
    parameter int GROUPS   = 1,  // inputs of the allocator per port
    parameter int VCS      = 2,  // virtual channels per port
    parameter int VC_W     = 1,
    parameter int ROUTE_ORDERS = 1,
    parameter int TOPOLOGY = collnoc_pkg::GRID,
    parameter int RADIX    = 0,
    parameter int AGE_PERIOD = collnoc_pkg::AGE_PERIOD,  // a power of two
    parameter int QUEUES   = PORTS * VCS,  // derived, not to be set
    parameter int CHANNELS = PORTS * VCS
) (
    input  logic                     clk_i,
    input  logic                     rst_ni,
    input  logic                     active_i,  // there are flits in the buffers
    // front of every queue, [input][vc]
    input  logic [QUEUES-1:0]        head_i,    // a head of a packet to one node
    input  logic [QUEUES*PORTS-1:0]  output_i,  // the output it requests, one-hot
    input  logic [QUEUES*VC_W-1:0]   vc_i,      // and its virtual channel
    input  logic [QUEUES-1:0]        ready_i,
    input  logic [QUEUES-1:0]        leaves_i,
    output logic [QUEUES-1:0]        waits_o,   // it must not start: younger than the heads that reserve its channel, or
                                                // than an urgent one of its input
    output logic [CHANNELS-1:0]      reserved_o // [output][vc]
);
  localparam int GVCS   = VCS / GROUPS;
  localparam int TICK_W = $clog2(AGE_PERIOD);

  logic [TICK_W-1:0]   tick_q;
  logic [QUEUES-1:0]   old_q, urgent;
  logic [CHANNELS-1:0] reserved_q;

  logic [QUEUES-1:0]   stays, kept_out;        // kept_out: the channel is reserved
  logic [CHANNELS-1:0] reserved;
  logic [QUEUES*CHANNELS-1:0] here;            // [queue][channel]: the head requests it
  assign stays      = head_i & ~leaves_i;
  assign reserved_o = reserved_q;

  for (genvar q = 0; q < QUEUES; q++) begin : gen_queue
    for (genvar c = 0; c < CHANNELS; c++) begin : gen_channel
      if (collnoc_pkg::turn_allowed(q / VCS, c / VCS, DIMS, ALL_PORT, ROUTE_ORDERS, TOPOLOGY, RADIX)) begin : gen_turn
        assign here[q*CHANNELS+c] = output_i[q*PORTS+c/VCS] && (VCS == 1 || vc_i[q*VC_W+:VC_W] == VC_W'(c % VCS));
      end else begin : gen_no_turn
        assign here[q*CHANNELS+c] = 1'b0;
      end
    end
    logic unused;
    assign unused = ^output_i[q*PORTS+:PORTS];
    assign kept_out[q] = (here[q*CHANNELS+:CHANNELS] & reserved_q) != '0;
    assign waits_o[q]  = !old_q[q] && (kept_out[q] || (GVCS > 1 && urgent[q/GVCS*GVCS+:GVCS] != '0));
  end

  always @* begin
    reserved = '0;
    for (int q = 0; q < QUEUES; q++) begin
      if (old_q[q] && stays[q]) reserved = reserved | here[q*CHANNELS+:CHANNELS];
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
