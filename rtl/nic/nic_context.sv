// One context of the sequencer: fetches the actions of one channel and performs them in order
// (docs/reference/sequencer.md). A put passes through three places: its first word (first_q), the check by nic_launch,
// and the slot, where it waits for its gate and leaves piece by piece. Meanwhile the next put's words are fetched.
// All requests depend on registers only.
module nic_context #(
    parameter int DIMS = 2,
    parameter int ADDRESS_W = 16,
    parameter bit MULTICAST = 1'b0
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    // control
    input  logic        start_i,         // while it does not run
    input  logic [collnoc_pkg::ADDR_W:0] start_addr_i,  // of the first action, in 8-byte words
    input  logic        stop_i,
    input  logic        go_i,            // actions may be performed
    input  logic [31:0] elapsed_i,       // cycles since the start
    input  logic [collnoc_pkg::ADDR_W:0] mem_words_i,
    output logic        running_o,
    output logic        ends_o,          // its part is over after this cycle
    output logic        fault_o,         // the action at at_o is bad
    output logic [collnoc_pkg::ADDR_W:0] at_o,          // the action that it performs or waits in
    output logic        quiescent_o,
    // fetches: one word, data in the cycle after the grant
    output logic        fetch_o,
    output logic [collnoc_pkg::ADDR_W-1:0] fetch_addr_o,
    input  logic        fetch_gnt_i,
    input  logic [63:0] fetch_data_i,
    // arrival counters: one read or subtraction
    output logic        read_o,
    output logic        subtract_o,
    output logic [collnoc_pkg::COUNTER_W-1:0] number_o,
    output logic [31:0] amount_o,
    input  logic        access_gnt_i,
    input  logic [31:0] value_i,         // of the read granted in the last cycle
    output logic        reading_o,       // value_i is for this context
    input  logic        inc_i,           // every increment and every subtraction, when they start
    input  logic [collnoc_pkg::COUNTER_W-1:0] inc_number_i,
    input  logic        subtracted_i,
    input  logic [collnoc_pkg::COUNTER_W-1:0] subtracted_number_i,
    // meeting of all contexts
    output logic        at_meet_o,
    input  logic        all_meet_i,
    // check of a put: its put registers, and the answer in the same cycle
    output logic        check_o,
    output logic [159:0] put_o,          // {PUT_NODE, PUT_CTRL, PUT_BYTES, PUT_ADDR, PUT_SRC}
    output logic [collnoc_pkg::NODE_W+1:0] put_corner_o,  // {it is a multicast, its box's other corner}
    input  logic        check_gnt_i,
    input  logic        refused_i,
    input  logic [collnoc_pkg::DESCRIPTOR_W-1:0] descriptor_i,
    // a put, or a piece of it, to the sender's queue
    output logic        push_o,
    output logic [collnoc_pkg::DESCRIPTOR_W-1:0] descriptor_o,
    input  logic        push_gnt_i
);
  localparam int ADDR_W      = collnoc_pkg::ADDR_W;
  localparam int COUNTER_W   = collnoc_pkg::COUNTER_W;
  localparam int BYTES_W     = collnoc_pkg::BYTES_W;
  localparam int QUEUE       = 4;
  localparam int PIECE_W     = 12;
  localparam int THRESHOLD_W = ADDR_W + 2;  // the greatest count plus the greatest number of pieces

  logic running_q;
  assign running_o = running_q;

  // Fetched words. Those behind a chain or an end are dropped.
  logic              flush, pop, jump, ends, front_valid, inflight_q;
  logic [63:0]       front;
  logic [2:0]        queued;
  logic [ADDR_W:0]   fetch_q, front_at_q, target;  // next to fetch; the front word's
  logic              outside;
  assign outside = fetch_q >= mem_words_i;
  fifo #(.WIDTH(64), .DEPTH(QUEUE)) i_queue (
      .clk_i, .rst_ni(rst_ni && !flush), .push_i(inflight_q && running_q), .data_i(fetch_data_i), .pop_i(pop),
      .data_o(front), .valid_o(front_valid), .full_o(), .count_o(queued)
  );
  assign fetch_o      = running_q && !jump && !outside && queued + 3'(inflight_q) < 3'(QUEUE);
  assign fetch_addr_o = fetch_q[ADDR_W-1:0];

  // The next action.
  collnoc_pkg::action_word_t action;
  logic slot_valid_q, first_valid_q;
  logic next, is_put, bad, may_wait, reached, performs, lost, takes_corner;
  assign action = front;
  assign next   = front_valid && !first_valid_q && !slot_valid_q;  // all before it is done, and it is no half put
  assign is_put = action.kind == collnoc_pkg::ACTION_PUT;
  assign target = action.value[3+:ADDR_W+1];
  always @* begin
    bad = action.reserved != '0;
    case (action.kind)
      collnoc_pkg::ACTION_WAIT, collnoc_pkg::ACTION_CONSUME: bad = bad || action.counter == '0;
      collnoc_pkg::ACTION_UNTIL: bad = bad || action.counter != '0;
      collnoc_pkg::ACTION_MEET, collnoc_pkg::ACTION_END: bad = bad || action.counter != '0 || action.value != '0;
      collnoc_pkg::ACTION_CHAIN: bad = bad || action.counter != '0 || action.value[2:0] != '0 ||
                                       action.value[31:ADDR_W+4] != '0 || target <= front_at_q || target >= mem_words_i;
      collnoc_pkg::ACTION_PUT: bad = 1'b0;
      collnoc_pkg::ACTION_CORNER: bad = bad || !MULTICAST || action.counter != '0 || action.value[31:ADDRESS_W] != '0;
      default: bad = 1'b1;
    endcase
  end
  assign may_wait   = next && action.kind == collnoc_pkg::ACTION_WAIT && !bad;
  assign subtract_o = go_i && next && action.kind == collnoc_pkg::ACTION_CONSUME && !bad;
  assign at_meet_o  = next && action.kind == collnoc_pkg::ACTION_MEET && !bad;
  assign jump       = next && action.kind == collnoc_pkg::ACTION_CHAIN && !bad;
  assign ends       = go_i && next && action.kind == collnoc_pkg::ACTION_END && !bad;
  assign ends_o     = ends;
  assign takes_corner = MULTICAST && next && action.kind == collnoc_pkg::ACTION_CORNER && !bad;
  assign performs   = (go_i && may_wait && reached) ||
                      (go_i && next && action.kind == collnoc_pkg::ACTION_UNTIL && !bad && elapsed_i >= action.value) ||
                      (go_i && at_meet_o && all_meet_i) || (subtract_o && access_gnt_i) || takes_corner;
  assign lost       = running_q && !front_valid && !inflight_q && outside && !slot_valid_q;  // no word is there or comes
  assign fault_o    = (next && bad) || lost || (check_o && check_gnt_i && refused_i);
  assign at_o       = slot_valid_q ? {1'b0, slot_at_q} : first_valid_q ? front_at_q - 1'b1 : front_at_q;

  // A put: its first word waits for the second one, then for the slot.
  collnoc_pkg::put_word_t  first_q;
  collnoc_pkg::put_range_t range;
  logic                    take_first, take_put;
  assign range      = front;
  assign take_first = front_valid && !first_valid_q && is_put;
  assign check_o    = front_valid && first_valid_q && !slot_valid_q;
  assign take_put   = check_o && check_gnt_i && !refused_i;
  // Reserved bits become reserved bits of PUT_CTRL.
  assign put_o = {collnoc_pkg::go_registers(first_q.go, DIMS, ADDRESS_W) | {32'd0, range.reserved, 30'd0},
                  range.operation, 6'd0, range.bytes,
                  11'd0, range.remote_addr, 3'd0, 11'd0, range.local_addr, 3'd0};
  // The other corner of the next put's box.
  if (MULTICAST) begin : gen_corner
    logic        multicast_q;
    logic [ADDRESS_W-1:0] corner_q;
    assign put_corner_o = {multicast_q, (collnoc_pkg::NODE_W + 1)'(corner_q)};
    always_ff @(posedge clk_i) begin
      if (!rst_ni || start_i || take_put) multicast_q <= 1'b0;
      else if (takes_corner) multicast_q <= 1'b1;
    end
    always_ff @(posedge clk_i) begin
      if (takes_corner) corner_q <= action.value[ADDRESS_W-1:0];
    end
  end else begin : gen_no_corner
    assign put_corner_o = '0;
  end
  assign pop = take_first || take_put || performs || jump || ends;

  // The slot.
  collnoc_pkg::descriptor_t slot_q, checked, piece;  // slot_q: what is left of the put
  logic [ADDR_W-1:0]        slot_at_q;
  logic [COUNTER_W-1:0]     gate_q;
  logic [THRESHOLD_W-1:0]   threshold_q;
  logic [PIECE_W-1:0]       piece_q;                 // 0: one piece
  logic                     last_piece;
  assign checked    = descriptor_i;
  assign last_piece = piece_q == '0 || slot_q.signal || (slot_q.last_byte >> 3) < BYTES_W'(piece_q);
  always @* begin
    piece = slot_q;
    if (!last_piece) piece.last_byte = (BYTES_W'(piece_q) << 3) - 1'b1;
  end
  assign push_o       = go_i && slot_valid_q && reached;
  assign descriptor_o = piece;

  // The counter that the slot or a wait needs: read once, then followed. A subtraction makes it unknown again.
  logic [COUNTER_W-1:0] needed, watched_q;
  logic [31:0]          count_q, least;
  logic                 known_q, reading_q, missed_q, stale_q, inc_watched, subtracted_watched;
  assign needed  = slot_valid_q ? gate_q : may_wait ? action.counter : '0;
  assign least   = slot_valid_q ? 32'(threshold_q) : action.value;
  assign reached = (slot_valid_q && gate_q == '0) || (known_q && watched_q == needed && count_q >= least);
  assign read_o  = needed != '0 && !reading_q && !(known_q && watched_q == needed);
  assign number_o = read_o ? needed : action.counter;
  assign amount_o = action.value;
  assign reading_o = reading_q;
  assign inc_watched        = inc_i && inc_number_i == watched_q;
  assign subtracted_watched = subtracted_i && subtracted_number_i == watched_q;

  assign flush = start_i || stop_i || jump || ends || fault_o;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      running_q     <= 1'b0;
      first_valid_q <= 1'b0;
      slot_valid_q  <= 1'b0;
      inflight_q    <= 1'b0;
      known_q       <= 1'b0;
      reading_q     <= 1'b0;
    end else begin
      inflight_q <= fetch_o && fetch_gnt_i;
      if (start_i) running_q <= 1'b1;
      else if (stop_i || ends || fault_o) running_q <= 1'b0;
      if (stop_i || fault_o) begin
        first_valid_q <= 1'b0;
        slot_valid_q  <= 1'b0;
      end else begin
        if (take_first) first_valid_q <= 1'b1;
        else if (take_put) first_valid_q <= 1'b0;
        if (take_put) slot_valid_q <= 1'b1;
        else if (push_o && push_gnt_i && last_piece) slot_valid_q <= 1'b0;
      end
      // A read sees the increments of earlier cycles; those of its own and of the next one are added here.
      reading_q <= read_o && access_gnt_i && !stop_i;
      if (stop_i || ends || fault_o) known_q <= 1'b0;
      else if (reading_q) known_q <= !stale_q && !subtracted_watched;
      else if (subtracted_watched || (read_o && access_gnt_i)) known_q <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (start_i) begin
      fetch_q    <= start_addr_i;
      front_at_q <= start_addr_i;
    end else if (jump) begin
      fetch_q    <= target;
      front_at_q <= target;
    end else begin
      if (fetch_o && fetch_gnt_i) fetch_q <= fetch_q + 1'b1;
      if (pop) front_at_q <= front_at_q + 1'b1;
    end
    if (take_first) first_q <= front;
    if (take_put) begin
      slot_q      <= checked;
      slot_at_q   <= ADDR_W'(front_at_q - 1'b1);
      gate_q      <= first_q.gate;
      threshold_q <= THRESHOLD_W'(first_q.count);
      piece_q     <= first_q.piece;
    end else if (push_o && push_gnt_i && !last_piece) begin
      slot_q.local_addr  <= slot_q.local_addr + ADDR_W'(piece_q);
      slot_q.remote_addr <= slot_q.remote_addr + ADDR_W'(piece_q);
      slot_q.last_byte   <= slot_q.last_byte - (BYTES_W'(piece_q) << 3);
      threshold_q        <= threshold_q + 1'b1;
    end
    if (read_o && access_gnt_i) begin
      watched_q <= needed;
      missed_q  <= inc_i && inc_number_i == needed;
      stale_q   <= subtracted_i && subtracted_number_i == needed;
    end
    if (reading_q) count_q <= value_i + 32'(missed_q) + 32'(inc_watched);
    else if (known_q && inc_watched) count_q <= count_q + 1'b1;
  end

  // Nothing changes before an increment, a subtraction, another context's meeting or a stop.
  assign quiescent_o = !(inflight_q || fetch_o || take_first || check_o || read_o || reading_q || fault_o || jump ||
                         subtract_o || ends || push_o || takes_corner || (next && action.kind == collnoc_pkg::ACTION_UNTIL) ||
                         (may_wait && reached) || (at_meet_o && all_meet_i));

  logic unused;
  assign unused = ^{range, checked, first_q};
endmodule
