// Model counterpart of rtl/cpu/cpu_decode.sv: classifies an instruction and extracts its immediate.
#pragma once
#include <array>
#include <cstdint>

namespace collnoc::model {

struct CpuDecode {
  enum class Kind : std::uint8_t {
    illegal,
    alu,
    lui,
    auipc,
    jal,
    jalr,
    branch,
    load,
    store,
    mul_div,
    csr,
    ecall,
    ebreak,
    mret,
    wfi,
    fence
  };
  Kind kind = Kind::illegal;
  std::uint32_t imm = 0;
  bool use_imm = false;  ///< for alu: the second operand is the immediate
  bool other = false;    ///< for alu: subtract, or shift arithmetically

  [[gnu::always_inline]] static CpuDecode of(std::uint32_t instr) {
    CpuDecode d;
    d.kind = lookup(instr);
    d.imm = immediate(d.kind, instr);
    d.use_imm = (instr & 0x20) == 0;
    d.other = (instr >> 30 & 1) != 0 && (!d.use_imm || (instr >> 12 & 7) == 5);
    return d;
  }

 private:
  static constexpr Kind kind_of(std::uint32_t instr) {
    const unsigned funct3 = instr >> 12 & 7, funct7 = instr >> 25;
    const auto when = [](bool legal, Kind then) { return legal ? then : Kind::illegal; };
    switch (instr & 0x7f) {
      case 0x37: return Kind::lui;
      case 0x17: return Kind::auipc;
      case 0x6f: return Kind::jal;
      case 0x67: return when(funct3 == 0, Kind::jalr);
      case 0x63: return when(funct3 != 2 && funct3 != 3, Kind::branch);
      case 0x03: return when(funct3 < 3 || funct3 == 4 || funct3 == 5, Kind::load);
      case 0x23: return when(funct3 < 3, Kind::store);
      case 0x0f: return when(funct3 == 0, Kind::fence);
      case 0x13:
        if (funct3 == 1) return when(funct7 == 0, Kind::alu);
        return when(funct3 != 5 || funct7 == 0 || funct7 == 0x20, Kind::alu);
      case 0x33:
        if (funct7 == 1) return Kind::mul_div;
        return when(funct7 == 0 || (funct7 == 0x20 && (funct3 == 0 || funct3 == 5)), Kind::alu);
      case 0x73: break;
      default: return Kind::illegal;
    }
    if (funct3 != 0 && funct3 != 4) return Kind::csr;
    switch (instr) {
      case 0x0000'0073: return Kind::ecall;
      case 0x0010'0073: return Kind::ebreak;
      case 0x3020'0073: return Kind::mret;
      case 0x1050'0073: return Kind::wfi;
      default: return Kind::illegal;
    }
  }

  // kind_of() by opcode, funct3, and whether funct7 is 0, 1, 0x20 or another; but for SYSTEM instructions.
  static constexpr unsigned funct7_class(std::uint32_t instr) {
    const unsigned funct7 = instr >> 25;
    return funct7 == 0 ? 0 : funct7 == 1 ? 1 : funct7 == 0x20 ? 2 : 3;
  }
  static constexpr std::array<Kind, 1024> table() {
    constexpr std::uint32_t funct7[] = {0, 1, 0x20, 0x7f};
    std::array<Kind, 1024> kinds{};
    for (std::uint32_t n = 0; n < kinds.size(); ++n)
      kinds[n] = kind_of((n & 31) << 2 | 3 | (n >> 5 & 7) << 12 | funct7[n >> 8] << 25);
    return kinds;
  }
  static Kind lookup(std::uint32_t instr) {
    static constexpr std::array<Kind, 1024> kinds = table();
    if ((instr & 3) != 3 || (instr & 0x7f) == 0x73) [[unlikely]]
      return kind_of(instr);
    return kinds[(instr >> 2 & 31) | (instr >> 12 & 7) << 5 | funct7_class(instr) << 8];
  }

  static std::uint32_t immediate(Kind kind, std::uint32_t instr) {
    const auto sign = static_cast<std::uint32_t>(static_cast<std::int32_t>(instr) >> 31);
    switch (kind) {
      case Kind::lui:
      case Kind::auipc: return instr & 0xffff'f000;
      case Kind::jal: return sign << 20 | (instr & 0xf'f000) | (instr >> 9 & 0x800) | (instr >> 20 & 0x7fe);
      case Kind::branch:
        return sign << 12 | (instr << 4 & 0x800) | (instr >> 20 & 0x7e0) | (instr >> 7 & 0x1e);
      case Kind::store: return sign << 11 | (instr >> 20 & 0x7e0) | (instr >> 7 & 0x1f);
      default: return sign << 11 | (instr >> 20 & 0x7ff);
    }
  }
};

}  // namespace collnoc::model
