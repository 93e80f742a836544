// Model counterpart of rtl/cpu/cpu_alu.sv: arithmetic, logic and comparison of two words.
#pragma once
#include <cstdint>

namespace collnoc::model {

struct CpuAlu {
  static bool less(bool is_unsigned, std::uint32_t a, std::uint32_t b) {
    return is_unsigned ? a < b : static_cast<std::int32_t>(a) < static_cast<std::int32_t>(b);
  }
  /// The instruction's funct3 selects the operation. `other`: subtract for add, arithmetic for logical right
  /// shift.
  static std::uint32_t result(unsigned funct3, bool other, std::uint32_t a, std::uint32_t b) {
    switch (funct3) {
      case 0: return other ? a - b : a + b;
      case 1: return a << (b & 31);
      case 2: return less(false, a, b);
      case 3: return less(true, a, b);
      case 4: return a ^ b;
      case 5:
        return other ? static_cast<std::uint32_t>(static_cast<std::int32_t>(a) >> (b & 31)) : a >> (b & 31);
      case 6: return a | b;
      default: return a & b;
    }
  }
};

}  // namespace collnoc::model
