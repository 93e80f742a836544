// Proved: each accepted descriptor becomes exactly its flits, in order, after those of earlier descriptors: packets
// of at most MAX_PACKET flits, each with the correct header. Every payload flit is read once from its place in the
// local range (in whole flits) and sent unchanged in the next cycle; nothing else is read. Only the last packet names
// the counter, once. No flit is sent without a credit. The sender is quiescent when everything is sent. A sender that is
// halted begins no packet, and it is drained only if no packet to the router is open and all its credits are back.
module tx_message #(
    parameter int ADDRESS_W  = 16,
    parameter int VCS        = 1,
    parameter int FLIT_W     = 64,
    parameter int MAX_PACKET = 3,
    parameter int LENGTH_W   = 5,  // messages of 1 .. 2**LENGTH_W bytes
    parameter int VC_W       = VCS > 1 ? $clog2(VCS) : 1  // derived, not to be set
) (
    input logic              clk_i,
    input logic              push_i,
    input logic [collnoc_pkg::DESCRIPTOR_W-1:0] descriptor_i,
    input logic              rd_gnt_i,
    input logic [FLIT_W-1:0] rd_data_i,
    input logic [VCS-1:0]    credit_i,
    input logic              loop_credit_i,
    input logic              halt_i
);
  localparam int ADDR_W = collnoc_pkg::ADDR_W;
  localparam int W      = collnoc_pkg::DESCRIPTOR_W;
  localparam int BYTE_W = $clog2(FLIT_W / 8);
  localparam int SENT_W = LENGTH_W - BYTE_W + 1;
  localparam int QUEUE  = 2;
  logic rst_nq = 1'b0;
  always_ff @(posedge clk_i) rst_nq <= 1'b1;

  (* anyconst *) logic [collnoc_pkg::NODE_W-1:0] coord;
  logic              full, read, valid, loop_valid, head, tail, quiescent, drained, halted_q, was_drained_q;
  logic [ADDR_W-1:0] rd_addr;
  logic [VC_W-1:0]   vc;
  logic [FLIT_W-1:0] data;
  nic_tx #(
      .DIMS(1), .ADDRESS_W(ADDRESS_W), .VCS(VCS), .VC_W(VC_W), .INJ_DEPTH(2), .FLIT_W(FLIT_W), .MAX_PACKET(MAX_PACKET), .QUEUE(QUEUE),
      .MONITOR(1'b0)
  ) i_tx (
      .clk_i, .rst_ni(rst_nq), .coord_i(coord), .push_i, .descriptor_i, .full_o(full), .queued_o(),
      .rd_req_o(read), .rd_addr_o(rd_addr), .rd_gnt_i, .rd_data_i, .valid_o(valid), .loop_valid_o(loop_valid),
      .head_o(head), .tail_o(tail), .vc_o(vc), .data_o(data), .credit_i, .loop_credit_i, .halt_i,
      .drained_o(drained), .counts_o(),
      .quiescent_o(quiescent)
  );

  // Destination of the flits: the router or this NIC itself.
  logic [VCS-1:0]   open;
  logic [2*VCS-1:0] held;
  logic rules_ok, room, packets, loop_rules_ok, loop_room, loop_packets;
  receiver_rules #(.VCS(VCS), .VC_W(VC_W), .DEPTH(2)) i_router (
      .clk_i, .rst_ni(rst_nq), .valid_i(valid), .head_i(head), .tail_i(tail), .vc_i(vc), .credit_i,
      .rules_ok_o(rules_ok), .room_o(room), .packets_o(packets), .open_o(open), .held_o(held)
  );
  receiver_rules #(.DEPTH(collnoc_pkg::EJECT_DEPTH)) i_loop (
      .clk_i, .rst_ni(rst_nq), .valid_i(loop_valid), .head_i(head), .tail_i(tail), .vc_i(1'b0),
      .credit_i(loop_credit_i), .rules_ok_o(loop_rules_ok), .room_o(loop_room), .packets_o(loop_packets), .open_o(),
      .held_o()
  );

  // The messages whose last flit is not yet sent, and the progress of the first one.
  logic [W-1:0]             bits;
  collnoc_pkg::descriptor_t put, pushed;
  logic                     sending, flit, finish;
  logic [SENT_W-1:0]        sent_q, total;   // payload flits driven, and of the message
  logic [7:0]               packet_q;        // driven payload flits of the packet
  logic                     read_q;
  logic [ADDR_W-1:0]        addr_q;
  fifo #(.WIDTH(W), .DEPTH(QUEUE + 1)) i_messages (
      .clk_i, .rst_ni(rst_nq), .push_i, .data_i(descriptor_i), .pop_i(finish), .data_o(bits), .valid_o(sending),
      .full_o(), .count_o()
  );
  assign put    = bits;
  assign pushed = descriptor_i;
  assign flit   = valid || loop_valid;
  assign total  = SENT_W'(put.last_byte[LENGTH_W-1:BYTE_W]) + 1'b1;
  assign finish = sending && flit && (put.signal || (!head && sent_q + 1'b1 == total));
  always_ff @(posedge clk_i) begin
    read_q <= rst_nq && read && rd_gnt_i;
    addr_q <= rd_addr;
    halted_q      <= rst_nq && halt_i;
    was_drained_q <= rst_nq && halt_i && drained;
    if (!rst_nq) begin
      sent_q   <= '0;
      packet_q <= '0;
    end else if (flit) begin
      sent_q   <= finish ? '0 : sent_q + SENT_W'(!head);
      packet_q <= tail ? '0 : packet_q + 8'(!head);
    end
  end

  logic               last_packet;  // the remainder fits in this packet
  collnoc_pkg::head_t header;
  logic [5:0]         last;
  assign header      = data[63:0];
  assign last_packet = put.signal || (total - sent_q) <= SENT_W'(MAX_PACKET - 1);
  logic [collnoc_pkg::NODE_W-1:0] dst;
  if (ADDRESS_W > 16) begin : gen_dst
    assign dst = {data[70:67], header.dst};
  end else begin : gen_short_dst
    assign dst = {4'd0, header.dst};
  end
  if (FLIT_W > 64) begin : gen_wide
    assign last = {data[66:64], header.last};
  end else begin : gen_narrow
    assign last = {3'b0, header.last};
  end

  always_comb begin
    assume (pushed.last_byte < (1 << LENGTH_W));
    assume (ADDRESS_W > 16 || pushed.dst[19:16] == '0);
    if (rst_nq) begin
      assume (!push_i || !full);
      assume (rules_ok && loop_rules_ok);
      only_what_was_put: assert (!flit || sending);
      never_without_a_credit: assert (room && loop_room);
      whole_packets: assert (packets && loop_packets);
      to_its_end: assert (!flit || (loop_valid == put.self && valid == !put.self));
      its_vc: assert (!valid || vc == VC_W'(collnoc_pkg::hash_mod(collnoc_pkg::vc_hash(put.dst, coord[15:0], 1, ADDRESS_W), VCS)));
      every_read_is_sent: assert (read_q == (flit && !head));
      read_in_place: assert (!(flit && !head) || (!put.signal && sent_q < total &&
                             addr_q == put.local_addr + ADDR_W'(sent_q) * ADDR_W'(FLIT_W / 64)));
      sent_unchanged: assert (!(flit && !head) || data == rd_data_i);
      header_right: assert (!(flit && head) || ({dst, header.src, header.operation, header.route} ==
                                             {put.dst, coord[11:0], put.operation, put.route} &&
                            (put.signal || header.addr == put.remote_addr + ADDR_W'(sent_q) * ADDR_W'(FLIT_W / 64))));
      last_right: assert (!(flit && head && !put.signal) ||
                          last == (last_packet ? 6'(put.last_byte[BYTE_W-1:0]) : 6'(FLIT_W / 8 - 1)));
      counter_once: assert (!(flit && head) || header.counter == (last_packet ? put.counter : '0));
      ends_where_it_ends: assert (!flit || tail == (put.signal || (!head &&
                                  (sent_q + 1'b1 == total || packet_q == 8'(MAX_PACKET - 2)))));
      no_head_when_halted: assert (!(halted_q && flit && head));
      drained_owes_nothing: assert (!drained || (!valid && open == '0 && held == '0));
      stays_drained: assert (!was_drained_q || drained);
      quiet_when_sent: assert (quiescent == !sending);
      halted_in_a_message: cover (was_drained_q && sending && sent_q != '0 && !put.self);
      second_packet: cover (finish && !put.self && !put.signal && sent_q >= SENT_W'(MAX_PACKET - 1) && valid);
      to_itself: cover (finish && put.self && !put.signal);
      signal_sent: cover (finish && put.signal);
    end
  end
endmodule
