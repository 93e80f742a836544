// The sequencer: performs a plan in the tile's memory without software, one context per channel
// (docs/reference/sequencer.md). Contexts take turns (round-robin) at the memory port, at the arrival counters, where
// software comes first, and at the check of puts, where software is one more requester.
module nic_sequencer #(
    parameter int DIMS = 2,
    parameter int ADDRESS_W = 16,
    parameter int CHANNELS = 1,
    parameter int CH_W     = 1,
    parameter bit MULTICAST = 1'b0
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic [31:0] cycle_i,
    input  logic [collnoc_pkg::ADDR_W:0] mem_words_i,
    // registers SEQ_*
    input  logic        reg_write_i,
    input  logic [9:0]  reg_addr_i,
    input  logic [31:0] reg_wdata_i,
    output logic [31:0] reg_rdata_o,
    output logic [collnoc_pkg::ERRORS-1:0] errors_o,
    output logic        event_o,         // the cycle after the plan ended or failed
    output logic        quiescent_o,
    // memory
    output logic        rd_req_o,
    output logic [collnoc_pkg::ADDR_W-1:0] rd_addr_o,
    input  logic        rd_gnt_i,
    input  logic [63:0] rd_data_i,
    // arrival counters
    input  logic        counters_taken_i,  // software accesses them in this cycle
    output logic        counter_read_o,
    output logic        counter_subtract_o,
    output logic [collnoc_pkg::COUNTER_W-1:0] counter_number_o,
    output logic [31:0] counter_amount_o,
    output logic        counter_reading_o, // the value of this cycle was read here
    input  logic [31:0] counter_value_i,
    input  logic        inc_i,             // every increment and every subtraction, when they start
    input  logic [collnoc_pkg::COUNTER_W-1:0] inc_number_i,
    input  logic        subtracted_i,
    input  logic [collnoc_pkg::COUNTER_W-1:0] subtracted_number_i,
    // check of puts
    input  logic        software_check_i,
    output logic        software_check_gnt_o,
    output logic        check_o,           // a context checks
    output logic [159:0] put_o,            // its put registers: {PUT_NODE, PUT_CTRL, PUT_BYTES, PUT_ADDR, PUT_SRC}
    output logic [collnoc_pkg::NODE_W+1:0] put_corner_o,  // {it is a multicast, its box's other corner}
    input  logic [collnoc_pkg::ERRORS-1:0] put_errors_i,
    input  logic [collnoc_pkg::DESCRIPTOR_W-1:0] descriptor_i,
    input  logic [CH_W-1:0] channel_i,
    // puts to the senders' queues
    output logic [CHANNELS-1:0] push_o,
    output logic [CHANNELS*collnoc_pkg::DESCRIPTOR_W-1:0] descriptor_o,
    input  logic [CHANNELS-1:0] push_gnt_i
);
  localparam int ADDR_W       = collnoc_pkg::ADDR_W;
  localparam int COUNTER_W    = collnoc_pkg::COUNTER_W;
  localparam int DESCRIPTOR_W = collnoc_pkg::DESCRIPTOR_W;
  localparam int AT_W         = ADDR_W + 1;
  localparam int CORNER_W     = collnoc_pkg::NODE_W + 2;

  // Registers.
  logic [31:0]         plan_q, at_q, fault_q, started_q;
  logic                armed_q, event_q;
  logic                control, start, stop, misplaced, restart, fault;
  logic [CHANNELS-1:0] running, ends, faults;
  logic [AT_W-1:0]     fault_at;
  assign control   = reg_write_i && reg_addr_i == collnoc_pkg::REG_SEQ_CONTROL;
  assign stop      = control && reg_wdata_i[2];
  assign restart   = control && reg_wdata_i[0] && !stop && running != '0;
  assign misplaced = control && reg_wdata_i[0] && !stop && running == '0 &&
                     (plan_q[2:0] != '0 || plan_q[31:ADDR_W+3] != '0);
  assign start     = control && reg_wdata_i[0] && !stop && running == '0 && !misplaced;
  assign fault     = faults != '0;

  // Armed until the cycle before the start: nothing that leaves the NIC depends on the cycle's number.
  logic [31:0] elapsed, next_elapsed;
  logic        go;
  assign elapsed = cycle_i - started_q;
  assign next_elapsed = elapsed + 32'd1;
  assign go      = !armed_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      plan_q  <= '0;
      at_q    <= '0;
      fault_q <= '0;
      armed_q <= 1'b0;
      event_q <= 1'b0;
    end else begin
      if (reg_write_i && reg_addr_i == collnoc_pkg::REG_SEQ_PLAN) plan_q <= reg_wdata_i;
      if (reg_write_i && reg_addr_i == collnoc_pkg::REG_SEQ_AT) at_q <= reg_wdata_i;
      if (fault) fault_q <= {{(29 - AT_W){1'b0}}, fault_at, 3'b0};
      else if (misplaced) fault_q <= plan_q;
      if (start) armed_q <= reg_wdata_i[1];
      else if (!next_elapsed[31] || stop || fault) armed_q <= 1'b0;
      event_q <= misplaced || fault || (ends != '0 && ends == running && !stop);
    end
  end
  always_ff @(posedge clk_i) begin
    if (start) started_q <= reg_wdata_i[1] ? at_q : cycle_i;
  end
  assign event_o = event_q;

  logic [CHANNELS*AT_W-1:0] at;
  always @* begin
    case (reg_addr_i)
      collnoc_pkg::REG_SEQ_PLAN:  reg_rdata_o = plan_q;
      collnoc_pkg::REG_SEQ_AT:    reg_rdata_o = at_q;
      collnoc_pkg::REG_SEQ_STATE: reg_rdata_o = {1'b1, armed_q, 22'd0, 8'(running)};
      collnoc_pkg::REG_SEQ_FAULT: reg_rdata_o = fault_q;
      default:                    reg_rdata_o = '0;
    endcase
    for (int c = 0; c < CHANNELS; c++) begin
      if (running[c] && reg_addr_i == collnoc_pkg::REG_SEQ_ACTION + 10'(4 * c)) begin
        reg_rdata_o = {{(29 - AT_W){1'b0}}, at[c*AT_W+:AT_W], 3'b0};
      end
    end
  end

  // A put that the NIC refuses is a bad action, and so is one that would use the channel of another context.
  logic [CHANNELS-1:0] check, check_gnt, refused;
  assign check_o = check_gnt != '0;
  always @* begin
    fault_at = '0;
    for (int c = CHANNELS - 1; c >= 0; c--) begin
      if (faults[c]) fault_at = at[c*AT_W+:AT_W];
      refused[c] = put_errors_i != '0 || channel_i != CH_W'(c);
    end
    errors_o = check_o ? put_errors_i : '0;
    errors_o[collnoc_pkg::ERR_ACTION] = fault || restart || misplaced;
  end

  // Turns.
  logic [CHANNELS-1:0] fetch, fetch_gnt, read, subtract, access, access_gnt, reading;
  rr_arbiter #(.N(CHANNELS)) i_fetch (
      .clk_i, .rst_ni, .req_i(fetch), .update_i(rd_gnt_i), .last_i(1'b1), .gnt_o(fetch_gnt)
  );
  rr_arbiter #(.N(CHANNELS)) i_access (
      .clk_i, .rst_ni, .req_i(access), .update_i(!counters_taken_i), .last_i(1'b1), .gnt_o(access_gnt)
  );
  rr_arbiter #(.N(CHANNELS + 1)) i_check (
      .clk_i, .rst_ni, .req_i({software_check_i, check}), .update_i(1'b1), .last_i(1'b1),
      .gnt_o({software_check_gnt_o, check_gnt})
  );

  logic [CHANNELS*ADDR_W-1:0]    fetch_addr;
  logic [CHANNELS*COUNTER_W-1:0] number;
  logic [CHANNELS*32-1:0]        amount;
  logic [CHANNELS*160-1:0]       put;
  logic [CHANNELS*CORNER_W-1:0]  put_corner;
  assign access   = read | subtract;
  assign rd_req_o = fetch != '0;
  always @* begin
    rd_addr_o        = '0;
    counter_number_o = '0;
    counter_amount_o = '0;
    put_o            = '0;
    put_corner_o     = '0;
    for (int c = 0; c < CHANNELS; c++) begin
      if (fetch_gnt[c]) rd_addr_o = fetch_addr[c*ADDR_W+:ADDR_W];
      if (access_gnt[c]) counter_number_o = number[c*COUNTER_W+:COUNTER_W];
      if (access_gnt[c]) counter_amount_o = amount[c*32+:32];
      if (check_gnt[c]) put_o = put[c*160+:160];
      if (check_gnt[c]) put_corner_o = put_corner[c*CORNER_W+:CORNER_W];
    end
  end
  assign counter_read_o     = !counters_taken_i && (access_gnt & read) != '0;
  assign counter_subtract_o = !counters_taken_i && (access_gnt & subtract) != '0;
  assign counter_reading_o  = reading != '0;

  logic [CHANNELS-1:0] at_meet, quiescent;
  logic                all_meet;
  assign all_meet = (running & ~at_meet) == '0;

  for (genvar c = 0; c < CHANNELS; c++) begin : gen_context
    nic_context #(.DIMS(DIMS), .ADDRESS_W(ADDRESS_W), .MULTICAST(MULTICAST)) i_context (
        .clk_i, .rst_ni,
        .start_i(start), .start_addr_i(AT_W'(plan_q[3+:ADDR_W]) + AT_W'(c)), .stop_i(stop || fault),
        .go_i(go), .elapsed_i(elapsed), .mem_words_i,
        .running_o(running[c]), .ends_o(ends[c]), .fault_o(faults[c]), .at_o(at[c*AT_W+:AT_W]),
        .quiescent_o(quiescent[c]),
        .fetch_o(fetch[c]), .fetch_addr_o(fetch_addr[c*ADDR_W+:ADDR_W]), .fetch_gnt_i(fetch_gnt[c] && rd_gnt_i),
        .fetch_data_i(rd_data_i),
        .read_o(read[c]), .subtract_o(subtract[c]), .number_o(number[c*COUNTER_W+:COUNTER_W]),
        .amount_o(amount[c*32+:32]), .access_gnt_i(access_gnt[c] && !counters_taken_i),
        .value_i(counter_value_i), .reading_o(reading[c]),
        .inc_i, .inc_number_i, .subtracted_i, .subtracted_number_i,
        .at_meet_o(at_meet[c]), .all_meet_i(all_meet),
        .check_o(check[c]), .put_o(put[c*160+:160]), .put_corner_o(put_corner[c*CORNER_W+:CORNER_W]),
        .check_gnt_i(check_gnt[c]), .refused_i(refused[c]),
        .descriptor_i,
        .push_o(push_o[c]), .descriptor_o(descriptor_o[c*DESCRIPTOR_W+:DESCRIPTOR_W]), .push_gnt_i(push_gnt_i[c])
    );
  end

  logic unused;
  assign unused = ^next_elapsed;
  assign quiescent_o = !armed_q && !event_q && &quiescent;
endmodule
