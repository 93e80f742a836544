// Memory for the arrival counters: one 32-bit word per counter, in RAM, with READS read ports and one write port. A
// word reads as 0 until its first write after reset. Read data comes one cycle after the read, for that cycle only, and
// includes a write in the read's own cycle.
module counter_memory #(
    parameter int READS = 1
) (
    input  logic                clk_i,
    input  logic                rst_ni,
    input  logic [READS-1:0]    rd_en_i,
    input  logic [READS*collnoc_pkg::COUNTER_W-1:0] rd_number_i,
    output logic [READS*32-1:0] rd_data_o,
    input  logic                wr_en_i,
    input  logic [collnoc_pkg::COUNTER_W-1:0] wr_number_i,
    input  logic [31:0]         wr_data_i
);
  localparam int COUNTER_W = collnoc_pkg::COUNTER_W;
  localparam int COUNTERS  = 1 << COUNTER_W;

  logic [COUNTERS-1:0] written_q;     // since reset
  logic [31:0]         last_write_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) written_q <= '0;
    else if (wr_en_i) written_q[wr_number_i] <= 1'b1;
  end
  always_ff @(posedge clk_i) begin
    if (wr_en_i) last_write_q <= wr_data_i;
  end

  // One RAM per read port; all have equal contents.
  for (genvar r = 0; r < READS; r++) begin : gen_read
    logic [COUNTER_W-1:0] number;
    logic [31:0]          data;
    logic                 hit_q;    // read and written in the same cycle
    logic                 known_q;  // was written before
    assign number = rd_number_i[r*COUNTER_W+:COUNTER_W];

    ram #(.WORDS(COUNTERS), .WIDTH(32)) i_ram (
        .clk_i, .rd_en_i(rd_en_i[r]), .rd_addr_i(number), .rd_data_o(data),
        .wr_en_i, .wr_addr_i(wr_number_i), .wr_data_i
    );
    always_ff @(posedge clk_i) begin
      if (rd_en_i[r]) begin
        hit_q   <= wr_en_i && wr_number_i == number;
        known_q <= written_q[number];
      end
    end
    assign rd_data_o[r*32+:32] = hit_q ? last_write_q : known_q ? data : '0;
  end
endmodule
