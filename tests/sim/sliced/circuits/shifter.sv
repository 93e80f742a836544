// Words that move: a shift register with reset of which a stage can be chosen, two registers that exchange their values, a
// variable part-select, and shifts both ways.
module shifter (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        enable_i,
    input  logic        swap_i,
    input  logic [9:0]  value_i,
    input  logic [1:0]  stage_i,
    input  logic [2:0]  by_i,
    output logic [9:0]  stage_o,
    output logic [9:0]  left_o,
    output logic [9:0]  right_o,
    output logic [9:0]  a_o,
    output logic [9:0]  b_o
);
  logic [39:0] stages_q;
  logic [9:0]  a_q, b_q, moved_q;
  assign stage_o = stages_q[stage_i * 10 +: 10];
  assign left_o  = moved_q << by_i;
  assign right_o = moved_q >> by_i;
  assign {a_o, b_o} = {a_q, b_q};
  always_ff @(posedge clk_i) begin
    if (!rst_ni) stages_q <= '0;
    else stages_q <= {stages_q[29:0], value_i};
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      a_q     <= 10'h155;
      b_q     <= 10'h0f3;
      moved_q <= '0;
    end else begin
      if (swap_i) begin
        a_q <= b_q;
        b_q <= a_q;
      end
      if (enable_i) moved_q <= stage_o ^ value_i;
    end
  end
endmodule
