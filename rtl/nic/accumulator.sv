// The accumulation of one ejection channel: reads words of the memory, combines them with a flit and writes them back
// (docs/reference/accumulation.md). Two stages, one flit per cycle: a flit whose read is granted in cycle t is taken; in
// t+1 the memory's data are there and are combined; from t+2 on the result asks for its write. If the second stage is
// still occupied, the result stays in the first one, as a payload that replaces the memory.
// With FLOAT_SUMS, two stages in between add numbers of single precision: a result asks for its write from t+4 on.
// The words of all stages are held: nobody may read them before they are written.
module accumulator #(
    parameter int FLIT_W     = 64,
    parameter bit FLOAT_SUMS = 1'b0,
    parameter int STAGES     = FLOAT_SUMS ? 4 : 2  // derived, not to be set
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
    output logic [STAGES-1:0]   holds_o,
    output logic [STAGES*collnoc_pkg::ADDR_W-1:0] held_addr_o,
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

  logic                 read_q, write_q, advance, write_free;
  logic [3:0]           read_operation_q;
  logic [FLIT_W-1:0]    read_data_q, write_data_q, combined;
  logic [ADDR_W-1:0]    read_addr_q, write_addr_q;
  logic [FLIT_W/32-1:0] read_halves_q, write_halves_q, stay, changed;  // changed: the halves that are to be written
  logic [COUNTER_W-1:0] read_counter_q, write_counter_q;

  assign wr_req_o    = write_q && (write_counter_q == '0 || can_count_i);
  assign wr_addr_o   = write_addr_q;
  assign wr_data_o   = write_data_q;
  assign wr_halves_o = write_halves_q;
  assign counts_o    = wr_req_o && wr_gnt_i && write_counter_q != '0;
  assign counter_o   = write_counter_q;
  assign write_free  = !write_q || (wr_req_o && wr_gnt_i);
  assign take_o      = rd_gnt_i && (!read_q || advance);

  // From the first stage to the last one: at once, or through the stages that add.
  logic                 ends;  // a flit reaches the last stage
  logic [FLIT_W-1:0]    result;
  logic [ADDR_W-1:0]    end_addr;
  logic [FLIT_W/32-1:0] end_halves;
  logic [COUNTER_W-1:0] end_counter;
  logic [FLIT_W-1:0]    memory;
  if (FLOAT_SUMS) begin : gen_float_sums
    logic                 order_q, add_q, add;
    logic                 read_fresh_q;   // the memory's data are there in this cycle only
    logic [FLIT_W-1:0]    read_memory_q;  // and here from the next one on
    logic [ADDR_W-1:0]    order_addr_q, add_addr_q;
    logic [FLIT_W/32-1:0] order_halves_q, add_halves_q;
    logic [COUNTER_W-1:0] order_counter_q, add_counter_q;
    assign ends    = add_q && write_free;
    assign add     = order_q && (!add_q || write_free);
    assign advance = read_q && (!order_q || add);
    assign memory  = read_fresh_q ? rd_data_i : read_memory_q;
    assign {end_addr, end_halves, end_counter} = {add_addr_q, add_halves_q, add_counter_q};
    assign holds_o     = {write_q, add_q, order_q, read_q};
    assign held_addr_o = {write_addr_q, add_addr_q, order_addr_q, read_addr_q};
    assign busy_o      = read_q || order_q || add_q || write_q || read_fresh_q;  // the last only with read_q
    for (genvar h = 0; h < FLIT_W / 32; h++) begin : gen_half
      float_adder i_float_adder (
          .clk_i, .order_i(advance), .add_i(add), .sum_i(read_operation_q == collnoc_pkg::OP_SUM_F32),
          .a_i(memory[32*h+:32]), .b_i(read_data_q[32*h+:32]), .word_i(combined[32*h+:32]), .sum_o(result[32*h+:32])
      );
    end
    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        order_q      <= 1'b0;
        add_q        <= 1'b0;
        read_fresh_q <= 1'b0;
      end else begin
        order_q      <= advance || (order_q && !add);
        add_q        <= add || (add_q && !ends);
        read_fresh_q <= take_o;
      end
    end
    always_ff @(posedge clk_i) begin
      if (read_fresh_q) read_memory_q <= rd_data_i;
      if (take_o) begin
        read_operation_q <= operation_i;
        read_data_q      <= data_i;
        read_halves_q    <= halves_i;
      end
      if (advance) {order_addr_q, order_halves_q, order_counter_q} <= {read_addr_q, changed, read_counter_q};
      if (add) {add_addr_q, add_halves_q, add_counter_q} <= {order_addr_q, order_halves_q, order_counter_q};
    end
  end else begin : gen_integers
    assign advance = read_q && write_free;
    assign ends    = advance;
    assign memory  = rd_data_i;
    assign result  = combined;
    assign {end_addr, end_halves, end_counter} = {read_addr_q, changed, read_counter_q};
    assign holds_o     = {write_q, read_q};
    assign held_addr_o = {write_addr_q, read_addr_q};
    assign busy_o      = read_q || write_q || read_operation_q != collnoc_pkg::OP_REPLACE;  // the last only with read_q
    always_ff @(posedge clk_i) begin
      if (!rst_ni) read_operation_q <= collnoc_pkg::OP_REPLACE;
      else read_operation_q <= take_o ? operation_i : collnoc_pkg::OP_REPLACE;
      read_data_q   <= take_o ? data_i : combined;
      read_halves_q <= take_o ? halves_i : changed;
    end
  end

  for (genvar w = 0; w < FLIT_W / 64; w++) begin : gen_word
    combine i_combine (
        .operation_i(read_operation_q), .memory_i(memory[w*64+:64]), .payload_i(read_data_q[w*64+:64]),
        .word_o(combined[w*64+:64]), .stays_o(stay[w*2+:2])
    );
  end
  assign changed = read_halves_q & ~stay;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      read_q  <= 1'b0;
      write_q <= 1'b0;
    end else begin
      read_q  <= take_o || (read_q && !advance);
      write_q <= ends || (write_q && !write_free);
    end
  end
  always_ff @(posedge clk_i) begin
    if (take_o) begin
      read_addr_q    <= addr_i;
      read_counter_q <= counter_i;
    end
    if (ends) begin
      write_data_q    <= result;
      write_addr_q    <= end_addr;
      write_halves_q  <= end_halves;
      write_counter_q <= end_counter;
    end
  end
endmodule
