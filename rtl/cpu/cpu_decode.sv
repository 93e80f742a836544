// Classifies an instruction and extracts its immediate. Combinational. Everything that is not an RV32IM instruction is
// ILLEGAL; cpu_csr decides whether a CSR exists.
module cpu_decode (
    input  logic [31:0]        instr_i,
    output riscv_pkg::kind_t   kind_o,
    output logic [31:0]        imm_o,
    output logic               use_imm_o,  // for ALU: the second operand is the immediate
    output logic               other_o     // for ALU: subtract, or shift arithmetically
);
  logic [2:0] funct3;
  logic [6:0] funct7;
  assign funct3 = instr_i[14:12];
  assign funct7 = instr_i[31:25];

  always @* begin
    kind_o = riscv_pkg::ILLEGAL;
    unique case (instr_i[6:0])
      riscv_pkg::OP_LUI:    kind_o = riscv_pkg::LUI;
      riscv_pkg::OP_AUIPC:  kind_o = riscv_pkg::AUIPC;
      riscv_pkg::OP_JAL:    kind_o = riscv_pkg::JAL;
      riscv_pkg::OP_JALR:   if (funct3 == 3'd0) kind_o = riscv_pkg::JALR;
      riscv_pkg::OP_BRANCH: if (funct3[2:1] != 2'd1) kind_o = riscv_pkg::BRANCH;
      riscv_pkg::OP_LOAD:   if (funct3[1:0] != 2'd3 && funct3 != 3'd6) kind_o = riscv_pkg::LOAD;
      riscv_pkg::OP_STORE:  if (funct3 < 3'd3) kind_o = riscv_pkg::STORE;
      riscv_pkg::OP_FENCE:  if (funct3 == 3'd0) kind_o = riscv_pkg::FENCE;
      riscv_pkg::OP_IMM: begin
        if (funct3[1:0] != 2'd1 || funct7 == 7'h00 || (funct7 == 7'h20 && funct3[2])) kind_o = riscv_pkg::ALU;
      end
      riscv_pkg::OP_REG: begin
        if (funct7 == 7'h01) kind_o = riscv_pkg::MUL_DIV;
        else if (funct7 == 7'h00 || (funct7 == 7'h20 && (funct3 == 3'd0 || funct3 == 3'd5))) kind_o = riscv_pkg::ALU;
      end
      riscv_pkg::OP_SYSTEM: begin
        if (funct3[1:0] != 2'd0) kind_o = riscv_pkg::CSR;
        else if (instr_i == riscv_pkg::INSTR_ECALL) kind_o = riscv_pkg::ECALL;
        else if (instr_i == riscv_pkg::INSTR_EBREAK) kind_o = riscv_pkg::EBREAK;
        else if (instr_i == riscv_pkg::INSTR_MRET) kind_o = riscv_pkg::MRET;
        else if (instr_i == riscv_pkg::INSTR_WFI) kind_o = riscv_pkg::WFI;
      end
      default: ;
    endcase
  end

  always @* begin
    unique case (kind_o)
      riscv_pkg::LUI, riscv_pkg::AUIPC: imm_o = {instr_i[31:12], 12'd0};
      riscv_pkg::JAL: imm_o = {{12{instr_i[31]}}, instr_i[19:12], instr_i[20], instr_i[30:21], 1'b0};
      riscv_pkg::BRANCH: imm_o = {{20{instr_i[31]}}, instr_i[7], instr_i[30:25], instr_i[11:8], 1'b0};
      riscv_pkg::STORE: imm_o = {{21{instr_i[31]}}, instr_i[30:25], instr_i[11:7]};
      default: imm_o = {{21{instr_i[31]}}, instr_i[30:20]};
    endcase
  end

  assign use_imm_o = !instr_i[5];
  assign other_o   = instr_i[30] && (instr_i[5] || funct3 == 3'd5);
endmodule
