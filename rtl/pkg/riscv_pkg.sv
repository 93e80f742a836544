// Constants of the RISC-V manuals that several modules of rtl/cpu need: opcodes, CSR numbers, trap causes.
package riscv_pkg;

  // instr[6:0]
  localparam logic [6:0] OP_LOAD   = 7'h03;
  localparam logic [6:0] OP_FENCE  = 7'h0f;
  localparam logic [6:0] OP_IMM    = 7'h13;
  localparam logic [6:0] OP_AUIPC  = 7'h17;
  localparam logic [6:0] OP_STORE  = 7'h23;
  localparam logic [6:0] OP_REG    = 7'h33;
  localparam logic [6:0] OP_LUI    = 7'h37;
  localparam logic [6:0] OP_BRANCH = 7'h63;
  localparam logic [6:0] OP_JALR   = 7'h67;
  localparam logic [6:0] OP_JAL    = 7'h6f;
  localparam logic [6:0] OP_SYSTEM = 7'h73;

  // Complete instructions of OP_SYSTEM.
  localparam logic [31:0] INSTR_ECALL  = 32'h0000_0073;
  localparam logic [31:0] INSTR_EBREAK = 32'h0010_0073;
  localparam logic [31:0] INSTR_MRET   = 32'h3020_0073;
  localparam logic [31:0] INSTR_WFI    = 32'h1050_0073;

  // Instruction kinds, as the pipeline distinguishes them.
  typedef enum logic [3:0] {
    ILLEGAL, ALU, LUI, AUIPC, JAL, JALR, BRANCH, LOAD, STORE, MUL_DIV, CSR, ECALL, EBREAK, MRET, WFI, FENCE
  } kind_t;

  localparam logic [11:0] CSR_MSTATUS   = 12'h300;
  localparam logic [11:0] CSR_MISA      = 12'h301;
  localparam logic [11:0] CSR_MIE       = 12'h304;
  localparam logic [11:0] CSR_MTVEC     = 12'h305;
  localparam logic [11:0] CSR_MSTATUSH  = 12'h310;
  localparam logic [11:0] CSR_MSCRATCH  = 12'h340;
  localparam logic [11:0] CSR_MEPC      = 12'h341;
  localparam logic [11:0] CSR_MCAUSE    = 12'h342;
  localparam logic [11:0] CSR_MTVAL     = 12'h343;
  localparam logic [11:0] CSR_MIP       = 12'h344;
  localparam logic [11:0] CSR_MCYCLE    = 12'hb00;
  localparam logic [11:0] CSR_MINSTRET  = 12'hb02;
  localparam logic [11:0] CSR_MCYCLEH   = 12'hb80;
  localparam logic [11:0] CSR_MINSTRETH = 12'hb82;
  localparam logic [11:0] CSR_CYCLE     = 12'hc00;
  localparam logic [11:0] CSR_TIME      = 12'hc01;
  localparam logic [11:0] CSR_INSTRET   = 12'hc02;
  localparam logic [11:0] CSR_CYCLEH    = 12'hc80;
  localparam logic [11:0] CSR_TIMEH     = 12'hc81;
  localparam logic [11:0] CSR_INSTRETH  = 12'hc82;
  localparam logic [11:0] CSR_MVENDORID = 12'hf11;
  localparam logic [11:0] CSR_MARCHID   = 12'hf12;
  localparam logic [11:0] CSR_MIMPID    = 12'hf13;
  localparam logic [11:0] CSR_MHARTID   = 12'hf14;
  localparam logic [11:0] CSR_MCONFIGPTR = 12'hf15;

  localparam int MSTATUS_MIE  = 3;
  localparam int MSTATUS_MPIE = 7;
  localparam int MEXTERNAL    = 11;  // bit in mie and mip, and cause of the interrupt

  localparam logic [31:0] MISA_RV32IM = 32'h4000_1100;

  // mcause: bit 31, followed by the code.
  localparam logic [4:0] CAUSE_FETCH_MISALIGNED = 5'h00;
  localparam logic [4:0] CAUSE_FETCH_ACCESS     = 5'h01;
  localparam logic [4:0] CAUSE_ILLEGAL          = 5'h02;
  localparam logic [4:0] CAUSE_BREAKPOINT       = 5'h03;
  localparam logic [4:0] CAUSE_LOAD_MISALIGNED  = 5'h04;
  localparam logic [4:0] CAUSE_LOAD_ACCESS      = 5'h05;
  localparam logic [4:0] CAUSE_STORE_MISALIGNED = 5'h06;
  localparam logic [4:0] CAUSE_STORE_ACCESS     = 5'h07;
  localparam logic [4:0] CAUSE_ECALL            = 5'h0b;
  localparam logic [4:0] CAUSE_INTERRUPT        = 5'h1b;
endpackage
