// Proved: the receiver reads the slots that have arrived in order, header and beats, none twice, none skipped, and
// none before it has arrived. Beats leave the stream in the same order; the last beat of a slot carries the header's
// TLAST and TKEEP, all others are complete and without TLAST. An offered beat stays unchanged until it is taken. Each
// slot is returned at most once, after its last beat was read. A receiver that is not busy has delivered and returned
// everything it read. On the register bus it keeps the rules for masters: a signal starts only when it can be
// accepted, is a sequence without a pause, and ends with the launch.
//
// An arbitrary beat is tracked by counting the beats ahead of it. One bit of TDATA and one of TKEEP represent all.
// The memory answers with anything that is a header or a beat; slots arrive whenever the sender's window allows.
module receiver_slots #(
    parameter int SLOT  = 3,
    parameter int SLOTS = 2,
    parameter int CNT_W = $clog2(SLOTS) + 1  // derived, not to be set
) (
    input logic clk_i,
    input logic tready_i,
    input logic rd_gnt_i, grant_i, put_ready_i,
    input logic arrive_i,
    input logic [CNT_W-1:0] other_i,        // value on the register bus when the receiver has read nothing
    input logic data_i, keep_i, last_i,     // data from memory
    input logic [$clog2(SLOT)-1:0] beats_i,
    input logic follow_i                    // the beat read in the last cycle is the followed one
);
  localparam int INDEX_W = $clog2(SLOT);
  localparam int SLOT_W  = $clog2(SLOTS);
  localparam int AT_W    = SLOT_W + INDEX_W;
  localparam logic [17:0] RING = 18'h800;
  logic rst_nq = 1'b0;
  always_ff @(posedge clk_i) rst_nq <= 1'b1;

  logic        tvalid, tlast, busy, rd_req, bus_valid, bus_last, bus_write, event_q, header_q, beat_q, final_q;
  logic [7:0]  tkeep;
  logic [63:0] tdata, rd_data;
  logic [17:0] rd_addr;
  logic [9:0]  bus_addr;
  logic [31:0] bus_wdata;
  logic        reads, counted_q, inside_q;
  logic [CNT_W-1:0] count_q;
  assign rd_data = header_q ? {{(55 - INDEX_W){1'b0}}, beats_i, last_i, 7'h7f, keep_i} : {63'd0, data_i};
  axi_stream_rx #(.SLOT(SLOT), .SLOTS(SLOTS)) i_rx (
      .clk_i, .rst_ni(rst_nq), .tvalid_o(tvalid), .tready_i, .tdata_o(tdata), .tkeep_o(tkeep), .tlast_o(tlast),
      .enable_i(1'b1), .node_i(16'd6), .ring_i(RING), .counter_i(6'd3), .credits_i(6'd4), .busy_o(busy),
      .rd_req_o(rd_req), .rd_addr_o(rd_addr), .rd_gnt_i, .rd_data_i(rd_data),
      .bus_valid_o(bus_valid), .bus_last_o(bus_last), .bus_write_o(bus_write), .bus_addr_o(bus_addr),
      .bus_wdata_o(bus_wdata), .bus_ready_i(bus_valid && grant_i), .bus_put_ready_i(put_ready_i),
      .bus_rdata_i(32'(counted_q ? count_q : other_i)), .event_i(event_q)
  );

  // Slots that arrived, were read, were returned; the position to read next.
  logic               read, arrives, returns, signal_q, final_read;
  logic [CNT_W-1:0]   arrived_q, read_q, returned_q;
  logic [INDEX_W-1:0] index_q, index, beats_q, beats;
  logic [SLOT_W-1:0]  slot;
  logic               slot_last_q, slot_keep_q;
  assign read       = rd_req && rd_gnt_i;
  assign {slot, index} = rd_addr[AT_W-1:0];
  assign beats      = header_q ? beats_i : beats_q;
  assign final_read = read && index != '0 && index == beats;
  assign arrives    = arrive_i && arrived_q - returned_q != CNT_W'(SLOTS);
  assign returns    = bus_valid && grant_i && bus_write && bus_addr == 10'h10;
  always_ff @(posedge clk_i) begin
    if (!rst_nq) begin
      arrived_q  <= '0;
      read_q     <= '0;
      returned_q <= '0;
      index_q    <= '0;
      event_q    <= 1'b0;
      header_q   <= 1'b0;
      beat_q     <= 1'b0;
      signal_q   <= 1'b0;
    end else begin
      arrived_q  <= arrived_q + CNT_W'(arrives);
      read_q     <= read_q + CNT_W'(final_read);
      returned_q <= returned_q + CNT_W'(returns);
      event_q    <= arrives;
      header_q   <= read && index == '0;
      beat_q     <= read && index != '0;
      if (read) index_q <= final_read ? '0 : index + 1'b1;
      if (bus_valid && grant_i && bus_write) signal_q <= bus_addr == 10'h0c && bus_wdata == 32'h10004;
    end
    final_q <= final_read;
    if (header_q) begin
      beats_q     <= beats_i;
      slot_last_q <= last_i;
      slot_keep_q <= keep_i;
    end
    count_q   <= arrived_q;
    counted_q <= rst_nq && reads;
    inside_q  <= rst_nq && (bus_valid && grant_i ? !bus_last : inside_q);
  end
  assign reads = bus_valid && grant_i && !bus_write;

  // The followed beat, and the offered values.
  logic [2:0] held_q, ahead_q;
  logic       out, followed_q, on_q, data_q, keep_q, last_q, was_q, was_data_q, was_keep_q, was_last_q;
  assign out = tvalid && tready_i;
  always_ff @(posedge clk_i) begin
    if (!rst_nq) begin
      held_q     <= '0;
      followed_q <= 1'b0;
      on_q       <= 1'b0;
      was_q      <= 1'b0;
    end else begin
      held_q <= held_q + 3'(beat_q) - 3'(out);
      if (beat_q && follow_i && !followed_q) begin
        followed_q <= 1'b1;
        on_q       <= 1'b1;
        ahead_q    <= held_q - 3'(out);
        data_q     <= data_i;
        keep_q     <= !final_q || slot_keep_q;
        last_q     <= final_q && slot_last_q;
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

  always_comb begin
    assume (!header_q || (beats_i != '0 && beats_i < SLOT));
    if (rst_nq) begin
      next_place: assert (!rd_req || (rd_addr[17:AT_W] == RING[17:AT_W] && slot == read_q[SLOT_W-1:0] && index == index_q));
      has_arrived: assert (!rd_req || read_q != arrived_q);
      only_what_is_there: assert (!rd_req || index <= beats || index == '0);
      comes_in_order: assert (!(on_q && ahead_q == 0 && tvalid) ||
                              (tdata[0] == data_q && tkeep == {{7{1'b1}}, keep_q} && tlast == last_q));
      was_read: assert (tvalid == (held_q != 0));
      stays: assert (!was_q || (tvalid && tdata[0] == was_data_q && tkeep[0] == was_keep_q && tlast == was_last_q));
      returned_once: assert (read_q - returned_q <= CNT_W'(SLOTS) && !(returns && read_q == returned_q));
      returned_right: assert (!returns || (signal_q && bus_wdata == 32'd6));
      idle_is_all_returned: assert (busy || (returned_q == read_q && held_q == 0 && !beat_q));
      begins_when_ready: assert (!(bus_valid && bus_write && !inside_q) || put_ready_i);
      last_at_the_end: assert (!bus_valid || bus_last == (!bus_write || bus_addr == 10'h10));
      no_pause_inside: assert (!inside_q || (bus_valid && bus_write && bus_addr < 10'h14));
      reads_its_counter: assert (!(bus_valid && !bus_write) || bus_addr == 10'h10c);
      last_of_many: cover (on_q && ahead_q == 3 && out && last_q && !keep_q && beats_q == SLOT - 1);
      slot_again: cover (on_q && out && ahead_q == 0 && returned_q == CNT_W'(SLOTS));
      full_ring: cover (arrived_q - returned_q == CNT_W'(SLOTS) && was_q && held_q == 4);
    end
  end
endmodule
