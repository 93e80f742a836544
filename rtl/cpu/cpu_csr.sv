// Machine-mode control and status registers, traps and the external interrupt.
// Reads are combinational. A write, trap or return takes effect in the next cycle. The interrupt pin takes effect one
// cycle later. mcycle is an offset from the external cycle counter, so nothing here changes while the processor sleeps.
// Zicntr: cycle and instret read mcycle and minstret; time reads the external counter, which no write changes. The
// counters of events (mhpmcounter3 to 31) and their selectors exist and are 0.
module cpu_csr (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic [31:0] hart_id_i,
    input  logic [63:0] cycle_i,
    input  logic        irq_i,
    // the instruction's access
    input  logic [11:0] number_i,
    input  logic [1:0]  op_i,     // funct3[1:0]: 1 write, 2 set, 3 clear
    input  logic [31:0] operand_i,
    input  logic        writes_i,  // it is more than a read
    input  logic        commit_i,  // it retires in this cycle
    output logic [31:0] rdata_o,
    output logic        legal_o,
    // traps
    input  logic        trap_i,
    input  logic [4:0]  cause_i,
    input  logic [31:0] pc_i,
    input  logic [31:0] value_i,
    input  logic        mret_i,
    input  logic        retire_i,
    output logic [31:0] mtvec_o,
    output logic [31:0] mepc_o,
    output logic        interrupt_o,  // an interrupt must be taken
    output logic        wake_o,       // pending and enabled in mie, regardless of mstatus
    output logic        pending_o     // pending, regardless of mie
);
  logic        mstatus_mie_q, mstatus_mpie_q, mie_meie_q, mip_meip_q;
  logic [31:0] mtvec_q, mepc_q, mtval_q, mscratch_q;
  logic [4:0]  mcause_q;
  logic [63:0] mcycle_offset_q, minstret_q, mcycle;

  assign mcycle      = cycle_i + mcycle_offset_q;
  assign mtvec_o     = mtvec_q;
  assign mepc_o      = mepc_q;
  assign pending_o   = mip_meip_q;
  assign wake_o      = mip_meip_q && mie_meie_q;
  assign interrupt_o = wake_o && mstatus_mie_q;

  // mhpmcounter3..31, mhpmcounter3h..31h, mhpmevent3..31
  logic counts_nothing;
  assign counts_nothing = number_i[4:0] >= 5'd3 &&
                          ((number_i[11:8] == 4'hb && number_i[6:5] == 2'd0) || number_i[11:5] == 7'h19);

  logic known;
  always @* begin
    known   = 1'b1;
    rdata_o = '0;
    unique case (number_i)
      riscv_pkg::CSR_MSTATUS: begin
        rdata_o[12:11]                   = 2'b11;  // there is no other mode to return to
        rdata_o[riscv_pkg::MSTATUS_MPIE] = mstatus_mpie_q;
        rdata_o[riscv_pkg::MSTATUS_MIE]  = mstatus_mie_q;
      end
      riscv_pkg::CSR_MISA:      rdata_o = riscv_pkg::MISA_RV32IM;
      riscv_pkg::CSR_MIE:       rdata_o[riscv_pkg::MEXTERNAL] = mie_meie_q;
      riscv_pkg::CSR_MIP:       rdata_o[riscv_pkg::MEXTERNAL] = mip_meip_q;
      riscv_pkg::CSR_MTVEC:     rdata_o = mtvec_q;
      riscv_pkg::CSR_MEPC:      rdata_o = mepc_q;
      riscv_pkg::CSR_MCAUSE:    rdata_o = {mcause_q[4], 27'd0, mcause_q[3:0]};
      riscv_pkg::CSR_MTVAL:     rdata_o = mtval_q;
      riscv_pkg::CSR_MSCRATCH:  rdata_o = mscratch_q;
      riscv_pkg::CSR_MCYCLE, riscv_pkg::CSR_CYCLE:       rdata_o = mcycle[31:0];
      riscv_pkg::CSR_MCYCLEH, riscv_pkg::CSR_CYCLEH:     rdata_o = mcycle[63:32];
      riscv_pkg::CSR_TIME:      rdata_o = cycle_i[31:0];
      riscv_pkg::CSR_TIMEH:     rdata_o = cycle_i[63:32];
      riscv_pkg::CSR_MINSTRET, riscv_pkg::CSR_INSTRET:   rdata_o = minstret_q[31:0];
      riscv_pkg::CSR_MINSTRETH, riscv_pkg::CSR_INSTRETH: rdata_o = minstret_q[63:32];
      riscv_pkg::CSR_MHARTID:   rdata_o = hart_id_i;
      riscv_pkg::CSR_MSTATUSH, riscv_pkg::CSR_MVENDORID, riscv_pkg::CSR_MARCHID, riscv_pkg::CSR_MIMPID,
      riscv_pkg::CSR_MCONFIGPTR: ;
      default: known = counts_nothing;
    endcase
  end
  assign legal_o = known && !(writes_i && number_i[11:10] == 2'b11);

  logic [31:0] wdata;
  logic        write;
  assign write = commit_i && writes_i;
  always @* begin
    unique case (op_i)
      2'd2: wdata = rdata_o | operand_i;
      2'd3: wdata = rdata_o & ~operand_i;
      default: wdata = operand_i;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      mstatus_mie_q   <= 1'b0;
      mstatus_mpie_q  <= 1'b0;
      mie_meie_q      <= 1'b0;
      mip_meip_q      <= 1'b0;
      mtvec_q         <= '0;
      mepc_q          <= '0;
      mcause_q        <= '0;
      mtval_q         <= '0;
      mscratch_q      <= '0;
      mcycle_offset_q <= '0;
      minstret_q      <= '0;
    end else begin
      mip_meip_q <= irq_i;
      if (retire_i) minstret_q <= minstret_q + 64'd1;
      if (trap_i) begin
        mstatus_mpie_q <= mstatus_mie_q;
        mstatus_mie_q  <= 1'b0;
        mepc_q         <= pc_i;
        mcause_q       <= cause_i;
        mtval_q        <= value_i;
      end else if (mret_i) begin
        mstatus_mie_q  <= mstatus_mpie_q;
        mstatus_mpie_q <= 1'b1;
      end else if (write) begin
        unique case (number_i)
          riscv_pkg::CSR_MSTATUS: begin
            mstatus_mie_q  <= wdata[riscv_pkg::MSTATUS_MIE];
            mstatus_mpie_q <= wdata[riscv_pkg::MSTATUS_MPIE];
          end
          riscv_pkg::CSR_MIE:      mie_meie_q <= wdata[riscv_pkg::MEXTERNAL];
          riscv_pkg::CSR_MTVEC:    mtvec_q    <= {wdata[31:2], 2'd0};
          riscv_pkg::CSR_MEPC:     mepc_q     <= {wdata[31:2], 2'd0};
          riscv_pkg::CSR_MCAUSE:   mcause_q   <= {wdata[31], wdata[3:0]};
          riscv_pkg::CSR_MTVAL:    mtval_q    <= wdata;
          riscv_pkg::CSR_MSCRATCH: mscratch_q <= wdata;
          // The next cycle must read the written value: ~x equals -x-1.
          riscv_pkg::CSR_MCYCLE:    mcycle_offset_q <= {mcycle[63:32], wdata} + ~cycle_i;
          riscv_pkg::CSR_MCYCLEH:   mcycle_offset_q <= {wdata, mcycle[31:0]} + ~cycle_i;
          riscv_pkg::CSR_MINSTRET:  minstret_q <= {minstret_q[63:32], wdata};
          riscv_pkg::CSR_MINSTRETH: minstret_q <= {wdata, minstret_q[31:0]};
          default: ;
        endcase
      end
    end
  end
endmodule
