// Model counterpart of rtl/cpu/cpu_btb.sv: where jumps went the last time.
#pragma once
#include <array>
#include <cstdint>

namespace collnoc::model {

class CpuBtb {
 public:
  static constexpr unsigned entries = 32;  ///< ENTRIES of the RTL
  /// Bits 15:2 of a jump's address without those of the index; bits 15:2 of its target.
  std::array<std::uint32_t, entries> mem_q{};
  std::uint32_t data_q = 0;  ///< entry of the last lookup
  std::uint32_t valid_q = 0;
  bool known_q = false;  ///< the entry of the last lookup was valid

  void reset() { valid_q = 0; }
  /// `pc`: the address of the last lookup.
  bool jumps(std::uint32_t pc) const { return known_q && data_q >> word_bits == tag(pc); }
  std::uint32_t target(std::uint32_t pc) const { return (pc & 0xffff'0000) | (data_q & word_mask) << 2; }

  /// Call before `learn` and `forget` of the same cycle.
  void lookup(std::uint32_t pc) {
    data_q = mem_q[index(pc)];
    known_q = (valid_q >> index(pc) & 1) != 0;
  }
  void learn(std::uint32_t pc, std::uint32_t target) {
    mem_q[index(pc)] = tag(pc) << word_bits | (target >> 2 & word_mask);
    valid_q |= 1u << index(pc);
  }
  void forget(std::uint32_t pc) { valid_q &= ~(1u << index(pc)); }

 private:
  static constexpr unsigned word_bits = 14;
  static constexpr std::uint32_t word_mask = (1u << word_bits) - 1;
  static unsigned index(std::uint32_t pc) { return pc / 4 % entries; }
  static std::uint32_t tag(std::uint32_t pc) { return (pc >> 2 & word_mask) / entries; }
};

}  // namespace collnoc::model
