// Proved: register NUMBER reads as the last value written to it, including a value written or announced in the cycle of
// the read, independent of writes to the others. The value read is kept until the next read, independent of writes. x0
// reads as 0. Both read ports hold the same values.
module registers_kept #(
    parameter int NUMBER = 5
) (
    input logic        clk_i,
    input logic        read_i,
    input logic [9:0]  number_i,
    input logic        write_i,
    input logic [4:0]  rd_i,
    input logic [31:0] wdata_i,
    input logic        next_write_i,
    input logic [4:0]  next_rd_i,
    input logic [31:0] next_wdata_i
);
  localparam logic [4:0] FOLLOWED = NUMBER;

  logic [63:0] data;
  cpu_registers i_registers (
      .clk_i, .read_i, .number_i, .data_o(data), .write_i, .rd_i, .wdata_i,
      .next_write_i, .next_rd_i, .next_wdata_i
  );

  logic        known_q = 1'b0;  // the followed register has been written; x0 is known
  logic [31:0] value_q, read_q;  // what it holds; held in the last read
  logic [1:0]  shown_q = 2'b00;  // by port: this is the last read
  logic        writes, announces;
  assign writes    = write_i && rd_i == FOLLOWED;
  assign announces = next_write_i && next_rd_i == FOLLOWED;
  logic        announced_q = 1'b0;  // a write, together with a read
  logic [4:0]  announced_rd_q;
  logic [31:0] announced_wdata_q;
  always_ff @(posedge clk_i) begin
    announced_q       <= read_i && next_write_i && next_rd_i != 5'd0;
    announced_rd_q    <= next_rd_i;
    announced_wdata_q <= next_wdata_i;
  end
  always_ff @(posedge clk_i) begin
    if (writes) begin
      known_q <= 1'b1;
      value_q <= wdata_i;
    end
    if (read_i) begin
      read_q <= announces ? next_wdata_i : writes ? wdata_i : value_q;
      for (int p = 0; p < 2; p++) begin
        shown_q[p] <= number_i[p*5+:5] == FOLLOWED && (known_q || writes || announces || NUMBER == 0);
      end
    end
  end

  logic [31:0] expected;
  assign expected = NUMBER == 0 ? 32'd0 : read_q;
  always_comb begin
    assume (rd_i != 5'd0 || !write_i);
    assume (!announced_q || (write_i && rd_i == announced_rd_q && wdata_i == announced_wdata_q));
    first_port: assert (!shown_q[0] || data[31:0] == expected);
    second_port: assert (!shown_q[1] || data[63:32] == expected);
    reads_both: cover (shown_q == 2'b11 && (NUMBER == 0 || data[31:0] != 32'd0));
    written_behind_the_read: cover (shown_q == 2'b11 && (NUMBER == 0 || data[31:0] != value_q));
  end
endmodule
