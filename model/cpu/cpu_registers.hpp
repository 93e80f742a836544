// Model counterpart of rtl/cpu/cpu_registers.sv: the integer registers.
#pragma once
#include <array>
#include <cstdint>

namespace collnoc::model {

class CpuRegisters {
 public:
  std::array<std::uint32_t, 32> mem_q{};  ///< contents of both RAMs
  std::array<std::uint32_t, 2> data_q{};  ///< last read data, by read port
  std::array<bool, 2> zero_q{}, hit_q{};
  std::array<std::uint32_t, 2> bypass_q{};  ///< with hit_q: the word that the RAM did not have yet

  std::uint32_t data(unsigned port) const {
    return zero_q[port] ? 0 : hit_q[port] ? bypass_q[port] : data_q[port];
  }
  /// A write to a register, in this cycle or the next one.
  struct Write {
    bool valid = false;
    unsigned rd = 0;
    std::uint32_t value = 0;
  };
  /// Reads two registers. What is read includes the write of this cycle and that of the next one.
  void read(std::array<unsigned, 2> number, const Write& now, const Write& next) {
    for (unsigned p = 0; p < 2; ++p) {
      data_q[p] = mem_q[number[p]];
      zero_q[p] = number[p] == 0;
      const bool next_hit = next.valid && next.rd == number[p];
      hit_q[p] = next_hit || (now.valid && now.rd == number[p]);
      if (next_hit || now.valid) bypass_q[p] = next_hit ? next.value : now.value;
    }
  }
  /// Call after the read of the same cycle.
  void write(unsigned rd, std::uint32_t value) { mem_q[rd] = value; }
};

}  // namespace collnoc::model
