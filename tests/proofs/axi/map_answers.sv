// Proved: an access reaches at most one target, the one selected by its address, at the right offset. An access whose
// response is an error reaches no target, except a stream register that itself answers with the error. A put register
// is written only when the node can accept it, and nothing of node and streams is accessed while the node is held in
// reset. The memory is never accessed in two consecutive cycles. If the targets
// are ready, every write that can be accepted and every read is answered within four cycles, so a waiting put delays
// no read. Every access is answered within TIMEOUT + 1 cycles, whatever the targets do.
module map_answers #(
    parameter int CHANNELS = 1,
    parameter int STREAMS  = 1,
    parameter bit MULTICAST = 1'b0,
    localparam int TIMEOUT  = 16
) (
    input logic        clk_i,
    input logic        write_valid_i, read_valid_i, reg_ready_i, reg_put_ready_i,
    input logic        held_i,
    input logic [21:0] write_addr_i, read_addr_i,
    input logic [3:0]  write_strb_i,
    input logic [1:0]  stream_resp_i
);
  logic rst_nq = 1'b0;
  always_ff @(posedge clk_i) rst_nq <= 1'b1;

  logic        write_ready, read_ready, reg_valid, reg_write, stream_valid, stream_write, host_valid, host_write;
  logic [1:0]  write_resp, read_resp;
  logic [9:0]  reg_addr, stream_addr;
  logic [31:0] read_data, reg_wdata, stream_wdata;
  logic [63:0] host_wdata;
  logic [7:0]  host_strb;
  logic [17:0] host_addr;
  axi_map #(.PORTS(4 + CHANNELS), .CHANNELS(CHANNELS), .STREAMS(STREAMS), .MULTICAST(MULTICAST), .TIMEOUT(TIMEOUT)) i_map (
      .clk_i, .rst_ni(rst_nq), .write_valid_i, .write_addr_i, .write_data_i(32'd0), .write_strb_i,
      .write_ready_o(write_ready), .write_resp_o(write_resp), .read_valid_i, .read_addr_i,
      .read_ready_o(read_ready), .read_resp_o(read_resp), .read_data_o(read_data),
      .held_i, .reg_valid_o(reg_valid), .reg_write_o(reg_write), .reg_addr_o(reg_addr), .reg_wdata_o(reg_wdata), .reg_ready_i,
      .reg_put_ready_i, .reg_rdata_i(32'd0), .stream_valid_o(stream_valid), .stream_write_o(stream_write),
      .stream_addr_o(stream_addr), .stream_wdata_o(stream_wdata), .stream_resp_i, .stream_rdata_i(32'd0),
      .host_valid_o(host_valid), .host_write_o(host_write), .host_addr_o(host_addr), .host_wdata_o(host_wdata),
      .host_strb_o(host_strb), .host_rdata_i(64'd0)
  );

  logic       put_waits, strb_bad, was_host_q, write_late, read_late, at_own;
  logic [4:0] write_total_q, read_total_q;    // cycles of waiting
  logic [1:0] write_waited_q, read_waited_q;  // cycles of waiting without a pause of the target
  assign put_waits = (write_addr_i < 22'h14 || write_addr_i[21:2] == 20'h0c || (MULTICAST && write_addr_i[21:2] == 20'h0d)) && !reg_put_ready_i;
  assign strb_bad  = write_strb_i != 4'h0 && write_strb_i != 4'hf;
  always_ff @(posedge clk_i) begin
    write_waited_q <= rst_nq && write_valid_i && !put_waits && reg_ready_i && !held_i && !write_ready ? write_waited_q + 1'b1 : '0;
    read_waited_q  <= rst_nq && read_valid_i && reg_ready_i && !held_i && !read_ready ? read_waited_q + 1'b1 : '0;
    was_host_q     <= rst_nq && host_valid;
    write_total_q  <= rst_nq && write_valid_i && !write_ready ? write_total_q + 1'b1 : '0;
    read_total_q   <= rst_nq && read_valid_i && !read_ready ? read_total_q + 1'b1 : '0;
  end
  // The access of this cycle, and the target that its address selects. The responses of the streams count only for an
  // existing stream.
  logic        writes, reads, at_memory, at_node, at_stream;  // writes, reads: with an effect
  logic [21:0] addr;
  assign writes    = (reg_valid && reg_write) || (host_valid && host_write) ||
                     (stream_valid && stream_write && stream_resp_i == 2'b00);
  assign reads     = (reg_valid && !reg_write) || (host_valid && !host_write) ||
                     (stream_valid && !stream_write && stream_resp_i == 2'b00);
  assign addr      = (reg_valid && reg_write) || (stream_valid && stream_write) || (host_valid && host_write) ? write_addr_i
                                                                                                            : read_addr_i;
  assign at_memory = addr >= 22'h200000 && addr < 22'h200000 + 22'(8 * 8192);
  assign at_node   = addr < 22'h400;
  assign at_own    = write_addr_i[21:2] == 20'h200;
  assign write_late = write_valid_i && write_total_q == 5'(TIMEOUT);
  assign read_late  = read_valid_i && read_total_q == 5'(TIMEOUT);
  assign at_stream = addr >= 22'h400 && addr < 22'h400 + 22'(64 * STREAMS);
  always_comb begin
    if (rst_nq) begin
      one_place: assert (2'(reg_valid) + 2'(stream_valid) + 2'(host_valid) <= 2'd1);
      memory_by_address: assert (!host_valid || (at_memory && host_addr == addr[20:3]));
      node_by_address: assert (!reg_valid || (at_node && reg_addr == {addr[9:2], 2'b00}));
      stream_by_address: assert (!stream_valid || (at_stream && stream_addr == {addr[9:2], 2'b00}));
      bytes_by_address: assert (!(host_valid && host_write) ||
                                host_strb == (addr[2] ? {write_strb_i, 4'h0} : {4'h0, write_strb_i}));
      memory_rests: assert (!(was_host_q && host_valid));
      one_side: assert (!(write_ready && read_ready) || write_late || read_late);
      write_answered: assert (write_total_q <= 5'(TIMEOUT) && (!write_late || (write_ready && write_resp == 2'b10)));
      read_answered: assert (read_total_q <= 5'(TIMEOUT) && (!read_late || (read_ready && read_resp == 2'b10)));
      held_untouched: assert (!held_i || (!reg_valid && !stream_valid));
      somebody: assert (!(writes || reads || stream_valid) || write_valid_i || read_valid_i);
      no_effect_of_bad_write: assert (!(write_ready && write_resp != 2'b00) ||
                                      (!writes && (!(stream_valid && stream_write) || write_resp == stream_resp_i)));
      no_effect_of_bad_read: assert (!(read_ready && read_resp != 2'b00) ||
                                     (!reads && (!(stream_valid && !stream_write) || read_resp == stream_resp_i)));
      errors_of_streams: assert (!stream_valid || stream_resp_i == 2'b00 ||
                                 (stream_write ? write_resp : read_resp) == stream_resp_i);
      whole_registers: assert (!(write_ready && write_resp == 2'b00 && !write_addr_i[21]) || !strb_bad);
      effect_of_good_write: assert (!(write_ready && write_resp == 2'b00 && write_strb_i == 4'hf) || writes || at_own);
      effect_of_good_read: assert (!(read_ready && read_resp == 2'b00) || reads || read_addr_i[21:2] == 20'h200);
      put_when_ready: assert (!(reg_valid && reg_write && (reg_addr < 10'h14 || reg_addr == 10'h30 || reg_addr == 10'h34)) || reg_put_ready_i);
      write_in_turn: assert (!(write_waited_q == 3 && write_valid_i && !put_waits && reg_ready_i && !held_i) || write_ready);
      read_in_turn: assert (!(read_waited_q == 3 && read_valid_i && reg_ready_i && !held_i) || read_ready);
      corner_exists: assert (!(reg_valid && reg_addr == 10'h34) || MULTICAST);
      late_write: cover (write_late && held_i);
      late_read: cover (read_late && held_i);
      bad_write: cover (write_ready && write_resp == 2'b10 && !stream_valid);
      bad_read: cover (read_ready && read_resp == 2'b11);
      read_passes: cover (write_valid_i && put_waits && read_ready && reg_valid);
      both_wait: cover (write_waited_q == 3 && read_valid_i && write_ready);
      read_waits: cover (read_waited_q == 3 && read_ready && host_valid);
    end
  end
endmodule
