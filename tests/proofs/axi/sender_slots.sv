// Proved: the sender writes the beats in order, none twice, none skipped, into the next position of the current slot.
// A beat with TLAST or with null bytes is the last of its slot. The header gives the number of beats and the last
// beat's TLAST and TKEEP. Slots are launched at most once, in order, complete, after their header, into the
// receiver's ring. A sender that is not busy has launched everything it took. Nothing is written to a slot between
// its launch and its release by the receiver. On the register bus it keeps the rules for masters: a put starts only
// when it can be accepted, is a sequence without a pause, and ends with the launch.
//
// An arbitrary beat is tracked by counting the beats ahead of it. One bit of TDATA and one of TKEEP represent all.
// The receiver releases launched slots at arbitrary times.
module sender_slots #(
    parameter int SLOT  = 3,
    parameter int SLOTS = 2,
    parameter int FLUSH = 2,
    parameter int CNT_W = $clog2(SLOTS) + 1  // derived, not to be set
) (
    input logic clk_i,
    input logic tvalid_i, data_i, keep_i, last_i,
    input logic wr_gnt_i, grant_i, put_ready_i,
    input logic free_i,
    input logic [CNT_W-1:0] other_i,  // value on the register bus when the sender has read nothing
    input logic follow_i  // the beat accepted now is the followed one
);
  localparam int INDEX_W = $clog2(SLOT);
  localparam int SLOT_W  = $clog2(SLOTS);
  localparam int AT_W    = SLOT_W + INDEX_W;
  localparam logic [17:0] LOCAL = 18'h400, REMOTE = 18'h800;
  logic rst_nq = 1'b0;
  always_ff @(posedge clk_i) rst_nq <= 1'b1;

  logic        tready, busy, wr_req, bus_valid, bus_last, bus_write, event_q;
  logic [17:0] wr_addr;
  logic [63:0] wr_data;
  logic [9:0]  bus_addr;
  logic [31:0] bus_wdata;
  logic        reads, read_q, inside_q;
  logic [CNT_W-1:0] count_q;
  axi_stream_tx #(.SLOT(SLOT), .SLOTS(SLOTS), .FLUSH(FLUSH)) i_tx (
      .clk_i, .rst_ni(rst_nq), .tvalid_i, .tready_o(tready), .tdata_i({63'd0, data_i}), .tkeep_i({7'h7f, keep_i}),
      .tlast_i(last_i), .enable_i(1'b1), .node_i(16'd5), .ring_i(LOCAL), .remote_i(REMOTE), .counter_i(6'd3),
      .credits_i(6'd4), .busy_o(busy), .wr_req_o(wr_req), .wr_addr_o(wr_addr), .wr_data_o(wr_data), .wr_gnt_i,
      .bus_valid_o(bus_valid), .bus_last_o(bus_last), .bus_write_o(bus_write), .bus_addr_o(bus_addr),
      .bus_wdata_o(bus_wdata), .bus_ready_i(bus_valid && grant_i), .bus_put_ready_i(put_ready_i),
      .bus_rdata_i(32'(read_q ? count_q : other_i)), .event_i(event_q)
  );

  // Result of the writes: slots with a header, beats of the current slot; launched and freed slots.
  logic               write, header, launch, frees;
  logic [CNT_W-1:0]   written_q, launched_q, freed_q;
  logic [INDEX_W-1:0] beats_q, header_beats_q, index;
  logic [SLOT_W-1:0]  slot;
  logic [3:0]         seen_q;     // put registers written correctly for this launch
  assign write  = wr_req && wr_gnt_i;
  assign {slot, index} = wr_addr[AT_W-1:0];
  assign header = write && index == '0;
  assign launch = bus_valid && grant_i && bus_write && bus_addr == 10'h10;
  assign frees  = free_i && freed_q != launched_q;
  logic [31:0] offset;
  assign offset = 32'({launched_q[SLOT_W-1:0], INDEX_W'(0)}) << 3;
  always_ff @(posedge clk_i) begin
    if (!rst_nq) begin
      written_q  <= '0;
      launched_q <= '0;
      freed_q    <= '0;
      beats_q    <= '0;
      seen_q     <= '0;
      event_q    <= 1'b0;
    end else begin
      written_q  <= written_q + CNT_W'(header);
      launched_q <= launched_q + CNT_W'(launch);
      freed_q    <= freed_q + CNT_W'(frees);
      event_q    <= frees;
      if (write) beats_q <= header ? '0 : index;
      if (header) header_beats_q <= beats_q;
      if (launch) seen_q <= '0;
      else if (bus_valid && grant_i && bus_write) begin
        if (bus_addr == 10'h00) seen_q[0] <= bus_wdata == (32'(LOCAL) << 3) + offset;
        if (bus_addr == 10'h04) seen_q[1] <= bus_wdata == (32'(REMOTE) << 3) + offset;
        if (bus_addr == 10'h08) seen_q[2] <= bus_wdata == (32'(header_beats_q) + 1) << 3;
        if (bus_addr == 10'h0c) seen_q[3] <= bus_wdata == 32'd3;
      end
    end
    count_q  <= freed_q;
    read_q   <= rst_nq && reads;
    inside_q <= rst_nq && (bus_valid && grant_i ? !bus_last : inside_q);
  end
  assign reads = bus_valid && grant_i && !bus_write;

  // The followed beat: accepted, written (the next write to its slot is checked), done.
  logic [1:0] held_q, ahead_q;
  logic       in, followed_q, on_q, after_q, data_q, keep_q, last_q;
  assign in = tvalid_i && tready;
  always_ff @(posedge clk_i) begin
    if (!rst_nq) begin
      held_q     <= '0;
      followed_q <= 1'b0;
      on_q       <= 1'b0;
      after_q    <= 1'b0;
    end else begin
      held_q <= held_q + 2'(in) - 2'(write && !header);
      if (in && follow_i && !followed_q) begin
        followed_q <= 1'b1;
        on_q       <= 1'b1;
        ahead_q    <= held_q - 2'(write && !header);
        data_q     <= data_i;
        keep_q     <= keep_i;
        last_q     <= last_i;
      end else if (on_q && write && !header) begin
        if (ahead_q == 0) begin
          on_q    <= 1'b0;
          after_q <= 1'b1;
        end
        ahead_q <= ahead_q - 1'b1;
      end
      if (after_q && write) after_q <= 1'b0;
    end
  end

  always_comb begin
    if (rst_nq) begin
      in_its_ring: assert (!write || (wr_addr[17:AT_W] == LOCAL[17:AT_W] && slot == written_q[SLOT_W-1:0]));
      next_place: assert (!(write && !header) || (index == beats_q + 1'b1 && index < SLOT && held_q != 0));
      data_is_its_own: assert (!(on_q && write && !header && ahead_q == 0) || wr_data[0] == data_q);
      closes_its_slot: assert (!(after_q && write && !header) || (keep_q && !last_q));
      header_is_right: assert (!header || (beats_q != 0 && wr_data[9+:INDEX_W] == beats_q));
      header_of_its_last: assert (!(after_q && header) || (wr_data[7:1] == 7'h7f && wr_data[0] == keep_q && wr_data[8] == last_q));
      slot_is_free: assert (!write || written_q - freed_q != CNT_W'(SLOTS));
      launched_whole: assert (!launch || (seen_q == 4'hf && bus_wdata == 32'd5 && launched_q != written_q));
      at_most_one_waits: assert (written_q - launched_q <= CNT_W'(1));
      no_more_than_the_ring: assert (launched_q - freed_q <= CNT_W'(SLOTS));
      idle_is_all_freed: assert (busy || (held_q == 0 && launched_q == written_q && freed_q == written_q && beats_q == 0));
      begins_when_ready: assert (!(bus_valid && bus_write && !inside_q) || put_ready_i);
      last_at_the_end: assert (!bus_valid || bus_last == (!bus_write || bus_addr == 10'h10));
      no_pause_inside: assert (!inside_q || (bus_valid && bus_write && bus_addr < 10'h14));
      reads_its_counter: assert (!(bus_valid && !bus_write) || bus_addr == 10'h110);
      closed_by_tlast: cover (after_q && header && last_q && keep_q && beats_q == 1);
      flushed: cover (after_q && header && !last_q && keep_q && beats_q == 1);
      ring_is_full: cover (launched_q - freed_q == CNT_W'(SLOTS) && held_q == 2);
      slot_again: cover (on_q && write && !header && ahead_q == 0 && written_q == CNT_W'(SLOTS));
    end
  end
endmodule
