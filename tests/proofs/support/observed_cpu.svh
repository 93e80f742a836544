  // For harnesses of the processor: what it does (rvfi.sv), instruction by instruction, and what the manual says of the
  // instruction of the packet (rv32i_manual.sv). The harness has the inputs, and STALLS: memory may not grant requests,
  // and there may be interrupts.
  logic rst_nq = 1'b0;
  always_ff @(posedge clk_i) rst_nq <= 1'b1;

  logic irq;
  assign irq = irq_i && STALLS;
  logic        event_here, valid, trap, rs1_known, rs2_known;
  logic [31:0] event_instr, insn, rs1, rs2, rd_wdata, pc, next_pc, mem_addr, mem_rdata, mem_wdata;
  logic [7:0]  order;
  logic [4:0]  rd;
  logic [3:0]  rmask, wmask;
  rvfi i_rvfi (
      .clk_i, .rst_ni(rst_nq), .irq_i(irq), .instr_gnt_i(instr_gnt_i || !STALLS), .instr_rdata_i,
      .data_gnt_i(data_gnt_i || !STALLS), .data_rdata_i, .followed_i,
      .event_o(event_here), .event_instr_o(event_instr), .rvfi_valid(valid), .rvfi_order(order), .rvfi_insn(insn),
      .rvfi_trap(trap), .rs1_known, .rs2_known, .rvfi_rs1_rdata(rs1), .rvfi_rs2_rdata(rs2),
      .rvfi_rd_addr(rd), .rvfi_rd_wdata(rd_wdata), .rvfi_pc_rdata(pc), .rvfi_pc_wdata(next_pc),
      .rvfi_mem_addr(mem_addr), .rvfi_mem_rmask(rmask), .rvfi_mem_wmask(wmask), .rvfi_mem_rdata(mem_rdata),
      .rvfi_mem_wdata(mem_wdata)
  );

  logic        is_csr, is_mret, is_muldiv, reads_rs1, reads_rs2, should_trap;
  logic [31:0] should_rd_wdata, should_next_pc, should_mem_addr, should_mem_wdata;
  logic [4:0]  should_rd;
  logic [3:0]  should_rmask, should_wmask;
  rv32i_manual i_manual (
      .insn, .pc, .rs1, .rs2, .word(mem_rdata), .is_csr, .is_mret, .is_muldiv, .reads_rs1, .reads_rs2,
      .trap(should_trap), .rd(should_rd), .rd_wdata(should_rd_wdata), .next_pc(should_next_pc),
      .mem_addr(should_mem_addr), .rmask(should_rmask), .wmask(should_wmask), .mem_wdata(should_mem_wdata)
  );

  // Whether the operands are known; whether there was an interrupt so far.
  logic known, interrupts_q;
  assign known = (!reads_rs1 || rs1_known) && (!reads_rs2 || rs2_known);
  always_ff @(posedge clk_i) begin
    if (!rst_nq) interrupts_q <= 1'b0;
    else interrupts_q <= interrupts_q || irq;
  end
