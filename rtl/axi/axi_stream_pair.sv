// One stream into the network and one stream out of it, with their registers: axi_stream_tx, axi_stream_rx and
// axi_stream_registers. The two directions are independent: they may be connected to the same tile or to different
// tiles. They are two masters of the register_arbiter: element 0 is the sender, element 1 the receiver.
module axi_stream_pair #(
    parameter int FLIT_W = 64,
    parameter int SLOT   = 31,
    parameter int SLOTS  = 8,
    parameter int WORDS  = 8192,
    parameter int KEEP_W = FLIT_W / 8  // derived, not to be set
) (
    input  logic              clk_i,
    input  logic              rst_ni,
    // stream into the network
    input  logic              s_tvalid_i,
    output logic              s_tready_o,
    input  logic [FLIT_W-1:0] s_tdata_i,
    input  logic [KEEP_W-1:0] s_tkeep_i,
    input  logic              s_tlast_i,
    // stream out of the network
    output logic              m_tvalid_o,
    input  logic              m_tready_i,
    output logic [FLIT_W-1:0] m_tdata_o,
    output logic [KEEP_W-1:0] m_tkeep_o,
    output logic              m_tlast_o,
    output logic [15:0]       m_tid_o,
    // registers
    input  logic              valid_i,
    input  logic              write_i,
    input  logic [5:0]        addr_i,
    input  logic [31:0]       wdata_i,
    output logic [1:0]        resp_o,
    output logic [31:0]       rdata_o,
    // memory
    output logic              rd_req_o,
    output logic [collnoc_pkg::ADDR_W-1:0] rd_addr_o,
    input  logic              rd_gnt_i,
    input  logic [FLIT_W-1:0] rd_data_i,
    output logic              wr_req_o,
    output logic [collnoc_pkg::ADDR_W-1:0] wr_addr_o,
    output logic [FLIT_W-1:0] wr_data_o,
    input  logic              wr_gnt_i,
    // two masters of the register_arbiter
    output logic [1:0]        bus_valid_o,
    output logic [1:0]        bus_last_o,
    output logic [1:0]        bus_write_o,
    output logic [19:0]       bus_addr_o,
    output logic [63:0]       bus_wdata_o,
    input  logic [1:0]        bus_ready_i,
    input  logic              bus_put_ready_i,
    input  logic [31:0]       bus_rdata_i,
    input  logic              event_i
);
  localparam int ADDR_W    = collnoc_pkg::ADDR_W;
  localparam int COUNTER_W = collnoc_pkg::COUNTER_W;

  logic                 tx_enable, tx_busy, rx_enable, rx_busy;
  logic [15:0]          tx_node, rx_node;
  logic [ADDR_W-1:0]    tx_ring, tx_remote, rx_ring;
  logic [COUNTER_W-1:0] tx_counter, tx_credits, rx_counter, rx_credits;

  axi_stream_registers #(.FLIT_W(FLIT_W), .SLOT(SLOT), .SLOTS(SLOTS), .WORDS(WORDS)) i_registers (
      .clk_i, .rst_ni, .valid_i, .write_i, .addr_i, .wdata_i, .resp_o, .rdata_o,
      .tx_enable_o(tx_enable), .tx_node_o(tx_node), .tx_ring_o(tx_ring), .tx_remote_o(tx_remote),
      .tx_counter_o(tx_counter), .tx_credits_o(tx_credits), .tx_busy_i(tx_busy),
      .rx_enable_o(rx_enable), .rx_node_o(rx_node), .rx_ring_o(rx_ring),
      .rx_counter_o(rx_counter), .rx_credits_o(rx_credits), .rx_busy_i(rx_busy)
  );
  axi_stream_tx #(.FLIT_W(FLIT_W), .SLOT(SLOT), .SLOTS(SLOTS)) i_tx (
      .clk_i, .rst_ni, .tvalid_i(s_tvalid_i), .tready_o(s_tready_o), .tdata_i(s_tdata_i), .tkeep_i(s_tkeep_i),
      .tlast_i(s_tlast_i), .enable_i(tx_enable), .node_i(tx_node), .ring_i(tx_ring), .remote_i(tx_remote),
      .counter_i(tx_counter), .credits_i(tx_credits), .busy_o(tx_busy),
      .wr_req_o, .wr_addr_o, .wr_data_o, .wr_gnt_i,
      .bus_valid_o(bus_valid_o[0]), .bus_last_o(bus_last_o[0]), .bus_write_o(bus_write_o[0]),
      .bus_addr_o(bus_addr_o[9:0]), .bus_wdata_o(bus_wdata_o[31:0]), .bus_ready_i(bus_ready_i[0]),
      .bus_put_ready_i, .bus_rdata_i, .event_i
  );
  axi_stream_rx #(.FLIT_W(FLIT_W), .SLOT(SLOT), .SLOTS(SLOTS)) i_rx (
      .clk_i, .rst_ni, .tvalid_o(m_tvalid_o), .tready_i(m_tready_i), .tdata_o(m_tdata_o), .tkeep_o(m_tkeep_o),
      .tlast_o(m_tlast_o), .enable_i(rx_enable), .node_i(rx_node), .ring_i(rx_ring), .counter_i(rx_counter),
      .credits_i(rx_credits), .busy_o(rx_busy),
      .rd_req_o, .rd_addr_o, .rd_gnt_i, .rd_data_i,
      .bus_valid_o(bus_valid_o[1]), .bus_last_o(bus_last_o[1]), .bus_write_o(bus_write_o[1]),
      .bus_addr_o(bus_addr_o[19:10]), .bus_wdata_o(bus_wdata_o[63:32]), .bus_ready_i(bus_ready_i[1]),
      .bus_put_ready_i, .bus_rdata_i, .event_i
  );
  assign m_tid_o = rx_node;
endmodule
