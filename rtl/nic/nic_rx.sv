// Receives the messages of one ejection channel. It writes every payload flit to memory as its head specifies, and
// increments the head's counter after the last write. Virtual channels may interleave flit by flit: each one keeps
// its own address. Nothing here waits for software, so ejection always drains.
// With ACCUMULATE, a flit of a packet with an operation leaves its queue for the accumulator when the memory grants the
// read of its words. Whatever is written or counted after it waits until the accumulator has written it.
// With MULTICAST, an empty tail ends a packet early: it is a head and tail without a counter.
// With LOOP, a second queue receives the flits of puts to the tile itself; the two queues alternate.
module nic_rx #(
    parameter int VCS     = 2,
    parameter int VC_W    = 1,
    parameter int FLIT_W  = 64,
    parameter bit LOOP    = 1'b1,
    parameter bit ACCUMULATE = 1'b0,
    parameter bit FLOAT_SUMS = 1'b0,
    parameter bit MULTICAST = 1'b0,
    parameter bit MONITOR = 1'b1,
    parameter int STAGES  = FLOAT_SUMS ? 4 : 2  // of the accumulator; derived, not to be set
) (
    input  logic              clk_i,
    input  logic              rst_ni,
    // from the router
    input  logic              valid_i,
    input  logic              head_i,
    input  logic              tail_i,
    input  logic [VC_W-1:0]   vc_i,
    input  logic [FLIT_W-1:0] data_i,
    output logic              credit_o,
    // from this NIC's own sender
    input  logic              loop_valid_i,
    input  logic              loop_head_i,
    input  logic              loop_tail_i,
    input  logic [FLIT_W-1:0] loop_data_i,
    output logic              loop_credit_o,
    // memory
    output logic              wr_req_o,
    output logic [collnoc_pkg::ADDR_W-1:0] wr_addr_o,
    output logic [FLIT_W-1:0] wr_data_o,
    output logic [FLIT_W/8-1:0] wr_strb_o,
    input  logic              wr_gnt_i,
    // accumulation: the words that it wants to read and holds, and the read
    output logic              wants_o,
    output logic [STAGES-1:0] holds_o,
    output logic [STAGES*collnoc_pkg::ADDR_W-1:0] held_addr_o,
    output logic [collnoc_pkg::ADDR_W-1:0] rd_addr_o,
    input  logic              rd_gnt_i,   // the read counts
    input  logic [FLIT_W-1:0] rd_data_i,  // of the read granted in the last cycle
    // counter
    output logic              inc_o,
    output logic [collnoc_pkg::COUNTER_W-1:0] inc_counter_o,
    input  logic              inc_gnt_i,
    output logic [31:0]       bank_stalls_o,
    output logic              drained_o,  // it holds no flit from the router whose credit is not returned
    output logic              quiescent_o
);
  localparam int ADDR_W    = collnoc_pkg::ADDR_W;
  localparam int COUNTER_W = collnoc_pkg::COUNTER_W;
  localparam int DEPTH     = collnoc_pkg::EJECT_DEPTH;
  localparam int STREAMS   = VCS + (LOOP ? 1 : 0);
  localparam int STREAM_W  = STREAMS > 1 ? $clog2(STREAMS) : 1;
  localparam int OP_W      = ACCUMULATE ? 4 : 0;
  localparam int CONTEXT_W = OP_W + ADDR_W + COUNTER_W + 6;
  localparam int WORDS     = FLIT_W / 64;

  // Queues, and the one that is served.
  logic                  eject_valid, loop_valid, take_loop, pop;
  logic [FLIT_W+VC_W+1:0] eject_front;
  logic [FLIT_W+1:0]     loop_front;
  logic                  prefer_loop;

  fifo #(.WIDTH(FLIT_W + VC_W + 2), .DEPTH(DEPTH)) i_eject (
      .clk_i, .rst_ni, .push_i(valid_i), .data_i({vc_i, head_i, tail_i, data_i}), .pop_i(pop && !take_loop),
      .data_o(eject_front), .valid_o(eject_valid), .full_o(), .count_o()
  );
  if (LOOP) begin : gen_loop
    fifo #(.WIDTH(FLIT_W + 2), .DEPTH(DEPTH)) i_loop (
        .clk_i, .rst_ni, .push_i(loop_valid_i), .data_i({loop_head_i, loop_tail_i, loop_data_i}),
        .pop_i(pop && take_loop), .data_o(loop_front), .valid_o(loop_valid), .full_o(), .count_o()
    );
    logic prefer_loop_q;
    assign prefer_loop = prefer_loop_q;
    always_ff @(posedge clk_i) begin
      if (!rst_ni) prefer_loop_q <= 1'b0;
      else if (pop) prefer_loop_q <= !take_loop;
    end
  end else begin : gen_no_loop
    assign loop_front    = '0;
    assign loop_valid    = 1'b0;
    assign prefer_loop   = 1'b0;
    logic unused;
    assign unused = ^{loop_valid_i, loop_head_i, loop_tail_i, loop_data_i};
  end
  assign take_loop     = loop_valid && (!eject_valid || prefer_loop);
  assign credit_o      = pop && !take_loop;
  assign loop_credit_o = pop && take_loop;

  // The current flit.
  logic                valid, head, tail;
  logic [FLIT_W-1:0]   data;
  logic [STREAM_W-1:0] stream;
  assign valid  = eject_valid || loop_valid;
  assign head   = take_loop ? loop_front[FLIT_W+1] : eject_front[FLIT_W+1];
  assign tail   = take_loop ? loop_front[FLIT_W] : eject_front[FLIT_W];
  assign data   = take_loop ? loop_front[FLIT_W-1:0] : eject_front[FLIT_W-1:0];
  assign stream = take_loop ? STREAM_W'(VCS) : STREAM_W'(eject_front[FLIT_W+2+:VC_W]);

  // Context of each stream, from its head.
  logic [STREAMS*CONTEXT_W-1:0] context_q;
  logic [CONTEXT_W-1:0]         current, from_head;
  logic [ADDR_W-1:0]            addr, next_addr;
  logic [COUNTER_W-1:0]         counter;
  logic [5:0]                   last;
  collnoc_pkg::head_t           header;
  assign header    = data[63:0];
  logic [3:0] operation_in_head;
  assign operation_in_head = (MULTICAST && header.route[3]) ? collnoc_pkg::OP_REPLACE : header.operation;
  if (FLIT_W > 64) begin : gen_wide_last
    assign from_head = CONTEXT_W'({operation_in_head, header.addr, header.counter, data[66:64], header.last});
  end else begin : gen_narrow_last
    assign from_head = CONTEXT_W'({operation_in_head, header.addr, header.counter, 3'b0, header.last});
  end
  assign current = context_q[stream*CONTEXT_W+:CONTEXT_W];
  logic [CONTEXT_W-1:0]         next_context;
  assign {addr, counter, last} = head ? from_head[CONTEXT_W-OP_W-1:0] : current[CONTEXT_W-OP_W-1:0];
  assign next_addr = head ? header.addr : current[CONTEXT_W-OP_W-1-:ADDR_W] + ADDR_W'(WORDS);
  if (ACCUMULATE) begin : gen_operation
    assign next_context = {head ? operation_in_head : current[CONTEXT_W-1-:4], next_addr, counter, last};
  end else begin : gen_no_operation
    assign next_context = {next_addr, counter, last};
  end

  always_ff @(posedge clk_i) begin
    if (pop) context_q[stream*CONTEXT_W+:CONTEXT_W] <= next_context;
  end

  // A tail leaves only when its increment can be accepted.
  logic                 inc_q;
  logic [COUNTER_W-1:0] inc_counter_q;
  logic                 accumulates, take, can_count, may_pop, busy, counts;
  logic [COUNTER_W-1:0] counts_counter;
  logic [FLIT_W/8-1:0]  strb;
  assign can_count = !inc_q || inc_gnt_i;
  assign may_pop   = valid && !accumulates && (!tail || can_count) && (!busy || (head && !tail));
  assign pop       = take || (may_pop && (head || wr_gnt_i));
  assign strb      = tail ? ~(({(FLIT_W / 8){1'b1}} << 1) << last) : '1;

  if (ACCUMULATE) begin : gen_accumulate
    logic [3:0] operation;
    logic       take_payload;
    assign operation   = current[CONTEXT_W-1-:4];
    assign accumulates = !head && operation != collnoc_pkg::OP_REPLACE;
    assign wants_o     = valid && accumulates;
    assign rd_addr_o   = addr;
    assign take        = take_payload;

    logic                 write, write_gnt;
    logic [ADDR_W-1:0]    write_addr;
    logic [FLIT_W-1:0]    write_data;
    logic [FLIT_W/32-1:0] halves, write_halves;
    accumulator #(.FLIT_W(FLIT_W), .FLOAT_SUMS(FLOAT_SUMS)) i_accumulator (
        .clk_i, .rst_ni,
        .rd_gnt_i, .rd_data_i, .take_o(take_payload), .operation_i(operation), .addr_i(addr), .data_i(data),
        .halves_i(halves), .counter_i(tail ? counter : '0),
        .holds_o, .held_addr_o,
        .can_count_i(can_count), .wr_req_o(write), .wr_addr_o(write_addr), .wr_data_o(write_data),
        .wr_halves_o(write_halves), .wr_gnt_i(write_gnt), .counts_o(counts), .counter_o(counts_counter), .busy_o(busy)
    );
    assign write_gnt = wr_gnt_i && write;
    assign wr_req_o  = write || (may_pop && !head);
    assign wr_addr_o = busy ? write_addr : addr;
    assign wr_data_o = busy ? write_data : data;
    for (genvar h = 0; h < FLIT_W / 32; h++) begin : gen_half
      assign halves[h]         = strb[4*h];
      assign wr_strb_o[4*h+:4] = busy ? {4{write_halves[h]}} : strb[4*h+:4];
    end
  end else begin : gen_no_accumulate
    assign {accumulates, take, busy, counts, counts_counter} = '0;
    assign {wants_o, holds_o, held_addr_o, rd_addr_o} = '0;
    assign wr_req_o  = may_pop && !head;
    assign wr_addr_o = addr;
    assign wr_data_o = data;
    assign wr_strb_o = strb;
    logic unused;
    assign unused = ^{rd_gnt_i, rd_data_i};
  end

  assign inc_o         = inc_q;
  assign inc_counter_o = inc_counter_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      inc_q         <= 1'b0;
      inc_counter_q <= '0;
    end else if (counts) begin
      inc_q         <= 1'b1;
      inc_counter_q <= counts_counter;
    end else if (pop && tail && !take) begin
      inc_q         <= counter != '0;
      inc_counter_q <= counter;
    end else if (inc_gnt_i) begin
      inc_q <= 1'b0;
    end
  end
  assign quiescent_o = !valid && !inc_q && !busy;
  assign drained_o   = !eject_valid;

  if (MONITOR) begin : gen_monitor
    logic [31:0] bank_stalls_q;
    always_ff @(posedge clk_i) begin
      if (!rst_ni) bank_stalls_q <= '0;
      else if (valid && !pop) bank_stalls_q <= bank_stalls_q + 1'b1;
    end
    assign bank_stalls_o = bank_stalls_q;
  end else begin : gen_no_monitor
    assign bank_stalls_o = '0;
  end

  logic unused_header;
  assign unused_header = ^{header.route, header.operation, header.src, header.dst, from_head};
endmodule
