// Proved: arrival counter NUMBER reads as the number of increments granted for it so far, minus what software has
// subtracted so far, also if both happen in the same cycle. At most one channel is granted per cycle, only one that
// requests, and every requester gets its turn. An event follows every increment by one cycle.
module counter_exact #(
    parameter int CHANNELS = 1,
    parameter int NUMBER   = 5
) (
    input logic                clk_i,
    input logic [CHANNELS-1:0] inc_i,
    input logic [CHANNELS*collnoc_pkg::COUNTER_W-1:0] inc_counter_i,
    input logic                read_i,
    input logic                subtract_i,
    input logic [collnoc_pkg::COUNTER_W-1:0] number_i,
    input logic [31:0]         amount_i
);
  localparam int COUNTER_W = collnoc_pkg::COUNTER_W;
  logic rst_nq = 1'b0;
  always_ff @(posedge clk_i) rst_nq <= 1'b1;

  logic [CHANNELS-1:0] grant;
  logic [31:0]         value;
  logic                event_seen, valid;
  arrival_counters #(.CHANNELS(CHANNELS)) i_counters (
      .clk_i, .rst_ni(rst_nq), .inc_i, .inc_counter_i, .inc_gnt_o(grant), .read_i, .subtract_i, .number_i, .amount_i,
      .value_valid_o(valid), .value_o(value), .event_o(event_seen), .quiescent_o()
  );

  logic [31:0]         expected_q, at_read_q;  // now; in the last cycle
  logic                read_q, of_number_q;
  logic                incremented, granted_q;
  logic [CHANNELS-1:0] waiting_q;  // requested and not granted
  always_comb begin
    incremented = 1'b0;
    for (int c = 0; c < CHANNELS; c++) begin
      if (grant[c] && inc_counter_i[c*COUNTER_W+:COUNTER_W] == COUNTER_W'(NUMBER)) incremented = 1'b1;
    end
  end
  (* anyconst *) logic [2:0] me;
  logic [2:0] waited_q;
  always_ff @(posedge clk_i) begin
    granted_q   <= rst_nq && grant != '0;
    read_q      <= rst_nq && read_i;
    of_number_q <= number_i == COUNTER_W'(NUMBER);
    at_read_q   <= expected_q;
    if (!rst_nq) begin
      expected_q <= '0;
      waited_q   <= '0;
    end else begin
      expected_q <= expected_q + 32'(incremented) -
                    ((subtract_i && number_i == COUNTER_W'(NUMBER)) ? amount_i : 32'd0);
      waited_q   <= (inc_i[me] && !grant[me]) ? waited_q + 1'b1 : 3'd0;
    end
  end

  always_comb begin
    assume (me < CHANNELS);
    if (rst_nq) begin
      exact: assert (valid == read_q && (!read_q || !of_number_q || value == at_read_q));
      one_a_cycle: assert ($onehot0(grant) && (grant & ~inc_i) == '0 && (grant != '0) == (inc_i != '0));
      in_turn: assert (waited_q < CHANNELS);
      event_follows: assert (event_seen == granted_q);
      read_back_to_back: cover (read_q && of_number_q && at_read_q != expected_q && at_read_q != '0);
      both_at_once: cover (incremented && subtract_i && number_i == COUNTER_W'(NUMBER) && expected_q != '0);
    end
  end
endmodule
