// Proved: whenever the tile is reset, for however long, the router gets one credit for every flit that it ejects: never
// one too many, and all of them when the gate is quiescent and the NIC holds no flit. The NIC gets complete packets from
// their head on, or their beginning and then a reset, and never more flits than it has room for. It is reset only while
// it is drained. While no tile is reset, flits and credits pass in the same cycle. A tile whose reset is over is held
// until its NIC is drained, and then for at most two cycles.
module gate_credits #(
    parameter int VCS  = 1,
    parameter int VC_W = VCS > 1 ? $clog2(VCS) : 1  // derived, not to be set
) (
    input logic            clk_i,
    input logic            tile_rst_ni,
    input logic            valid_i,
    input logic            head_i,
    input logic            tail_i,
    input logic [VC_W-1:0] vc_i,
    input logic            credit_i,    // of the NIC
    input logic            sender_i     // the NIC's sender is drained
);
  localparam int DEPTH = collnoc_pkg::EJECT_DEPTH;
  localparam int CNT_W = $clog2(DEPTH + 1);
  logic rst_nq = 1'b0;
  always_ff @(posedge clk_i) rst_nq <= 1'b1;

  logic             credit, valid, halt, drained, nic_rst_n, held, quiescent;
  logic             owed_once, room, packets, nic_rules, nic_room, nic_packets;
  logic [CNT_W-1:0] owed, taken;  // by the router's count, and by that of the NIC
  assign drained = sender_i && taken == '0;
  tile_gate #(.CHANNELS(1), .VCS(VCS)) i_gate (
      .clk_i, .rst_ni(rst_nq), .tile_rst_ni, .valid_i, .head_i, .vc_i, .credit_o(credit), .valid_o(valid), .credit_i,
      .halt_o(halt), .drained_i(drained), .nic_rst_no(nic_rst_n), .held_o(held), .discarded_o(), .quiescent_o(quiescent)
  );
  receiver_rules #(.VCS(VCS), .VC_W(VC_W), .DEPTH(DEPTH), .SHARED(1'b1)) i_router (
      .clk_i, .rst_ni(rst_nq), .valid_i, .head_i, .tail_i, .vc_i, .credit_i(credit), .rules_ok_o(owed_once),
      .room_o(room), .packets_o(packets), .open_o(), .held_o(owed)
  );
  receiver_rules #(.VCS(VCS), .VC_W(VC_W), .DEPTH(DEPTH), .SHARED(1'b1)) i_nic (
      .clk_i, .rst_ni(nic_rst_n), .valid_i(valid), .head_i, .tail_i, .vc_i, .credit_i, .rules_ok_o(nic_rules),
      .room_o(nic_room), .packets_o(nic_packets), .open_o(), .held_o(taken)
  );

  logic       resets_q, was_drained_q;  // the tile was in reset at some time
  logic       was_held_q;
  logic [1:0] held_q;                   // cycles for which the tile is held although nothing is in the way
  always_ff @(posedge clk_i) begin
    resets_q      <= rst_nq && (resets_q || !tile_rst_ni);
    was_drained_q <= rst_nq && halt && drained;
    was_held_q    <= rst_nq && held;
    held_q        <= rst_nq && held && tile_rst_ni && drained ? held_q + 1'b1 : '0;
  end

  always_comb begin
    if (rst_nq) begin
      assume (room && packets && nic_rules);
      assume (!was_drained_q || sender_i);  // a halted sender that is drained stays so (nic/tx_message)
      credits_once: assert (owed_once);
      credits_back: assert (!(quiescent && taken == '0) || owed == '0);
      nic_has_room: assert (nic_room);
      nic_gets_packets: assert (nic_packets);
      reset_when_drained: assert (nic_rst_n || drained);
      nothing_in_reset: assert (nic_rst_n || !valid);
      transparent: assert (resets_q || !tile_rst_ni || (valid == valid_i && credit == credit_i && !halt && !held));
      held_not_longer: assert (held_q <= 2'd2);
      discards: cover (resets_q && tile_rst_ni && !held && valid_i && !valid);
      opens: cover (was_held_q && !held && valid && owed > taken);
    end
  end
endmodule
