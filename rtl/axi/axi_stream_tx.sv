// Sender of a stream over the network: accepts an AXI4-Stream and puts it, slot by slot, into a ring in the memory of
// the receiver (axi_stream_rx). A slot is a header flit and up to SLOT - 1 beats of the stream. A slot is closed by the
// last beat that fits, by TLAST, by a beat whose TKEEP is not all ones, or when no beat came for FLUSH cycles. The
// sender's memory has a ring of the same shape, from which the NIC reads, so one window covers both: a slot is written
// only after the receiver has freed the slot SLOTS before it, and a sent slot needs no other bookkeeping. Promises:
// every accepted beat is sent once, in order, with its TLAST and TKEEP; TREADY depends on registers only; nothing is
// put where the receiver has not reported free space.
module axi_stream_tx #(
    parameter int FLIT_W = 64,
    parameter int SLOT   = 31,  // flits of a slot, header included, 2..256
    parameter int SLOTS  = 8,   // of a ring, a power of two, at least 2
    parameter int FLUSH  = 16,  // cycles, at least 1
    parameter int KEEP_W = FLIT_W / 8,  // derived, not to be set
    parameter int SLOT_W = $clog2(SLOTS)
) (
    input  logic              clk_i,
    input  logic              rst_ni,
    // the stream
    input  logic              tvalid_i,
    output logic              tready_o,
    input  logic [FLIT_W-1:0] tdata_i,
    input  logic [KEEP_W-1:0] tkeep_i,
    input  logic              tlast_i,
    // the connection; stable while enable_i or busy_o
    input  logic              enable_i,
    input  logic [15:0]       node_i,            // of the receiver
    input  logic [collnoc_pkg::ADDR_W-1:0] ring_i,    // local ring, 8-byte words
    input  logic [collnoc_pkg::ADDR_W-1:0] remote_i,  // the receiver's ring
    input  logic [collnoc_pkg::COUNTER_W-1:0] counter_i,  // at the receiver: slots put
    input  logic [collnoc_pkg::COUNTER_W-1:0] credits_i,  // at this tile: slots freed
    output logic              busy_o,            // some accepted data is not yet freed by the receiver
    // memory
    output logic              wr_req_o,
    output logic [collnoc_pkg::ADDR_W-1:0] wr_addr_o,
    output logic [FLIT_W-1:0] wr_data_o,
    input  logic              wr_gnt_i,
    // a master of the register_arbiter
    output logic              bus_valid_o,
    output logic              bus_last_o,
    output logic              bus_write_o,
    output logic [9:0]        bus_addr_o,
    output logic [31:0]       bus_wdata_o,
    input  logic              bus_ready_i,
    input  logic              bus_put_ready_i,
    input  logic [31:0]       bus_rdata_i,
    input  logic              event_i            // a counter was incremented
);
  localparam int ADDR_W  = collnoc_pkg::ADDR_W;
  localparam int INDEX_W = $clog2(SLOT);          // of a flit in its slot; slots start 2**INDEX_W flits apart
  localparam int WORDS_W = $clog2(FLIT_W / 64);
  localparam int FLUSH_W = $clog2(FLUSH + 1);

  // Reject illegal parameters at elaboration.
  `ifndef __ICARUS__
  if (SLOT < 2 || SLOT > 256) begin : gen_bad_slot
    $error("axi_stream_tx: SLOT must be 2 to 256");
  end
  if (SLOTS < 2 || SLOTS != 1 << $clog2(SLOTS)) begin : gen_bad_slots
    $error("axi_stream_tx: SLOTS must be a power of two, at least 2");
  end
  if (FLUSH < 1) begin : gen_bad_flush
    $error("axi_stream_tx: FLUSH must be at least 1");
  end
  `endif

  // Accepted beats. While disabled there are none; the rest of a closed connection is dropped.
  logic              full, beat_valid, beat_last, take;
  logic [FLIT_W-1:0] beat_data;
  logic [KEEP_W-1:0] beat_keep;
  fifo #(.WIDTH(FLIT_W + KEEP_W + 1), .DEPTH(2)) i_beats (
      .clk_i, .rst_ni(rst_ni && enable_i), .push_i(tvalid_i && tready_o), .data_i({tlast_i, tkeep_i, tdata_i}), .pop_i(take),
      .data_o({beat_last, beat_keep, beat_data}), .valid_o(beat_valid), .full_o(full), .count_o()
  );
  assign tready_o = enable_i && !full;

  // The current slot: first the beats, after the space for the header; then the header; then the launch.
  logic [SLOT_W:0]    slot_q, freed_q;  // slots closed, slots freed by the receiver; both count modulo 2*SLOTS
  logic [INDEX_W-1:0] beats_q;
  logic [FLUSH_W-1:0] idle_q;
  logic               close_q, last_q;
  logic [KEEP_W-1:0]  keep_q;
  logic               launch_q, launched, header;
  logic [INDEX_W-1:0] launch_beats_q;
  logic [SLOT_W-1:0]  launch_slot_q;
  logic               room;
  assign room      = slot_q - freed_q != (SLOT_W + 1)'(SLOTS);
  assign wr_req_o  = enable_i && room && (close_q ? !launch_q : beat_valid);
  assign wr_addr_o = ring_i + (ADDR_W'({slot_q[SLOT_W-1:0], close_q ? INDEX_W'(0) : beats_q + 1'b1}) << WORDS_W);
  assign wr_data_o = close_q ? FLIT_W'({beats_q, last_q, keep_q}) : beat_data;
  assign take      = wr_req_o && wr_gnt_i && !close_q;
  assign header    = wr_req_o && wr_gnt_i && close_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || !enable_i) begin
      slot_q  <= '0;
      beats_q <= '0;
      close_q <= 1'b0;
      idle_q  <= '0;
    end else begin
      idle_q <= beats_q == '0 || beat_valid ? '0 : idle_q + 1'b1;
      if (take) begin
        beats_q <= beats_q + 1'b1;
        close_q <= beat_last || beat_keep != '1 || beats_q == INDEX_W'(SLOT - 2);
      end else if (header) begin
        slot_q  <= slot_q + 1'b1;
        beats_q <= '0;
        close_q <= 1'b0;
      end else if (beats_q != '0 && !beat_valid && idle_q == FLUSH_W'(FLUSH - 1)) begin
        close_q <= 1'b1;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (take) begin
      keep_q <= beat_keep;
      last_q <= beat_last;
    end
    if (header) begin
      launch_beats_q <= beats_q;
      launch_slot_q  <= slot_q[SLOT_W-1:0];
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) launch_q <= 1'b0;
    else if (header) launch_q <= 1'b1;
    else if (launched) launch_q <= 1'b0;
  end

  // Register accesses: a read of the credits after each event, and the five writes of a put. They alternate, so that
  // neither blocks the other. A put that has started is completed.
  logic        look_q, looked_q, looks, may_put;
  logic [2:0]  step_q;
  logic [31:0] offset;
  assign may_put  = launch_q && (step_q != '0 || bus_put_ready_i);
  assign looks    = enable_i && look_q && step_q == '0 && !(may_put && looked_q);
  assign launched = bus_ready_i && !looks && step_q == 3'd4;
  assign offset   = 32'({launch_slot_q, INDEX_W'(0)}) << (WORDS_W + 3);
  assign bus_valid_o = looks || may_put;
  assign bus_last_o  = looks || step_q == 3'd4;
  assign bus_write_o = !looks;
  always @* begin
    bus_addr_o = {5'b0, step_q, 2'b00};
    case (step_q)
      3'd0:    bus_wdata_o = (32'(ring_i) << 3) + offset;
      3'd1:    bus_wdata_o = (32'(remote_i) << 3) + offset;
      3'd2:    bus_wdata_o = (32'(launch_beats_q) + 32'd1) << (WORDS_W + 3);
      3'd3:    bus_wdata_o = 32'(counter_i);
      default: bus_wdata_o = 32'(node_i);
    endcase
    if (looks) bus_addr_o = {2'b01, credits_i, 2'b00};
  end

  logic credits_here_q;  // the credits read in the last cycle are on bus_rdata_i
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      step_q         <= '0;
      looked_q       <= 1'b0;
      credits_here_q <= 1'b0;
    end else begin
      credits_here_q <= looks && bus_ready_i;
      if (bus_ready_i) begin
        looked_q <= looks;
        if (!looks) step_q <= launched ? '0 : step_q + 1'b1;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni || !enable_i) begin
      look_q  <= 1'b1;
      freed_q <= '0;
    end else begin
      if (event_i) look_q <= 1'b1;
      else if (looks && bus_ready_i) look_q <= 1'b0;
      if (credits_here_q) freed_q <= bus_rdata_i[SLOT_W:0];
    end
  end
  assign busy_o = launch_q || close_q || beats_q != '0 || slot_q != freed_q || beat_valid;

  logic unused;
  assign unused = ^bus_rdata_i[31:SLOT_W+1];
endmodule
