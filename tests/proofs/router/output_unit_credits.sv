// Proved: credits are never negative and never above the depth, and equal the number of free buffer spaces at the
// receiver. A virtual channel is busy from head to tail of a packet. Flits pass unchanged, in HOP_CYCLES - 1 cycles.
module output_unit_credits #(
    parameter int VCS        = 2,
    parameter int DEPTH      = 3,
    parameter bit SHARED     = 1'b0,
    parameter int HEAD_NEEDS = 1,
    parameter int HOP_CYCLES = 1,
    parameter int VC_W       = VCS > 1 ? $clog2(VCS) : 1
) (
    input logic            clk_i,
    input logic            send_i,
    input logic            head_i,
    input logic            tail_i,
    input logic [VC_W-1:0] vc_i,
    input logic [1:0]      data_i,
    input logic [(SHARED?1:VCS)-1:0] credit_i
);
  localparam int QUEUES = SHARED ? 1 : VCS;
  localparam int CNT_W  = $clog2(DEPTH + 1);
  logic rst_nq = 1'b0;
  always_ff @(posedge clk_i) rst_nq <= 1'b1;

  logic [VCS-1:0]  busy, body_ok, head_ok, start, next_start, next_start_q;
  logic            valid, head, tail, empty;
  logic [VC_W-1:0] vc;
  logic [1:0]      data;
  output_unit #(
      .FLIT_W(2), .VCS(VCS), .VC_W(VC_W), .DEPTH(DEPTH), .SHARED(SHARED), .HEAD_NEEDS(HEAD_NEEDS),
      .HOP_CYCLES(HOP_CYCLES)
  ) i_unit (
      .clk_i, .rst_ni(rst_nq), .send_i, .head_i, .tail_i, .vc_i, .data_i, .busy_o(busy), .body_ok_o(body_ok),
      .head_ok_o(head_ok), .start_o(start), .next_start_o(next_start), .valid_o(valid), .head_o(head), .tail_o(tail), .vc_o(vc), .data_o(data), .credit_i,
      .empty_o(empty)
  );

  // The receiver, as if flits arrived immediately: a flit in the output register occupies a slot too.
  logic                    rules_ok, room, packets;
  logic [VCS-1:0]          open;
  logic [QUEUES*CNT_W-1:0] held;
  receiver_rules #(.VCS(VCS), .VC_W(VC_W), .DEPTH(DEPTH), .SHARED(SHARED)) i_receiver (
      .clk_i, .rst_ni(rst_nq), .valid_i(send_i), .head_i, .tail_i, .vc_i, .credit_i,
      .rules_ok_o(rules_ok), .room_o(room), .packets_o(packets), .open_o(open), .held_o(held)
  );

  // What was sent 0, 1, … cycles ago.
  localparam int FLIT = VC_W + 4;
  logic [HOP_CYCLES-1:0]      sent;
  logic [HOP_CYCLES*FLIT-1:0] flits;
  assign sent[0]        = send_i && rst_nq;
  assign flits[0+:FLIT] = {head_i, tail_i, vc_i, data_i};
  for (genvar s = 1; s < HOP_CYCLES; s++) begin : gen_ago
    logic            sent_q;
    logic [FLIT-1:0] flit_q;
    initial sent_q = 1'b0;
    always_ff @(posedge clk_i) begin
      sent_q <= sent[s-1] && rst_nq;
      flit_q <= flits[(s-1)*FLIT+:FLIT];
    end
    assign sent[s]             = sent_q;
    assign flits[s*FLIT+:FLIT] = flit_q;
  end

  // Flits are sent as by the router: a head with its credits on a free virtual channel, a body flit with a credit.
  logic may_send;
  assign may_send = vc_i < (VC_W + 1)'(VCS) && (head_i ? head_ok[vc_i] && !busy[vc_i] : body_ok[vc_i] && busy[vc_i]);

  logic [VCS-1:0] body_right, head_right;
  logic           known_q;
  always_ff @(posedge clk_i) begin
    known_q      <= rst_nq;
    next_start_q <= next_start;
  end
  initial known_q = 1'b0;
  for (genvar v = 0; v < VCS; v++) begin : gen_vc
    logic [CNT_W-1:0] taken;
    assign taken = held[(SHARED?0:v)*CNT_W+:CNT_W];
    assign body_right[v] = body_ok[v] == (taken < CNT_W'(DEPTH));
    assign head_right[v] = head_ok[v] == (taken <= CNT_W'(DEPTH - HEAD_NEEDS));
  end

  always_comb begin
    if (rst_nq) begin
      assume (rules_ok);
      assume (!send_i || may_send);
      never_too_many: assert (room);
      body_sees_its_credit: assert (&body_right);
      head_sees_its_credits: assert (&head_right);
      head_starts_on_a_free_channel: assert (start == (head_ok & ~busy));
      start_is_foreseen: assert (!known_q || start == next_start_q);
      busy_within_a_packet: assert (busy == open);
      whole_packets: assert (packets);
      in_time: assert (valid == sent[HOP_CYCLES-1] && empty == (sent >> 1 == '0) &&
                       (!valid || {head, tail, vc, data} == flits[(HOP_CYCLES-1)*FLIT+:FLIT]));
      all_taken_and_paid: cover (held[CNT_W-1:0] == CNT_W'(DEPTH) && credit_i[0]);
      tail_leaves: cover (valid && tail && !head);
    end
  end
endmodule
