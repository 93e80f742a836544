// The sender's end of a narrow link: every flit goes over wires of FLIT_W/INTERVAL bits, the lowest bits first, in INTERVAL
// successive cycles. Flits wait here while one is being sent. There is space for all that the sender has credits for, so a flit
// is always taken. One that is driven in cycle t is sent from t+1 on at the earliest.
module link_serializer #(
    parameter int INTERVAL = 2,   // cycles for each flit: 2, 4 or 8
    parameter int VCS      = 2,   // virtual channels per link: 1 to 4
    parameter int VC_DEPTH = 4,   // flits per virtual channel buffer: 2 to 64
    parameter int FLIT_W   = 64,  // data bits per flit: 64, 128, 256 or 512
    parameter int VC_W     = VCS > 1 ? $clog2(VCS) : 1  // derived, not to be set
) (
    input  logic              clk_i,
    input  logic              rst_ni,
    input  logic              in_valid_i,
    input  logic              in_head_i,
    input  logic              in_tail_i,
    input  logic [VC_W-1:0]   in_vc_i,
    input  logic [FLIT_W-1:0] in_data_i,
    // the narrow wires
    output logic              out_valid_o,
    output logic              out_head_o,  // these are the same in all cycles of a flit
    output logic              out_tail_o,
    output logic [VC_W-1:0]   out_vc_o,
    output logic [FLIT_W/INTERVAL-1:0] out_data_o
);
  localparam int PART_W = FLIT_W / INTERVAL;

  logic [$clog2(INTERVAL)-1:0] part_q;  // that is being sent
  logic [FLIT_W-1:0] data;
  logic last;

  assign last = &part_q;

  fifo #(
      .WIDTH(FLIT_W + VC_W + 2), .DEPTH(VCS * VC_DEPTH)
  ) i_waiting (
      .clk_i, .rst_ni,
      .push_i(in_valid_i), .data_i({in_head_i, in_tail_i, in_vc_i, in_data_i}),
      .pop_i(out_valid_o && last),
      .data_o({out_head_o, out_tail_o, out_vc_o, data}),
      .valid_o(out_valid_o), .full_o(), .count_o()
  );

  assign out_data_o = data[part_q*PART_W+:PART_W];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) part_q <= '0;
    else if (out_valid_o) part_q <= part_q + 1'b1;
  end
endmodule
