// Counts events at one output port: flits sent, cycles in which some flit waited for a credit, and cycles in
// which some flit waited because another one was granted. A cycle may count for all three; cycles without a flit
// are the remainder. 32 bits each, wrapping.
module link_monitor (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        flit_i,
    input  logic        credit_stall_i,
    input  logic        arbitration_stall_i,
    output logic [95:0] counts_o  // flits, credit stalls, arbitration stalls from bit 0
);
  logic [31:0] flits_q, credit_stalls_q, arbitration_stalls_q;

  assign counts_o = {arbitration_stalls_q, credit_stalls_q, flits_q};

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      flits_q              <= '0;
      credit_stalls_q      <= '0;
      arbitration_stalls_q <= '0;
    end else begin
      if (flit_i) flits_q <= flits_q + 1'b1;
      if (credit_stall_i) credit_stalls_q <= credit_stalls_q + 1'b1;
      if (arbitration_stall_i) arbitration_stalls_q <= arbitration_stalls_q + 1'b1;
    end
  end
endmodule
