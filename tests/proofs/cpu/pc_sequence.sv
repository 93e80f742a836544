// Proved: instructions are executed in program order, none skipped, none twice, for every prediction. The next one is
// the following instruction; after a jal or a taken branch, its target; after a jalr of x0, its immediate; after an mret
// or trap, the address that is fetched in its cycle. The instruction executed at an address is the word that the memory
// holds there; if the memory refuses the fetch, there is a trap instead. A jump or branch that retires goes to an aligned
// word.
module pc_sequence (
    input logic        clk_i,
    input logic [63:0] cycle_i,
    input logic        irq_i,
    input logic        instr_gnt_i,
    input logic        instr_error_i,
    input logic [31:0] instr_rdata_i,
    input logic        data_gnt_i,
    input logic        data_error_i,
    input logic [31:0] data_rdata_i,
    input logic [31:0] address_i,  // in the first cycle: of the followed word
    input logic [31:0] word_i,
    input logic        refuses_i   // memory has no such word
);
  logic rst_nq = 1'b0;
  always_ff @(posedge clk_i) rst_nq <= 1'b1;

  logic        instr_req, data_req, data_write, retire, trap, write, late, quiescent;
  logic [31:0] instr_addr, data_addr, data_wdata, pc, instr, wdata, late_wdata;
  logic [3:0]  data_strb;
  cpu #(.BOOT_ADDR(64), .MUL_BITS(8), .BTB_ENTRIES(2)) i_cpu (
      .clk_i, .rst_ni(rst_nq), .hart_id_i(32'd0), .cycle_i, .irq_i,
      .instr_req_o(instr_req), .instr_addr_o(instr_addr), .instr_gnt_i, .instr_error_i, .instr_rdata_i,
      .data_req_o(data_req), .data_write_o(data_write), .data_addr_o(data_addr), .data_strb_o(data_strb),
      .data_wdata_o(data_wdata), .data_gnt_i, .data_error_i, .data_rdata_i,
      .retire_o(retire), .trap_o(trap), .pc_o(pc), .instr_o(instr), .write_o(write), .wdata_o(wdata),
      .late_o(late), .late_wdata_o(late_wdata), .quiescent_o(quiescent)
  );

  // The followed word.
  logic [31:0] address_q, word_q;
  logic        comes_q, refuses_q;
  always_ff @(posedge clk_i) begin
    if (!rst_nq) begin
      address_q <= address_i;
      word_q    <= word_i;
      refuses_q <= refuses_i;
    end
    comes_q <= rst_nq && instr_req && instr_gnt_i && instr_addr == address_q;
  end

  // The next address.
  logic [31:0] next_q, jump, branch;
  logic        event_here;
  assign event_here = retire || trap;
  assign jump       = pc + {{12{instr[31]}}, instr[19:12], instr[20], instr[30:21], 1'b0};
  assign branch     = pc + {{20{instr[31]}}, instr[7], instr[30:25], instr[11:8], 1'b0};
  logic [31:0] immediate;
  assign immediate  = {{20{instr[31]}}, instr[31:21], 1'b0};
  logic is_jal, is_jalr, is_branch, elsewhere;
  assign is_jal    = instr[6:0] == 7'h6f;
  assign is_branch = instr[6:0] == 7'h63;
  assign is_jalr   = instr[6:0] == 7'h67;
  assign elsewhere = trap || instr == 32'h3020_0073;
  logic branch_allowed_q;  // the last one was a branch: its target is also allowed
  logic anywhere_q;        // the last one was a jalr of another register than x0
  logic followed_q;        // the last one was a jump, and the word fetched in its cycle was not its target
  logic [31:0] branch_q;
  always_ff @(posedge clk_i) begin
    if (!rst_nq) begin
      next_q           <= 32'd64;
      branch_allowed_q <= 1'b0;
      anywhere_q       <= 1'b0;
      followed_q       <= 1'b0;
    end else if (event_here) begin
      next_q           <= elsewhere ? instr_addr : is_jal ? jump : is_jalr ? immediate : pc + 32'd4;
      anywhere_q       <= is_jalr && !trap && instr[19:15] != 5'd0;
      followed_q       <= is_jal && !trap && instr_req && instr_addr != jump && jump != pc + 32'd4;
      branch_allowed_q <= is_branch && !trap;
      branch_q         <= branch;
    end
  end

  logic in_sequence;
  assign in_sequence = pc == next_q || anywhere_q || (branch_allowed_q && pc == branch_q);
  always_comb begin
    if (rst_nq) begin
      assume (!comes_q || instr_rdata_i == word_q);
      assume (!(instr_req && instr_gnt_i && instr_addr == address_q) || instr_error_i == refuses_q);
      follows: assert (!event_here || in_sequence);
      is_the_word_there: assert (!(event_here && pc == address_q) || instr == word_q);
      no_word_no_instruction: assert (!(event_here && pc == address_q && refuses_q) || trap);
      asks_where_it_goes: assert (!(event_here && elsewhere) || instr_req);
      whole_words: assert (pc[1:0] == 2'd0 || !event_here);
      fetches_whole_words: assert (!instr_req || instr_addr[1:0] == 2'd0);
      third_instruction: cover (event_here && pc == 32'd72 && pc == address_q);
      behind_a_taken_branch: cover (event_here && branch_allowed_q && pc == branch_q && pc != next_q && pc == address_q);
      no_word_to_execute: cover (event_here && pc == address_q && refuses_q && pc == 32'd68);
      behind_an_expected_jump: cover (event_here && followed_q);
      behind_a_trap: cover (event_here && pc == 32'd0);
    end
  end
endmodule
