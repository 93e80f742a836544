// The processor, observed from outside: what it does, in the shape of the RISC-V Formal Interface. A packet is given
// when the next instruction retires or traps; then its result is there, and the address that follows it is known.
// Two of the registers are followed (`followed_i`, sampled in reset): `rs1_known` and `rs2_known` say whether the
// value that the instruction should read is known, from the packets before it; x0 always is.
module rvfi #(
    parameter int MUL_BITS = 1  // a product takes longer than most bounds, which keeps the multiplier out of the proofs
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        irq_i,
    input  logic        instr_gnt_i,
    input  logic [31:0] instr_rdata_i,
    input  logic        data_gnt_i,
    input  logic [31:0] data_rdata_i,
    input  logic [9:0]  followed_i,
    output logic        event_o,       // in this cycle an instruction retires or traps
    output logic [31:0] event_instr_o,
    output logic        rvfi_valid,
    output logic [7:0]  rvfi_order,
    output logic [31:0] rvfi_insn,
    output logic        rvfi_trap,
    output logic        rs1_known,
    output logic        rs2_known,
    output logic [31:0] rvfi_rs1_rdata,
    output logic [31:0] rvfi_rs2_rdata,
    output logic [4:0]  rvfi_rd_addr,  // 0: no register is written
    output logic [31:0] rvfi_rd_wdata,
    output logic [31:0] rvfi_pc_rdata,
    output logic [31:0] rvfi_pc_wdata,
    output logic [31:0] rvfi_mem_addr,  // of the word
    output logic [3:0]  rvfi_mem_rmask,
    output logic [3:0]  rvfi_mem_wmask,
    output logic [31:0] rvfi_mem_rdata,
    output logic [31:0] rvfi_mem_wdata
);
  logic        instr_req, data_req, data_write, retire, trap, write, late, quiescent;
  logic [31:0] instr_addr, data_addr, data_wdata, pc, instr, wdata, late_wdata;
  logic [3:0]  data_strb;
  cpu #(.MUL_BITS(MUL_BITS), .BTB_ENTRIES(2)) i_cpu (
      .clk_i, .rst_ni, .hart_id_i(32'd0), .cycle_i(64'd0), .irq_i,
      .instr_req_o(instr_req), .instr_addr_o(instr_addr), .instr_gnt_i, .instr_error_i(1'b0), .instr_rdata_i,
      .data_req_o(data_req), .data_write_o(data_write), .data_addr_o(data_addr), .data_strb_o(data_strb),
      .data_wdata_o(data_wdata), .data_gnt_i, .data_error_i(1'b0), .data_rdata_i,
      .retire_o(retire), .trap_o(trap), .pc_o(pc), .instr_o(instr), .write_o(write), .wdata_o(wdata),
      .late_o(late), .late_wdata_o(late_wdata), .quiescent_o(quiescent)
  );
  assign event_o       = retire || trap;
  assign event_instr_o = instr;

  // The followed registers, as the instruction that retires now should read them.
  logic [4:0]  number_q [2];
  logic        known_q [2], known [2];
  logic [31:0] value_q [2], value [2];
  logic [4:0]  rd_q;
  always_comb begin
    for (int i = 0; i < 2; i++) begin
      known[i] = known_q[i] || (late && rd_q == number_q[i]);
      value[i] = late && rd_q == number_q[i] ? late_wdata : value_q[i];
    end
  end
  always_ff @(posedge clk_i) begin
    for (int i = 0; i < 2; i++) begin
      if (!rst_ni) begin
        number_q[i] <= followed_i[i*5+:5];
        known_q[i]  <= 1'b0;
      end else begin
        known_q[i] <= known[i] || (write && instr[11:7] == number_q[i]);
        value_q[i] <= write && instr[11:7] == number_q[i] ? wdata : value[i];
      end
    end
  end

  // The instruction that retired or trapped last.
  logic held_q, just_q;  // there is one; in the last cycle
  assign rvfi_valid    = held_q && event_o;
  assign rvfi_pc_wdata = pc;
  logic        wrote_q, trap_q, rs1_known_q, rs2_known_q;
  logic [31:0] result_q, word_q;
  logic [4:0]  rs1, rs2;
  assign rs1 = instr[19:15];
  assign rs2 = instr[24:20];
  assign rvfi_rd_addr   = wrote_q || late ? rd_q : 5'd0;
  assign rvfi_rd_wdata  = late ? late_wdata : result_q;
  assign rvfi_mem_rdata = just_q ? data_rdata_i : word_q;
  assign rvfi_trap = trap_q;
  assign rs1_known = rs1_known_q;
  assign rs2_known = rs2_known_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      held_q     <= 1'b0;
      just_q     <= 1'b0;
      rvfi_order <= 8'd0;
    end else begin
      held_q <= held_q || event_o;
      just_q <= event_o;
      if (rvfi_valid) rvfi_order <= rvfi_order + 8'd1;
    end
    result_q <= event_o ? wdata : rvfi_rd_wdata;
    wrote_q  <= event_o ? write : wrote_q || late;
    word_q   <= rvfi_mem_rdata;
    if (event_o) begin
      rd_q           <= instr[11:7];
      trap_q         <= trap;
      rvfi_insn      <= instr;
      rvfi_pc_rdata  <= pc;
      rvfi_mem_addr  <= data_addr;
      rvfi_mem_rmask <= data_req && data_gnt_i && !data_write ? data_strb : 4'd0;
      rvfi_mem_wmask <= data_req && data_gnt_i && data_write ? data_strb : 4'd0;
      rvfi_mem_wdata <= data_wdata;
      rs1_known_q    <= rs1 == 5'd0 || (known[0] && rs1 == number_q[0]) || (known[1] && rs1 == number_q[1]);
      rs2_known_q    <= rs2 == 5'd0 || (known[0] && rs2 == number_q[0]) || (known[1] && rs2 == number_q[1]);
      rvfi_rs1_rdata <= rs1 == 5'd0 ? 32'd0 : rs1 == number_q[0] && known[0] ? value[0] : value[1];
      rvfi_rs2_rdata <= rs2 == 5'd0 ? 32'd0 : rs2 == number_q[0] && known[0] ? value[0] : value[1];
    end
  end
endmodule
