// Proved: every payload flit of an arriving packet is written exactly once, in order, at its address, with its bytes
// unchanged and only up to the packet's length; nothing else is written for it. Its counter is incremented once,
// after the last write. Flits of other virtual channels and of puts of the node to itself may come in between. Every
// buffer space is returned as a credit once. The receiver is quiescent only when everything is written and every
// counter is incremented.
//
// One packet of an arbitrary stream is tracked; one bit of its payload flits and its counter are its own.
module rx_message #(
    parameter int VCS        = 1,
    parameter int FLIT_W     = 64,
    parameter int MAX_PACKET = 3,
    parameter bit LOOP       = 1'b1,
    parameter int VC_W       = VCS > 1 ? $clog2(VCS) : 1  // derived, not to be set
) (
    input logic              clk_i,
    input logic              valid_i,
    input logic              head_i,
    input logic              tail_i,
    input logic [VC_W-1:0]   vc_i,
    input logic [FLIT_W-1:0] data_i,
    input logic              loop_valid_i,
    input logic              loop_head_i,
    input logic              loop_tail_i,
    input logic [FLIT_W-1:0] loop_data_i,
    input logic              wr_gnt_i,
    input logic              inc_gnt_i,
    input logic              follow_i  // the packet that starts now is the followed one
);
  localparam int ADDR_W  = collnoc_pkg::ADDR_W;
  localparam int DEPTH   = collnoc_pkg::EJECT_DEPTH;
  localparam int POS_W   = $clog2(MAX_PACKET + 1);
  localparam int STRB_W  = FLIT_W / 8;
  logic rst_nq = 1'b0;
  always_ff @(posedge clk_i) rst_nq <= 1'b1;

  logic              credit, loop_credit, write, inc, drained, quiescent;
  logic [ADDR_W-1:0] addr;
  logic [FLIT_W-1:0] data;
  logic [STRB_W-1:0] strb;
  logic [collnoc_pkg::COUNTER_W-1:0] inc_counter;
  nic_rx #(.VCS(VCS), .VC_W(VC_W), .FLIT_W(FLIT_W), .LOOP(LOOP), .MONITOR(1'b0)) i_rx (
      .clk_i, .rst_ni(rst_nq), .valid_i, .head_i, .tail_i, .vc_i, .data_i, .credit_o(credit),
      .loop_valid_i, .loop_head_i, .loop_tail_i, .loop_data_i, .loop_credit_o(loop_credit),
      .wr_req_o(write), .wr_addr_o(addr), .wr_data_o(data), .wr_strb_o(strb), .wr_gnt_i,
      .inc_o(inc), .inc_counter_o(inc_counter), .inc_gnt_i, .bank_stalls_o(), .drained_o(drained), .quiescent_o(quiescent)
  );

  // Senders: the router, whose virtual channels share the buffer, and this NIC's own sender.
  localparam int CNT_W = $clog2(DEPTH + 1);
  logic             packets_ok, room, loop_ok, loop_credit_ok, loop_held;
  logic [VCS-1:0]   open, unused_open;
  logic [CNT_W-1:0] held;
  logic             paid_once;
  receiver_rules #(.VCS(VCS), .VC_W(VC_W), .DEPTH(DEPTH), .SHARED(1'b1)) i_router (
      .clk_i, .rst_ni(rst_nq), .valid_i, .head_i, .tail_i, .vc_i, .credit_i(credit), .rules_ok_o(paid_once),
      .room_o(room), .packets_o(packets_ok), .open_o(open), .held_o(held)
  );
  sender_rules #(.DEPTH(DEPTH), .MAX_PACKET(MAX_PACKET)) i_own (
      .clk_i, .rst_ni(rst_nq), .valid_i(loop_valid_i), .head_i(loop_head_i), .tail_i(loop_tail_i), .vc_i(1'b0),
      .credit_i(loop_credit), .rules_ok_o(loop_ok), .credits_ok_o(loop_credit_ok), .held_o(loop_held), .open_o()
  );

  // The followed packet: its stream, its head, the number of its flits that arrived and were written.
  (* anyconst *) logic            by_loop;
  (* anyconst *) logic [VC_W-1:0] by_vc;
  (* anyconst *) logic [collnoc_pkg::COUNTER_W-1:0] my_counter;
  collnoc_pkg::head_t  header, router_header, loop_header;
  logic                comes, head, tail, begins, coming_q, followed_q, complete_q, mine;
  logic [FLIT_W-1:0]   flit;
  logic [POS_W-1:0]    came_q, written_q;
  logic [ADDR_W-1:0]   addr_q;
  logic [5:0]          last, last_q;
  logic                incremented, incremented_q, counts_q;
  logic                payload_marked, loop_payload_marked, first_q;
  logic [FLIT_W-1:0]   first_data_q, second_data_q;
  assign comes  = by_loop ? loop_valid_i : (valid_i && vc_i == by_vc);
  assign head   = by_loop ? loop_head_i : head_i;
  assign tail   = by_loop ? loop_tail_i : tail_i;
  assign flit   = by_loop ? loop_data_i : data_i;
  assign header = flit[63:0];
  assign router_header = data_i[63:0];
  assign loop_header   = loop_data_i[63:0];
  assign begins = comes && head && follow_i && !followed_q;
  if (FLIT_W > 64) begin : gen_wide
    assign last = {flit[66:64], header.last};
  end else begin : gen_narrow
    assign last = {3'b0, header.last};
  end
  assign payload_marked      = !by_loop && coming_q && vc_i == by_vc;
  assign loop_payload_marked = by_loop && coming_q;
  assign mine   = write && wr_gnt_i && data[FLIT_W-1];
  assign incremented = inc && inc_gnt_i && inc_counter == my_counter;
  always_ff @(posedge clk_i) begin
    if (begins) begin
      addr_q   <= header.addr;
      last_q   <= last;
      counts_q <= header.counter != '0;
    end
    if (comes && coming_q && came_q == '0) first_data_q <= flit;
    if (comes && coming_q && came_q == POS_W'(1)) second_data_q <= flit;
    if (!rst_nq) begin
      {coming_q, followed_q, complete_q, incremented_q} <= '0;
      {came_q, written_q} <= '0;
    end else begin
      if (begins) followed_q <= 1'b1;
      if (begins) coming_q <= !tail;
      else if (comes && tail) coming_q <= 1'b0;
      if ((begins || (comes && coming_q)) && tail) complete_q <= 1'b1;
      if (comes && coming_q) came_q <= came_q + 1'b1;
      if (mine) written_q <= written_q + 1'b1;
      if (incremented) incremented_q <= 1'b1;
    end
  end

  // The router's packets are not longer than the NIC's own.
  logic [VCS*POS_W-1:0] sent_q;
  logic                 length_ok;
  assign length_ok = !valid_i || tail_i || sent_q[vc_i*POS_W+:POS_W] < POS_W'(MAX_PACKET - 1);
  always_ff @(posedge clk_i) begin
    if (!rst_nq) sent_q <= '0;
    else if (valid_i) sent_q[vc_i*POS_W+:POS_W] <= tail_i ? '0 : sent_q[vc_i*POS_W+:POS_W] + 1'b1;
  end

  logic last_write;
  logic [STRB_W-1:0] bytes;
  assign last_write = complete_q && written_q + 1'b1 == came_q;
  for (genvar b = 0; b < STRB_W; b++) begin : gen_byte
    assign bytes[b] = !last_write || 6'(b) <= last_q;
  end

  always_comb begin
    assume (my_counter != '0 && by_vc < (VC_W + 1)'(VCS) && (LOOP || !by_loop));
    assume (LOOP || !loop_valid_i);
    if (rst_nq) begin
      assume (packets_ok && room && loop_ok && length_ok);
      // Its mark and its counter are unique to it, and its head has a number of bytes that a flit can have.
      assume (!valid_i || head_i || data_i[FLIT_W-1] == payload_marked);
      assume (!loop_valid_i || loop_head_i || loop_data_i[FLIT_W-1] == loop_payload_marked);
      assume (!valid_i || !head_i || router_header.counter != my_counter || (begins && !by_loop));
      assume (!loop_valid_i || !loop_head_i || loop_header.counter != my_counter || (begins && by_loop));
      assume (!begins || ((header.counter == my_counter || header.counter == '0) && last < 6'(STRB_W)));
      places_paid_once: assert (paid_once && loop_credit_ok);
      written_once: assert (!mine || written_q < came_q);
      in_place: assert (!mine || addr == addr_q + ADDR_W'(written_q) * ADDR_W'(FLIT_W / 64));
      only_its_bytes: assert (!mine || strb == bytes);
      unchanged: assert (!mine || data == (written_q == '0 ? first_data_q : second_data_q));
      incremented_once: assert (!incremented || (!incremented_q && counts_q));
      incremented_last: assert (!incremented || (complete_q && written_q == came_q));
      all_done_when_quiet: assert (!quiescent || (written_q == came_q && incremented_q == (complete_q && counts_q) &&
                                                  held == '0 && !loop_held));
      drained_owes_nothing: assert (drained == (held == '0));
      none_without_a_counter: assert (!inc || inc_counter != '0);
      done: cover (incremented && came_q == POS_W'(MAX_PACKET - 1) && quiescent == 1'b0);
      quiet: cover (quiescent && complete_q && counts_q && came_q != '0);
      interleaved: cover (complete_q && mine && (LOOP ? loop_held && held != '0 : held > CNT_W'(1)));
    end
  end
endmodule
