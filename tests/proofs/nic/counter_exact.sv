// Proved: arrival counter NUMBER is, at all times, the bumps that were granted for it less what software subtracted,
// also in one cycle; at most one channel is granted a cycle, only one that asks, and every one in its turn; an
// event follows every bump by a cycle.
module counter_exact #(
    parameter int CHANNELS = 1,
    parameter int NUMBER   = 5
) (
    input logic                clk_i,
    input logic [CHANNELS-1:0] bump_i,
    input logic [CHANNELS*collnoc_pkg::COUNTER_W-1:0] bump_counter_i,
    input logic                subtract_i,
    input logic [collnoc_pkg::COUNTER_W-1:0] number_i,
    input logic [31:0]         amount_i
);
  localparam int COUNTER_W = collnoc_pkg::COUNTER_W;
  logic rst_nq = 1'b0;
  always_ff @(posedge clk_i) rst_nq <= 1'b1;

  logic [CHANNELS-1:0] grant;
  logic [31:0]         value;
  logic                event_seen;
  arrival_counters #(.CHANNELS(CHANNELS)) i_counters (
      .clk_i, .rst_ni(rst_nq), .bump_i, .bump_counter_i, .bump_gnt_o(grant), .subtract_i, .number_i, .amount_i,
      .value_o(value), .event_o(event_seen)
  );

  logic [31:0]         expected_q;
  logic                bumped, granted_q;
  logic [CHANNELS-1:0] waiting_q;  // asked and was not granted
  always_comb begin
    bumped = 1'b0;
    for (int c = 0; c < CHANNELS; c++) begin
      if (grant[c] && bump_counter_i[c*COUNTER_W+:COUNTER_W] == COUNTER_W'(NUMBER)) bumped = 1'b1;
    end
  end
  (* anyconst *) logic [2:0] me;
  logic [2:0] waited_q;
  always_ff @(posedge clk_i) begin
    granted_q <= rst_nq && grant != '0;
    if (!rst_nq) begin
      expected_q <= '0;
      waited_q   <= '0;
    end else begin
      expected_q <= expected_q + 32'(bumped) -
                    ((subtract_i && number_i == COUNTER_W'(NUMBER)) ? amount_i : 32'd0);
      waited_q   <= (bump_i[me] && !grant[me]) ? waited_q + 1'b1 : 3'd0;
    end
  end

  always_comb begin
    assume (me < CHANNELS);
    if (rst_nq) begin
      exact: assert (number_i != COUNTER_W'(NUMBER) || value == expected_q);
      one_a_cycle: assert ($onehot0(grant) && (grant & ~bump_i) == '0 && (grant != '0) == (bump_i != '0));
      in_turn: assert (waited_q < CHANNELS);
      event_follows: assert (event_seen == granted_q);
      both_at_once: cover (bumped && subtract_i && number_i == COUNTER_W'(NUMBER) && expected_q != '0);
    end
  end
endmodule
