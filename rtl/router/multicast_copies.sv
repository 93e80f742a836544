// The copies of the packet at the front of one input virtual channel (docs/reference/multicast.md). Each copy has an
// output, takes every flit once and holds the output's virtual channel from its head to its tail. The front leaves when
// every copy has taken it. A unicast packet has one copy, which never gives its channel up and needs no registers here.
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
    // the front flit
    input  logic              valid_i,
    input  logic              multicast_i,  // of the packet; it may be between two flits
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
    input  logic              picked_i,   // the input has picked this virtual channel
    input  logic [COPIES-1:0] grant_i,    // the input has got the output
    // the front
    output logic              pop_o,      // every copy has taken it: it is no longer the front
    output logic              hold_o,     // then it stays as the head of its packet
    output logic [COPIES-1:0] waits_o,    // copies that have not taken the front
    output logic [COPIES-1:0] starts_o,   // copies that wait for a virtual channel, or could take it
    output logic              quiescent_o // nothing changes here while there is no front
);
  logic [COPIES-1:0] holds_q;    // the copy holds its output's virtual channel
  logic [COPIES-1:0] taken_q;    // the copy has taken the front flit
  logic [COPIES-1:0] give_up_q;  // the copy had no flit to send in the last cycle, and its channel was wanted
  logic [COPIES-1:0] resume_q;   // the copy could have sent the head again in the last cycle

  logic              ends;       // the front is an empty tail: copies that hold nothing ignore it
  logic              again, sends_head;
  logic [COPIES-1:0] start, gets, take;
  assign ends      = held_i && head_i;
  assign hold_o    = multicast_i && !held_i && !tail_i;
  assign waits_o   = !valid_i ? '0 : ends ? holds_q : copies_i & ~taken_q;
  assign starts_o  = ends ? '0 : multicast_i ? waits_o & ~holds_q : head_i ? waits_o : '0;

  // What is sent is known from registers, since the flit is read meanwhile; who sends it depends on the outputs.
  assign empty_o    = give_up_q != '0;
  assign again      = resume_q != '0;
  assign resend_o   = empty_o || again;
  assign head_o     = resend_o || head_i;
  assign tail_o     = empty_o || (tail_i && !again);
  assign sends_head = again || (head_i && !held_i);
  assign start      = starts_o & head_ok_i;
  assign request_o  = ((empty_o || !sends_head ? '0 : starts_o) & head_ok_i)
                    | ((empty_o ? give_up_q : sends_head ? '0 : waits_o & ~starts_o) & body_ok_i);

  // A copy has the front once the front itself was sent, not a head before it.
  assign gets   = picked_i ? grant_i : '0;
  assign take   = resend_o ? '0 : gets;
  assign pop_o  = valid_i && (waits_o == '0 || (picked_i && !resend_o && (waits_o & ~grant_i) == '0));
  assign quiescent_o = !empty_o && !again;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      holds_q   <= '0;
      taken_q   <= '0;
      give_up_q <= '0;
      resume_q  <= '0;
    end else begin
      holds_q   <= (holds_q & ~gets) | (multicast_i && !tail_o ? gets : '0);
      taken_q   <= pop_o ? '0 : taken_q | take;
      give_up_q <= holds_q & ~waits_o & wanted_i & body_ok_i & ~gets;
      resume_q  <= held_i ? start & ~gets : '0;
    end
  end
endmodule
