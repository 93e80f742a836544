// Fetches instructions ahead of their use, along the path that its branch target buffer expects. It requests the next
// word while there is space for it, and buffers up to two words that are not yet taken. A redirect drops all of them
// and requests its target in the same cycle.
// A word granted in cycle t arrives in t+1 and can be taken then. Address and request depend only on registers and on
// the redirect. A refused word (an error with its grant) is passed on like any other, with `refused_o`.
// `pc_o` is always the address of the next word that it delivers, even if that is not requested yet.
// `idle_o`: no word arrives and none is requested.
module cpu_fetch #(
    parameter int BOOT_ADDR   = 0,  // of the first instruction, a multiple of 4
    parameter int BTB_ENTRIES = 32  // a power of two, 2 to 8192
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    // instruction port
    output logic        instr_req_o,
    output logic [31:0] instr_addr_o,
    input  logic        instr_gnt_i,
    input  logic        instr_error_i,
    input  logic [31:0] instr_rdata_i,
    // the next instruction
    output logic        valid_o,
    output logic [31:0] instr_o,
    output logic [31:0] pc_o,
    output logic        refused_o,
    input  logic        take_i,
    // continue at another address instead
    input  logic        redirect_i,
    input  logic [31:0] target_i,
    // because the instruction at found_pc_i jumps there, or does not jump as expected
    input  logic        learn_i,
    input  logic        forget_i,
    input  logic [31:0] found_pc_i,
    output logic        idle_o
);
  logic        arrives_q;                // a word arrives in this cycle
  logic [31:0] fetch_pc_q;               // its address; without one, that of the next word to request
  logic [31:0] front_q, second_q;        // buffered words
  logic [31:0] front_pc_q, second_pc_q;  // their addresses
  logic [1:0]  count_q;
  logic        arrives_refused_q, front_refused_q, second_refused_q;  // whether these words were refused

  logic        jumps;
  logic [31:0] guess;
  cpu_btb #(.ENTRIES(BTB_ENTRIES)) i_btb (
      .clk_i, .rst_ni, .lookup_i(instr_req_o), .lookup_pc_i(instr_addr_o),
      .pc_i(fetch_pc_q), .jumps_o(jumps), .target_o(guess),
      .learn_i, .forget_i, .found_pc_i, .found_target_i(target_i)
  );

  assign valid_o     = count_q != 2'd0 || arrives_q;
  assign instr_o     = count_q != 2'd0 ? front_q : instr_rdata_i;
  assign pc_o        = count_q != 2'd0 ? front_pc_q : fetch_pc_q;
  assign refused_o   = count_q != 2'd0 ? front_refused_q : arrives_refused_q;
  assign instr_req_o = redirect_i || count_q + 2'(arrives_q) < 2'd2;
  assign idle_o      = count_q == 2'd2 && !arrives_q;
  always @* begin
    if (redirect_i) instr_addr_o = target_i;
    else if (!arrives_q) instr_addr_o = fetch_pc_q;
    else if (jumps) instr_addr_o = guess;
    else instr_addr_o = fetch_pc_q + 32'd4;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      fetch_pc_q <= BOOT_ADDR;
      count_q    <= 2'd0;
      arrives_q  <= 1'b0;
    end else begin
      fetch_pc_q <= instr_addr_o;
      arrives_q  <= instr_req_o && instr_gnt_i;
      count_q    <= redirect_i ? 2'd0 : count_q + 2'(arrives_q) - 2'(take_i);
    end
  end

  always_ff @(posedge clk_i) begin
    if (instr_req_o && instr_gnt_i) arrives_refused_q <= instr_error_i;
    if (arrives_q) begin
      second_q         <= instr_rdata_i;
      second_pc_q      <= fetch_pc_q;
      second_refused_q <= arrives_refused_q;
    end
    if (arrives_q && (count_q == 2'd0 || take_i)) begin
      front_q         <= instr_rdata_i;
      front_pc_q      <= fetch_pc_q;
      front_refused_q <= arrives_refused_q;
    end else if (take_i) begin
      front_q         <= second_q;
      front_pc_q      <= second_pc_q;
      front_refused_q <= second_refused_q;
    end
  end
endmodule
