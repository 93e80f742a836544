// The arrival counters, 32 bits, wrapping: arrivals minus the amounts that software subtracted. Each of the two sums
// has its own memory with a single writer. So both fit in small RAMs, and no arrival is lost between a read and a
// reset. Increments and subtractions take two cycles, read and write, and one can start in every cycle. A read sees all
// of them that started before it. At most one increment per cycle; channels that finish together take turns
// (round-robin). `event_o` follows every increment by one cycle.
module arrival_counters #(
    parameter int CHANNELS = 1
) (
    input  logic                clk_i,
    input  logic                rst_ni,
    // increments
    input  logic [CHANNELS-1:0] inc_i,
    input  logic [CHANNELS*collnoc_pkg::COUNTER_W-1:0] inc_counter_i,
    output logic [CHANNELS-1:0] inc_gnt_o,
    output logic                inc_o,            // an increment starts in this cycle,
    output logic [collnoc_pkg::COUNTER_W-1:0] inc_number_o,  // of this counter
    // software or sequencer: one access per cycle
    input  logic                read_i,
    input  logic                subtract_i,
    input  logic [collnoc_pkg::COUNTER_W-1:0] number_i,
    input  logic [31:0]         amount_i,
    output logic                value_valid_o,  // a counter was read in the last cycle
    output logic [31:0]         value_o,        // its value
    output logic                event_o,
    output logic                quiescent_o
);
  localparam int COUNTER_W = collnoc_pkg::COUNTER_W;

  // Increments: read, then write the value plus one.
  logic                 inc, event_q;
  logic [COUNTER_W-1:0] incremented, incremented_q;
  logic [31:0]          before_inc, arrived;
  rr_arbiter #(.N(CHANNELS)) i_arbiter (
      .clk_i, .rst_ni, .req_i(inc_i), .update_i(1'b1), .last_i(1'b1), .gnt_o(inc_gnt_o)
  );
  assign inc = inc_i != '0;
  assign inc_o = inc;
  assign inc_number_o = incremented;
  always @* begin
    incremented = '0;
    for (int c = 0; c < CHANNELS; c++) begin
      if (inc_gnt_o[c]) incremented = inc_counter_i[c*COUNTER_W+:COUNTER_W];
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) event_q <= 1'b0;
    else event_q <= inc;
  end
  always_ff @(posedge clk_i) begin
    if (inc) incremented_q <= incremented;
  end
  counter_memory #(.READS(2)) i_arrived (
      .clk_i, .rst_ni, .rd_en_i({read_i, inc}), .rd_number_i({number_i, incremented}),
      .rd_data_o({arrived, before_inc}),
      .wr_en_i(event_q), .wr_number_i(incremented_q), .wr_data_i(before_inc + 32'd1)
  );

  // Subtractions: read, then write the sum with the amount.
  logic                 subtract_q, read_q;
  logic [COUNTER_W-1:0] number_q;
  logic [31:0]          amount_q, subtracted;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      subtract_q <= 1'b0;
      read_q     <= 1'b0;
    end else begin
      subtract_q <= subtract_i;
      read_q     <= read_i;
    end
  end
  always_ff @(posedge clk_i) begin
    if (subtract_i) begin
      number_q <= number_i;
      amount_q <= amount_i;
    end
  end
  counter_memory #(.READS(1)) i_subtracted (
      .clk_i, .rst_ni, .rd_en_i(read_i || subtract_i), .rd_number_i(number_i), .rd_data_o(subtracted),
      .wr_en_i(subtract_q), .wr_number_i(number_q), .wr_data_i(subtracted + amount_q)
  );

  assign value_valid_o = read_q;
  assign value_o       = arrived - subtracted;
  assign event_o       = event_q;
  assign quiescent_o   = !event_q && !subtract_q && !read_q;
endmodule
