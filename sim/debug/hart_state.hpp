// The registers and the program counter of a tile's processor as a program sees them, followed from outside:
// from the trace ports that model and RTL share. So it serves every backend and changes nothing.
#pragma once
#include <array>
#include <cstdint>
#include <optional>

#include "collnoc/arch/tile_registers.hpp"
#include "collnoc/model/cpu/cpu_csr.hpp"
#include "collnoc/model/cpu/cpu_decode.hpp"
#include "sim/processor/processor_observer.hpp"
#include "sim/processor/restart.hpp"

namespace collnoc {

/// Fields of an instruction word.
namespace instruction {
constexpr unsigned rd(std::uint32_t instr) { return instr >> 7 & 31; }
constexpr unsigned rs1(std::uint32_t instr) { return instr >> 15 & 31; }
constexpr unsigned rs2(std::uint32_t instr) { return instr >> 20 & 31; }
constexpr unsigned funct3(std::uint32_t instr) { return instr >> 12 & 7; }
}  // namespace instruction

class HartState {
 public:
  /// An access to memory or registers of the tile.
  struct Access {
    std::uint32_t address = 0, bytes = 0;
    bool write = false;
  };
  /// A load that has completed, whose word arrives in the next cycle.
  struct Load {
    unsigned rd = 0, funct3 = 0;
    std::uint32_t address = 0;
    /// The register's value, from the aligned word that is read.
    std::uint32_t value(std::uint32_t word) const;
  };

  /// Follows one cycle of the processor.
  void cycle(const ProcessorCycle& cycle);
  /// The same with another value of register `n`, 0 to 31, or the pc, 32. `arriving`: the word of `load()`,
  /// which has then arrived.
  void set(unsigned n, std::uint32_t value, std::uint32_t arriving);

  /// The address of the next instruction to complete.
  std::uint32_t pc() const { return pc_; }
  /// Register `n`; the old value if `load()` is to write it.
  std::uint32_t reg(unsigned n) const { return regs_[n]; }
  const std::optional<Load>& load() const { return load_; }
  /// The access of the instruction that completed in this cycle.
  const std::optional<Access>& access() const { return access_; }
  /// Bit 0 of the tile register EVENT.
  bool event() const { return event_; }
  /// After a trap, until mret: mcause and mtval are not known, because no trace port has them.
  bool in_trap() const { return in_trap_; }
  ProcessorState state() const { return {regs_, pc_, csr_, event_}; }

 private:
  void retire(const ProcessorCycle& cycle);
  std::uint32_t product(std::uint32_t instr) const;
  std::uint32_t next_pc(const ProcessorCycle& cycle, const model::CpuDecode& decoded) const;

  std::array<std::uint32_t, 32> regs_{};
  std::uint32_t pc_ = tile::boot_address;
  model::CpuCsr csr_;  // without mip
  std::optional<Load> load_;
  unsigned completed_rd_ = 0;  // register of the instruction that completed last
  std::optional<Access> access_;
  bool event_ = false, in_trap_ = false;
};

}  // namespace collnoc
