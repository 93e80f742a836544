// Memory of a tile: BANKS banks of 64-bit words. Each bank has one read port, one write port and synchronous read, so
// it maps to ordinary two-port RAM. Consecutive words are in consecutive banks. An access of FLIT_W bits at any 8-byte
// address uses FLIT_W/64 adjacent banks. Reads and writes are arbitrated separately. The host port always has priority;
// the ports are served round-robin, but NARROW ones, the sequencer's, come last: it reads ahead, so it delays no message.
// Each port is granted completely or not at all, in the same cycle. Read data comes in the next cycle. A read sees the writes of all
// earlier cycles. Addresses wrap at WORDS.
module tile_memory #(
    parameter int CHANNELS = 1,         // write ports
    parameter int READS    = CHANNELS,  // read ports: those of the channels, then others
    parameter int NARROW   = READS - CHANNELS,  // the last of them, which read one word
    parameter int FLIT_W   = 64,
    parameter int WORDS    = 8192,  // 8-byte words, a power of two
    parameter int BANKS    = 2      // a power of two, at least FLIT_W/64; twice CHANNELS*FLIT_W/64 lets all stream
) (
    input  logic                clk_i,
    input  logic                rst_ni,
    // channels
    input  logic [READS-1:0] rd_req_i,
    input  logic [READS*collnoc_pkg::ADDR_W-1:0] rd_addr_i,
    output logic [READS-1:0] rd_gnt_o,
    output logic [READS*FLIT_W-1:0] rd_data_o,  // of the read granted in the last cycle
    input  logic [CHANNELS-1:0] wr_req_i,
    input  logic [CHANNELS*collnoc_pkg::ADDR_W-1:0] wr_addr_i,
    input  logic [CHANNELS*FLIT_W-1:0] wr_data_i,
    input  logic [CHANNELS*FLIT_W/8-1:0] wr_strb_i,
    output logic [CHANNELS-1:0] wr_gnt_o,
    // host: one word per cycle
    input  logic                host_valid_i,
    input  logic                host_write_i,
    input  logic [collnoc_pkg::ADDR_W-1:0] host_addr_i,
    input  logic [63:0]         host_wdata_i,
    input  logic [7:0]          host_strb_i,
    output logic [63:0]         host_rdata_o
);
  localparam int ADDR_W = collnoc_pkg::ADDR_W;
  localparam int SPAN   = FLIT_W / 64;  // banks an access takes
  localparam int BANK_W = BANKS > 1 ? $clog2(BANKS) : 1;
  localparam int ROWS   = WORDS / BANKS;
  localparam int ROW_W  = ROWS > 1 ? $clog2(ROWS) : 1;
  localparam int WIDE   = READS - NARROW;  // read ports that take turns
  localparam int RD_W   = WIDE > 1 ? $clog2(WIDE) : 1;
  localparam int CH_W   = CHANNELS > 1 ? $clog2(CHANNELS) : 1;

  // Reject illegal parameters at elaboration.
  `ifndef __ICARUS__
  if (BANKS < SPAN || BANKS != 1 << $clog2(BANKS)) begin : gen_bad_banks
    $error("tile_memory: BANKS must be a power of two, at least FLIT_W/64");
  end
  if (WORDS < BANKS || WORDS > 1 << ADDR_W || WORDS != 1 << $clog2(WORDS)) begin : gen_bad_words
    $error("tile_memory: WORDS must be a power of two, from BANKS to 2^18");
  end
  `endif

  function automatic logic [BANK_W-1:0] bank_of(input logic [ADDR_W-1:0] word);
    bank_of = BANKS > 1 ? word[BANK_W-1:0] : '0;
  endfunction
  function automatic int read_span(input int port);  // words that a read port reads: the sequencer's reads one
    read_span = port < WIDE ? SPAN : 1;
  endfunction
  function automatic logic [ROW_W-1:0] row_of(input logic [ADDR_W-1:0] word);
    row_of = ROW_W'(word >> $clog2(BANKS));
  endfunction

  // Arbitration: visit the ports in cyclic order from first_q, then the narrow ones, and grant each one whose banks are
  // still free.
  logic [RD_W-1:0]  rd_first_q;
  logic [CH_W-1:0]  wr_first_q;
  logic [BANKS-1:0] rd_taken, wr_taken;
  logic [BANKS-1:0] rd_want [READS];
  logic [BANKS-1:0] wr_want [CHANNELS];
  always @* begin
    for (int r = 0; r < READS; r++) begin
      rd_want[r] = '0;
      for (int s = 0; s < read_span(r); s++) rd_want[r][bank_of(rd_addr_i[r*ADDR_W+:ADDR_W] + ADDR_W'(s))] = 1'b1;
    end
    for (int c = 0; c < CHANNELS; c++) begin
      wr_want[c] = '0;
      for (int s = 0; s < SPAN; s++) wr_want[c][bank_of(wr_addr_i[c*ADDR_W+:ADDR_W] + ADDR_W'(s))] = 1'b1;
    end
  end
  always @* begin
    rd_taken = '0;
    wr_taken = '0;
    rd_gnt_o = '0;
    wr_gnt_o = '0;
    if (host_valid_i && !host_write_i) rd_taken[bank_of(host_addr_i)] = 1'b1;
    if (host_valid_i && host_write_i) wr_taken[bank_of(host_addr_i)] = 1'b1;
    for (int pass = 0; pass < 2; pass++) begin
      for (int r = 0; r < WIDE; r++) begin
        if (rd_req_i[r] && (RD_W'(r) >= rd_first_q) == (pass == 0) && (rd_taken & rd_want[r]) == '0) begin
          rd_gnt_o[r] = 1'b1;
          rd_taken = rd_taken | rd_want[r];
        end
      end
      for (int c = 0; c < CHANNELS; c++) begin
        if (wr_req_i[c] && (CH_W'(c) >= wr_first_q) == (pass == 0) && (wr_taken & wr_want[c]) == '0) begin
          wr_gnt_o[c] = 1'b1;
          wr_taken = wr_taken | wr_want[c];
        end
      end
    end
    for (int r = WIDE; r < READS; r++) begin
      if (rd_req_i[r] && (rd_taken & rd_want[r]) == '0) begin
        rd_gnt_o[r] = 1'b1;
        rd_taken = rd_taken | rd_want[r];
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      rd_first_q <= '0;
      wr_first_q <= '0;
    end else begin
      if (rd_req_i[WIDE-1:0] != rd_gnt_o[WIDE-1:0]) rd_first_q <= rd_first_q == RD_W'(WIDE - 1) ? '0 : rd_first_q + 1'b1;
      if (wr_req_i != wr_gnt_o) wr_first_q <= wr_first_q == CH_W'(CHANNELS - 1) ? '0 : wr_first_q + 1'b1;
    end
  end

  // Banks.
  logic [BANKS*64-1:0] bank_data;
  for (genvar b = 0; b < BANKS; b++) begin : gen_bank
    logic [63:0]      wdata;
    logic [ROW_W-1:0] rd_row, wr_row;
    logic [7:0]       strb;
    logic             read;

    always @* begin
      read   = host_valid_i && !host_write_i && bank_of(host_addr_i) == BANK_W'(b);
      rd_row = row_of(host_addr_i);
      for (int r = 0; r < READS; r++) begin
        for (int s = 0; s < read_span(r); s++) begin
          if (rd_gnt_o[r] && bank_of(rd_addr_i[r*ADDR_W+:ADDR_W] + ADDR_W'(s)) == BANK_W'(b)) begin
            read   = 1'b1;
            rd_row = row_of(rd_addr_i[r*ADDR_W+:ADDR_W] + ADDR_W'(s));
          end
        end
      end
    end

    always @* begin
      wr_row = row_of(host_addr_i);
      wdata  = host_wdata_i;
      strb   = (host_valid_i && host_write_i && bank_of(host_addr_i) == BANK_W'(b)) ? host_strb_i : '0;
      for (int c = 0; c < CHANNELS; c++) begin
        for (int s = 0; s < SPAN; s++) begin
          if (wr_gnt_o[c] && bank_of(wr_addr_i[c*ADDR_W+:ADDR_W] + ADDR_W'(s)) == BANK_W'(b)) begin
            wr_row = row_of(wr_addr_i[c*ADDR_W+:ADDR_W] + ADDR_W'(s));
            wdata  = wr_data_i[c*FLIT_W+s*64+:64];
            strb   = wr_strb_i[c*SPAN*8+s*8+:8];
          end
        end
      end
    end

    ram #(.WORDS(ROWS), .WIDTH(64), .LANE_W(8)) i_ram (
        .clk_i, .rd_en_i(read), .rd_addr_i(rd_row), .rd_data_o(bank_data[b*64+:64]),
        .wr_en_i(strb), .wr_addr_i(wr_row), .wr_data_i(wdata)
    );
  end

  // Read data: the banks in the order of the requested addresses.
  logic [READS*BANK_W-1:0]    rd_bank_q;
  logic [BANK_W-1:0]          host_bank_q;
  always_ff @(posedge clk_i) begin
    host_bank_q <= bank_of(host_addr_i);
    for (int r = 0; r < READS; r++) rd_bank_q[r*BANK_W+:BANK_W] <= bank_of(rd_addr_i[r*ADDR_W+:ADDR_W]);
  end
  assign host_rdata_o = bank_data[host_bank_q*64+:64];
  for (genvar r = 0; r < READS; r++) begin : gen_data
    for (genvar s = 0; s < SPAN; s++) begin : gen_word
      if (s < read_span(r)) begin : gen_read
        logic [BANK_W-1:0] bank;
        assign bank = BANKS > 1 ? rd_bank_q[r*BANK_W+:BANK_W] + BANK_W'(s) : '0;
        assign rd_data_o[r*FLIT_W+s*64+:64] = bank_data[bank*64+:64];
      end else begin : gen_unread
        assign rd_data_o[r*FLIT_W+s*64+:64] = '0;
      end
    end
  end
endmodule
