// A counter with enable, reset to 3, and a load that wins over the enable.
module counter (
    input  logic       clk_i,
    input  logic       rst_ni,
    input  logic       enable_i,
    input  logic       load_i,
    input  logic [4:0] value_i,
    output logic [4:0] count_o,
    output logic       last_o
);
  logic [4:0] count_q;
  assign count_o = count_q;
  assign last_o  = count_q == 5'd30;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) count_q <= 5'd3;
    else if (load_i) count_q <= value_i;
    else if (enable_i) count_q <= last_o ? '0 : count_q + 1'b1;
  end
endmodule
