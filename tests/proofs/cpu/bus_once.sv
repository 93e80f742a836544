// Proved: a data request stays unchanged until it is granted. Each request is granted once and belongs to one
// instruction: a load or store retires with its grant, and not without. The result of a load is the word from memory,
// in the next cycle. In that cycle no instruction that reads its register retires or requests data. A refused request
// traps in the next cycle, and nothing else traps for that reason. Addresses are those of whole words. A trap requests no
// data and retires nothing. A register is written only by an instruction that retires, or by a load or product that
// retired in the previous cycle; x0 is never written.
module bus_once (
    input logic        clk_i,
    input logic [63:0] cycle_i,
    input logic        irq_i,
    input logic        instr_gnt_i,
    input logic        instr_error_i,
    input logic [31:0] instr_rdata_i,
    input logic        data_gnt_i,
    input logic        data_error_i,
    input logic [31:0] data_rdata_i
);
  logic rst_nq = 1'b0;
  always_ff @(posedge clk_i) rst_nq <= 1'b1;

  logic        instr_req, data_req, data_write, retire, trap, write, late, quiescent;
  logic [31:0] instr_addr, data_addr, data_wdata, pc, instr, wdata, late_wdata;
  logic [3:0]  data_strb;
  cpu #(.MUL_BITS(1), .BTB_ENTRIES(2)) i_cpu (
      .clk_i, .rst_ni(rst_nq), .hart_id_i(32'd0), .cycle_i, .irq_i,
      .instr_req_o(instr_req), .instr_addr_o(instr_addr), .instr_gnt_i, .instr_error_i, .instr_rdata_i,
      .data_req_o(data_req), .data_write_o(data_write), .data_addr_o(data_addr), .data_strb_o(data_strb),
      .data_wdata_o(data_wdata), .data_gnt_i, .data_error_i, .data_rdata_i,
      .retire_o(retire), .trap_o(trap), .pc_o(pc), .instr_o(instr), .write_o(write), .wdata_o(wdata),
      .late_o(late), .late_wdata_o(late_wdata), .quiescent_o(quiescent)
  );

  logic        waits_q, reads_q, refused_q;  // a request was not granted; a read was; a request was refused
  logic        write_q, retire_q;
  logic [31:0] addr_q, wdata_q, instr_q;
  logic [3:0]  strb_q;
  logic        granted, is_load, is_store;
  assign granted  = data_req && data_gnt_i;
  assign is_load  = instr[6:0] == 7'h03;
  assign is_store = instr[6:0] == 7'h23;
  always_ff @(posedge clk_i) begin
    if (!rst_nq) begin
      waits_q   <= 1'b0;
      reads_q   <= 1'b0;
      refused_q <= 1'b0;
    end else begin
      waits_q   <= data_req && !data_gnt_i;
      reads_q   <= granted && !data_error_i && !data_write;
      refused_q <= granted && data_error_i;
    end
    write_q <= data_write;
    retire_q <= retire && rst_nq;
    addr_q  <= data_addr;
    wdata_q <= data_wdata;
    strb_q  <= data_strb;
    instr_q <= instr;
  end

  // In the cycle in which the word of a load arrives.
  logic [4:0] load_rd;
  logic       reads_rs1, reads_rs2, reads_it, was_product;
  assign load_rd     = instr_q[11:7];
  assign reads_rs2   = is_store || instr[6:0] == 7'h63 || instr[6:0] == 7'h33;
  assign reads_rs1   = reads_rs2 || is_load || instr[6:0] == 7'h13 || instr[6:0] == 7'h67 ||
                       (instr[6:0] == 7'h73 && !instr[14] && instr[13:12] != 2'd0);
  assign reads_it    = load_rd != 5'd0 &&
                       ((reads_rs1 && instr[19:15] == load_rd) || (reads_rs2 && instr[24:20] == load_rd));
  assign was_product = instr_q[6:0] == 7'h33 && instr_q[31:25] == 7'd1 && !instr_q[14];

  always_comb begin
    if (rst_nq) begin
      stays: assert (!waits_q || (data_req && data_write == write_q && data_addr == addr_q && data_strb == strb_q));
      data_stays: assert (!(waits_q && data_write) || data_wdata == wdata_q);
      whole_words: assert (data_addr[1:0] == 2'd0);
      by_loads_and_stores: assert (!data_req || (data_write ? is_store : is_load));
      a_store_with_its_grant: assert ((retire && is_store) == (granted && !data_error_i && data_write));
      a_load_with_its_grant: assert ((retire && is_load) == (granted && !data_error_i && !data_write));
      its_register_after_it: assert (!reads_q || late == (load_rd != 5'd0));
      the_word_that_comes: assert (!(reads_q && late && instr_q[14:12] == 3'd2) || late_wdata == data_rdata_i);
      not_before_it_is_there: assert (!(reads_q && (retire || data_req)) || !reads_it);
      a_trap_after_it_is_refused: assert (!refused_q || trap);
      nothing_twice: assert (!(refused_q && data_req));
      a_trap_is_nothing_else: assert (!(trap && (data_req || retire || write)));
      writes_retire: assert (!write || (retire && instr[11:7] != 5'd0 && !is_load));
      late_ones_have_retired: assert (!late || (retire_q && load_rd != 5'd0 && (reads_q || was_product)));
      a_load_that_waited: cover (reads_q && late && late_wdata == 32'h1234_5678 && addr_q != '0);
      a_load_behind_a_load: cover (reads_q && late && granted && !data_write);
      a_sum_behind_a_load: cover (reads_q && late && write);
      a_trap_behind_a_load: cover (reads_q && late && trap);
      a_refused_load: cover (refused_q && is_load);
      a_refused_store: cover (refused_q && is_store);
      a_store_that_waited: cover (waits_q && retire && data_strb == 4'b1000);
    end
  end
endmodule
