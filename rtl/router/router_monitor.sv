// Counts events at every output port: flits sent, cycles in which some flit waited for a credit, and cycles in which some
// flit waited because another one was granted. A cycle may count for all three; cycles without a flit are the remainder.
// 32 bits each, wrapping. Software reads them as registers of the NIC.
module router_monitor #(
    parameter int PORTS    = 5,
    parameter int VCS      = 2,
    parameter bit MULTICAST = 1'b0,
    parameter int QUEUES   = PORTS * VCS,  // derived, not to be set
    parameter int CHANNELS = PORTS * VCS
) (
    input  logic                clk_i,
    input  logic                rst_ni,
    input  logic                active_i,    // there are flits in the buffers
    input  logic [PORTS-1:0]    sent_i,
    // front of every queue, [input][vc]
    input  logic [QUEUES-1:0]   valid_i,
    input  logic [QUEUES-1:0]   head_i,
    input  logic [QUEUES*CHANNELS-1:0] channel_i,  // the channel that it requests, one-hot
    input  logic [QUEUES-1:0]   ready_i,
    input  logic [QUEUES-1:0]   leaves_i,
    // every channel, [output][vc]
    input  logic [CHANNELS-1:0] busy_i,
    input  logic [CHANNELS-1:0] head_ok_i,
    // with MULTICAST, the stalls of all packets
    input  logic [PORTS-1:0]    copy_credit_stall_i,
    input  logic [PORTS-1:0]    copy_arbitration_stall_i,
    // read: the value comes one cycle later
    input  logic                read_i,
    input  logic [5:0]          number_i,    // {output, event}
    output logic [31:0]         value_o
);
  localparam int EVENTS   = 3;
  localparam int COUNTERS = PORTS * EVENTS;
  localparam int NUMBER_W = $clog2(COUNTERS);

  logic [PORTS-1:0] credit_stall, arbitration_stall;
  if (MULTICAST) begin : gen_copies
    assign credit_stall      = copy_credit_stall_i;
    assign arbitration_stall = copy_arbitration_stall_i;
    logic unused;
    assign unused = ^{valid_i, head_i, channel_i, ready_i, leaves_i, busy_i, head_ok_i};
  end else begin : gen_fronts
    logic [CHANNELS-1:0] for_credit, for_another;
    logic [QUEUES-1:0]   waits;
    assign waits = valid_i & ~leaves_i;
    always @* begin
      for_credit  = '0;
      for_another = '0;
      if (waits != '0) begin
        for (int q = 0; q < QUEUES; q++) begin
          if (waits[q] && (ready_i[q] || (head_i[q] && (channel_i[q*CHANNELS+:CHANNELS] & (busy_i | head_ok_i)) != '0))) begin
            for_another = for_another | channel_i[q*CHANNELS+:CHANNELS];
          end else if (waits[q]) begin
            for_credit = for_credit | channel_i[q*CHANNELS+:CHANNELS];
          end
        end
      end
    end
    for (genvar o = 0; o < PORTS; o++) begin : gen_output
      assign credit_stall[o]      = for_credit[o*VCS+:VCS] != '0;
      assign arbitration_stall[o] = for_another[o*VCS+:VCS] != '0;
    end
    logic unused;
    assign unused = ^{copy_credit_stall_i, copy_arbitration_stall_i};
  end

  logic [COUNTERS-1:0] events;
  for (genvar o = 0; o < PORTS; o++) begin : gen_events
    assign events[o*EVENTS+:EVENTS] = {arbitration_stall[o], credit_stall[o], sent_i[o]};
  end

  logic        known, known_q;  // there is such a counter
  logic [31:0] value;
  assign known = {1'b0, number_i[5:2]} < 5'(PORTS) && number_i[1:0] != 2'd3;
  always_ff @(posedge clk_i) begin
    if (read_i) known_q <= known;
  end
  event_counters #(.COUNTERS(COUNTERS)) i_counters (
      .clk_i, .rst_ni, .active_i, .event_i(events), .read_i(read_i && known),
      .number_i(NUMBER_W'(number_i[5:2] * EVENTS) + NUMBER_W'(number_i[1:0])), .value_o(value)
  );
  assign value_o = known_q ? value : '0;
endmodule
