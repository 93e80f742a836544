// A RAM of 11 words (not a power of two) with two write enables, a clocked and a combinational read port. Rows are written in
// order before anything is read, because nothing resets them.
module memory (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        rd_en_i,
    input  logic [3:0]  rd_addr_i,
    input  logic [1:0]  wr_en_i,
    input  logic [3:0]  wr_addr_i,
    input  logic [15:0] wr_data_i,
    output logic [15:0] data_o,
    output logic [15:0] now_o,
    output logic        ready_o
);
  logic [15:0] mem_q [11];
  logic [15:0] data_q;
  logic [3:0]  fill_q;
  logic [3:0]  rd, wr;

  assign ready_o = fill_q == 4'd11;
  assign rd      = rd_addr_i < 4'd11 ? rd_addr_i : 4'd0;
  assign wr      = !ready_o ? fill_q : wr_addr_i < 4'd11 ? wr_addr_i : 4'd10;
  assign data_o  = ready_o ? data_q : '0;
  assign now_o   = ready_o ? mem_q[rd] : '0;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) fill_q <= '0;
    else if (!ready_o) fill_q <= fill_q + 1'b1;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni || !ready_o) data_q <= '0;
    else if (rd_en_i) data_q <= mem_q[rd];
    if (wr_en_i[0] || !ready_o) mem_q[wr][7:0] <= wr_data_i[7:0];
    if (wr_en_i[1] || !ready_o) mem_q[wr][15:8] <= wr_data_i[15:8];
  end
endmodule
