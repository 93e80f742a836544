// State of one output port: free space in the buffer it feeds (credits), and which of its virtual channels are
// held by a packet from head to tail. A credit that arrives in cycle t can be used in t+1.
// What may be sent comes from registers of its own, because the allocator needs it early in the cycle.
// With HOP_CYCLES above 1, the flit passes HOP_CYCLES - 1 registers on its way out.
module output_unit #(
    parameter int FLIT_W     = 64,
    parameter int VCS        = 2,
    parameter int VC_W       = 1,
    parameter int DEPTH      = 4,     // places in the buffer at the other end
    parameter bit SHARED     = 1'b0,  // that buffer is one queue for all virtual channels (ejection)
    parameter int HEAD_NEEDS = 1,     // credits that a head needs; those of a whole packet unless wormhole
    parameter int HOP_CYCLES = 1
) (
    input  logic              clk_i,
    input  logic              rst_ni,
    // flit through the crossbar
    input  logic              send_i,
    input  logic              head_i,
    input  logic              tail_i,
    input  logic [VC_W-1:0]   vc_i,
    input  logic [FLIT_W-1:0] data_i,
    // what may be sent, per virtual channel
    output logic [VCS-1:0]    busy_o,     // held by a packet
    output logic [VCS-1:0]    body_ok_o,  // a body flit has a credit
    output logic [VCS-1:0]    head_ok_o,  // a head has enough credits (regardless of busy_o)
    output logic [VCS-1:0]    start_o,    // head_ok_o, and not busy_o
    output logic [VCS-1:0]    next_start_o,  // start_o of the next cycle
    // link
    output logic              valid_o,
    output logic              head_o,
    output logic              tail_o,
    output logic [VC_W-1:0]   vc_o,
    output logic [FLIT_W-1:0] data_o,
    input  logic [(SHARED ? 1 : VCS)-1:0] credit_i,
    output logic              empty_o
);
  localparam int QUEUES = SHARED ? 1 : VCS;
  localparam int CNT_W  = $clog2(DEPTH + 1);
  localparam int STAGES = HOP_CYCLES - 1;  // registers on the way out

  logic [QUEUES-1:0] has_credit, has_enough, next_has_credit, next_has_enough;

  for (genvar q = 0; q < QUEUES; q++) begin : gen_credit
    logic [CNT_W-1:0] credit_q;
    logic             spend;
    assign spend         = send_i && (SHARED || vc_i == VC_W'(q));
    assign has_enough[q] = credit_q >= CNT_W'(HEAD_NEEDS);
    // `spend` comes late in the cycle: what follows from it is known before.
    assign next_has_credit[q] = spend ? credit_i[q] || credit_q != CNT_W'(1) : credit_i[q] || credit_q != '0;
    assign next_has_enough[q] = spend == credit_i[q] ? has_enough[q]
                              : spend ? credit_q > CNT_W'(HEAD_NEEDS) : {1'b0, credit_q} + 1'b1 >= (CNT_W + 1)'(HEAD_NEEDS);
    always_ff @(posedge clk_i) begin
      if (!rst_ni) credit_q <= CNT_W'(DEPTH);
      else if (spend != credit_i[q]) credit_q <= spend ? credit_q - 1'b1 : credit_q + 1'b1;
    end
    logic has_credit_q;
    assign has_credit[q] = has_credit_q;
    always_ff @(posedge clk_i) begin
      if (!rst_ni) has_credit_q <= 1'b1;
      else if (spend || credit_i[q]) has_credit_q <= next_has_credit[q];
    end
  end

  for (genvar v = 0; v < VCS; v++) begin : gen_vc
    localparam int Q = SHARED ? 0 : v;
    logic busy_q, next_busy;
    assign busy_o[v]       = busy_q;
    assign next_busy       = send_i && vc_i == VC_W'(v) ? !tail_i : busy_q;
    assign next_start_o[v] = next_has_enough[Q] && !next_busy;
    assign body_ok_o[v]    = has_credit[Q];
    assign head_ok_o[v]    = has_enough[Q];
    always_ff @(posedge clk_i) begin
      if (!rst_ni) busy_q <= 1'b0;
      else busy_q <= next_busy;
    end
    logic start_q;
    assign start_o[v] = start_q;
    always_ff @(posedge clk_i) begin
      if (!rst_ni) start_q <= 1'b1;
      else if (send_i || credit_i[Q]) start_q <= next_start_o[v];
    end
  end

  if (HOP_CYCLES == 1) begin : gen_direct
    assign valid_o = send_i;
    assign head_o  = head_i;
    assign tail_o  = tail_i;
    assign vc_o    = vc_i;
    assign data_o  = data_i;
    assign empty_o = 1'b1;
  end else begin : gen_register
    // In the order in which a flit passes them: 0 is the crossbar, s + 1 the output of stage s.
    logic [STAGES:0]              valid, head, tail;
    logic [(STAGES+1)*VC_W-1:0]   vc;
    logic [(STAGES+1)*FLIT_W-1:0] data;
    assign valid[0]        = send_i;
    assign head[0]         = head_i;
    assign tail[0]         = tail_i;
    assign vc[0+:VC_W]     = vc_i;
    assign data[0+:FLIT_W] = data_i;

    for (genvar s = 0; s < STAGES; s++) begin : gen_stage
      logic              valid_q, head_q, tail_q;
      logic [VC_W-1:0]   vc_q;
      logic [FLIT_W-1:0] data_q;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) valid_q <= 1'b0;
        else valid_q <= valid[s];
      end
      always_ff @(posedge clk_i) begin
        if (valid[s]) begin
          head_q <= head[s];
          tail_q <= tail[s];
          vc_q   <= vc[s*VC_W+:VC_W];
          data_q <= data[s*FLIT_W+:FLIT_W];
        end
      end
      assign valid[s+1]                 = valid_q;
      assign head[s+1]                  = head_q;
      assign tail[s+1]                  = tail_q;
      assign vc[(s+1)*VC_W+:VC_W]       = vc_q;
      assign data[(s+1)*FLIT_W+:FLIT_W] = data_q;
    end

    assign valid_o = valid[STAGES];
    assign head_o  = head[STAGES];
    assign tail_o  = tail[STAGES];
    assign vc_o    = vc[STAGES*VC_W+:VC_W];
    assign data_o  = data[STAGES*FLIT_W+:FLIT_W];
    assign empty_o = valid[STAGES:1] == '0;
  end
endmodule
