// Address decoder for AXI4-Lite accesses to a tile (docs/reference/axi.md, "Address map"): the node's registers, the
// registers of the streams, or the tile's memory, with one access per cycle in total, and its response. A waiting write
// and a waiting read alternate. A write that the put registers cannot accept yet lets reads pass. Memory is accessed in
// every other cycle at most, because the memory's host port has priority over the network and the streams.
// An access with an error response has no effect.
module axi_map #(
    parameter int PORTS    = 5,  // of the router: links and channels
    parameter int CHANNELS = 1,
    parameter int STREAMS  = 1,
    parameter int WORDS    = 8192,  // memory, 8-byte words
    parameter bit MULTICAST = 1'b0, // the register PUT_CORNER exists
    localparam int ADDR_W  = 22     // the map's, not to be set
) (
    input  logic              clk_i,
    input  logic              rst_ni,
    // from axi_lite_slave
    input  logic              write_valid_i,
    input  logic [ADDR_W-1:0] write_addr_i,
    input  logic [31:0]       write_data_i,
    input  logic [3:0]        write_strb_i,
    output logic              write_ready_o,
    output logic [1:0]        write_resp_o,
    input  logic              read_valid_i,
    input  logic [ADDR_W-1:0] read_addr_i,
    output logic              read_ready_o,
    output logic [1:0]        read_resp_o,
    output logic [31:0]       read_data_o,
    // the node's registers
    output logic              reg_valid_o,
    output logic              reg_write_o,
    output logic [9:0]        reg_addr_o,
    output logic [31:0]       reg_wdata_o,
    input  logic              reg_ready_i,      // accepted in this cycle
    input  logic              reg_put_ready_i,  // a write to a put register could be taken; from registers only
    input  logic [31:0]       reg_rdata_i,      // of the read accepted in the last cycle
    // the streams' registers
    output logic              stream_valid_o,
    output logic              stream_write_o,
    output logic [9:0]        stream_addr_o,
    output logic [31:0]       stream_wdata_o,
    input  logic [1:0]        stream_resp_i,    // in the same cycle, whether or not stream_valid_o
    input  logic [31:0]       stream_rdata_i,   // of the read in the last cycle
    // the memory's host port
    output logic              host_valid_o,
    output logic              host_write_o,
    output logic [collnoc_pkg::ADDR_W-1:0] host_addr_o,
    output logic [63:0]       host_wdata_o,
    output logic [7:0]        host_strb_o,
    input  logic [63:0]       host_rdata_i
);
  localparam logic [1:0] OKAY = 2'b00, SLVERR = 2'b10, DECERR = 2'b11;
  localparam logic [1:0] NODE = 2'd0, STREAM = 2'd1, MEMORY = 2'd2, NOWHERE = 2'd3;

  // Reject illegal parameters at elaboration.
  `ifndef __ICARUS__
  if (STREAMS < 1 || STREAMS > 16) begin : gen_bad_streams
    $error("axi_map: STREAMS must be 1 to 16");
  end
  `endif

  // Whether the node has this register (hardware.md, "NIC registers").
  function automatic logic node_has(input logic [9:0] addr);
    case (addr[9:8])
      2'd0:    node_has = addr <= collnoc_pkg::REG_PUT_GO + 10'd3 ||
                          (MULTICAST && addr[9:2] == collnoc_pkg::REG_PUT_CORNER[9:2]) ||
                          (addr >= collnoc_pkg::REG_QUEUE && addr < collnoc_pkg::REG_QUEUE + 10'(4 * CHANNELS));
      2'd1:    node_has = 1'b1;
      2'd2:    node_has = 10'(addr[7:4]) < 10'(PORTS) && addr[3:2] != 2'd3;
      default: node_has = 10'(addr[7:4]) < 10'(CHANNELS);
    endcase
  endfunction
  function automatic logic node_writable(input logic [9:2] addr);
    node_writable = collnoc_pkg::is_put_register({addr, 2'b00}) || addr == 8'h06 || addr[9:8] == 2'd1;
  endfunction
  function automatic logic [1:0] target(input logic [ADDR_W-1:0] addr);
    if (addr[21]) target = addr[20:3] < 18'(WORDS) || WORDS == 1 << 18 ? MEMORY : NOWHERE;
    else if (addr[20:10] == 11'd0) target = node_has(addr[9:0]) ? NODE : NOWHERE;
    else if (addr[20:10] == 11'd1 && 32'(addr[9:6]) < STREAMS) target = STREAM;
    else target = NOWHERE;
  endfunction

  // Arbitration between write and read.
  logic [1:0] write_target, read_target, at;
  logic       write_waits, writes, reads, done, none, partial, prefer_write_q;
  logic       memory_q;  // the memory was accessed in the last cycle
  assign write_target = target(write_addr_i);
  assign read_target  = target(read_addr_i);
  assign write_waits  = write_target == NODE && collnoc_pkg::is_put_register(write_addr_i[9:0]) && !reg_put_ready_i;
  assign writes       = write_valid_i && !write_waits && (!read_valid_i || prefer_write_q);
  assign reads        = read_valid_i && !writes;
  assign at           = writes ? write_target : read_target;
  assign none         = write_strb_i == 4'h0;
  assign partial      = !none && write_strb_i != 4'hf;
  assign done         = at == MEMORY ? !memory_q : !reg_valid_o || reg_ready_i;
  assign write_ready_o = writes && done;
  assign read_ready_o  = reads && done;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      prefer_write_q <= 1'b0;
      memory_q       <= 1'b0;
    end else begin
      if ((writes || reads) && done) prefer_write_q <= reads;
      memory_q <= host_valid_o;
    end
  end

  // Responses. A write without strobes changes nothing and has the same response as this write with all strobes.
  always @* begin
    case (write_target)
      NODE:    write_resp_o = partial || !node_writable(write_addr_i[9:2]) ? SLVERR : OKAY;
      STREAM:  write_resp_o = stream_resp_i != OKAY ? stream_resp_i : partial ? SLVERR : OKAY;
      MEMORY:  write_resp_o = OKAY;
      default: write_resp_o = DECERR;
    endcase
    case (read_target)
      STREAM:  read_resp_o = stream_resp_i;
      NOWHERE: read_resp_o = DECERR;
      default: read_resp_o = OKAY;
    endcase
  end

  // The access.
  logic [ADDR_W-1:0] addr;
  logic              whole;
  assign addr  = writes ? write_addr_i : read_addr_i;
  assign whole = !writes || (!none && !partial);
  assign reg_valid_o = (writes || reads) && at == NODE && whole && (!writes || node_writable(write_addr_i[9:2]));
  assign reg_write_o = writes;
  assign reg_addr_o  = {addr[9:2], 2'b00};
  assign reg_wdata_o = write_data_i;
  assign stream_valid_o = (writes || reads) && at == STREAM && whole;
  assign stream_write_o = writes;
  assign stream_addr_o  = {addr[9:2], 2'b00};
  assign stream_wdata_o = write_data_i;
  assign host_valid_o = (writes || reads) && at == MEMORY && !memory_q;
  assign host_write_o = writes;
  assign host_addr_o  = addr[20:3];
  assign host_wdata_o = {2{write_data_i}};
  assign host_strb_o  = addr[2] ? {write_strb_i, 4'h0} : {4'h0, write_strb_i};

  // Read data, from the target of the last read.
  logic [1:0] at_q;
  logic       upper_q;
  always_ff @(posedge clk_i) begin
    if (read_ready_o) begin
      at_q    <= read_target;
      upper_q <= read_addr_i[2];
    end
  end
  always @* begin
    case (at_q)
      NODE:    read_data_o = reg_rdata_i;
      STREAM:  read_data_o = stream_rdata_i;
      MEMORY:  read_data_o = upper_q ? host_rdata_i[63:32] : host_rdata_i[31:0];
      default: read_data_o = '0;
    endcase
  end

  logic unused;
  assign unused = ^{addr[ADDR_W-1:21], addr[1:0]};
endmodule
