// Between router and NIC: a tile can be reset while the network runs. The router belongs to the network's reset
// (`rst_ni`), the NIC to the tile's (`tile_rst_ni`), and this module keeps the promises that the NIC made to the router.
// In normal operation it is transparent: flits and credits pass in the same cycle, and no register changes.
//
// From the first cycle of a tile's reset on it is closed. Then
// - flits that arrive for the tile are discarded, and their credits are returned;
// - the NIC begins no packet (`halt_o`), but goes on until the packets that it has begun are sent, all their credits are
//   back and what it took is written (`drained_i`). Only then it is reset (`nic_rst_no`), so that its credits after the
//   reset are true. No packet is ever cut on its way.
// It opens in the cycle after the first cycle in which the NIC is in reset and the tile's reset is over. Until then
// `held_o` asks the tile to stay in reset. After that, each virtual channel discards flits until a head comes: they are the
// rest of a packet whose beginning was discarded or was taken before the reset.
module tile_gate #(
    parameter int CHANNELS = 1,
    parameter int VCS      = 2,
    parameter int VC_W     = VCS > 1 ? $clog2(VCS) : 1  // derived, not to be set
) (
    input  logic                     clk_i,
    input  logic                     rst_ni,       // the network's reset
    input  logic                     tile_rst_ni,  // the tile's reset
    // ejection channels of the router
    input  logic [CHANNELS-1:0]      valid_i,
    input  logic [CHANNELS-1:0]      head_i,
    input  logic [CHANNELS*VC_W-1:0] vc_i,
    output logic [CHANNELS-1:0]      credit_o,
    // NIC
    output logic [CHANNELS-1:0]      valid_o,
    input  logic [CHANNELS-1:0]      credit_i,
    output logic                     halt_o,       // it must not begin a packet
    input  logic                     drained_i,    // it owes the router nothing, and is owed nothing
    output logic                     nic_rst_no,
    // the tile
    output logic                     held_o,       // it must stay in reset; from a register
    output logic [31:0]              discarded_o,  // register DISCARDED
    output logic                     quiescent_o
);
  localparam int OWED_W = $clog2(collnoc_pkg::EJECT_DEPTH + 1);

  logic                closed_q;     // the tile was in reset, and the NIC still is
  logic                reset_q;      // the NIC's reset
  logic                restarted_q;  // the NIC was reset since the network was
  logic [15:0]         discarded_q;  // flits, stays at its maximum
  logic [16:0]         total;
  logic                closed, opens;
  logic [CHANNELS-1:0] discards, discards_q, owing;  // discards_q: counted in this cycle; then a credit is owed
  assign closed      = !tile_rst_ni || closed_q;
  assign opens       = tile_rst_ni && reset_q;
  assign halt_o      = closed;
  assign nic_rst_no  = rst_ni && !reset_q;
  assign held_o      = closed_q;
  assign discarded_o = {restarted_q, 15'd0, discarded_q};
  assign quiescent_o = !closed_q && !reset_q && owing == '0;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      closed_q    <= 1'b0;
      reset_q     <= 1'b0;
      restarted_q <= 1'b0;
      discarded_q <= '0;
      discards_q  <= '0;
    end else begin
      closed_q    <= closed && !opens;
      reset_q     <= closed && drained_i && !opens;
      restarted_q <= restarted_q || reset_q;
      discarded_q <= total[16] ? '1 : total[15:0];
      discards_q  <= discards;
    end
  end
  always @* begin
    total = {1'b0, discarded_q};
    for (int c = 0; c < CHANNELS; c++) total = total + 17'(discards_q[c]);
  end

  for (genvar c = 0; c < CHANNELS; c++) begin : gen_channel
    logic [VCS-1:0]    drop_q;  // until a head comes
    logic [OWED_W-1:0] owed_q;  // credits of discarded flits that are not yet returned
    logic              dropping;
    always @* begin
      dropping = 1'b0;
      for (int v = 0; v < VCS; v++) begin
        if (vc_i[c*VC_W+:VC_W] == VC_W'(v)) dropping = drop_q[v];
      end
    end
    assign discards[c] = valid_i[c] && (closed || (dropping && !head_i[c]));
    assign valid_o[c]  = valid_i[c] && !discards[c];
    assign owing[c]    = owed_q != '0;
    assign credit_o[c] = credit_i[c] || owing[c];

    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        drop_q <= '0;
        owed_q <= '0;
      end else begin
        for (int v = 0; v < VCS; v++) begin
          if (closed) drop_q[v] <= 1'b1;
          else if (valid_i[c] && head_i[c] && vc_i[c*VC_W+:VC_W] == VC_W'(v)) drop_q[v] <= 1'b0;
        end
        owed_q <= owed_q + OWED_W'(discards[c]) - OWED_W'(owing[c] && !credit_i[c]);
      end
    end
  end
endmodule
