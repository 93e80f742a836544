// The integer registers x0 to x31: two read ports and one write port, in two RAMs with equal contents.
// Data read in cycle t is valid from t+1 until the next read, and includes a write in cycle t, and the write of cycle t+1
// if that is announced in cycle t. x0 reads as 0. Registers are not reset.
module cpu_registers (
    input  logic        clk_i,
    input  logic        read_i,
    input  logic [9:0]  number_i,  // two numbers of 5 bits
    output logic [63:0] data_o,    // two words of 32 bits
    input  logic        write_i,
    input  logic [4:0]  rd_i,
    input  logic [31:0] wdata_i,
    // the write of the next cycle; without a read it need not follow
    input  logic        next_write_i,
    input  logic [4:0]  next_rd_i,
    input  logic [31:0] next_wdata_i
);
  for (genvar p = 0; p < 2; p++) begin : gen_read
    logic [4:0]  number;
    logic [31:0] from_ram;
    logic        next_hit;
    logic        zero_q;    // x0 was read
    logic        hit_q;     // the RAM did not have the word yet
    logic [31:0] bypass_q;  // that word

    assign number   = number_i[p*5+:5];
    assign next_hit = next_write_i && next_rd_i == number;
    ram #(.WORDS(32), .WIDTH(32)) i_ram (
        .clk_i, .rd_en_i(read_i), .rd_addr_i(number), .rd_data_o(from_ram),
        .wr_en_i(write_i), .wr_addr_i(rd_i), .wr_data_i(wdata_i)
    );
    always_ff @(posedge clk_i) begin
      if (read_i) begin
        zero_q <= number == 5'd0;
        hit_q  <= next_hit || (write_i && rd_i == number);
        if (next_hit) bypass_q <= next_wdata_i;
        else if (write_i) bypass_q <= wdata_i;
      end
    end
    assign data_o[p*32+:32] = zero_q ? 32'd0 : hit_q ? bypass_q : from_ram;
  end
endmodule
