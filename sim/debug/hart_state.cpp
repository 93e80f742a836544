#include "sim/debug/hart_state.hpp"

#include "collnoc/arch/tile_registers.hpp"
#include "collnoc/model/cpu/cpu_alu.hpp"
#include "collnoc/model/cpu/cpu_mul_div.hpp"

namespace collnoc {

using model::CpuDecode;
using namespace instruction;

std::uint32_t HartState::Load::value(std::uint32_t word) const {
  const std::uint32_t shifted = word >> 8 * (address & 3);
  switch (funct3) {
    case 0: return static_cast<std::uint32_t>(static_cast<std::int8_t>(shifted));
    case 1: return static_cast<std::uint32_t>(static_cast<std::int16_t>(shifted));
    case 4: return shifted & 0xff;
    case 5: return shifted & 0xffff;
    default: return shifted;
  }
}

void HartState::cycle(const ProcessorCycle& c) {
  access_.reset();
  load_.reset();
  event_ = event_ || c.event;
  if (c.late) regs_[completed_rd_] = c.late_wdata;
  if (c.retired) retire(c);
  if (c.trapped) {
    csr_.trap(0, c.pc, 0);  // cause and value are not on the trace ports
    in_trap_ = true;
    pc_ = csr_.mtvec_q;
  }
  if (c.wrote) regs_[rd(c.instr)] = c.wdata;
}

void HartState::set(unsigned n, std::uint32_t value, std::uint32_t arriving) {
  if (load_) regs_[load_->rd] = load_->value(arriving);
  load_.reset();
  (n == 32 ? pc_ : regs_[n]) = value;
  regs_[0] = 0;
}

/// Called with the registers before this instruction.
void HartState::retire(const ProcessorCycle& c) {
  using Kind = CpuDecode::Kind;
  const CpuDecode decoded = CpuDecode::of(c.instr);
  const unsigned f3 = funct3(c.instr);
  pc_ = next_pc(c, decoded);
  completed_rd_ = rd(c.instr);
  bool counts = true;
  switch (decoded.kind) {
    case Kind::load:
    case Kind::store: {
      const bool write = decoded.kind == Kind::store;
      const std::uint32_t address = regs_[rs1(c.instr)] + decoded.imm;
      access_ = {address, 1u << (f3 & 3), write};
      if (!write) load_ = {rd(c.instr), f3, address};
      // A write clears EVENT, unless the NIC reports in the same cycle.
      if (write && address == tile::tile_registers_base + tile::event) event_ = c.event;
      break;
    }
    case Kind::csr: {
      const std::uint32_t number = c.instr >> 20, op = f3 & 3;
      const std::uint32_t operand = (f3 & 4) != 0 ? rs1(c.instr) : regs_[rs1(c.instr)];
      if (op != 1 && rs1(c.instr) == 0) break;  // only reads
      const std::uint32_t old = csr_.read(number, 0, c.now).value_or(0);
      csr_.write(number, op == 2 ? old | operand : op == 3 ? old & ~operand : operand, c.now);
      counts = !model::CpuCsr::writes_minstret(number);
      break;
    }
    case Kind::mul_div:
      if (f3 < 4 && completed_rd_ != 0) regs_[completed_rd_] = product(c.instr);
      break;
    case Kind::mret:
      csr_.mret();
      in_trap_ = false;
      break;
    default: break;
  }
  csr_.minstret_q += counts;
}

/// The trace ports report it one cycle later.
std::uint32_t HartState::product(std::uint32_t instr) const {
  model::CpuMulDiv unit;
  unit.start(funct3(instr), regs_[rs1(instr)], regs_[rs2(instr)], 32);
  return unit.product();
}

std::uint32_t HartState::next_pc(const ProcessorCycle& c, const CpuDecode& decoded) const {
  using Kind = CpuDecode::Kind;
  const std::uint32_t a = regs_[rs1(c.instr)], b = regs_[rs2(c.instr)];
  const unsigned f3 = funct3(c.instr);
  switch (decoded.kind) {
    case Kind::jal: return c.pc + decoded.imm;
    case Kind::jalr: return (a + decoded.imm) & ~1u;
    case Kind::branch: {
      const bool holds = (f3 & 4) != 0 ? model::CpuAlu::less((f3 & 2) != 0, a, b) : a == b;
      return c.pc + (holds != ((f3 & 1) != 0) ? decoded.imm : 4);
    }
    case Kind::mret: return csr_.mepc_q;
    default: return c.pc + 4;
  }
}

}  // namespace collnoc
