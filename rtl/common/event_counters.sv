// Counts COUNTERS kinds of events, each WIDTH bits, wrapping. Every kind has a narrow counter that is fast and small. They
// take turns: in every active cycle the next one is added to its wide sum in RAM and begins anew. A narrow counter
// therefore never exceeds COUNTERS. Events come late in a cycle; the next active cycle counts them. What is read is the
// sum of all three.
// Read data comes one cycle after the read, for that cycle only, and includes the events of all cycles before the read.
module event_counters #(
    parameter int COUNTERS = 15,
    parameter int WIDTH    = 32,
    parameter int NUMBER_W = COUNTERS > 1 ? $clog2(COUNTERS) : 1  // derived, not to be set
) (
    input  logic                clk_i,
    input  logic                rst_ni,
    input  logic                active_i,  // without it there is no event, and nothing changes
    input  logic [COUNTERS-1:0] event_i,
    input  logic                read_i,
    input  logic [NUMBER_W-1:0] number_i,
    output logic [WIDTH-1:0]    value_o
);
  localparam int NARROW_W = $clog2(COUNTERS + 1);

  logic [COUNTERS*NARROW_W-1:0] narrow;
  logic [COUNTERS-1:0] waiting;            // events that the next active cycle counts
  logic [NUMBER_W-1:0] turn_q, next_turn;  // whose turn it is
  logic                fresh_q;            // sums from this turn on are not written yet since the reset
  logic                last;
  logic [WIDTH-1:0]    sum;
  assign last      = turn_q == NUMBER_W'(COUNTERS - 1);
  assign next_turn = last ? '0 : turn_q + 1'b1;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      turn_q  <= '0;
      fresh_q <= 1'b1;
    end else if (active_i) begin
      turn_q <= next_turn;
      if (last) fresh_q <= 1'b0;
    end
  end
  for (genvar k = 0; k < COUNTERS; k++) begin : gen_counter
    logic [NARROW_W-1:0] narrow_q;
    logic                event_q;
    assign narrow[k*NARROW_W+:NARROW_W] = narrow_q;
    assign waiting[k]                   = event_q;
    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        narrow_q <= '0;
        event_q  <= 1'b0;
      end else if (active_i) begin
        narrow_q <= (turn_q == NUMBER_W'(k) ? '0 : narrow_q) + NARROW_W'(event_q);
        event_q  <= event_i[k];
      end
    end
  end

  // The sums. Two RAMs with equal contents: the one for the next turn is read one active cycle before.
  logic [WIDTH-1:0] sum_before, sum_read;
  assign sum = (fresh_q ? '0 : sum_before) + WIDTH'(narrow[turn_q*NARROW_W+:NARROW_W]);
  ram #(.WORDS(COUNTERS), .WIDTH(WIDTH)) i_turn (
      .clk_i, .rd_en_i(active_i), .rd_addr_i(next_turn), .rd_data_o(sum_before),
      .wr_en_i(active_i), .wr_addr_i(turn_q), .wr_data_i(sum)
  );
  ram #(.WORDS(COUNTERS), .WIDTH(WIDTH)) i_read (
      .clk_i, .rd_en_i(read_i), .rd_addr_i(number_i), .rd_data_o(sum_read),
      .wr_en_i(active_i), .wr_addr_i(turn_q), .wr_data_i(sum)
  );

  // A read in the cycle of a write gets the old sum, and the narrow counter before it begins anew.
  logic [NARROW_W:0]   read_narrow_q;
  logic                read_known_q;
  always_ff @(posedge clk_i) begin
    if (read_i) begin
      read_narrow_q <= {1'b0, narrow[number_i*NARROW_W+:NARROW_W]} + (NARROW_W + 1)'(waiting[number_i]);
      read_known_q  <= !fresh_q || number_i < turn_q;
    end
  end
  assign value_o = (read_known_q ? sum_read : '0) + WIDTH'(read_narrow_q);
endmodule
