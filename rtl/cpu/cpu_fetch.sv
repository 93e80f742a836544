// Fetches instructions in order, ahead of their use: asks for the next word while there is a place for it, and keeps
// up to two that are not taken yet. A redirect drops all of them and asks for its target in the same cycle.
// What is granted in cycle t comes in t+1 and can be taken then. Address and request depend on registers and on
// the redirect alone. A word that is refused (an error with its grant) is handed on like any, with `refused_o`.
// `idle_o`: nothing comes, nothing is asked for.
module cpu_fetch #(
    parameter int BOOT_ADDR = 0  // of the first instruction, a multiple of 4
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
    // another one instead
    input  logic        redirect_i,
    input  logic [31:0] target_i,
    output logic        idle_o
);
  logic [31:0] fetch_pc_q;         // of the next word to ask for
  logic [31:0] pc_q;               // of the next instruction to be taken
  logic [31:0] front_q, second_q;  // words that wait
  logic [1:0]  count_q;
  logic        arrives_q;          // a word comes in this cycle
  logic        arrives_refused_q, front_refused_q, second_refused_q;  // of these words
  logic        granted;

  assign valid_o      = count_q != 2'd0 || arrives_q;
  assign instr_o      = count_q != 2'd0 ? front_q : instr_rdata_i;
  assign pc_o         = pc_q;
  assign refused_o    = count_q != 2'd0 ? front_refused_q : arrives_refused_q;
  assign instr_req_o  = redirect_i || count_q + 2'(arrives_q) < 2'd2;
  assign instr_addr_o = redirect_i ? target_i : fetch_pc_q;
  assign granted      = instr_req_o && instr_gnt_i;
  assign idle_o       = count_q == 2'd2 && !arrives_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      fetch_pc_q <= BOOT_ADDR;
      pc_q       <= BOOT_ADDR;
      count_q    <= 2'd0;
      arrives_q  <= 1'b0;
    end else begin
      arrives_q <= granted;
      if (granted) fetch_pc_q <= instr_addr_o + 32'd4;
      else if (redirect_i) fetch_pc_q <= target_i;
      if (redirect_i) begin
        pc_q    <= target_i;
        count_q <= 2'd0;
      end else begin
        if (take_i) pc_q <= pc_q + 32'd4;
        count_q <= count_q + 2'(arrives_q) - 2'(take_i);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (granted) arrives_refused_q <= instr_error_i;
    if (arrives_q) begin
      second_q         <= instr_rdata_i;
      second_refused_q <= arrives_refused_q;
    end
    if (arrives_q && (count_q == 2'd0 || take_i)) begin
      front_q         <= instr_rdata_i;
      front_refused_q <= arrives_refused_q;
    end else if (take_i) begin
      front_q         <= second_q;
      front_refused_q <= second_refused_q;
    end
  end
endmodule
