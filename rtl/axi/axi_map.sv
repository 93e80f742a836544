// Address decoder for AXI4-Lite accesses to a tile (docs/reference/axi.md, "Address map"): the node's registers, the
// registers of the streams, its own register, or the tile's memory, with one access per cycle in total, and its
// response. A waiting write and a waiting read alternate. A write that the put registers cannot accept yet lets reads
// pass. Memory is accessed in every other cycle at most, because the memory's host port has priority over the network
// and the streams.
// While the node is held in reset, accesses to its registers and to those of the streams wait. An access that has waited
// TIMEOUT cycles is answered with SLVERR, so every access is answered; AXI_LATE shows that it happened.
// An access with an error response has no effect.
module axi_map #(
    parameter int PORTS    = 5,  // of the router: links and channels
    parameter int CHANNELS = 1,
    parameter int STREAMS  = 1,
    parameter int WORDS    = 8192,  // memory, 8-byte words
    parameter bit MULTICAST = 1'b0, // the register PUT_CORNER exists
    parameter int TIMEOUT  = 1 << 20,  // cycles that an access waits, 16..2^30
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
    input  logic              held_i,           // the node is in reset
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
  localparam logic [2:0] NODE = 3'd0, STREAM = 3'd1, MEMORY = 3'd2, NOWHERE = 3'd3, OWN = 3'd4;
  localparam logic [ADDR_W-1:0] LATE = 22'h000800;  // the register AXI_LATE
  localparam int WAIT_W = $clog2(TIMEOUT + 1);

  // Reject illegal parameters at elaboration.
  `ifndef __ICARUS__
  if (STREAMS < 1 || STREAMS > 16) begin : gen_bad_streams
    $error("axi_map: STREAMS must be 1 to 16");
  end
  if (TIMEOUT < 16 || TIMEOUT > 1 << 30) begin : gen_bad_timeout
    $error("axi_map: TIMEOUT must be 16 to 2^30");
  end
  `endif

  // Whether the node has this register (hardware.md, "NIC registers").
  function automatic logic node_has(input logic [9:0] addr);
    case (addr[9:8])
      2'd0:    node_has = addr <= collnoc_pkg::REG_PUT_GO + 10'd3 ||
                          (MULTICAST && addr[9:2] == collnoc_pkg::REG_PUT_CORNER[9:2]) ||
                          addr[9:2] == collnoc_pkg::REG_DISCARDED[9:2] ||
                          (addr >= collnoc_pkg::REG_QUEUE && addr < collnoc_pkg::REG_QUEUE + 10'(4 * CHANNELS));
      2'd1:    node_has = 1'b1;
      2'd2:    node_has = 10'(addr[7:4]) < 10'(PORTS) && addr[3:2] != 2'd3;
      default: node_has = 10'(addr[7:4]) < 10'(CHANNELS);
    endcase
  endfunction
  function automatic logic node_writable(input logic [9:2] addr);
    node_writable = collnoc_pkg::is_put_register({addr, 2'b00}) || addr == 8'h06 || addr[9:8] == 2'd1;
  endfunction
  function automatic logic [2:0] target(input logic [ADDR_W-1:0] addr);
    if (addr[21]) target = addr[20:3] < 18'(WORDS) || WORDS == 1 << 18 ? MEMORY : NOWHERE;
    else if (addr[20:10] == 11'd0) target = node_has(addr[9:0]) ? NODE : NOWHERE;
    else if (addr[20:10] == 11'd1 && 32'(addr[9:6]) < STREAMS) target = STREAM;
    else if (addr[20:2] == LATE[20:2]) target = OWN;
    else target = NOWHERE;
  endfunction

  // Arbitration between write and read.
  logic [2:0] write_target, read_target, at;
  logic       write_waits, read_waits, write_late, read_late, write_asks, read_asks;
  logic       writes, reads, done, none, partial, prefer_write_q;
  logic       memory_q;  // the memory was accessed in the last cycle
  logic [ADDR_W-1:0] addr;
  logic              whole;
  assign write_target = target(write_addr_i);
  assign read_target  = target(read_addr_i);
  assign write_waits  = (write_target == NODE && collnoc_pkg::is_put_register(write_addr_i[9:0]) && !reg_put_ready_i) ||
                        (held_i && (write_target == NODE || write_target == STREAM));
  assign read_waits   = held_i && (read_target == NODE || read_target == STREAM);
  assign write_asks   = write_valid_i && !write_waits && !write_late;
  assign read_asks    = read_valid_i && !read_waits && !read_late;
  assign writes       = write_asks && (!read_asks || prefer_write_q);
  assign reads        = read_asks && !writes;
  assign at           = writes ? write_target : read_target;
  assign none         = write_strb_i == 4'h0;
  assign partial      = !none && write_strb_i != 4'hf;
  assign addr         = writes ? write_addr_i : read_addr_i;
  assign whole        = !writes || (!none && !partial);
  assign done         = at == MEMORY ? !memory_q : !reg_valid_o || reg_ready_i;
  assign write_ready_o = (writes && done) || write_late;
  assign read_ready_o  = (reads && done) || read_late;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      prefer_write_q <= 1'b0;
      memory_q       <= 1'b0;
    end else begin
      if ((writes || reads) && done) prefer_write_q <= reads;
      memory_q <= host_valid_o;
    end
  end

  // Accesses that have waited too long.
  logic [WAIT_W-1:0] write_wait_q, read_wait_q;  // cycles
  logic              write_late_q, read_late_q;  // AXI_LATE
  logic              clears;
  assign write_late = write_valid_i && write_wait_q == WAIT_W'(TIMEOUT);
  assign read_late  = read_valid_i && read_wait_q == WAIT_W'(TIMEOUT);
  assign clears     = writes && at == OWN && whole;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      write_wait_q <= '0;
      read_wait_q  <= '0;
      write_late_q <= 1'b0;
      read_late_q  <= 1'b0;
    end else begin
      write_wait_q <= write_valid_i && !write_ready_o ? write_wait_q + 1'b1 : '0;
      read_wait_q  <= read_valid_i && !read_ready_o ? read_wait_q + 1'b1 : '0;
      write_late_q <= write_late || (write_late_q && !(clears && write_data_i[0]));
      read_late_q  <= read_late || (read_late_q && !(clears && write_data_i[1]));
    end
  end

  // Responses. A write without strobes changes nothing and has the same response as this write with all strobes.
  always @* begin
    case (write_target)
      NODE:    write_resp_o = partial || !node_writable(write_addr_i[9:2]) ? SLVERR : OKAY;
      STREAM:  write_resp_o = stream_resp_i != OKAY ? stream_resp_i : partial ? SLVERR : OKAY;
      MEMORY:  write_resp_o = OKAY;
      OWN:     write_resp_o = partial ? SLVERR : OKAY;
      default: write_resp_o = DECERR;
    endcase
    if (write_late) write_resp_o = SLVERR;
    case (read_target)
      STREAM:  read_resp_o = stream_resp_i;
      NOWHERE: read_resp_o = DECERR;
      default: read_resp_o = OKAY;
    endcase
    if (read_late) read_resp_o = SLVERR;
  end

  // The access.
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
  logic [2:0] at_q;
  logic       upper_q;
  logic [1:0] own_q;
  always_ff @(posedge clk_i) begin
    if (read_ready_o) begin
      at_q    <= read_late ? NOWHERE : read_target;
      upper_q <= read_addr_i[2];
      own_q   <= {read_late_q, write_late_q};
    end
  end
  always @* begin
    case (at_q)
      NODE:    read_data_o = reg_rdata_i;
      STREAM:  read_data_o = stream_rdata_i;
      MEMORY:  read_data_o = upper_q ? host_rdata_i[63:32] : host_rdata_i[31:0];
      OWN:     read_data_o = 32'(own_q);
      default: read_data_o = '0;
    endcase
  end

  logic unused;
  assign unused = ^{addr[ADDR_W-1:21], addr[1:0]};
endmodule
