// Proved: every response waits, unchanged, until it is taken. Each request has exactly one response, in order, with
// the answer of the target; no response comes without a request. The target sees each write's address with its own
// data and strobes. An idle slave accepts every request. If target and master are ready at least every other
// cycle from then on, a write is answered within 12 cycles of its address and data, and a read within 14.
//
// An arbitrary write and an arbitrary read are tracked by counting the accesses ahead of them; all data and strobes
// are tracked by a queue beside that of the slave. One bit each of address, data and strobes represents all.
module slave_answers (
    input logic clk_i,
    input logic awvalid_i, awaddr_i, wvalid_i, wdata_i, wstrb_i, bready_i, arvalid_i, araddr_i, rready_i,
    input logic write_ready_i, read_ready_i, read_data_i,
    input logic [1:0] write_resp_i, read_resp_i,
    input logic follow_write_i, follow_read_i  // the request accepted now is the followed one
);
  logic rst_nq = 1'b0;
  always_ff @(posedge clk_i) rst_nq <= 1'b1;

  logic        awready, wready, bvalid, arready, rvalid, write_valid, read_valid;
  logic [1:0]  bresp, rresp;
  logic [31:0] rdata, write_data;
  logic [3:0]  write_strb;
  logic        write_addr, read_addr;
  axi_lite_slave #(.ADDR_W(1)) i_slave (
      .clk_i, .rst_ni(rst_nq),
      .awvalid_i, .awready_o(awready), .awaddr_i, .wvalid_i, .wready_o(wready),
      .wdata_i({31'd0, wdata_i}), .wstrb_i({3'd0, wstrb_i}),
      .bvalid_o(bvalid), .bready_i, .bresp_o(bresp), .arvalid_i, .arready_o(arready), .araddr_i,
      .rvalid_o(rvalid), .rready_i, .rdata_o(rdata), .rresp_o(rresp),
      .write_valid_o(write_valid), .write_addr_o(write_addr), .write_data_o(write_data), .write_strb_o(write_strb),
      .write_ready_i, .write_resp_i, .read_valid_o(read_valid), .read_addr_o(read_addr), .read_ready_i,
      .read_resp_i, .read_data_i({31'd0, read_data_i})
  );

  // Requests that were accepted and have no response yet.
  logic [3:0] aws_q, ws_q, ars_q;
  logic       aw, w, b, ar, r, access_w, access_r;
  assign aw = awvalid_i && awready;
  assign w  = wvalid_i && wready;
  assign b  = bvalid && bready_i;
  assign ar = arvalid_i && arready;
  assign r  = rvalid && rready_i;
  assign access_w = write_valid && write_ready_i;
  assign access_r = read_valid && read_ready_i;

  // The followed requests: how many are ahead of them at the target (waiting) and at the master (responses).
  logic [3:0] w_waiting_q, r_waiting_q, w_before_q, w_ahead_q, r_before_q, r_ahead_q, w_age_q, r_age_q;
  logic       w_on_q, w_done_q, w_addr_q, r_on_q, r_done_q, r_addr_q, r_fresh_q, r_data_q, w_gap_q, b_gap_q, rd_gap_q, r_gap_q;
  logic       w_followed_q, r_followed_q, w_there;
  logic [1:0] w_resp_q, r_resp_q;
  logic       was_b_q, was_r_q, was_rdata_q;
  logic [1:0] was_bresp_q, was_rresp_q;
  always_ff @(posedge clk_i) begin
    if (!rst_nq) begin
      {aws_q, ws_q, ars_q, w_waiting_q, r_waiting_q} <= '0;
      {w_on_q, w_done_q, r_on_q, r_done_q, r_fresh_q, w_followed_q, r_followed_q, was_b_q, was_r_q} <= '0;
      {w_gap_q, b_gap_q, rd_gap_q, r_gap_q, w_age_q, r_age_q} <= '0;
    end else begin
      aws_q <= aws_q + 4'(aw) - 4'(b);
      ws_q  <= ws_q + 4'(w) - 4'(b);
      ars_q <= ars_q + 4'(ar) - 4'(r);
      w_waiting_q <= w_waiting_q + 4'(aw) - 4'(access_w);
      r_waiting_q <= r_waiting_q + 4'(ar) - 4'(access_r);
      if (aw && follow_write_i && !w_followed_q) begin
        {w_on_q, w_followed_q, w_done_q} <= 3'b110;
        w_addr_q   <= awaddr_i;
        w_before_q <= w_waiting_q - 4'(access_w);
        w_ahead_q  <= aws_q - 4'(b);
      end else if (w_on_q) begin
        if (access_w) begin
          if (w_before_q == 0 && !w_done_q) {w_done_q, w_resp_q} <= {1'b1, write_resp_i};
          w_before_q <= w_before_q - 4'(!w_done_q);
        end
        if (b) begin
          if (w_ahead_q == 0) w_on_q <= 1'b0;
          w_ahead_q <= w_ahead_q - 1'b1;
        end
      end
      w_age_q <= w_there ? w_age_q + 1'b1 : '0;
      r_age_q <= r_on_q ? r_age_q + 1'b1 : '0;
      if (ar && follow_read_i && !r_followed_q) begin
        {r_on_q, r_followed_q, r_done_q} <= 3'b110;
        r_addr_q   <= araddr_i;
        r_before_q <= r_waiting_q - 4'(access_r);
        r_ahead_q  <= ars_q - 4'(r);
      end else if (r_on_q) begin
        if (access_r) begin
          if (r_before_q == 0 && !r_done_q) {r_done_q, r_fresh_q, r_resp_q} <= {2'b11, read_resp_i};
          r_before_q <= r_before_q - 4'(!r_done_q);
        end
        if (r_fresh_q) {r_fresh_q, r_data_q} <= {1'b0, read_data_i};
        if (r) begin
          if (r_ahead_q == 0) r_on_q <= 1'b0;
          r_ahead_q <= r_ahead_q - 1'b1;
        end
      end
      {was_b_q, was_r_q} <= {bvalid && !bready_i, rvalid && !rready_i};
      {was_bresp_q, was_rresp_q, was_rdata_q} <= {bresp, rresp, rdata[0]};
      {w_gap_q, b_gap_q, rd_gap_q, r_gap_q} <= {!write_ready_i, !bready_i, !read_ready_i, !rready_i};
    end
  end
  // Both sides were ready in every other cycle since the followed request, for a write including its data, was present.
  logic w_brisk_q, r_brisk_q;
  assign w_there = w_on_q && ws_q > w_ahead_q;
  always_ff @(posedge clk_i) begin
    w_brisk_q <= !rst_nq || !w_there || w_age_q == 0 ||
                 (w_brisk_q && (write_ready_i || !w_gap_q) && (bready_i || !b_gap_q));
    r_brisk_q <= !rst_nq || !r_on_q || r_age_q == 0 ||
                 (r_brisk_q && (read_ready_i || !rd_gap_q) && (rready_i || !r_gap_q));
  end

  // Data and strobes that the target has not received.
  logic [1:0] w_queued_q, w_queued;  // how many, before and after the transfer of this cycle
  logic [3:0] w_bits_q, w_bits;      // the next ones in the low two bits
  assign w_queued = w_queued_q - 2'(access_w);
  assign w_bits   = access_w ? w_bits_q >> 2 : w_bits_q;
  always_ff @(posedge clk_i) begin
    if (!rst_nq) w_queued_q <= '0;
    else w_queued_q <= w_queued + 2'(w);
    w_bits_q <= !w ? w_bits : w_queued == 0 ? {w_bits[3:2], wstrb_i, wdata_i} : {wstrb_i, wdata_i, w_bits[1:0]};
  end

  always_comb begin
    if (rst_nq) begin
      b_stays: assert (!was_b_q || (bvalid && bresp == was_bresp_q));
      r_stays: assert (!was_r_q || (rvalid && rresp == was_rresp_q && rdata[0] == was_rdata_q));
      b_was_asked: assert (!bvalid || (aws_q != 0 && ws_q != 0));
      r_was_asked: assert (!rvalid || ars_q != 0);
      w_as_asked: assert (!(w_on_q && !w_done_q && write_valid && w_before_q == 0) || write_addr == w_addr_q);
      r_as_asked: assert (!(r_on_q && !r_done_q && read_valid && r_before_q == 0) || read_addr == r_addr_q);
      w_data_in_order: assert (!write_valid || (w_queued_q != 0 && {write_strb[0], write_data[0]} == w_bits_q[1:0]));
      no_w_lost: assert (!w || w_queued < 2);
      b_its_own: assert (!(w_on_q && bvalid && w_ahead_q == 0) || (w_done_q && bresp == w_resp_q));
      r_its_own: assert (!(r_on_q && rvalid && r_ahead_q == 0) ||
                         (r_done_q && !r_fresh_q && rresp == r_resp_q && rdata[0] == r_data_q));
      idle_takes: assert ((aws_q != 0 || awready) && (ws_q != 0 || wready) && (ars_q != 0 || arready));
      b_in_time: assert (!w_brisk_q || w_age_q <= 12);
      r_in_time: assert (!r_brisk_q || r_age_q <= 14);
      b_of_many: cover (w_on_q && bvalid && w_ahead_q == 0 && aws_q == 4 && w_resp_q == 2'b10);
      r_of_many: cover (r_on_q && rvalid && r_ahead_q == 0 && ars_q == 6 && r_resp_q == 2'b10 && r_data_q);
      b_late: cover (w_brisk_q && w_age_q == 5);
      r_late: cover (r_brisk_q && r_age_q == 8);
    end
  end
endmodule
