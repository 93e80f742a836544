// One direction of a link between two nodes that is longer than a hop, or narrower than a flit, such as one between chiplets:
// flits, and beside them the credits that the same node drives for flits of the other direction.
//
// DELAY is the cycles from pins to pins, of which the first is the hop itself: DELAY - 1 registers. With INTERVAL above 1, a
// flit goes over FLIT_W/INTERVAL wires in INTERVAL cycles (link_serializer, link_deserializer), and flits and credits go
// through a register more. DELAY = 1 and INTERVAL = 1 is wires alone. In that case the module has no
// registers. The sender's end and the receiver's end may be on different chips: all between them is the registers.
module link #(
    parameter int DELAY    = 1,   // cycles of the link: 1 to 16
    parameter int INTERVAL = 1,   // cycles for each flit: 1, 2, 4 or 8
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
    input  logic [VCS-1:0]    in_credit_i,
    output logic              out_valid_o,
    output logic              out_head_o,
    output logic              out_tail_o,
    output logic [VC_W-1:0]   out_vc_o,
    output logic [FLIT_W-1:0] out_data_o,
    output logic [VCS-1:0]    out_credit_o
);
  // Reject illegal parameters at elaboration.
  `ifndef __ICARUS__
  if (DELAY < 1 || DELAY > 16) begin : gen_bad_delay
    $error("link: DELAY must be 1 to 16");
  end
  if (INTERVAL != 1 && INTERVAL != 2 && INTERVAL != 4 && INTERVAL != 8) begin : gen_bad_interval
    $error("link: INTERVAL must be 1, 2, 4 or 8");
  end
  `endif

  localparam int PART_W = FLIT_W / INTERVAL;
  localparam int WIRES  = 3 + VC_W + PART_W;  // valid, head, tail, virtual channel and data
  localparam int STAGES = INTERVAL == 1 ? DELAY - 1 : DELAY;  // of credits

  logic [WIRES-1:0] sent, received;

  if (INTERVAL == 1) begin : gen_wide
    assign sent = {in_valid_i, in_head_i, in_tail_i, in_vc_i, in_data_i};
    assign {out_valid_o, out_head_o, out_tail_o, out_vc_o, out_data_o} = received;
  end else begin : gen_narrow
    logic part_valid;
    logic [PART_W-1:0] part;
    link_serializer #(
        .INTERVAL(INTERVAL), .VCS(VCS), .VC_DEPTH(VC_DEPTH), .FLIT_W(FLIT_W)
    ) i_serializer (
        .clk_i, .rst_ni, .in_valid_i, .in_head_i, .in_tail_i, .in_vc_i, .in_data_i,
        .out_valid_o(sent[WIRES-1]), .out_head_o(sent[WIRES-2]), .out_tail_o(sent[WIRES-3]),
        .out_vc_o(sent[PART_W+:VC_W]), .out_data_o(sent[PART_W-1:0])
    );
    assign {part_valid, out_head_o, out_tail_o, out_vc_o, part} = received;
    link_deserializer #(
        .INTERVAL(INTERVAL), .FLIT_W(FLIT_W)
    ) i_deserializer (
        .clk_i, .rst_ni, .in_valid_i(part_valid), .in_data_i(part), .out_valid_o, .out_data_o
    );
  end

  if (DELAY == 1) begin : gen_short
    assign received = sent;
  end else begin : gen_long
    logic [WIRES-1:0] stages_q [DELAY-1];
    always_ff @(posedge clk_i) begin
      stages_q[0] <= sent;
      for (int s = 1; s < DELAY - 1; s++) stages_q[s] <= stages_q[s-1];
      if (!rst_ni) for (int s = 0; s < DELAY - 1; s++) stages_q[s][WIRES-1] <= 1'b0;
    end
    assign received = stages_q[DELAY-2];
  end

  if (STAGES == 0) begin : gen_credit_wires
    assign out_credit_o = in_credit_i;
    logic unused;
    assign unused = ^{clk_i, rst_ni};
  end else begin : gen_credit_stages
    logic [VCS-1:0] credit_q [STAGES];
    always_ff @(posedge clk_i) begin
      credit_q[0] <= rst_ni ? in_credit_i : '0;
      for (int s = 1; s < STAGES; s++) credit_q[s] <= rst_ni ? credit_q[s-1] : '0;
    end
    assign out_credit_o = credit_q[STAGES-1];
  end
endmodule
