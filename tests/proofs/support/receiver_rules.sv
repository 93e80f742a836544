// Rules for the receiver at the end of a link, as a harness assumes them: it returns a credit only for a flit that
// has arrived and for which no credit was returned yet. It checks its input: complete packets on every virtual
// channel, and never more flits than it has buffer spaces. With SHARED its buffer is one queue for all virtual
// channels.
module receiver_rules #(
    parameter int VCS    = 1,
    parameter int VC_W   = 1,
    parameter int DEPTH  = 2,
    parameter bit SHARED = 1'b0,
    parameter int QUEUES = SHARED ? 1 : VCS  // derived, not to be set
) (
    input  logic              clk_i,
    input  logic              rst_ni,
    input  logic              valid_i,
    input  logic              head_i,
    input  logic              tail_i,
    input  logic [VC_W-1:0]   vc_i,
    input  logic [QUEUES-1:0] credit_i,
    output logic              rules_ok_o,  // to be assumed
    output logic              room_o,      // to be asserted: there was a free slot
    output logic              packets_o,   // to be asserted: a head starts a packet, other flits continue one
    output logic [VCS-1:0]    open_o,      // within a packet
    output logic [QUEUES*($clog2(DEPTH+1))-1:0] held_o  // occupied slots
);
  localparam int CNT_W = $clog2(DEPTH + 1);

  logic [QUEUES-1:0] rule_ok, has_room;
  logic [VCS-1:0]    packet_ok;
  for (genvar q = 0; q < QUEUES; q++) begin : gen_queue
    logic [CNT_W-1:0] held_q;
    logic             comes;
    assign comes = valid_i && (SHARED || vc_i == VC_W'(q));
    assign rule_ok[q]  = !credit_i[q] || held_q != '0;
    assign has_room[q] = !comes || held_q < CNT_W'(DEPTH);
    assign held_o[q*CNT_W+:CNT_W] = held_q;
    always_ff @(posedge clk_i) begin
      if (!rst_ni) held_q <= '0;
      else held_q <= held_q + CNT_W'(comes) - CNT_W'(credit_i[q]);
    end
  end
  for (genvar v = 0; v < VCS; v++) begin : gen_vc
    logic open_q, comes;
    assign comes = valid_i && vc_i == VC_W'(v);
    assign packet_ok[v] = !comes || head_i == !open_q;
    assign open_o[v] = open_q;
    always_ff @(posedge clk_i) begin
      if (!rst_ni) open_q <= 1'b0;
      else if (comes) open_q <= !tail_i;
    end
  end
  assign rules_ok_o = &rule_ok;
  assign room_o     = &has_room;
  assign packets_o  = &packet_ok && (!valid_i || vc_i < (VC_W + 1)'(VCS));
endmodule
