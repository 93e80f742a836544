// Proved: a context of the sequencer performs the actions of its plan in order, none twice and none left out, each as
// the plan's words say, and passes no wait early.
//
// One place of the plan is followed, any place with any two words; all other words are arbitrary. `at_o` is where the
// context is. From the followed place it moves only to the next action, and only in a cycle in which the action's
// condition holds. The counter NUMBER is counted by the harness; increments and subtractions come at any time.
module context_order #(
    parameter int NUMBER = 5
) (
    input logic        clk_i,
    input logic        start_i,
    input logic [collnoc_pkg::ADDR_W-1:0] start_addr_i,
    input logic        stop_i,
    input logic        go_i,
    input logic [31:0] elapsed_i,
    input logic        fetch_gnt_i,
    input logic [63:0] other_word_i,
    input logic        access_gnt_i,
    input logic [31:0] other_value_i,
    input logic        inc_i,
    input logic [collnoc_pkg::COUNTER_W-1:0] inc_number_i,
    input logic        software_subtracts_i,
    input logic [collnoc_pkg::COUNTER_W-1:0] software_number_i,
    input logic [31:0] software_amount_i,
    input logic        all_meet_i,
    input logic        check_gnt_i,
    input logic        refused_i,
    input logic [collnoc_pkg::DESCRIPTOR_W-1:0] descriptor_i,
    input logic        push_gnt_i
);
  localparam int ADDR_W = collnoc_pkg::ADDR_W;
  localparam int AT_W   = ADDR_W + 1;
  logic rst_nq = 1'b0;
  always_ff @(posedge clk_i) rst_nq <= 1'b1;

  (* anyconst *) logic [AT_W-1:0] spot;
  (* anyconst *) logic [63:0] word, second;
  localparam logic [AT_W-1:0] MEM_WORDS = AT_W'(1) << ADDR_W;

  logic running, ends, fault, quiescent, fetch, read, subtract, reading, at_meet, check, push;
  logic [AT_W-1:0] at;
  logic [ADDR_W-1:0] fetch_addr;
  logic [5:0] number;
  logic [31:0] amount;
  logic [159:0] put;
  logic [collnoc_pkg::DESCRIPTOR_W-1:0] pushed;

  // Memory and counter.
  logic [ADDR_W-1:0] fetched_q;
  logic [63:0]       data;
  logic [31:0]       expected_q, value_q;
  logic              subtracts, followed_q;
  logic [5:0]        subtracted_number;
  logic [31:0]       subtracted_amount;
  assign data = {1'b0, fetched_q} == spot ? word : {1'b0, fetched_q} == spot + 1'b1 ? second : other_word_i;
  assign subtracts         = (subtract && access_gnt_i) || software_subtracts_i;
  assign subtracted_number = (subtract && access_gnt_i) ? number : software_number_i;
  assign subtracted_amount = (subtract && access_gnt_i) ? amount : software_amount_i;
  always_ff @(posedge clk_i) begin
    fetched_q  <= fetch_addr;
    followed_q <= number == 6'(NUMBER);
    value_q    <= expected_q;
    if (!rst_nq) expected_q <= '0;
    else expected_q <= expected_q + 32'(inc_i && inc_number_i == 6'(NUMBER)) -
                       ((subtracts && subtracted_number == 6'(NUMBER)) ? subtracted_amount : 32'd0);
  end

  nic_context i_context (
      .clk_i, .rst_ni(rst_nq), .start_i, .start_addr_i({1'b0, start_addr_i}), .stop_i, .go_i, .elapsed_i,
      .mem_words_i(MEM_WORDS), .running_o(running), .ends_o(ends), .fault_o(fault), .at_o(at), .quiescent_o(quiescent),
      .fetch_o(fetch), .fetch_addr_o(fetch_addr), .fetch_gnt_i, .fetch_data_i(data),
      .read_o(read), .subtract_o(subtract), .number_o(number), .amount_o(amount), .access_gnt_i,
      .value_i(followed_q ? value_q : other_value_i), .reading_o(reading),
      .inc_i, .inc_number_i, .subtracted_i(subtracts), .subtracted_number_i(subtracted_number),
      .at_meet_o(at_meet), .all_meet_i, .check_o(check), .put_o(put), .put_corner_o(), .check_gnt_i, .refused_i, .descriptor_i,
      .push_o(push), .descriptor_o(pushed), .push_gnt_i
  );

  // The followed action.
  collnoc_pkg::action_word_t action;
  collnoc_pkg::put_word_t    first;
  collnoc_pkg::put_range_t   range;
  collnoc_pkg::descriptor_t  piece, left_q;
  assign action = word;
  assign first  = word;
  assign range  = second;
  assign piece  = pushed;

  // What is left of the followed put: pieces that have left, and the rest of its descriptor.
  logic        here, moved, checked_q;
  logic [19:0] pieces_q;
  logic        last_piece;
  assign here       = rst_nq && running && at == spot;
  assign last_piece = first.piece == '0 || left_q.signal || left_q.last_byte < {6'd0, first.piece, 3'd0};
  always_ff @(posedge clk_i) begin
    if (!rst_nq || start_i) begin
      checked_q <= 1'b0;
    end else if (here && check && check_gnt_i && !refused_i) begin
      checked_q <= 1'b1;
      left_q    <= descriptor_i;
      pieces_q  <= '0;
    end else if (here && push && push_gnt_i && !last_piece) begin
      left_q.local_addr  <= left_q.local_addr + {6'd0, first.piece};
      left_q.remote_addr <= left_q.remote_addr + {6'd0, first.piece};
      left_q.last_byte   <= left_q.last_byte - {6'd0, first.piece, 3'd0};
      pieces_q           <= pieces_q + 1'b1;
    end
  end

  // The last cycle.
  logic            was_here_q, was_go_q, was_meet_q, was_subtracted_q, was_pushed_q, was_stopped_q;
  logic [31:0]     was_expected_q, was_elapsed_q;
  always_ff @(posedge clk_i) begin
    was_here_q       <= here;
    was_stopped_q    <= stop_i || fault || ends;
    was_go_q         <= go_i;
    was_meet_q       <= at_meet && all_meet_i;
    was_subtracted_q <= subtract && access_gnt_i && number == action.counter && amount == action.value;
    was_pushed_q     <= push && push_gnt_i && last_piece;
    was_expected_q   <= expected_q;
    was_elapsed_q    <= elapsed_i;
  end
  assign moved = rst_nq && was_here_q && !was_stopped_q && at != spot;

  logic well_formed;
  assign well_formed = (action.kind == collnoc_pkg::ACTION_WAIT && action.counter != '0 && action.reserved == '0) ||
                       (action.kind == collnoc_pkg::ACTION_UNTIL && action.counter == '0 && action.reserved == '0);
  always_comb begin
    assume (spot < MEM_WORDS - 2);
    assume (!(start_i && running));
    assume (!(software_subtracts_i && access_gnt_i && (read || subtract)));  // they share a port
    if (moved) begin
      stays_running: assert (running);
      case (action.kind)
        collnoc_pkg::ACTION_PUT:     put_moves: assert (at == spot + 2'd2 && was_pushed_q && was_go_q);
        collnoc_pkg::ACTION_WAIT:    wait_moves: assert (at == spot + 1'b1 && was_go_q &&
                                         (action.counter != 6'(NUMBER) || was_expected_q >= action.value));
        collnoc_pkg::ACTION_UNTIL:   until_moves: assert (at == spot + 1'b1 && was_go_q && was_elapsed_q >= action.value);
        collnoc_pkg::ACTION_CONSUME: consume_moves: assert (at == spot + 1'b1 && was_go_q && was_subtracted_q);
        collnoc_pkg::ACTION_MEET:    meet_moves: assert (at == spot + 1'b1 && was_go_q && was_meet_q);
        collnoc_pkg::ACTION_CHAIN:   chain_moves: assert (at == action.value[3+:AT_W] && at > spot);
        default:                     others_stay: assert (1'b0);
      endcase
    end
    if (here && check) begin
      check_is_of_the_put: assert (action.kind == collnoc_pkg::ACTION_PUT && !checked_q && put[143:128] == word[35:20] &&
          put[111:104] == word[19:12] && put[113:112] == word[11:10] && put[101:96] == word[9:4] &&
          put[127:126] == second[59:58] && put[95:92] == second[63:60] && put[20:3] == range.local_addr && put[52:35] == range.remote_addr &&
          put[85:64] == range.bytes);
    end
    if (here && push) begin
      push_was_checked: assert (action.kind == collnoc_pkg::ACTION_PUT && checked_q && go_i);
      push_is_not_early: assert (first.gate != 6'(NUMBER) || expected_q >= 32'(first.count) + 32'(pieces_q));
      push_is_the_next_piece: assert (piece.local_addr == left_q.local_addr && piece.remote_addr == left_q.remote_addr &&
          piece.dst == left_q.dst && piece.counter == left_q.counter && piece.route == left_q.route &&
          piece.signal == left_q.signal &&
          piece.last_byte == (last_piece ? left_q.last_byte : {6'd0, first.piece, 3'd0} - 21'd1));
    end
    good_is_no_fault: assert (!(here && fault && well_formed));
    passes_a_put: cover (moved && action.kind == collnoc_pkg::ACTION_PUT && first.gate == 6'(NUMBER) && first.count != '0);
    passes_a_wait: cover (moved && action.kind == collnoc_pkg::ACTION_WAIT && action.counter == 6'(NUMBER) && action.value == 32'd2);
    passes_a_chain: cover (moved && action.kind == collnoc_pkg::ACTION_CHAIN);
    second_piece: cover (here && push && pieces_q == 20'd1 && first.gate == 6'(NUMBER));
  end

  logic unused;
  assign unused = ^{quiescent, reading, put, piece, left_q, first, range, action};
endmodule
