// Receiver of a stream over the network. It waits on the arrival counter that axi_stream_tx increments for each slot it
// puts into the ring in this tile's memory. It sends the slots as an AXI4-Stream, and returns each freed slot to the
// sender as a signal on the sender's credit counter.
// A stream that nobody reads stops its sender and nothing else: everything in the network has space reserved in the
// ring, so the NIC never waits for the stream.
// Promises: beats leave in the order in which they were sent, each one once, with its TLAST and TKEEP. Every output of
// the stream depends on registers only, and TVALID stays high until TREADY. A slot of n beats takes n + 1 cycles.
module axi_stream_rx #(
    parameter int FLIT_W = 64,
    parameter int SLOT   = 31,  // must match the sender
    parameter int SLOTS  = 8,
    parameter int KEEP_W = FLIT_W / 8,  // derived, not to be set
    parameter int SLOT_W = $clog2(SLOTS)
) (
    input  logic              clk_i,
    input  logic              rst_ni,
    // the stream
    output logic              tvalid_o,
    input  logic              tready_i,
    output logic [FLIT_W-1:0] tdata_o,
    output logic [KEEP_W-1:0] tkeep_o,
    output logic              tlast_o,
    // the connection; stable while enable_i or busy_o
    input  logic              enable_i,
    input  logic [15:0]       node_i,            // of the sender
    input  logic [collnoc_pkg::ADDR_W-1:0] ring_i,        // 8-byte words
    input  logic [collnoc_pkg::COUNTER_W-1:0] counter_i,  // at this tile: slots put
    input  logic [collnoc_pkg::COUNTER_W-1:0] credits_i,  // at the sender: slots freed
    output logic              busy_o,            // some arrived data is not yet read or not yet returned
    // memory
    output logic              rd_req_o,
    output logic [collnoc_pkg::ADDR_W-1:0] rd_addr_o,
    input  logic              rd_gnt_i,
    input  logic [FLIT_W-1:0] rd_data_i,  // of the read granted in the last cycle
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
  localparam int ADDR_W   = collnoc_pkg::ADDR_W;
  localparam int INDEX_W  = $clog2(SLOT);
  localparam int WORDS_W  = $clog2(FLIT_W / 64);
  localparam int HEADER_W = INDEX_W + 1 + KEEP_W;
  localparam int BEATS    = 4;  // between memory and stream: three are enough for one per cycle

  // Reject illegal parameters at elaboration.
  `ifndef __ICARUS__
  if (SLOT < 2 || SLOT > 256) begin : gen_bad_slot
    $error("axi_stream_rx: SLOT must be 2 to 256");
  end
  if (SLOTS < 2 || SLOTS != 1 << $clog2(SLOTS)) begin : gen_bad_slots
    $error("axi_stream_rx: SLOTS must be a power of two, at least 2");
  end
  `endif

  // Reading: the header (index 0), then the number of beats in it. There is at least one, so its read need not wait.
  logic [SLOT_W:0]             slot_q, arrived_q;  // slots read, slots put; both count modulo 2*SLOTS
  logic [INDEX_W-1:0]          index_q;
  logic                        header_here_q, beat_here_q, final_here_q;  // what the read of the last cycle returns
  logic [HEADER_W-1:0]         header_q, header;
  logic [INDEX_W-1:0]          header_beats;
  logic                        header_last;
  logic [KEEP_W-1:0]           header_keep;
  logic [$clog2(BEATS+1)-1:0]  beats;
  logic                        read, final_beat, freed;
  assign rd_req_o  = enable_i && slot_q != arrived_q &&
                     (index_q == '0 || beats + 3'(beat_here_q) < 3'(BEATS));
  assign rd_addr_o = ring_i + (ADDR_W'({slot_q[SLOT_W-1:0], index_q}) << WORDS_W);
  assign read      = rd_req_o && rd_gnt_i;
  assign header    = header_here_q ? rd_data_i[HEADER_W-1:0] : header_q;
  assign {header_beats, header_last, header_keep} = header;
  assign final_beat = index_q != '0 && index_q == header_beats;
  assign freed      = read && final_beat;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || !enable_i) begin
      slot_q  <= '0;
      index_q <= '0;
    end else if (read) begin
      index_q <= final_beat ? '0 : index_q + 1'b1;
      if (final_beat) slot_q <= slot_q + 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      header_here_q <= 1'b0;
      beat_here_q   <= 1'b0;
    end else begin
      header_here_q <= read && index_q == '0;
      beat_here_q   <= read && index_q != '0;
    end
  end
  always_ff @(posedge clk_i) begin
    if (read) final_here_q <= final_beat;
    if (header_here_q) header_q <= rd_data_i[HEADER_W-1:0];
  end

  fifo #(.WIDTH(FLIT_W + KEEP_W + 1), .DEPTH(BEATS)) i_beats (
      .clk_i, .rst_ni, .push_i(beat_here_q),
      .data_i({final_here_q && header_last, final_here_q ? header_keep : {KEEP_W{1'b1}}, rd_data_i}),
      .pop_i(tvalid_o && tready_i), .data_o({tlast_o, tkeep_o, tdata_o}), .valid_o(tvalid_o), .full_o(),
      .count_o(beats)
  );

  // Register accesses: a read of the counter after each event, and the two writes of a signal for each freed slot. They
  // alternate, so that neither blocks the other. A signal that has started is completed.
  logic [SLOT_W:0] owed_q;  // slots freed and not yet returned
  logic            look_q, looked_q, arrivals_here_q, node_q, looks, may_signal, returned;
  assign may_signal  = owed_q != '0 && (node_q || bus_put_ready_i);
  assign looks       = enable_i && look_q && !node_q && !(may_signal && looked_q);
  assign returned    = bus_ready_i && !looks && node_q;
  assign bus_valid_o = looks || may_signal;
  assign bus_last_o  = looks || node_q;
  assign bus_write_o = !looks;
  assign bus_addr_o  = looks ? {2'b01, counter_i, 2'b00} : node_q ? collnoc_pkg::REG_PUT_NODE : collnoc_pkg::REG_PUT_CTRL;
  assign bus_wdata_o = node_q ? 32'(node_i) : {15'b0, 1'b1, 10'b0, credits_i};

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      owed_q          <= '0;
      node_q          <= 1'b0;
      looked_q        <= 1'b0;
      arrivals_here_q <= 1'b0;
    end else begin
      owed_q          <= owed_q + (SLOT_W + 1)'(freed) - (SLOT_W + 1)'(returned);
      arrivals_here_q <= looks && bus_ready_i;
      if (bus_ready_i) begin
        looked_q <= looks;
        if (!looks) node_q <= !node_q;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni || !enable_i) begin
      look_q    <= 1'b1;
      arrived_q <= '0;
    end else begin
      if (event_i) look_q <= 1'b1;
      else if (looks && bus_ready_i) look_q <= 1'b0;
      if (arrivals_here_q) arrived_q <= bus_rdata_i[SLOT_W:0];
    end
  end
  assign busy_o = slot_q != arrived_q || index_q != '0 || header_here_q || beat_here_q || tvalid_o || owed_q != '0;

  logic unused;
  assign unused = ^{bus_rdata_i[31:SLOT_W+1], rd_data_i[FLIT_W-1:HEADER_W]};
endmodule
