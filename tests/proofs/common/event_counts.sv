// Proved: a count that is read is the number of its events since the reset, modulo 2^WIDTH, whichever counter's turn it is,
// however often is read, and also while a sum is written. A read is answered in the next cycle. Events come in active
// cycles only; other cycles change nothing.
module event_counts #(
    parameter int COUNTERS = 3,
    parameter int WIDTH    = 3,
    parameter int NUMBER_W = $clog2(COUNTERS)  // derived, not to be set
) (
    input logic                clk_i,
    input logic                active_i,
    input logic [COUNTERS-1:0] event_i,
    input logic                read_i,
    input logic [NUMBER_W-1:0] number_i
);
  logic rst_nq = 1'b0;
  always_ff @(posedge clk_i) rst_nq <= 1'b1;

  logic [WIDTH-1:0] value;
  event_counters #(.COUNTERS(COUNTERS), .WIDTH(WIDTH)) i_counters (
      .clk_i, .rst_ni(rst_nq), .active_i, .event_i(event_i & {COUNTERS{active_i}}), .read_i, .number_i, .value_o(value)
  );

  (* anyconst *) logic [NUMBER_W-1:0] me;  // the observed counter
  logic [WIDTH-1:0] count_q, then_q;       // its events, and at the last read
  logic             asked_q, wrapped_q;
  always_ff @(posedge clk_i) begin
    if (!rst_nq) begin
      count_q <= '0;
      asked_q   <= 1'b0;
      wrapped_q <= 1'b0;
    end else begin
      if (active_i && event_i[me]) count_q <= count_q + 1'b1;
      asked_q   <= read_i && number_i == me;
      wrapped_q <= wrapped_q || (count_q == '1 && active_i && event_i[me]);
      then_q  <= count_q;
    end
  end

  always_comb begin
    assume (me < (NUMBER_W + 1)'(COUNTERS));
    if (rst_nq) begin
      assume (!read_i || number_i < (NUMBER_W + 1)'(COUNTERS));
      exact: assert (!asked_q || value == then_q);
      wraps: cover (asked_q && wrapped_q && value != '0);
    end
  end
endmodule
