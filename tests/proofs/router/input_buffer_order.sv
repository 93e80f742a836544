// Proved: the flits of a virtual channel leave in the order in which they arrived, none lost or duplicated, independent
// of the other virtual channels, and each with the route of its packet's head. With store-and-forward a head is
// offered only when its tail has arrived, and then it is offered.
module input_buffer_order #(
    parameter int VCS       = 2,
    parameter int DEPTH     = 3,
    parameter int SWITCHING = 0,
    parameter int VC_W      = VCS > 1 ? $clog2(VCS) : 1
) (
    input logic            clk_i,
    input logic            valid_i,
    input logic            head_i,
    input logic            tail_i,
    input logic [VC_W-1:0] vc_i,
    input logic [1:0]      data_i,
    input logic [1:0]      port_i,
    input logic            out_vc_i,
    input logic [VC_W-1:0] read_vc_i,
    input logic            pop_i,
    input logic            follow_i
);
  localparam int CNT_W = $clog2(DEPTH + 1);
  localparam bit WHOLE = SWITCHING == collnoc_pkg::STORE_AND_FORWARD;
  logic rst_nq = 1'b0;
  always_ff @(posedge clk_i) rst_nq <= 1'b1;

  logic [VCS-1:0]   front_valid, front_head, front_tail, front_vc;
  logic [VCS*2-1:0] front_port;
  logic [VCS*4-1:0] channel;  // [copy][vc of the output]
  logic [1:0]       read_data;
  logic             empty;
  logic [VCS-1:0]   credit;
  logic [VCS-1:0] popped, no_hold;
  assign no_hold = '0;
  // The output of a front, and whether its channels are on the virtual channel that its route has.
  logic channels_ok;
  always_comb begin
    channels_ok = 1'b1;
    for (int v = 0; v < VCS; v++) begin
      for (int k = 0; k < 2; k++) begin
        front_port[v*2+k] = channel[v*4+k*2+:2] != '0;
        if (front_valid[v] && channel[v*4+k*2+32'(!front_vc[v])]) channels_ok = 1'b0;
      end
    end
  end
  always_comb begin
    for (int v = 0; v < VCS; v++) popped[v] = pop_i && read_vc_i == VC_W'(v);
  end
  input_buffer #(.FLIT_W(2), .VCS(VCS), .DEPTH(DEPTH), .SWITCHING(SWITCHING), .COPIES(2)) i_buffer (
      .clk_i, .rst_ni(rst_nq), .valid_i, .head_i, .tail_i, .vc_i, .data_i, .copies_i(port_i), .out_vc_i,
      .front_valid_o(front_valid), .front_head_o(front_head), .front_tail_o(front_tail), .front_channel_o(channel),
      .front_vc_o(front_vc), .front_multicast_o(), .front_copies_o(), .read_vc_i, .read_head_i(no_hold),
      .read_data_o(read_data), .pop_i(popped), .hold_i(no_hold), .held_o(), .credit_o(credit), .empty_o(empty)
  );

  // A slot is free again when its flit has left.
  logic           rules_ok, credits_ok;
  logic [VCS-1:0] held, open;
  sender_rules #(.VCS(VCS), .VC_W(VC_W), .DEPTH(DEPTH), .MAX_PACKET(WHOLE ? DEPTH : DEPTH + 2)) i_sender (
      .clk_i, .rst_ni(rst_nq), .valid_i, .head_i, .tail_i, .vc_i, .credit_i(popped),
      .rules_ok_o(rules_ok), .credits_ok_o(credits_ok), .held_o(held), .open_o(open)
  );

  // One virtual channel is observed, and one of its flits is followed.
  (* anyconst *) logic [VC_W-1:0] me;
  logic             comes, leaves, follow, followed_q, inside_q;
  logic [CNT_W-1:0] held_q, ahead_q, tails_q;
  logic [2:0]       route, route_q;  // of the packet that is arriving
  logic [6:0]       flit_q;          // the followed one
  assign comes  = valid_i && vc_i == me;
  assign leaves = pop_i && read_vc_i == me;
  assign follow = comes && follow_i && !followed_q;
  assign route  = head_i ? {port_i, out_vc_i} : route_q;
  always_ff @(posedge clk_i) begin
    if (comes) route_q <= route;
    if (!rst_nq) begin
      {followed_q, inside_q} <= '0;
      {held_q, ahead_q, tails_q} <= '0;
    end else begin
      held_q  <= held_q + CNT_W'(comes) - CNT_W'(leaves);
      tails_q <= tails_q + CNT_W'(comes && tail_i) - CNT_W'(leaves && front_tail[me]);
      if (follow) begin
        followed_q <= 1'b1;
        inside_q   <= 1'b1;
        ahead_q    <= held_q - CNT_W'(leaves);
        flit_q     <= {head_i, tail_i, route, data_i};
      end else if (inside_q && leaves) begin
        inside_q <= ahead_q != '0;
        ahead_q  <= ahead_q - 1'b1;
      end
    end
  end

  logic now;  // the followed flit is at the front
  assign now = inside_q && ahead_q == '0;
  always_comb begin
    assume (me < (VC_W + 1)'(VCS));
    assume (read_vc_i < (VC_W + 1)'(VCS));
    if (rst_nq) begin
      assume (rules_ok);
      assume (!pop_i || front_valid[read_vc_i]);
      channel_of_the_route: assert (channels_ok);
      pops_what_is_there: assert (credits_ok);
      in_its_place: assert (!inside_q || ahead_q < held_q);
      tag_kept: assert (!now || {front_head[me], front_tail[me], front_port[me*2+:2], front_vc[me]} == flit_q[6:2]);
      data_kept: assert (!now || read_vc_i != me || read_data == flit_q[1:0]);
      offered: assert (front_valid[me] == (held_q != '0 && (!WHOLE || !front_head[me] || tails_q != '0)));
      credit_per_flit: assert (credit == popped);
      empty_is_right: assert (empty == (held == '0));
      followed_leaves: cover (now && leaves && !flit_q[6] && flit_q[5]);
      full: cover (held_q == CNT_W'(DEPTH) && inside_q && ahead_q == CNT_W'(DEPTH - 1));
    end
  end
endmodule
