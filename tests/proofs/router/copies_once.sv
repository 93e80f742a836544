// Proved: every copy of a multicast packet takes each flit exactly once, and no other output takes one; the front leaves
// only after that. What a copy sends is a sequence of packets: a head, then fronts, then a tail, each in the virtual
// channel that it holds. A copy that holds a virtual channel for which another packet waits, and has no flit to send,
// offers an empty tail in the next cycle.
module copies_once #(
    parameter int COPIES = 2
) (
    input logic              clk_i,
    input logic              valid_i,
    input logic              tail_i,
    input logic              empty_tail_i,  // the front ends the packet without a flit
    input logic [COPIES-1:0] copies_i,
    input logic [COPIES-1:0] credit_i,      // an output has a credit
    input logic [COPIES-1:0] busy_i,        // another packet holds the output's virtual channel
    input logic [COPIES-1:0] wanted_i,
    input logic              picked_i,      // grants are of this virtual channel
    input logic [COPIES-1:0] choice_i       // grants
);
  logic rst_nq = 1'b0;
  always_ff @(posedge clk_i) rst_nq <= 1'b1;

  // The queue: a packet of a head and body flits, whose copies stay the same.
  logic              held_q, valid_q, tail_q, ends_q;
  logic [COPIES-1:0] copies_q, request, grant, waits, starts, holds_q, taken_q, asked_q;
  logic              head, tail, resend, empty, holds, moves, hold, pop, front_head;
  assign front_head = !held_q || ends_q;
  assign grant      = picked_i ? request & choice_i : '0;
  assign hold       = moves && holds;  // the front stays as the head of its packet
  assign pop        = moves && !holds;
  multicast_copies #(.COPIES(COPIES)) i_copies (
      .clk_i, .rst_ni(rst_nq), .valid_i(valid_q), .multicast_i(1'b1), .head_i(front_head), .tail_i(tail_q), .held_i(held_q),
      .copies_i(copies_q), .head_ok_i(credit_i & ~busy_i & ~holds_q), .body_ok_i(credit_i), .wanted_i(wanted_i & holds_q),
      .request_o(request), .head_o(head), .tail_o(tail), .resend_o(resend), .empty_o(empty), .picked_i,
      .grant_i(picked_i ? grant : choice_i), .hold_o(holds), .pop_o(moves), .waits_o(waits), .starts_o(starts), .quiescent_o()
  );
  always_ff @(posedge clk_i) begin
    if (!rst_nq) begin
      {held_q, valid_q, tail_q, ends_q} <= '0;
      copies_q <= '0;
    end else begin
      if (!valid_q || hold || pop) begin
        valid_q <= valid_i;
        tail_q  <= tail_i;
        ends_q  <= 1'b0;
        if (held_q ? pop && tail_q : !hold) copies_q <= copies_i;  // a new packet comes next
        else {tail_q, ends_q} <= {tail_i || empty_tail_i, empty_tail_i};
      end
      if (hold) held_q <= 1'b1;
      else if (pop && tail_q) held_q <= 1'b0;
    end
  end

  // One copy is observed by what its output sees.
  (* anyconst *) logic [$clog2(COPIES+1)-1:0] me;
  logic sends, fresh;
  assign sends = grant[me];
  assign fresh = sends && !resend;  // the front itself
  always_ff @(posedge clk_i) begin
    if (!rst_nq) begin
      {holds_q, taken_q, asked_q} <= '0;
    end else begin
      asked_q <= holds_q & wanted_i & credit_i & ~waits & ~grant;
      holds_q <= (holds_q & ~grant) | (tail ? '0 : grant);
      taken_q <= (hold || pop) ? '0 : taken_q | (resend ? '0 : grant);
    end
  end

  logic front_data;  // the front is a flit that every copy must have
  assign front_data = valid_q && !(held_q && ends_q);
  always_comb begin
    assume (me < ($clog2(COPIES + 1) + 1)'(COPIES));
    if (rst_nq) begin
      only_members: assert (!sends || copies_q[me]);
      once: assert (!(fresh && front_data && taken_q[me]));
      all_took: assert (!((hold || pop) && front_data && copies_q[me] && !taken_q[me] && !fresh));
      front_waits: assert (!(hold || pop) || valid_q);
      head_first: assert (!sends || head == !holds_q[me] || (tail && head));
      body_in_a_packet: assert (!(fresh && held_q) || holds_q[me]);
      tail_ends: assert (!(pop && tail_q && held_q) || !holds_q[me] || (sends && tail));
      not_both: assert (!(hold && pop));
      credit: assert (!sends || credit_i[me]);
      not_busy: assert (!(sends && !holds_q[me]) || !busy_i[me]);
      // Without a flit to send it offers to give the channel up in the next cycle, and only then.
      gives_up: assert (!(asked_q[me] && credit_i[me]) || (empty && request[me]));
      empty_only_when_asked: assert (!(sends && empty) || (holds_q[me] && asked_q[me]));
      resent: cover (sends && resend && !empty);
      gave_up: cover (sends && empty);
      completed: cover (pop && tail_q && held_q && !ends_q);
      ended: cover (pop && held_q && ends_q);
    end
  end
endmodule
