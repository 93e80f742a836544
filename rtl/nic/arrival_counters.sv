// The arrival counters: COUNTERS words of 32 bits that wrap. At most one bump a cycle, so that they can be a
// small memory; channels that finish together take turns (round-robin). Software reads them and subtracts
// from them, so no arrival is ever lost between a read and a reset. `event_o` follows every bump by a cycle.
module arrival_counters #(
    parameter int CHANNELS = 1
) (
    input  logic                clk_i,
    input  logic                rst_ni,
    input  logic [CHANNELS-1:0] bump_i,
    input  logic [CHANNELS*collnoc_pkg::COUNTER_W-1:0] bump_counter_i,
    output logic [CHANNELS-1:0] bump_gnt_o,
    input  logic                subtract_i,
    input  logic [collnoc_pkg::COUNTER_W-1:0] number_i,  // read and subtracted from
    input  logic [31:0]         amount_i,
    output logic [31:0]         value_o,
    output logic                event_o
);
  localparam int COUNTERS = 1 << collnoc_pkg::COUNTER_W;

  logic [31:0] counter_q [COUNTERS];
  logic        event_q;
  logic        bump;
  logic [collnoc_pkg::COUNTER_W-1:0] bumped;
  logic [31:0] raised, lowered;

  rr_arbiter #(.N(CHANNELS)) i_arbiter (
      .clk_i, .rst_ni, .req_i(bump_i), .update_i(1'b1), .last_i(1'b1), .gnt_o(bump_gnt_o)
  );

  assign bump    = bump_i != '0;
  assign value_o = counter_q[number_i];
  assign event_o = event_q;
  always_comb begin
    bumped = '0;
    for (int c = 0; c < CHANNELS; c++) begin
      if (bump_gnt_o[c]) bumped = bump_counter_i[c*collnoc_pkg::COUNTER_W+:collnoc_pkg::COUNTER_W];
    end
  end
  assign raised  = counter_q[bumped] + 32'd1;
  assign lowered = ((bump && bumped == number_i) ? raised : value_o) - amount_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      for (int k = 0; k < COUNTERS; k++) counter_q[k] <= '0;
    end else begin
      if (bump) counter_q[bumped] <= raised;
      if (subtract_i) counter_q[number_i] <= lowered;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) event_q <= 1'b0;
    else event_q <= bump;
  end
endmodule
