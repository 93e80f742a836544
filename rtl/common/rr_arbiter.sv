// Round-robin arbiter: grants one of N requests in the same cycle. `update_i` confirms a grant. `last_i` marks the
// end of the requester's turn (the tail of a packet). Until then, the requester keeps the highest priority; after that
// it has the lowest. So a requester that requests all the time is served within N turns. A requester that pauses loses
// its turn to the next one that requests.
module rr_arbiter #(
    parameter int N = 4
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    input  logic [N-1:0] req_i,
    input  logic         update_i,
    input  logic         last_i,
    output logic [N-1:0] gnt_o  // one-hot, or zero
);
  if (N == 1) begin : gen_single
    assign gnt_o = req_i;
    logic unused;
    assign unused = ^{clk_i, rst_ni, update_i, last_i};
  end else begin : gen_many
    logic [N-1:0] mask_q;  // requesters with priority: from the one whose turn it is upwards
    logic [N-1:0] preferred, pool, from;  // from: all bits from the lowest of pool upwards

    always @* begin
      preferred = '0;
      pool      = '0;
      from      = '0;
      if (req_i != '0) begin
        preferred = req_i & mask_q;
        pool      = (preferred != '0) ? preferred : req_i;
        from      = pool;
        for (int k = 1; k < N; k = 2 * k) from = from | (from << k);
      end
      gnt_o = pool & ~(from << 1);
    end

    always_ff @(posedge clk_i) begin
      if (!rst_ni) mask_q <= '0;
      else if (update_i && req_i != '0) mask_q <= last_i ? from << 1 : from;
    end
  end
endmodule
