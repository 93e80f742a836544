// Fetches instructions in order, ahead of their use. It requests the next word while there is space for it, and buffers
// up to two words that are not yet taken. A redirect drops all of them and requests its target in the same cycle.
// A word granted in cycle t arrives in t+1 and can be taken then. Address and request depend only on registers and on
// the redirect. A refused word (an error with its grant) is passed on like any other, with `refused_o`.
// `idle_o`: no word arrives and none is requested.
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
    // continue at another address instead
    input  logic        redirect_i,
    input  logic [31:0] target_i,
    output logic        idle_o
);
  logic [31:0] fetch_pc_q;         // of the next word to request
  logic [31:0] pc_q;               // of the next instruction to take
  logic [31:0] front_q, second_q;  // buffered words
  logic [1:0]  count_q;
  logic        arrives_q;          // a word arrives in this cycle
  logic        arrives_refused_q, front_refused_q, second_refused_q;  // whether these words were refused
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
