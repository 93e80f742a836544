// The RISC-V manual's definition of one instruction of RV32I, in plain form: from its word, its address, the values
// of its registers and the word that it loads. For CSR instructions, WFI, MRET and RV32M only the class is given.
module rv32i_manual (
    input  logic [31:0] insn,
    input  logic [31:0] pc,
    input  logic [31:0] rs1,
    input  logic [31:0] rs2,
    input  logic [31:0] word,       // in memory, at mem_addr
    output logic        is_csr,
    output logic        is_mret,
    output logic        is_muldiv,
    output logic        reads_rs1,
    output logic        reads_rs2,
    output logic        trap,
    output logic [4:0]  rd,         // 0: no register is written
    output logic [31:0] rd_wdata,
    output logic [31:0] next_pc,
    output logic [31:0] mem_addr,   // of the word
    output logic [3:0]  rmask,
    output logic [3:0]  wmask,
    output logic [31:0] mem_wdata   // in the bytes of wmask
);
  logic [31:0] imm_i, imm_s, imm_b, imm_u, imm_j, address, second, moved;
  logic [4:0]  shift;
  logic [6:0]  funct7;
  logic [2:0]  funct3;
  assign imm_i   = $signed(insn[31:20]);
  assign imm_s   = $signed({insn[31:25], insn[11:7]});
  assign imm_b   = $signed({insn[31], insn[7], insn[30:25], insn[11:8], 1'b0});
  assign imm_u   = {insn[31:12], 12'd0};
  assign imm_j   = $signed({insn[31], insn[19:12], insn[20], insn[30:21], 1'b0});
  assign funct3  = insn[14:12];
  assign funct7  = insn[31:25];
  assign second  = insn[5] ? rs2 : imm_i;
  assign shift   = second[4:0];
  assign address = rs1 + (insn[5] ? imm_s : imm_i);
  assign moved   = word >> (8 * address[1:0]);
  assign mem_addr = address & ~32'd3;

  logic legal, branches;
  logic [3:0] bytes;
  always_comb begin
    is_csr    = 1'b0;
    is_mret   = 1'b0;
    is_muldiv = 1'b0;
    reads_rs1 = 1'b0;
    reads_rs2 = 1'b0;
    legal     = 1'b1;
    trap      = 1'b0;
    rd        = 5'd0;
    rd_wdata  = 32'd0;
    next_pc   = pc + 32'd4;
    bytes     = 4'd0;
    rmask     = 4'd0;
    wmask     = 4'd0;
    mem_wdata = 32'd0;
    branches  = 1'b0;
    case (insn[6:0])
      7'b0110111: begin  // LUI
        rd       = insn[11:7];
        rd_wdata = imm_u;
      end
      7'b0010111: begin  // AUIPC
        rd       = insn[11:7];
        rd_wdata = pc + imm_u;
      end
      7'b1101111: begin  // JAL
        rd       = insn[11:7];
        rd_wdata = pc + 32'd4;
        next_pc  = pc + imm_j;
      end
      7'b1100111: begin  // JALR
        legal     = funct3 == 3'd0;
        reads_rs1 = 1'b1;
        rd        = insn[11:7];
        rd_wdata  = pc + 32'd4;
        next_pc   = (rs1 + imm_i) & ~32'd1;
      end
      7'b1100011: begin  // BEQ, BNE, BLT, BGE, BLTU, BGEU
        reads_rs1 = 1'b1;
        reads_rs2 = 1'b1;
        case (funct3)
          3'd0: branches = rs1 == rs2;
          3'd1: branches = rs1 != rs2;
          3'd4: branches = $signed(rs1) < $signed(rs2);
          3'd5: branches = $signed(rs1) >= $signed(rs2);
          3'd6: branches = rs1 < rs2;
          3'd7: branches = rs1 >= rs2;
          default: legal = 1'b0;
        endcase
        if (branches) next_pc = pc + imm_b;
      end
      7'b0000011, 7'b0100011: begin  // LB, LH, LW, LBU, LHU; SB, SH, SW
        reads_rs1 = 1'b1;
        reads_rs2 = insn[5];
        case (funct3)
          3'd0: {bytes, rd_wdata} = {4'b0001, {24{moved[7]}}, moved[7:0]};
          3'd1: {bytes, rd_wdata} = {4'b0011, {16{moved[15]}}, moved[15:0]};
          3'd2: {bytes, rd_wdata} = {4'b1111, moved};
          3'd4: {bytes, rd_wdata} = {4'b0001, 24'd0, moved[7:0]};
          3'd5: {bytes, rd_wdata} = {4'b0011, 16'd0, moved[15:0]};
          default: legal = 1'b0;
        endcase
        if (insn[5] && funct3[2]) legal = 1'b0;
        trap = (bytes == 4'b0011 && address[0]) || (bytes == 4'b1111 && address[1:0] != 2'd0);
        if (insn[5]) wmask = bytes << address[1:0];
        else rmask = bytes << address[1:0];
        if (!insn[5]) rd = insn[11:7];
        mem_wdata = rs2 << (8 * address[1:0]);
      end
      7'b0010011, 7'b0110011: begin  // ADDI … SRAI, ADD … AND, RV32M
        reads_rs1 = 1'b1;
        reads_rs2 = insn[5];
        rd        = insn[11:7];
        is_muldiv = insn[5] && funct7 == 7'd1;
        case (funct3)
          3'd0: rd_wdata = insn[5] && insn[30] ? rs1 - second : rs1 + second;
          3'd1: rd_wdata = rs1 << shift;
          3'd2: rd_wdata = {31'd0, $signed(rs1) < $signed(second)};
          3'd3: rd_wdata = {31'd0, rs1 < second};
          3'd4: rd_wdata = rs1 ^ second;
          3'd5: if (insn[30]) rd_wdata = $signed(rs1) >>> shift; else rd_wdata = rs1 >> shift;
          3'd6: rd_wdata = rs1 | second;
          default: rd_wdata = rs1 & second;
        endcase
        if (insn[5] && !is_muldiv) begin
          legal = funct7 == 7'd0 || (funct7 == 7'h20 && (funct3 == 3'd0 || funct3 == 3'd5));
        end
        if (!insn[5] && funct3 == 3'd1) legal = funct7 == 7'd0;
        if (!insn[5] && funct3 == 3'd5) legal = funct7 == 7'd0 || funct7 == 7'h20;
      end
      7'b0001111: legal = funct3 == 3'd0;  // FENCE
      7'b1110011: begin
        is_csr  = funct3[1:0] != 2'd0;
        is_mret = insn == 32'h3020_0073;
        // Not ECALL and EBREAK, which trap. CSR instructions trap for reasons that this module does not know.
        legal   = is_csr || is_mret || insn == 32'h1050_0073;
      end
      default: legal = 1'b0;
    endcase
    if (!legal || next_pc[1:0] != 2'd0) trap = 1'b1;
    if (trap) begin
      rd    = 5'd0;
      rmask = 4'd0;
      wmask = 4'd0;
    end
  end
endmodule
