// AXI4-Lite slave: converts the five channels to a write port and a read port, each with one access per cycle.
// Every output depends on registers only: no input reaches an output in the same cycle. Each request gets one response,
// in order. Both ports can accept an access in every cycle. The shortest write responds (BVALID) 2 cycles after the
// handshakes of AW and W, the shortest read (RVALID) 3 cycles after the handshake of AR.
// Writes and reads are not ordered with each other. A master that needs an order waits for the response, as AXI
// specifies.
module axi_lite_slave #(
    parameter int ADDR_W = 22
) (
    input  logic              clk_i,
    input  logic              rst_ni,
    // AXI4-Lite
    input  logic              awvalid_i,
    output logic              awready_o,
    input  logic [ADDR_W-1:0] awaddr_i,
    input  logic              wvalid_i,
    output logic              wready_o,
    input  logic [31:0]       wdata_i,
    input  logic [3:0]        wstrb_i,
    output logic              bvalid_o,
    input  logic              bready_i,
    output logic [1:0]        bresp_o,
    input  logic              arvalid_i,
    output logic              arready_o,
    input  logic [ADDR_W-1:0] araddr_i,
    output logic              rvalid_o,
    input  logic              rready_i,
    output logic [31:0]       rdata_o,
    output logic [1:0]        rresp_o,
    // write port: accepted in the cycle of write_ready_i, which also carries the response
    output logic              write_valid_o,
    output logic [ADDR_W-1:0] write_addr_o,
    output logic [31:0]       write_data_o,
    output logic [3:0]        write_strb_o,
    input  logic              write_ready_i,
    input  logic [1:0]        write_resp_i,
    // read port: accepted in the cycle of read_ready_i, which also carries the response; data follows in the next cycle
    output logic              read_valid_o,
    output logic [ADDR_W-1:0] read_addr_o,
    input  logic              read_ready_i,
    input  logic [1:0]        read_resp_i,
    input  logic [31:0]       read_data_i
);
  localparam int ANSWERS = 4;  // reads between the port and the master: three are enough for one per cycle

  // Requests.
  logic aw_full, aw_waits, w_full, w_waits, ar_full, ar_waits, write, read;
  fifo #(.WIDTH(ADDR_W), .DEPTH(2)) i_aw (
      .clk_i, .rst_ni, .push_i(awvalid_i && !aw_full), .data_i(awaddr_i), .pop_i(write), .data_o(write_addr_o),
      .valid_o(aw_waits), .full_o(aw_full), .count_o()
  );
  fifo #(.WIDTH(36), .DEPTH(2)) i_w (
      .clk_i, .rst_ni, .push_i(wvalid_i && !w_full), .data_i({wstrb_i, wdata_i}), .pop_i(write),
      .data_o({write_strb_o, write_data_o}), .valid_o(w_waits), .full_o(w_full), .count_o()
  );
  fifo #(.WIDTH(ADDR_W), .DEPTH(2)) i_ar (
      .clk_i, .rst_ni, .push_i(arvalid_i && !ar_full), .data_i(araddr_i), .pop_i(read), .data_o(read_addr_o),
      .valid_o(ar_waits), .full_o(ar_full), .count_o()
  );
  assign awready_o = !aw_full;
  assign wready_o  = !w_full;
  assign arready_o = !ar_full;

  // Writes: one is issued when there is space for its response.
  logic b_full;
  assign write_valid_o = aw_waits && w_waits && !b_full;
  assign write         = write_valid_o && write_ready_i;
  fifo #(.WIDTH(2), .DEPTH(2)) i_b (
      .clk_i, .rst_ni, .push_i(write), .data_i(write_resp_i), .pop_i(bvalid_o && bready_i), .data_o(bresp_o),
      .valid_o(bvalid_o), .full_o(b_full), .count_o()
  );

  // Reads: one is issued when the pending responses leave space for its own.
  logic                         reading_q;  // the read accepted in the last cycle: its data is here
  logic [1:0]                   read_resp_q;
  logic [$clog2(ANSWERS+1)-1:0] answers;
  assign read_valid_o = ar_waits && answers + 3'(reading_q) < 3'(ANSWERS);
  assign read         = read_valid_o && read_ready_i;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) reading_q <= 1'b0;
    else reading_q <= read;
  end
  always_ff @(posedge clk_i) begin
    if (read) read_resp_q <= read_resp_i;
  end
  fifo #(.WIDTH(34), .DEPTH(ANSWERS)) i_r (
      .clk_i, .rst_ni, .push_i(reading_q), .data_i({read_resp_q, read_data_i}), .pop_i(rvalid_o && rready_i),
      .data_o({rresp_o, rdata_o}), .valid_o(rvalid_o), .full_o(), .count_o(answers)
  );
endmodule
