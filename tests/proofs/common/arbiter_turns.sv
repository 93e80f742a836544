// Proved: there is at most one grant, always to a requester, and always one if there is a requester. A granted
// requester keeps its turn until its last flit. A requester that asks continuously is served within N turns, that is
// after at most N - 1 turns of others.
module arbiter_turns #(
    parameter int N    = 4,
    parameter bit FAST = 1'b0
) (
    input logic         clk_i,
    input logic [N-1:0] req_i,
    input logic         update_i,
    input logic         last_i
);
  logic rst_nq = 1'b0;
  always_ff @(posedge clk_i) rst_nq <= 1'b1;

  logic [N-1:0] gnt;
  rr_arbiter #(.N(N), .FAST(FAST)) i_arbiter (.clk_i, .rst_ni(rst_nq), .req_i, .update_i, .last_i, .gnt_o(gnt));

  (* anyconst *) logic [$clog2(N+1)-1:0] me;  // any requester
  logic         other_served;
  logic [3:0]   waited_q;   // turns of others that ended since it started to request
  logic [N-1:0] turn_q;     // the requester in the middle of its turn
  assign other_served = update_i && last_i && gnt != '0 && !gnt[me];
  always_ff @(posedge clk_i) begin
    if (!rst_nq) begin
      waited_q <= '0;
      turn_q   <= '0;
    end else begin
      if (!req_i[me] || (gnt[me] && update_i)) waited_q <= '0;
      else if (other_served) waited_q <= waited_q + 1'b1;
      if (update_i && gnt != '0) turn_q <= last_i ? '0 : gnt;
    end
  end

  always_comb begin
    assume (me < N);
    if (rst_nq) begin
      one_grant: assert ($onehot0(gnt));
      only_who_asks: assert ((gnt & ~req_i) == '0);
      work_conserving: assert ((gnt != '0) == (req_i != '0));
      keeps_its_turn: assert ((turn_q & req_i) == '0 || gnt == turn_q);
      no_starvation: assert (waited_q <= N - 1);
      waits_longest: cover (waited_q == N - 1 && gnt[me]);
      in_the_middle: cover ((turn_q & req_i) != '0 && $countones(req_i) > 1);
    end
  end
endmodule
