#include "sim/debug/disassembly.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "collnoc/model/cpu/cpu_decode.hpp"
#include "sim/debug/hart_state.hpp"

namespace collnoc {
namespace {

using model::CpuDecode;

constexpr std::string_view abi_names[] = {
    "zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", "a0",  "a1",  "a2", "a3", "a4", "a5",
    "a6",   "a7", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6"};

constexpr std::string_view branches[] = {"beq", "bne", "", "", "blt", "bge", "bltu", "bgeu"};
constexpr std::string_view loads[] = {"lb", "lh", "lw", "", "lbu", "lhu"};
constexpr std::string_view stores[] = {"sb", "sh", "sw"};
constexpr std::string_view arithmetic[] = {"add", "sll", "slt", "sltu", "xor", "srl", "or", "and"};
constexpr std::string_view products[] = {"mul", "mulh", "mulhsu", "mulhu", "div", "divu", "rem", "remu"};
constexpr std::string_view csr_operations[] = {"", "csrrw",  "csrrs",  "csrrc",
                                               "", "csrrwi", "csrrsi", "csrrci"};

constexpr std::pair<unsigned, std::string_view> csrs[] = {
    {0x300, "mstatus"},  {0x301, "misa"},       {0x304, "mie"},           {0x305, "mtvec"},
    {0x310, "mstatush"}, {0x306, "mcounteren"}, {0x320, "mcountinhibit"}, {0x340, "mscratch"},
    {0x341, "mepc"},     {0x342, "mcause"},     {0x343, "mtval"},         {0x344, "mip"},
    {0xb00, "mcycle"},   {0xb02, "minstret"},   {0xb80, "mcycleh"},       {0xb82, "minstreth"},
    {0xc00, "cycle"},    {0xc01, "time"},       {0xc02, "instret"},       {0xc80, "cycleh"},
    {0xc81, "timeh"},    {0xc82, "instreth"},   {0xf11, "mvendorid"},     {0xf12, "marchid"},
    {0xf13, "mimpid"},   {0xf14, "mhartid"}};

std::string csr_name(unsigned number) {
  const auto* known =
      std::find_if(std::begin(csrs), std::end(csrs), [&](const auto& c) { return c.first == number; });
  return known == std::end(csrs) ? fmt::format("{:#x}", number) : std::string(known->second);
}

std::string fence(std::uint32_t instr) {
  const auto set = [](unsigned bits) {
    std::string text;
    for (unsigned b = 0; b < 4; ++b)
      if ((bits >> (3 - b) & 1) != 0) text += "iorw"[b];
    return text.empty() ? std::string("unknown") : text;
  };
  return fmt::format("fence {},{}", set(instr >> 24 & 15), set(instr >> 20 & 15));
}

}  // namespace

std::string_view register_abi_name(unsigned n) { return abi_names[n]; }

std::string disassembly(std::uint32_t instr, std::uint32_t pc) {
  using Kind = CpuDecode::Kind;
  const CpuDecode decoded = CpuDecode::of(instr);
  const auto rd = abi_names[instruction::rd(instr)], a = abi_names[instruction::rs1(instr)],
             b = abi_names[instruction::rs2(instr)];
  const unsigned f3 = instruction::funct3(instr);
  const auto imm = static_cast<std::int32_t>(decoded.imm);
  switch (decoded.kind) {
    case Kind::lui: return fmt::format("lui {},{:#x}", rd, decoded.imm >> 12);
    case Kind::auipc: return fmt::format("auipc {},{:#x}", rd, decoded.imm >> 12);
    case Kind::jal: return fmt::format("jal {},{:#x}", rd, pc + decoded.imm);
    case Kind::jalr: return fmt::format("jalr {},{}({})", rd, imm, a);
    case Kind::branch: return fmt::format("{} {},{},{:#x}", branches[f3], a, b, pc + decoded.imm);
    case Kind::load: return fmt::format("{} {},{}({})", loads[f3], rd, imm, a);
    case Kind::store: return fmt::format("{} {},{}({})", stores[f3], b, imm, a);
    case Kind::mul_div: return fmt::format("{} {},{},{}", products[f3], rd, a, b);
    case Kind::alu: {
      std::string name(f3 == 5 && decoded.other ? "sra" : f3 == 0 && decoded.other ? "sub" : arithmetic[f3]);
      if (!decoded.use_imm) return fmt::format("{} {},{},{}", name, rd, a, b);
      name = f3 == 3 ? "sltiu" : name + "i";
      if (f3 == 1 || f3 == 5) return fmt::format("{} {},{},{:#x}", name, rd, a, decoded.imm & 31);
      return fmt::format("{} {},{},{}", name, rd, a, imm);
    }
    case Kind::csr: {
      const std::string name = csr_name(instr >> 20);
      if ((f3 & 4) != 0)
        return fmt::format("{} {},{},{}", csr_operations[f3], rd, name, instruction::rs1(instr));
      return fmt::format("{} {},{},{}", csr_operations[f3], rd, name, a);
    }
    case Kind::ecall: return "ecall";
    case Kind::ebreak: return "ebreak";
    case Kind::mret: return "mret";
    case Kind::wfi: return "wfi";
    case Kind::fence: return fence(instr);
    default: return fmt::format(".word {:#010x}", instr);
  }
}

}  // namespace collnoc
