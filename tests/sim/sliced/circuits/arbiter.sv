// A round-robin arbiter of five requests: after a grant, the next search begins behind it. The grant depends on the requests of
// the same cycle.
module arbiter (
    input  logic       clk_i,
    input  logic       rst_ni,
    input  logic [4:0] request_i,
    input  logic       ready_i,
    output logic [4:0] grant_o,
    output logic [4:0] last_o
);
  logic [4:0] last_q;  // one-hot
  logic [4:0] behind, masked;
  assign last_o  = last_q;
  assign behind  = ~((last_q - 1'b1) | last_q);
  assign masked  = request_i & behind;
  assign grant_o = masked != '0 ? masked & (~masked + 1'b1) : request_i & (~request_i + 1'b1);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) last_q <= 5'b10000;
    else if (ready_i && grant_o != '0) last_q <= grant_o;
  end
endmodule
