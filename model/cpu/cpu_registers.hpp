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
  std::uint32_t read_write_q = 0;  ///< the value written in the cycle of the read

  std::uint32_t data(unsigned port) const {
    return zero_q[port] ? 0 : hit_q[port] ? read_write_q : data_q[port];
  }
  /// Includes the write of the same cycle.
  void read(std::array<unsigned, 2> number, bool write, unsigned rd, std::uint32_t value) {
    if (write) read_write_q = value;
    for (unsigned p = 0; p < 2; ++p) {
      data_q[p] = mem_q[number[p]];
      zero_q[p] = number[p] == 0;
      hit_q[p] = write && rd == number[p];
    }
  }
  /// Call after the read of the same cycle.
  void write(unsigned rd, std::uint32_t value) { mem_q[rd] = value; }
};

}  // namespace collnoc::model
