// Encodes RV32IM instructions, so that tests of the processor need no assembler. Offsets and immediates are
// signed and in bytes; registers are numbers.
#pragma once
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace collnoc::test::riscv {

using Word = std::uint32_t;

constexpr Word r_type(Word op, unsigned funct3, unsigned funct7, unsigned rd, unsigned rs1, unsigned rs2) {
  return funct7 << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | op;
}
constexpr Word i_type(Word op, unsigned funct3, unsigned rd, unsigned rs1, std::int32_t imm) {
  return static_cast<Word>(imm) << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | op;
}
constexpr Word s_type(unsigned funct3, unsigned rs2, unsigned rs1, std::int32_t imm) {
  const auto i = static_cast<Word>(imm);
  return (i >> 5 & 0x7f) << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | (i & 31) << 7 | 0x23;
}
/// The offset bits of a branch.
constexpr Word b_offset(std::int32_t offset) {
  const auto i = static_cast<Word>(offset);
  return (i >> 12 & 1) << 31 | (i >> 5 & 63) << 25 | (i >> 1 & 15) << 8 | (i >> 11 & 1) << 7;
}
/// The offset bits of jal.
constexpr Word j_offset(std::int32_t offset) {
  const auto i = static_cast<Word>(offset);
  return (i >> 20 & 1) << 31 | (i >> 1 & 0x3ff) << 21 | (i >> 11 & 1) << 20 | (i >> 12 & 0xff) << 12;
}

/// op(funct7, funct3) of register and register: 0x00 add sll slt sltu xor srl or and, 0x20 sub sra (funct3 0,
/// 5), 0x01 mul mulh mulhsu mulhu div divu rem remu.
constexpr Word op(unsigned funct7, unsigned funct3, unsigned rd, unsigned rs1, unsigned rs2) {
  return r_type(0x33, funct3, funct7, rd, rs1, rs2);
}
/// The same with an immediate; for sra the immediate is 0x400 + the distance.
constexpr Word op_imm(unsigned funct3, unsigned rd, unsigned rs1, std::int32_t imm) {
  return i_type(0x13, funct3, rd, rs1, imm);
}
constexpr Word add(unsigned rd, unsigned rs1, unsigned rs2) { return op(0, 0, rd, rs1, rs2); }
constexpr Word addi(unsigned rd, unsigned rs1, std::int32_t imm) { return op_imm(0, rd, rs1, imm); }
constexpr Word nop() { return addi(0, 0, 0); }
constexpr Word lui(unsigned rd, Word upper) { return (upper & 0xffff'f000) | rd << 7 | 0x37; }
constexpr Word auipc(unsigned rd, Word upper) { return (upper & 0xffff'f000) | rd << 7 | 0x17; }
constexpr Word jal(unsigned rd, std::int32_t offset) { return j_offset(offset) | rd << 7 | 0x6f; }
constexpr Word jalr(unsigned rd, unsigned rs1, std::int32_t imm) { return i_type(0x67, 0, rd, rs1, imm); }

enum Condition : unsigned { eq = 0, ne = 1, lt = 4, ge = 5, ltu = 6, geu = 7 };
constexpr Word branch(Condition condition, unsigned rs1, unsigned rs2, std::int32_t offset) {
  return b_offset(offset) | rs2 << 20 | rs1 << 15 | condition << 12 | 0x63;
}

enum Load : unsigned { lb = 0, lh = 1, lw = 2, lbu = 4, lhu = 5 };
enum Store : unsigned { sb = 0, sh = 1, sw = 2 };
constexpr Word load(Load width, unsigned rd, unsigned rs1, std::int32_t imm) {
  return i_type(0x03, width, rd, rs1, imm);
}
constexpr Word store(Store width, unsigned rs2, unsigned rs1, std::int32_t imm) {
  return s_type(width, rs2, rs1, imm);
}

enum CsrOp : unsigned { csrrw = 1, csrrs = 2, csrrc = 3, csrrwi = 5, csrrsi = 6, csrrci = 7 };
/// `source`: a register, or for csrr.i the immediate itself.
constexpr Word csr(CsrOp o, unsigned rd, unsigned number, unsigned source) {
  return number << 20 | source << 15 | o << 12 | rd << 7 | 0x73;
}
constexpr Word csr_read(unsigned rd, unsigned number) { return csr(csrrs, rd, number, 0); }
constexpr Word csr_write(unsigned number, unsigned rs1) { return csr(csrrw, 0, number, rs1); }

/// Numbers of CSRs.
inline constexpr unsigned mstatus = 0x300, misa = 0x301, mie = 0x304, mtvec = 0x305, mscratch = 0x340,
                          mepc = 0x341, mcause = 0x342, mtval = 0x343, mip = 0x344, mcycle = 0xb00,
                          minstret = 0xb02, mcycleh = 0xb80, minstreth = 0xb82, mhartid = 0xf14;

constexpr Word fence() { return 0x0ff0'000f; }
constexpr Word ecall() { return 0x0000'0073; }
constexpr Word ebreak() { return 0x0010'0073; }
constexpr Word mret() { return 0x3020'0073; }
constexpr Word wfi() { return 0x1050'0073; }

/// A program under construction, from address `base` on.
class Program {
 public:
  explicit Program(Word base) : base_(base) {}

  Program& operator<<(Word instr) {
    words_.push_back(instr);
    return *this;
  }
  /// Loads any value, in two instructions.
  Program& li(unsigned rd, Word value) {
    return *this << lui(rd, value + 0x800) << addi(rd, rd, static_cast<std::int32_t>(value << 20) >> 20);
  }
  Word here() const { return base_ + 4 * static_cast<Word>(words_.size()); }
  /// From the next instruction to an address.
  std::int32_t to(Word address) const { return static_cast<std::int32_t>(address - here()); }
  /// Makes the branch or jal at an address, which has offset 0, lead to the next instruction.
  void land(Word at) {
    Word& instr = words_.at((at - base_) / 4);
    const auto offset = static_cast<std::int32_t>(here() - at);
    if ((instr & 0x7f) == 0x63) {
      if (offset >= 4096) throw std::out_of_range("branch too far");
      instr |= b_offset(offset);
    } else {
      instr |= j_offset(offset);
    }
  }
  const std::vector<Word>& words() const { return words_; }
  Word base() const { return base_; }

 private:
  Word base_;
  std::vector<Word> words_;
};

}  // namespace collnoc::test::riscv
