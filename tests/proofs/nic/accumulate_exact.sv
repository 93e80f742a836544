// Proved: accumulations of CHANNELS channels to one word are exact. Each flit is combined once with the result of the
// flits taken before it, for all grants of the memory; a word that no stage holds is the combination of all flits
// taken so far.
//
// One word of the memory is followed. The operation is xor, which shows every flit that is lost, doubled or combined
// with an old value. Flits, addresses, operations' times and grants are arbitrary. With FLOAT_SUMS each flit is either an
// xor or a sum of single precision, for which a stand-in of the adder makes an xor, in the adder's time.
// Replaces: float_adder
module accumulate_exact #(
    parameter int CHANNELS = 1,
    parameter bit FLOAT_SUMS = 1'b0,
    parameter int WINDOW_W = 6,
    parameter int STAGES   = FLOAT_SUMS ? 4 : 2
) (
    input logic                clk_i,
    input logic [CHANNELS-1:0] wants_i,
    input logic [CHANNELS*collnoc_pkg::ADDR_W-1:0] addr_i,
    input logic [CHANNELS*64-1:0] data_i,
    input logic [CHANNELS*collnoc_pkg::COUNTER_W-1:0] counter_i,
    input logic [CHANNELS-1:0] can_count_i,
    input logic [CHANNELS-1:0] rd_gnt_i,
    input logic [CHANNELS-1:0] wr_gnt_i,
    input logic [CHANNELS-1:0] adds_i,  // the flit is a sum of single precision
    input logic [CHANNELS*64-1:0] other_word_i
);
  localparam int ADDR_W    = collnoc_pkg::ADDR_W;
  localparam int COUNTER_W = collnoc_pkg::COUNTER_W;
  logic rst_nq = 1'b0;
  always_ff @(posedge clk_i) rst_nq <= 1'b1;

  (* anyconst *) logic [ADDR_W-1:0] spot;
  (* anyconst *) logic              start;

  logic [CHANNELS-1:0]            may_read, counts, read, take, write, busy;
  logic [STAGES*CHANNELS-1:0]     holds;
  logic [STAGES*CHANNELS*ADDR_W-1:0] held_addr;
  logic [CHANNELS*WINDOW_W-1:0]   word;
  logic [STAGES*CHANNELS*WINDOW_W-1:0] held;
  logic [CHANNELS*ADDR_W-1:0]     wr_addr;
  logic [CHANNELS*64-1:0]         wr_data;
  accumulate_order #(.CHANNELS(CHANNELS), .STAGES(STAGES), .WINDOW_W(WINDOW_W)) i_order (
      .wants_i, .word_i(word), .holds_i(holds), .held_i(held), .may_read_o(may_read), .rd_gnt_i(rd_gnt_i & may_read),
      .counts_o(counts)
  );
  assign read = rd_gnt_i & may_read & counts;

  // The followed bit of the followed word: in memory, as read, and the reference.
  logic                memory_q, reference_q;
  logic [CHANNELS-1:0] was_spot_q, was_memory_q;
  for (genvar h = 0; h < STAGES * CHANNELS; h++) begin : gen_held
    assign held[h*WINDOW_W+:WINDOW_W] = held_addr[h*ADDR_W+:WINDOW_W];
  end
  for (genvar c = 0; c < CHANNELS; c++) begin : gen_channel
    logic [63:0] rd_data;
    assign word[c*WINDOW_W+:WINDOW_W] = addr_i[c*ADDR_W+:WINDOW_W];
    assign rd_data = {other_word_i[c*64+1+:63], was_spot_q[c] ? was_memory_q[c] : other_word_i[c*64]};
    accumulator #(.FLIT_W(64), .FLOAT_SUMS(FLOAT_SUMS)) i_accumulator (
        .clk_i, .rst_ni(rst_nq), .rd_gnt_i(read[c]), .rd_data_i(rd_data), .take_o(take[c]),
        .operation_i(FLOAT_SUMS && adds_i[c] ? collnoc_pkg::OP_SUM_F32 : collnoc_pkg::OP_BIT_XOR),
        .addr_i(addr_i[c*ADDR_W+:ADDR_W]), .data_i(data_i[c*64+:64]),
        .halves_i(2'b11), .counter_i(counter_i[c*COUNTER_W+:COUNTER_W]),
        .holds_o(holds[STAGES*c+:STAGES]), .held_addr_o(held_addr[STAGES*c*ADDR_W+:STAGES*ADDR_W]), .can_count_i(can_count_i[c]),
        .wr_req_o(write[c]), .wr_addr_o(wr_addr[c*ADDR_W+:ADDR_W]), .wr_data_o(wr_data[c*64+:64]), .wr_halves_o(),
        .wr_gnt_i(wr_gnt_i[c]), .counts_o(), .counter_o(), .busy_o(busy[c])
    );
    always_ff @(posedge clk_i) begin
      was_spot_q[c]   <= addr_i[c*ADDR_W+:ADDR_W] == spot;
      was_memory_q[c] <= memory_q;
    end
  end

  logic [CHANNELS-1:0]   takes_spot, writes_spot;
  logic [STAGES*CHANNELS-1:0] holds_spot;
  logic                  next_reference, next_memory;
  always_comb begin
    next_reference = reference_q;
    next_memory    = memory_q;
    for (int c = 0; c < CHANNELS; c++) begin
      takes_spot[c]  = take[c] && addr_i[c*ADDR_W+:ADDR_W] == spot;
      writes_spot[c] = write[c] && wr_gnt_i[c] && wr_addr[c*ADDR_W+:ADDR_W] == spot;
      if (takes_spot[c]) next_reference = next_reference ^ data_i[c*64];
      if (writes_spot[c]) next_memory = wr_data[c*64];
    end
    for (int h = 0; h < STAGES * CHANNELS; h++) holds_spot[h] = holds[h] && held_addr[h*ADDR_W+:ADDR_W] == spot;
  end
  always_ff @(posedge clk_i) begin
    memory_q    <= rst_nq ? next_memory : start;
    reference_q <= rst_nq ? next_reference : start;
  end

  logic [7:0] taken_q;
  always_ff @(posedge clk_i) begin
    if (!rst_nq) taken_q <= '0;
    else if (takes_spot != '0) taken_q <= taken_q + 1'b1;
  end
  always_comb begin
    if (rst_nq) begin
      word_is_exact: assert (holds_spot != '0 || memory_q == reference_q);
      held_once: assert ((holds_spot & (holds_spot - 1'b1)) == '0);
      taken_alone: assert ((takes_spot & (takes_spot - 1'b1)) == '0 && (takes_spot == '0 || holds_spot == '0));
      twice: cover (taken_q == 8'd2 && holds_spot == '0 && reference_q != start);
      both_channels: cover (writes_spot[CHANNELS-1] && taken_q == 8'd2);
    end
  end

  logic unused;
  assign unused = ^{busy, data_i, wr_data, held_addr, adds_i};
endmodule
