// The accumulation of one ejection channel: reads words of the memory, combines them with a flit and writes them back
// (docs/reference/accumulation.md). Two stages, one flit per cycle: a flit whose read is granted in cycle t is taken; in
// t+1 the memory's data are there and are combined; from t+2 on the result asks for its write. If the second stage is
// still occupied, the result stays in the first one, as a payload that replaces the memory.
// The words of both stages are held: nobody may read them before they are written.
module accumulator #(
    parameter int FLIT_W = 64
) (
    input  logic                clk_i,
    input  logic                rst_ni,
    // a flit, and the read of its words
    input  logic                rd_gnt_i,   // in this cycle
    input  logic [FLIT_W-1:0]   rd_data_i,  // of the read granted in the last cycle
    output logic                take_o,     // the flit is taken with its read
    input  logic [3:0]          operation_i,
    input  logic [collnoc_pkg::ADDR_W-1:0] addr_i,
    input  logic [FLIT_W-1:0]   data_i,
    input  logic [FLIT_W/32-1:0] halves_i,  // the halves of words that it has
    input  logic [collnoc_pkg::COUNTER_W-1:0] counter_i,  // to increment when it is written; 0: none
    // the words that are held
    output logic [1:0]          holds_o,
    output logic [2*collnoc_pkg::ADDR_W-1:0] held_addr_o,
    // the write
    input  logic                can_count_i,  // a write with a counter may take place
    output logic                wr_req_o,
    output logic [collnoc_pkg::ADDR_W-1:0] wr_addr_o,
    output logic [FLIT_W-1:0]   wr_data_o,
    output logic [FLIT_W/32-1:0] wr_halves_o,
    input  logic                wr_gnt_i,
    output logic                counts_o,     // a write with a counter takes place
    output logic [collnoc_pkg::COUNTER_W-1:0] counter_o,
    output logic                busy_o
);
  localparam int ADDR_W    = collnoc_pkg::ADDR_W;
  localparam int COUNTER_W = collnoc_pkg::COUNTER_W;

  logic                 read_q, write_q, advance;
  logic [3:0]           read_operation_q;
  logic [FLIT_W-1:0]    read_data_q, write_data_q, combined;
  logic [ADDR_W-1:0]    read_addr_q, write_addr_q;
  logic [FLIT_W/32-1:0] read_halves_q, write_halves_q;
  logic [COUNTER_W-1:0] read_counter_q, write_counter_q;

  assign wr_req_o    = write_q && (write_counter_q == '0 || can_count_i);
  assign wr_addr_o   = write_addr_q;
  assign wr_data_o   = write_data_q;
  assign wr_halves_o = write_halves_q;
  assign counts_o    = wr_req_o && wr_gnt_i && write_counter_q != '0;
  assign counter_o   = write_counter_q;
  assign advance     = read_q && (!write_q || (wr_req_o && wr_gnt_i));
  assign take_o      = rd_gnt_i && (!read_q || advance);
  assign holds_o     = {write_q, read_q};
  assign held_addr_o = {write_addr_q, read_addr_q};
  assign busy_o      = read_q || write_q || read_operation_q != collnoc_pkg::OP_REPLACE;  // the last only with read_q

  for (genvar w = 0; w < FLIT_W / 64; w++) begin : gen_word
    combine i_combine (
        .operation_i(read_operation_q), .memory_i(rd_data_i[w*64+:64]), .payload_i(read_data_q[w*64+:64]),
        .word_o(combined[w*64+:64])
    );
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      read_q           <= 1'b0;
      write_q          <= 1'b0;
      read_operation_q <= collnoc_pkg::OP_REPLACE;
    end else begin
      read_q           <= take_o || (read_q && !advance);
      write_q          <= advance || (write_q && !(wr_req_o && wr_gnt_i));
      read_operation_q <= take_o ? operation_i : collnoc_pkg::OP_REPLACE;
    end
  end
  always_ff @(posedge clk_i) begin
    read_data_q <= take_o ? data_i : combined;
    if (take_o) begin
      read_addr_q    <= addr_i;
      read_halves_q  <= halves_i;
      read_counter_q <= counter_i;
    end
    if (advance) begin
      write_data_q    <= combined;
      write_addr_q    <= read_addr_q;
      write_halves_q  <= read_halves_q;
      write_counter_q <= read_counter_q;
    end
  end
endmodule
