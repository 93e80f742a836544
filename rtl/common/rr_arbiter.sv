// Round-robin arbiter: grants one of N requests in the same cycle. `update_i` confirms a grant. `last_i` marks the
// end of the requester's turn (the tail of a packet). Until then, the requester keeps the highest priority; after that
// it has the lowest. So a requester that requests all the time is served within N turns. A requester that pauses loses
// its turn to the next one that requests.
module rr_arbiter #(
    parameter int N    = 4,
    parameter bit FAST = 1'b0  // for late requests: larger
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
    logic [N-1:0] preferred, pool, from;  // from: from the granted one upwards

    // All bits from the lowest one upwards.
    function automatic logic [N-1:0] upwards(input logic [N-1:0] bits);
      upwards = bits;
      for (int k = 1; k < N; k = 2 * k) upwards = upwards | (upwards << k);
    endfunction

    function automatic logic [N-1:0] lowest(input logic [N-1:0] bits);
      lowest = bits & ~(upwards(bits) << 1);
    endfunction

    // The lowest with priority, otherwise the lowest.
    always @* begin
      preferred = '0;
      pool      = '0;
      from      = '0;
      if (req_i != '0) begin
        preferred = req_i & mask_q;
        pool      = (preferred != '0) ? preferred : req_i;
        from      = FAST ? (preferred != '0) ? upwards(preferred) : upwards(req_i) : upwards(pool);
      end
      if (FAST) gnt_o = lowest(preferred) | ((preferred != '0) ? '0 : lowest(req_i));
      else gnt_o = pool & ~(from << 1);
    end

    always_ff @(posedge clk_i) begin
      if (!rst_ni) mask_q <= '0;
      else if (update_i && req_i != '0) mask_q <= last_i ? from << 1 : from;
    end
  end
endmodule
