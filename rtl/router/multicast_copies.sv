// The copies of the packet at the front of one input virtual channel (docs/reference/multicast.md). Each copy has an
// output, takes every flit once and holds the output's virtual channel from its head to its tail. The front leaves when
// every copy has taken it.
// A copy that has no flit to send while another packet waits for its virtual channel sends an empty tail and gives the
// channel up. When it has a flit again it sends the head again. So no copy ever waits for another one while it holds a
// channel that a third packet needs.
// In a cycle all copies send the same flit: empty tails, else heads, else the front. To give up and to resume is decided
// one cycle ahead.
module multicast_copies #(
    parameter int COPIES = 4
) (
    input  logic              clk_i,
    input  logic              rst_ni,
    // the front flit of a multicast packet
    input  logic              valid_i,
    input  logic              head_i,
    input  logic              tail_i,
    input  logic              held_i,     // its head has left the front and is kept
    input  logic [COPIES-1:0] copies_i,   // the outputs of the packet
    // output virtual channel of each copy
    input  logic [COPIES-1:0] head_ok_i,  // free, and a head has enough credits
    input  logic [COPIES-1:0] body_ok_i,  // a credit
    input  logic [COPIES-1:0] wanted_i,   // another packet waits for it
    // what is sent, and by which copies
    output logic [COPIES-1:0] request_o,
    output logic              head_o,
    output logic              tail_o,
    output logic              resend_o,   // the packet's head, once more or as an empty tail
    output logic              empty_o,    // it is an empty tail
    input  logic [COPIES-1:0] grant_i,
    // the front
    output logic              hold_o,     // stays as the head of its packet
    output logic              pop_o,      // leaves
    output logic [COPIES-1:0] waits_o,    // copies that have not taken the front
    output logic [COPIES-1:0] starts_o,   // copies that wait for a virtual channel, or could take it
    output logic              quiescent_o // nothing changes here while there is no front
);
  logic [COPIES-1:0] holds_q;    // the copy holds its output's virtual channel
  logic [COPIES-1:0] taken_q;    // the copy has taken the front flit
  logic [COPIES-1:0] give_up_q;  // the copy had no flit to send in the last cycle, and its channel was wanted
  logic [COPIES-1:0] resume_q;   // the copy could have sent the head again in the last cycle

  logic              ends;       // the front is an empty tail: copies that hold nothing ignore it
  logic              first;      // the front is the packet's head
  logic              again;
  logic [COPIES-1:0] start, forward, take, left;
  assign ends      = held_i && head_i;
  assign first     = !held_i;
  assign waits_o   = !valid_i ? '0 : ends ? holds_q : copies_i & ~taken_q;
  assign starts_o  = ends ? '0 : first ? waits_o : waits_o & ~holds_q;

  // What is sent is known from registers, since the flit is read meanwhile; who sends it depends on the outputs.
  assign empty_o   = give_up_q != '0;
  assign again     = resume_q != '0;
  assign resend_o  = empty_o || again;
  assign start     = starts_o & head_ok_i;
  assign forward   = waits_o & ~starts_o & body_ok_i;
  assign request_o = empty_o ? give_up_q & body_ok_i : (first || again) ? start : forward;
  assign head_o    = empty_o || first || again || ends;
  assign tail_o    = empty_o || (tail_i && !again);

  // A copy has the front once the front itself was sent, not a head before it.
  assign take   = resend_o ? '0 : grant_i;
  assign left   = waits_o & ~take;
  assign hold_o = valid_i && first && !tail_i && left == '0;
  assign pop_o  = valid_i && !(first && !tail_i) && left == '0;
  assign quiescent_o = !empty_o && !again;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      holds_q   <= '0;
      taken_q   <= '0;
      give_up_q <= '0;
      resume_q  <= '0;
    end else begin
      holds_q   <= (holds_q & ~grant_i) | (tail_o ? '0 : grant_i);
      taken_q   <= (hold_o || pop_o) ? '0 : taken_q | take;
      give_up_q <= holds_q & ~waits_o & wanted_i & body_ok_i & ~grant_i;
      resume_q  <= held_i ? start & ~grant_i : '0;
    end
  end
endmodule
