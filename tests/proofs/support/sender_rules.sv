// Rules for the sender at the start of a link, as a harness assumes them: complete packets on every virtual channel,
// of at most MAX_PACKET flits, and a flit only if it has a credit. It counts the credits that it receives:
// `credits_ok_o` says that there were never too many, `held_o` that buffer spaces are still taken (by flits, or by
// credits under way).
module sender_rules #(
    parameter int VCS        = 1,
    parameter int VC_W       = 1,
    parameter int DEPTH      = 2,
    parameter int MAX_PACKET = 3
) (
    input  logic            clk_i,
    input  logic            rst_ni,
    input  logic            valid_i,
    input  logic            head_i,
    input  logic            tail_i,
    input  logic [VC_W-1:0] vc_i,
    input  logic [VCS-1:0]  credit_i,
    output logic            rules_ok_o,    // to be assumed
    output logic            credits_ok_o,  // to be asserted
    output logic [VCS-1:0]  held_o,
    output logic [VCS-1:0]  open_o         // within a packet
);
  localparam int CNT_W = $clog2(DEPTH + 1);
  localparam int LEN_W = $clog2(MAX_PACKET + 1);

  logic [VCS-1:0] rule_ok, credit_ok;
  for (genvar v = 0; v < VCS; v++) begin : gen_vc
    logic [CNT_W-1:0] held_q;
    logic [LEN_W-1:0] sent_q;  // flits of the packet so far
    logic             sends;
    assign sends = valid_i && vc_i == VC_W'(v);
    assign rule_ok[v] = !sends || (held_q < CNT_W'(DEPTH) && head_i == (sent_q == '0) &&
                                   (tail_i || sent_q < LEN_W'(MAX_PACKET - 1)));
    assign credit_ok[v] = !credit_i[v] || held_q != '0;
    assign held_o[v] = held_q != '0;
    assign open_o[v] = sent_q != '0;
    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        held_q <= '0;
        sent_q <= '0;
      end else begin
        held_q <= held_q + CNT_W'(sends) - CNT_W'(credit_i[v]);
        if (sends) sent_q <= tail_i ? '0 : sent_q + 1'b1;
      end
    end
  end
  assign rules_ok_o   = &rule_ok && (!valid_i || vc_i < (VC_W + 1)'(VCS));
  assign credits_ok_o = &credit_ok;
endmodule
