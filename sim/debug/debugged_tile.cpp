#include "sim/debug/debugged_tile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "collnoc/arch/nic_registers.hpp"
#include "collnoc/arch/tile_registers.hpp"
#include "collnoc/model/cpu/cpu_alu.hpp"

namespace collnoc {

void DebuggedTile::cycle(const ProcessorCycle& c) {
  state_.cycle(c);
  if (const auto& access = state_.access()) look_at_access(access->address, access->bytes, access->write);
  if (!(c.retired || c.trapped)) return;
  const bool was_shown = foreseen_ && foreseen_->pc() == state_.pc();
  foreseen_.reset();
  if (steps_ > 1 || (was_shown && steps_ == 0)) {  // the debugger has already seen the tile here
    if (steps_ > 1) --steps_;
    return;
  }
  if (stop_) return;
  const StopPoint here{StopPoint::Kind::breakpoint, state_.pc(), 0};
  if (c.trapped && state_.pc() == trap_handler_) {
    trap_pc_ = c.pc;
    stop_ = DebugStop{DebugStop::Why::trap, rank_, {}, 0};
  } else if (stops_at(here.address)) {
    stop_ = DebugStop{DebugStop::Why::breakpoint, rank_, here, 0};
  } else if (steps_ == 1) {
    stop_ = DebugStop{DebugStop::Why::step, rank_, {}, 0};
  }
}

bool DebuggedTile::stops_at(std::uint32_t pc) const {
  const auto in = [pc](const std::set<StopPoint>& points) {
    const auto p = points.lower_bound(StopPoint{StopPoint::Kind::breakpoint, pc, 0});
    return p != points.end() && p->kind == StopPoint::Kind::breakpoint && p->address == pc;
  };
  return in(points_.inserted) || (steps_ == 0 && in(points_.removed));
}

/// A message to this tile is written to its memory.
void DebuggedTile::written(Cycle, const model::NodeOut& node, std::uint32_t granted) {
  const std::uint32_t words = fabric_.config().flit_bits / 64;
  for (std::uint32_t m = granted; m != 0; m &= m - 1) {
    const auto c = static_cast<unsigned>(std::countr_zero(m));
    for (std::uint32_t b = 0; b < 8 * words; ++b) {
      if ((node.wr_strb[c] >> b & 1) == 0) continue;
      look_at_access(tile::memory_base + 8 * node.wr_addr[c] + b, 1, true);
    }
  }
}

void DebuggedTile::look_at_access(std::uint32_t address, std::uint32_t bytes, bool write) {
  if (stop_) return;
  for (const StopPoint& point : points_.inserted) {
    if (point.kind == StopPoint::Kind::breakpoint ||
        point.kind == (write ? StopPoint::Kind::read : StopPoint::Kind::write))
      continue;
    if (address - point.address >= point.bytes && point.address - address >= bytes) continue;
    stop_ = DebugStop{DebugStop::Why::watch, rank_, point, point.address};
    return;
  }
}

void DebuggedTile::foresee() {
  HartState next = state_;
  ProcessorCycle c;
  if (const auto& load = state_.load()) {  // its word arrives first
    c.late = load->rd != 0;
    c.late_wdata = load->value(arriving_word(load->address));
    next.cycle(c);
  }
  c = {};
  c.retired = true;
  c.pc = state_.pc();
  c.instr = program_.word(c.pc);
  const auto result = instruction::rd(c.instr) == 0 ? std::nullopt : result_of(c.instr, next);
  const bool loads = model::CpuDecode::of(c.instr).kind == model::CpuDecode::Kind::load;
  c.wdata = result.value_or(0);
  c.wrote = result && !loads;
  next.cycle(c);
  if (loads) {
    c = {};
    c.late = result.has_value();
    c.late_wdata = result.value_or(0);
    next.cycle(c);
  }
  foreseen_ = next;
}

/// The value that an instruction will write to its register, if it is simple to compute.
std::optional<std::uint32_t> DebuggedTile::result_of(std::uint32_t instr, const HartState& before) const {
  using Kind = model::CpuDecode::Kind;
  const model::CpuDecode decoded = model::CpuDecode::of(instr);
  const std::uint32_t a = before.reg(instruction::rs1(instr)), b = before.reg(instruction::rs2(instr));
  const unsigned funct3 = instruction::funct3(instr);
  switch (decoded.kind) {
    case Kind::alu: return model::CpuAlu::result(funct3, decoded.other, a, decoded.use_imm ? decoded.imm : b);
    case Kind::lui: return decoded.imm;
    case Kind::auipc: return before.pc() + decoded.imm;
    case Kind::jal:
    case Kind::jalr: return before.pc() + 4;
    case Kind::load: {
      const std::uint32_t address = a + decoded.imm;
      std::array<std::uint8_t, 4> word{};
      if (!read(address & ~3u, word)) return std::nullopt;
      const std::uint32_t value = word[0] | word[1] << 8 | word[2] << 16 | std::uint32_t{word[3]} << 24;
      return HartState::Load{0, funct3, address}.value(value);
    }
    default: return std::nullopt;
  }
}

std::optional<DebugStop> DebuggedTile::take_stop() { return std::exchange(stop_, std::nullopt); }

DebugTarget::Registers DebuggedTile::registers() const {
  DebugTarget::Registers all{};
  for (unsigned n = 0; n < 32; ++n) all[n] = shown().reg(n);
  if (const auto& load = shown().load(); load && load->rd != 0) {
    all[load->rd] = load->value(arriving_word(load->address));
  }
  all[32] = pc();
  return all;
}

/// The word that the last load has read; it is on its way to the processor.
std::uint32_t DebuggedTile::arriving_word(std::uint32_t address) const {
  const std::uint32_t offset = address & 0x0fff'fffc;
  switch (address - (address & 0x0fff'ffff)) {
    case tile::program_base: return program_.word(offset);
    case tile::memory_base:
      return static_cast<std::uint32_t>(fabric_.memory(rank_).host_rdata() >> ((address & 4) != 0 ? 32 : 0));
    case tile::nic_registers_base: return fabric_.out(rank_).reg_rdata;
    default: return std::uint32_t{offset == tile::event && state_.event()};
  }
}

std::optional<std::uint8_t> DebuggedTile::byte(std::uint32_t address) const {
  const std::uint32_t offset = address & 0x0fff'ffff;
  const auto of_word = [&](std::uint32_t word) {
    return static_cast<std::uint8_t>(word >> 8 * (address & 3));
  };
  const model::TileMemory& memory = fabric_.memory(rank_);
  switch (address - offset) {
    case tile::program_base:
      if (offset >= program_.program_bytes()) return std::nullopt;
      return of_word(program_.word(offset));
    case tile::memory_base:
      if (offset / 8 >= memory.words()) return std::nullopt;
      return memory.bytes()[offset];
    case tile::nic_registers_base:
      if (offset >= 0x400) return std::nullopt;
      return of_word(fabric_.node(rank_).state().nic().read(static_cast<std::uint16_t>(offset & ~3u),
                                                            static_cast<std::uint32_t>(fabric_.now())));
    case tile::tile_registers_base:
      if (offset >= 0x100) return std::nullopt;
      return of_word((offset & ~3u) == tile::event && state_.event());
    default: return std::nullopt;
  }
}

bool DebuggedTile::read(std::uint32_t address, std::span<std::uint8_t> bytes) const {
  for (std::uint8_t& b : bytes) {
    const auto value = byte(address++);
    if (!value) return false;
    b = *value;
  }
  return true;
}

bool DebuggedTile::write(std::uint32_t address, std::span<const std::uint8_t> bytes) {
  model::TileMemory& memory = fabric_.memory(rank_);
  const std::uint64_t size = std::uint64_t{8} * memory.words(), offset = address - tile::memory_base;
  if (address < tile::memory_base || offset > size || bytes.size() > size - offset) return false;
  std::copy(bytes.begin(), bytes.end(), memory.bytes() + offset);
  return true;
}

std::string DebuggedTile::set_register(unsigned n, std::uint32_t value) {
  if (registers()[n] == value) return {};
  if (foreseen_) return "the tile has not moved yet; registers can be written after its next step";
  if (state_.in_trap()) return "after a trap, registers cannot be written: mcause and mtval would be lost";
  if (program_.program_bytes() <= 512) return "registers cannot be written with 512 bytes of program memory";
  if (n == 32 && (value % 4 != 0 || value < tile::boot_address || value >= program_.program_bytes())) {
    return fmt::format("there is no instruction at {:#x}", value);
  }
  state_.set(n, value, state_.load() ? arriving_word(state_.load()->address) : 0);
  changed_ = true;
  return {};
}

std::optional<ProcessorState> DebuggedTile::changed() {
  return std::exchange(changed_, false) ? std::optional(state_.state()) : std::nullopt;
}

}  // namespace collnoc
