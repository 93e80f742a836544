// Receives the messages of one ejection channel. It writes every payload flit to memory as its head specifies, and
// increments the head's counter after the last write. Virtual channels may interleave flit by flit: each one keeps
// its own address. Nothing here waits for software, so ejection always drains.
// With LOOP, a second queue receives the flits of puts to the tile itself; the two queues alternate.
module nic_rx #(
    parameter int VCS     = 2,
    parameter int VC_W    = 1,
    parameter int FLIT_W  = 64,
    parameter bit LOOP    = 1'b1,
    parameter bit MONITOR = 1'b1
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
    // counter
    output logic              inc_o,
    output logic [collnoc_pkg::COUNTER_W-1:0] inc_counter_o,
    input  logic              inc_gnt_i,
    output logic [31:0]       bank_stalls_o,
    output logic              quiescent_o
);
  localparam int ADDR_W    = collnoc_pkg::ADDR_W;
  localparam int COUNTER_W = collnoc_pkg::COUNTER_W;
  localparam int DEPTH     = collnoc_pkg::EJECT_DEPTH;
  localparam int STREAMS   = VCS + (LOOP ? 1 : 0);
  localparam int STREAM_W  = STREAMS > 1 ? $clog2(STREAMS) : 1;
  localparam int CONTEXT_W = ADDR_W + COUNTER_W + 6;
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
  if (FLIT_W > 64) begin : gen_wide_last
    assign from_head = {header.addr, header.counter, data[66:64], header.last};
  end else begin : gen_narrow_last
    assign from_head = {header.addr, header.counter, 3'b0, header.last};
  end
  assign current = context_q[stream*CONTEXT_W+:CONTEXT_W];
  assign {addr, counter, last} = head ? from_head : current;
  assign next_addr = head ? header.addr : current[CONTEXT_W-1-:ADDR_W] + ADDR_W'(WORDS);

  always_ff @(posedge clk_i) begin
    if (pop) context_q[stream*CONTEXT_W+:CONTEXT_W] <= {next_addr, counter, last};
  end

  // A tail leaves only when its increment can be accepted.
  logic                 inc_q;
  logic [COUNTER_W-1:0] inc_counter_q;
  logic                 may_pop;
  assign may_pop   = valid && (!tail || !inc_q || inc_gnt_i);
  assign wr_req_o  = may_pop && !head;
  assign wr_addr_o = addr;
  assign wr_data_o = data;
  assign pop       = may_pop && (head || wr_gnt_i);
  assign wr_strb_o = tail ? ~(({(FLIT_W / 8){1'b1}} << 1) << last) : '1;

  assign inc_o         = inc_q;
  assign inc_counter_o = inc_counter_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      inc_q         <= 1'b0;
      inc_counter_q <= '0;
    end else if (pop && tail) begin
      inc_q         <= counter != '0;
      inc_counter_q <= counter;
    end else if (inc_gnt_i) begin
      inc_q <= 1'b0;
    end
  end
  assign quiescent_o = !valid && !inc_q;

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
  assign unused_header = ^{header.route, header.src, header.dst};
endmodule
