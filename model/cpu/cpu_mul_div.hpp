// Twin of rtl/cpu/cpu_mul_div.sv: multiplies mul_bits bits a cycle, divides a bit a cycle.
#pragma once
#include <cstdint>

namespace collnoc::model {

class CpuMulDiv {
 public:
  std::uint32_t high_q = 0, low_q = 0, magnitude_q = 0;
  std::uint8_t count_q = 0;  ///< steps left

  bool done() const { return count_q == 0; }

  void start(unsigned funct3, std::uint32_t a, std::uint32_t b, unsigned mul_bits) {
    high_q = 0;
    low_q = a_negative(funct3, a) ? 0 - a : a;
    magnitude_q = b_negative(funct3, b) ? 0 - b : b;
    count_q = static_cast<std::uint8_t>((funct3 & 4) != 0 ? 32 : 32 / mul_bits);
  }

  void step(unsigned funct3, unsigned mul_bits) {
    if ((funct3 & 4) != 0) {
      const std::uint64_t remainder = std::uint64_t{high_q} << 1 | low_q >> 31;
      const bool fits = remainder >= magnitude_q;
      high_q = static_cast<std::uint32_t>(fits ? remainder - magnitude_q : remainder);
      low_q = low_q << 1 | std::uint32_t{fits};
    } else {
      // sum has 32 + mul_bits bits: up to 64.
      const std::uint64_t bits = low_q & (~std::uint64_t{0} >> (64 - mul_bits));
      const std::uint64_t sum = high_q + magnitude_q * bits;
      high_q = static_cast<std::uint32_t>(sum >> mul_bits);
      low_q = static_cast<std::uint32_t>((std::uint64_t{low_q} >> mul_bits) | sum << (32 - mul_bits));
    }
    --count_q;
  }

  std::uint32_t result(unsigned funct3, std::uint32_t a, std::uint32_t b) const {
    const bool divide = (funct3 & 4) != 0;
    const bool want_high = divide ? (funct3 & 2) != 0 : (funct3 & 3) != 0;
    const std::uint32_t word = want_high ? high_q : low_q;
    bool negate = a_negative(funct3, a);
    if (!divide || !want_high) {
      negate = negate != b_negative(funct3, b) && !(divide && magnitude_q == 0);
    }
    const bool carry = divide || !want_high || low_q == 0;
    return negate ? ~word + std::uint32_t{carry} : word;
  }

 private:
  static bool a_negative(unsigned funct3, std::uint32_t a) {
    return a >> 31 != 0 && (funct3 == 1 || funct3 == 2 || funct3 == 4 || funct3 == 6);
  }
  static bool b_negative(unsigned funct3, std::uint32_t b) {
    return b >> 31 != 0 && (funct3 == 1 || funct3 == 4 || funct3 == 6);
  }
};

}  // namespace collnoc::model
