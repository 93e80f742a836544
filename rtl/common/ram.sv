// Memory of WORDS words of WIDTH bits with one read port and one write port. Read data comes one cycle after the read
// and stays until the next read. A read sees the writes of all earlier cycles: a word that is written in the same cycle
// returns its old contents. Nothing is reset.
// The only RAM of this project: on an ASIC, replace it with a macro; on an FPGA, block RAM is inferred.
module ram #(
    parameter int WORDS  = 64,
    parameter int WIDTH  = 32,
    parameter int LANE_W = WIDTH,  // bits that one write enable covers, a divisor of WIDTH
    parameter int ADDR_W = WORDS > 1 ? $clog2(WORDS) : 1  // derived, not to be set
) (
    input  logic                    clk_i,
    input  logic                    rd_en_i,
    input  logic [ADDR_W-1:0]       rd_addr_i,
    output logic [WIDTH-1:0]        rd_data_o,
    input  logic [WIDTH/LANE_W-1:0] wr_en_i,
    input  logic [ADDR_W-1:0]       wr_addr_i,
    input  logic [WIDTH-1:0]        wr_data_i
);
  logic [WIDTH-1:0] mem_q [WORDS];
  logic [WIDTH-1:0] data_q;

  assign rd_data_o = data_q;

  always_ff @(posedge clk_i) begin
    if (rd_en_i) data_q <= mem_q[rd_addr_i];
    for (int i = 0; i < WIDTH / LANE_W; i++) begin
      if (wr_en_i[i]) mem_q[wr_addr_i][i*LANE_W+:LANE_W] <= wr_data_i[i*LANE_W+:LANE_W];
    end
  end
endmodule
