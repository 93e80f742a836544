// Round-robin arbiter: grants one of N requests in the same cycle. After a grant that `update_i` confirms,
// the granted requester has the lowest priority: every requester is served within N confirmed grants.
module rr_arbiter #(
    parameter int N = 4
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    input  logic [N-1:0] req_i,
    input  logic         update_i,
    output logic [N-1:0] gnt_o  // one-hot, or zero
);
  if (N == 1) begin : gen_single
    assign gnt_o = req_i;
    logic unused;
    assign unused = ^{clk_i, rst_ni, update_i};
  end else begin : gen_many
    logic [N-1:0] mask_q;  // requesters that come before the others: those above the last granted one
    logic [N-1:0] preferred, pool;

    assign preferred = req_i & mask_q;
    assign pool      = (preferred != '0) ? preferred : req_i;
    assign gnt_o     = pool & (~pool + 1'b1);  // lowest set bit

    always_ff @(posedge clk_i) begin
      if (!rst_ni) mask_q <= '0;
      else if (update_i && gnt_o != '0) mask_q <= ~(gnt_o | (gnt_o - 1'b1));
    end
  end
endmodule
