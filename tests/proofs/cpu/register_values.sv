// Proved: the value that a store stores, and the base address of a load or store, are those that the last instruction
// before it wrote to the register: from the registers, forwarded, or after a wait. Shown for any one register, with
// loads, products and all other results.
module register_values (
    input logic        clk_i,
    input logic [63:0] cycle_i,
    input logic        irq_i,
    input logic        instr_gnt_i,
    input logic [31:0] instr_rdata_i,
    input logic        data_gnt_i,
    input logic [31:0] data_rdata_i,
    input logic [4:0]  number_i  // in the first cycle: of the followed register
);
  logic rst_nq = 1'b0;
  always_ff @(posedge clk_i) rst_nq <= 1'b1;

  logic        instr_req, data_req, data_write, retire, trap, write, late, quiescent;
  logic [31:0] instr_addr, data_addr, data_wdata, pc, instr, wdata, late_wdata;
  logic [3:0]  data_strb;
  cpu #(.MUL_BITS(32), .BTB_ENTRIES(2)) i_cpu (
      .clk_i, .rst_ni(rst_nq), .hart_id_i(32'd0), .cycle_i, .irq_i,
      .instr_req_o(instr_req), .instr_addr_o(instr_addr), .instr_gnt_i, .instr_error_i(1'b0), .instr_rdata_i,
      .data_req_o(data_req), .data_write_o(data_write), .data_addr_o(data_addr), .data_strb_o(data_strb),
      .data_wdata_o(data_wdata), .data_gnt_i, .data_error_i(1'b0), .data_rdata_i,
      .retire_o(retire), .trap_o(trap), .pc_o(pc), .instr_o(instr), .write_o(write), .wdata_o(wdata),
      .late_o(late), .late_wdata_o(late_wdata), .quiescent_o(quiescent)
  );

  logic [4:0]  number_q, rd_q;   // rd_q: of the instruction that retired last
  logic        known_q, forwards_q;
  logic [31:0] value_q;
  logic        known, writes;
  logic [31:0] value;
  assign writes = retire && instr[11:7] == number_q && instr[6:0] != 7'h63 && instr[6:0] != 7'h23 &&
                  instr[6:0] != 7'h0f && !(instr[6:0] == 7'h73 && instr[14:12] == 3'd0);
  assign known  = known_q || (late && rd_q == number_q);
  assign value  = late && rd_q == number_q ? late_wdata : value_q;
  always_ff @(posedge clk_i) begin
    if (!rst_nq) begin
      number_q   <= number_i;
      known_q    <= 1'b0;
      forwards_q <= 1'b0;
    end else begin
      known_q    <= writes ? write : known;  // a load or product has its result one cycle later
      value_q    <= writes ? wdata : value;
      forwards_q <= writes;
    end
    if (retire) rd_q <= instr[11:7];
  end

  logic [31:0] offset, address;
  assign offset  = data_write ? {{21{instr[31]}}, instr[30:25], instr[11:7]} : {{21{instr[31]}}, instr[30:20]};
  assign address = value + offset;
  logic is_data, is_base;
  assign is_data = data_req && data_write && instr[24:20] == number_q && number_q != 5'd0;
  assign is_base = data_req && instr[19:15] == number_q && number_q != 5'd0;
  always_comb begin
    if (rst_nq) begin
      stores_it: assert (!(is_data && known && instr[14:12] == 3'd2) || data_wdata == value);
      stores_a_byte_of_it: assert (!(is_data && known && instr[14:12] == 3'd0) || data_wdata[31:24] == value[7:0]);
      addresses_with_it: assert (!(is_base && known) || data_addr == {address[31:2], 2'd0});
      not_before_it_is_known: assert (!(is_data || is_base) || known || !forwards_q);
      a_sum_just_before: cover (is_data && known_q && forwards_q && value_q == 32'h1234_5000);
      a_product_just_before: cover (is_base && late && rd_q == number_q && value == 32'd12);
      a_word_just_before: cover (is_base && known_q && !forwards_q && value_q == 32'h8765_4320);
    end
  end
endmodule
