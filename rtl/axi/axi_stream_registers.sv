// Registers of one stream: the connections of its sender and of its receiver (docs/reference/axi.md, "Stream
// registers"). A connection is fixed while it is enabled or busy: only a write that disables it is accepted, and every
// other write gets SLVERR and changes nothing. Illegal values also get SLVERR: a ring that is misaligned or not inside
// the memory, a node or a counter with too many bits, or enabling while a counter is 0.
// The response comes in the cycle of the access, read data in the next cycle.
module axi_stream_registers #(
    parameter int FLIT_W = 64,
    parameter int SLOT   = 31,
    parameter int SLOTS  = 8,
    parameter int WORDS  = 8192  // memory of the tile and of its peers, 8-byte words
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    // bus
    input  logic        valid_i,
    input  logic        write_i,
    input  logic [5:0]  addr_i,   // bytes, multiple of 4
    input  logic [31:0] wdata_i,
    output logic [1:0]  resp_o,
    output logic [31:0] rdata_o,
    // sender
    output logic        tx_enable_o,
    output logic [15:0] tx_node_o,
    output logic [collnoc_pkg::ADDR_W-1:0] tx_ring_o,
    output logic [collnoc_pkg::ADDR_W-1:0] tx_remote_o,
    output logic [collnoc_pkg::COUNTER_W-1:0] tx_counter_o,
    output logic [collnoc_pkg::COUNTER_W-1:0] tx_credits_o,
    input  logic        tx_busy_i,
    // receiver
    output logic        rx_enable_o,
    output logic [15:0] rx_node_o,
    output logic [collnoc_pkg::ADDR_W-1:0] rx_ring_o,
    output logic [collnoc_pkg::COUNTER_W-1:0] rx_counter_o,
    output logic [collnoc_pkg::COUNTER_W-1:0] rx_credits_o,
    input  logic        rx_busy_i
);
  localparam int ADDR_W    = collnoc_pkg::ADDR_W;
  localparam int COUNTER_W = collnoc_pkg::COUNTER_W;
  localparam int RING      = SLOTS * (1 << $clog2(SLOT)) * FLIT_W / 8;  // bytes of a ring
  localparam logic [1:0] OKAY = 2'b00, SLVERR = 2'b10, DECERR = 2'b11;
  localparam logic [3:0] TX_CONTROL = 4'h0, TX_NODE = 4'h1, TX_RING = 4'h2, TX_REMOTE = 4'h3, TX_COUNTERS = 4'h4,
                         TX_STATUS = 4'h5, RX_CONTROL = 4'h8, RX_NODE = 4'h9, RX_RING = 4'ha, RX_COUNTERS = 4'hc,
                         RX_STATUS = 4'hd, RING_BYTES = 4'hf;

  // Reject illegal parameters at elaboration.
  `ifndef __ICARUS__
  if (RING > 8 * WORDS) begin : gen_bad_ring
    $error("axi_stream_registers: a ring, SLOTS slots of SLOT flits rounded up to a power of two, must fit the memory");
  end
  `endif

  logic                 tx_enable_q, rx_enable_q;
  logic [15:0]          tx_node_q, rx_node_q;
  logic [ADDR_W-1:0]    tx_ring_q, tx_remote_q, rx_ring_q;
  logic [COUNTER_W-1:0] tx_counter_q, tx_credits_q, rx_counter_q, rx_credits_q;
  assign {tx_enable_o, tx_node_o, tx_ring_o, tx_remote_o, tx_counter_o, tx_credits_o} =
         {tx_enable_q, tx_node_q, tx_ring_q, tx_remote_q, tx_counter_q, tx_credits_q};
  assign {rx_enable_o, rx_node_o, rx_ring_o, rx_counter_o, rx_credits_o} =
         {rx_enable_q, rx_node_q, rx_ring_q, rx_counter_q, rx_credits_q};

  // Responses.
  logic [3:0] number;
  logic       tx_held, rx_held, disables, tx_counts, rx_counts, bad_ring, bad_node, bad_counters, write;
  assign number   = addr_i[5:2];
  assign tx_held   = tx_enable_q || tx_busy_i;
  assign rx_held   = rx_enable_q || rx_busy_i;
  assign disables  = !wdata_i[0];
  assign tx_counts = tx_counter_q != '0 && tx_credits_q != '0;
  assign rx_counts = rx_counter_q != '0 && rx_credits_q != '0;
  assign bad_node     = wdata_i[31:16] != '0;
  assign bad_counters = wdata_i[31:14] != '0 || wdata_i[7:6] != '0;
  assign bad_ring     = wdata_i[2:0] != '0 || {1'b0, wdata_i} > 33'(8 * WORDS - RING);
  always @* begin
    case (number)
      TX_CONTROL:  resp_o = write_i && !disables && (tx_held || !tx_counts) ? SLVERR : OKAY;
      RX_CONTROL:  resp_o = write_i && !disables && (rx_held || !rx_counts) ? SLVERR : OKAY;
      TX_NODE:     resp_o = write_i && (tx_held || bad_node) ? SLVERR : OKAY;
      RX_NODE:     resp_o = write_i && (rx_held || bad_node) ? SLVERR : OKAY;
      TX_COUNTERS: resp_o = write_i && (tx_held || bad_counters) ? SLVERR : OKAY;
      RX_COUNTERS: resp_o = write_i && (rx_held || bad_counters) ? SLVERR : OKAY;
      TX_RING, TX_REMOTE: resp_o = write_i && (tx_held || bad_ring) ? SLVERR : OKAY;
      RX_RING:            resp_o = write_i && (rx_held || bad_ring) ? SLVERR : OKAY;
      TX_STATUS, RX_STATUS, RING_BYTES: resp_o = write_i ? SLVERR : OKAY;
      default: resp_o = DECERR;
    endcase
  end
  assign write = valid_i && write_i && resp_o == OKAY;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      tx_enable_q <= 1'b0;
      rx_enable_q <= 1'b0;
    end else if (write) begin
      if (number == TX_CONTROL) tx_enable_q <= wdata_i[0];
      if (number == RX_CONTROL) rx_enable_q <= wdata_i[0];
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {tx_node_q, tx_ring_q, tx_remote_q, tx_counter_q, tx_credits_q} <= '0;
      {rx_node_q, rx_ring_q, rx_counter_q, rx_credits_q}              <= '0;
    end else if (write) begin
      case (number)
        TX_NODE:     tx_node_q <= wdata_i[15:0];
        TX_RING:     tx_ring_q <= wdata_i[3+:ADDR_W];
        TX_REMOTE:   tx_remote_q <= wdata_i[3+:ADDR_W];
        TX_COUNTERS: {tx_credits_q, tx_counter_q} <= {wdata_i[8+:COUNTER_W], wdata_i[0+:COUNTER_W]};
        RX_NODE:     rx_node_q <= wdata_i[15:0];
        RX_RING:     rx_ring_q <= wdata_i[3+:ADDR_W];
        RX_COUNTERS: {rx_credits_q, rx_counter_q} <= {wdata_i[8+:COUNTER_W], wdata_i[0+:COUNTER_W]};
        default: ;
      endcase
    end
  end

  // Reading.
  logic [31:0] read_data, rdata_q;
  always @* begin
    case (number)
      TX_CONTROL:  read_data = 32'(tx_enable_q);
      TX_NODE:     read_data = 32'(tx_node_q);
      TX_RING:     read_data = 32'({tx_ring_q, 3'b0});
      TX_REMOTE:   read_data = 32'({tx_remote_q, 3'b0});
      TX_COUNTERS: read_data = 32'({tx_credits_q, 2'b0, tx_counter_q});
      TX_STATUS:   read_data = 32'(tx_busy_i);
      RX_CONTROL:  read_data = 32'(rx_enable_q);
      RX_NODE:     read_data = 32'(rx_node_q);
      RX_RING:     read_data = 32'({rx_ring_q, 3'b0});
      RX_COUNTERS: read_data = 32'({rx_credits_q, 2'b0, rx_counter_q});
      RX_STATUS:   read_data = 32'(rx_busy_i);
      RING_BYTES:  read_data = 32'(RING);
      default:     read_data = '0;
    endcase
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) rdata_q <= '0;
    else if (valid_i && !write_i) rdata_q <= read_data;
  end
  assign rdata_o = rdata_q;

  logic unused;
  assign unused = ^addr_i[1:0];
endmodule
