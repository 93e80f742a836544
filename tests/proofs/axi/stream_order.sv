// Proved: beats pass through sender, network and receiver in order, none twice, none skipped, with their TLAST and
// TKEEP. Nothing arrives that was not sent. An offered beat stays unchanged until it is taken. No slot is written, on
// either side, before it was released. Every put belongs to the slot and stays within the receiver's ring.
//
// The harness contains both ends of a stream with their memories. Between them a network copies flits and delivers
// signals after arbitrary delays, in order, as nodes do. An arbitrary beat is tracked by counting the beats ahead of
// it. One bit of TDATA and one of TKEEP represent all; the memories store only the bits that are used.
module stream_order #(
    parameter int SLOT  = 3,
    parameter int SLOTS = 2,
    parameter int FLUSH = 2
) (
    input logic clk_i,
    input logic tvalid_i, data_i, keep_i, last_i, tready_i,
    input logic wr_gnt_i, rd_gnt_i, tx_grant_i, rx_grant_i, queue_i, signal_queue_i,
    input logic move_i, deliver_i,   // the network copies a flit, delivers a signal
    input logic follow_i             // the beat accepted now is the followed one
);
  localparam int INDEX_W = $clog2(SLOT);
  localparam int SLOT_W  = $clog2(SLOTS);
  localparam int FLITS   = SLOTS << INDEX_W;
  localparam int AT_W    = SLOT_W + INDEX_W;
  localparam int USED    = INDEX_W + 2;     // keep[0] or data[0]; last; beats
  localparam logic [17:0] LOCAL = 18'h40, REMOTE = 18'h80;
  logic rst_nq = 1'b0;
  always_ff @(posedge clk_i) rst_nq <= 1'b1;

  // The sender.
  logic        tready, tx_busy, wr_req, tx_valid, tx_last, tx_write, tx_put_ready, tx_event_q;
  logic [17:0] wr_addr;
  logic [63:0] wr_data;
  logic [9:0]  tx_addr;
  logic [31:0] tx_wdata, tx_rdata_q;
  axi_stream_tx #(.SLOT(SLOT), .SLOTS(SLOTS), .FLUSH(FLUSH)) i_tx (
      .clk_i, .rst_ni(rst_nq), .tvalid_i, .tready_o(tready), .tdata_i({56'd0, 7'h7f, data_i}), .tkeep_i({7'h7f, keep_i}),
      .tlast_i(last_i), .enable_i(1'b1), .node_i(16'd5), .ring_i(LOCAL), .remote_i(REMOTE), .counter_i(6'd3),
      .credits_i(6'd4), .busy_o(tx_busy), .wr_req_o(wr_req), .wr_addr_o(wr_addr), .wr_data_o(wr_data), .wr_gnt_i,
      .bus_valid_o(tx_valid), .bus_last_o(tx_last), .bus_write_o(tx_write), .bus_addr_o(tx_addr),
      .bus_wdata_o(tx_wdata), .bus_ready_i(tx_valid && tx_grant_i), .bus_put_ready_i(tx_put_ready),
      .bus_rdata_i(tx_rdata_q), .event_i(tx_event_q)
  );

  // The receiver.
  logic        tvalid, tlast, rx_busy, rd_req, rx_valid, rx_last, rx_write, rx_event_q;
  logic [7:0]  tkeep;
  logic [63:0] tdata;
  logic [17:0] rd_addr;
  logic [9:0]  rx_addr;
  logic [31:0] rx_wdata, rx_rdata_q;
  logic [USED-1:0] rd_data_q;
  axi_stream_rx #(.SLOT(SLOT), .SLOTS(SLOTS)) i_rx (
      .clk_i, .rst_ni(rst_nq), .tvalid_o(tvalid), .tready_i, .tdata_o(tdata), .tkeep_o(tkeep), .tlast_o(tlast),
      .enable_i(1'b1), .node_i(16'd6), .ring_i(REMOTE), .counter_i(6'd3), .credits_i(6'd4), .busy_o(rx_busy),
      .rd_req_o(rd_req), .rd_addr_o(rd_addr), .rd_gnt_i,
      .rd_data_i({{(56 - USED + 1){1'b0}}, rd_data_q[USED-1:1], 7'h7f, rd_data_q[0]}),
      .bus_valid_o(rx_valid), .bus_last_o(rx_last), .bus_write_o(rx_write), .bus_addr_o(rx_addr),
      .bus_wdata_o(rx_wdata), .bus_ready_i(rx_valid && rx_grant_i), .bus_put_ready_i(!signal_queue_i),
      .bus_rdata_i(rx_rdata_q), .event_i(rx_event_q)
  );

  // Registers of the sender's node, and the puts in flight: the first one is being copied.
  logic                tx_access, launch, queued, queue_full, done, copies;
  logic [AT_W-1:0]     src_q, addr_q;
  logic [INDEX_W-1:0]  bytes_q, copy_flits;
  logic [INDEX_W-1:0]  at_q;
  logic [SLOT_W-1:0]   copy_slot;
  logic                put_right_q;
  assign tx_access    = tx_valid && tx_grant_i;
  assign tx_put_ready = !queue_i;
  assign launch       = tx_access && tx_write && tx_addr == 10'h10;
  assign copies       = queued && move_i;
  assign done         = copies && at_q == copy_flits;
  fifo #(.WIDTH(AT_W), .DEPTH(SLOTS)) i_puts (
      .clk_i, .rst_ni(rst_nq), .push_i(launch), .data_i({src_q[AT_W-1:INDEX_W], bytes_q}), .pop_i(done),
      .data_o({copy_slot, copy_flits}), .valid_o(queued), .full_o(queue_full), .count_o()
  );
  always_ff @(posedge clk_i) begin
    if (!rst_nq) begin
      at_q        <= '0;
      put_right_q <= 1'b1;
    end else begin
      if (copies) at_q <= done ? '0 : at_q + 1'b1;
      if (tx_access && tx_write) begin
        if (tx_addr == 10'h00) put_right_q <= tx_wdata - (32'(LOCAL) << 3) == 32'(tx_wdata[3+:AT_W]) << 3;
        if (tx_addr == 10'h04) put_right_q <= put_right_q && tx_wdata == (32'(REMOTE) << 3) + (32'(src_q) << 3);
        if (tx_addr == 10'h08) put_right_q <= put_right_q && tx_wdata <= 8 * SLOT && tx_wdata >= 16 && tx_wdata[2:0] == '0;
        if (tx_addr == 10'h0c) put_right_q <= put_right_q && tx_wdata == 32'd3;
      end
    end
    if (tx_access && tx_write && tx_addr == 10'h00) src_q <= tx_wdata[3+:AT_W];
    if (tx_access && tx_write && tx_addr == 10'h08) bytes_q <= INDEX_W'((tx_wdata >> 3) - 1);
  end

  // Memories.
  logic [USED-1:0] local_q [FLITS];
  logic [USED-1:0] remote_q [FLITS];
  logic [USED-1:0] moved;
  assign moved = local_q[{copy_slot, at_q}];
  always_ff @(posedge clk_i) begin
    if (wr_req && wr_gnt_i) local_q[wr_addr[AT_W-1:0]] <= {wr_data[8+:USED-1], wr_data[0]};
    if (copies) remote_q[{copy_slot, at_q}] <= moved;
    if (rd_req && rd_gnt_i) rd_data_q <= remote_q[rd_addr[AT_W-1:0]];
  end

  // Counters and signals.
  logic [SLOT_W:0] arrived_q, freed_q, flying_q, put_q;  // put_q: slots launched
  logic            signals, delivers;
  assign signals  = rx_valid && rx_grant_i && rx_write && rx_addr == 10'h10;
  assign delivers = deliver_i && flying_q != 0;
  always_ff @(posedge clk_i) begin
    if (!rst_nq) begin
      arrived_q  <= '0;
      freed_q    <= '0;
      flying_q   <= '0;
      put_q      <= '0;
      tx_event_q <= 1'b0;
      rx_event_q <= 1'b0;
    end else begin
      arrived_q  <= arrived_q + (SLOT_W + 1)'(done);
      freed_q    <= freed_q + (SLOT_W + 1)'(delivers);
      flying_q   <= flying_q + (SLOT_W + 1)'(signals) - (SLOT_W + 1)'(delivers);
      put_q      <= put_q + (SLOT_W + 1)'(launch);
      tx_event_q <= delivers;
      rx_event_q <= done;
    end
    if (tx_access && !tx_write) tx_rdata_q <= 32'(freed_q);
    if (rx_valid && rx_grant_i && !rx_write) rx_rdata_q <= 32'(arrived_q);
  end

  // The followed beat, and the offered values.
  logic [4:0] held_q, ahead_q;
  logic       in, out, followed_q, on_q, data_q, keep_q, last_q, was_q, was_data_q, was_keep_q, was_last_q;
  assign in  = tvalid_i && tready;
  assign out = tvalid && tready_i;
  always_ff @(posedge clk_i) begin
    if (!rst_nq) begin
      held_q     <= '0;
      followed_q <= 1'b0;
      on_q       <= 1'b0;
      was_q      <= 1'b0;
    end else begin
      held_q <= held_q + 5'(in) - 5'(out);
      if (in && follow_i && !followed_q) begin
        followed_q <= 1'b1;
        on_q       <= 1'b1;
        ahead_q    <= held_q - 5'(out);
        data_q     <= data_i;
        keep_q     <= keep_i;
        last_q     <= last_i;
      end else if (on_q && out) begin
        if (ahead_q == 0) on_q <= 1'b0;
        ahead_q <= ahead_q - 1'b1;
      end
      was_q <= tvalid && !tready_i;
    end
    was_data_q <= tdata[0];
    was_keep_q <= tkeep[0];
    was_last_q <= tlast;
  end

  logic [SLOT_W:0] unfreed;
  assign unfreed = put_q - freed_q;
  always_comb begin
    if (rst_nq) begin
      comes_in_order: assert (!(on_q && ahead_q == 0 && tvalid) ||
                              (tdata[0] == data_q && tkeep[0] == keep_q && tlast == last_q));
      was_sent: assert (!tvalid || held_q != 0);
      stays: assert (!was_q || (tvalid && tdata[0] == was_data_q && tkeep[0] == was_keep_q && tlast == was_last_q));
      put_is_the_slots: assert (!launch || (put_right_q && tx_wdata == 32'd5));
      window: assert (unfreed <= (SLOT_W + 1)'(SLOTS) && !(launch && queue_full));
      own_ring: assert (!wr_req || (wr_addr - LOCAL) < 18'(FLITS));
      free_slot: assert (!wr_req || unfreed != (SLOT_W + 1)'(SLOTS));
      reads_what_arrived: assert (!rd_req || (rd_addr - REMOTE) < 18'(FLITS));
      signals_credit: assert (!(rx_valid && rx_write && rx_addr == 10'h0c) || rx_wdata == 32'h10004);
      last_at_the_end: assert ((!tx_valid || tx_last == (!tx_write || tx_addr == 10'h10)) &&
                               (!rx_valid || rx_last == (!rx_write || rx_addr == 10'h10)));
      through: cover (on_q && ahead_q == 0 && out && last_q && !keep_q && data_q && held_q >= 3);
      two_held: cover (tvalid && unfreed == (SLOT_W + 1)'(SLOTS));
    end
  end
endmodule
