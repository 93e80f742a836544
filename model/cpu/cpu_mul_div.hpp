// Model counterpart of rtl/cpu/cpu_mul_div.sv: multiplies mul_bits bits per cycle, divides one bit per cycle.
#pragma once
#include <cstdint>

namespace collnoc::model {

class CpuMulDiv {
 public:
  std::uint32_t high_q = 0, low_q = 0, magnitude_q = 0;
  std::uint8_t count_q = 0;  ///< steps left
  bool product_high_q = false;

  bool idle() const { return count_q == 0; }
  /// Whether the quotient is there, or the last step of the product takes place in this cycle. For the cycle
  /// of the start and later ones.
  bool done(unsigned funct3, bool starts, unsigned mul_bits) const {
    if ((funct3 & 4) != 0) return idle() && !starts;
    return starts ? mul_bits == 32 : count_q == 1;
  }

  void start(unsigned funct3, std::uint32_t a, std::uint32_t b, unsigned mul_bits) {
    high_q = 0;
    product_high_q = (funct3 & 3) != 0;
    if ((funct3 & 4) != 0) {
      low_q = a_signed(funct3) && a >> 31 != 0 ? 0 - a : a;
      magnitude_q = b_signed(funct3) && b >> 31 != 0 ? 0 - b : b;
      count_q = 32;
    } else {
      low_q = a;
      count_q = static_cast<std::uint8_t>(32 / mul_bits);
      step(funct3, b, mul_bits);
    }
  }

  void step(unsigned funct3, std::uint32_t b, unsigned mul_bits) {
    if ((funct3 & 4) != 0) {
      const std::uint64_t remainder = std::uint64_t{high_q} << 1 | low_q >> 31;
      const bool fits = remainder >= magnitude_q;
      high_q = static_cast<std::uint32_t>(fits ? remainder - magnitude_q : remainder);
      low_q = low_q << 1 | std::uint32_t{fits};
    } else {
      // b times the next digit of a; the last digit has the sign of a. 32 + mul_bits bits of the sum are
      // significant: up to 64.
      const unsigned above = 64 - mul_bits;
      const std::uint64_t bits = std::uint64_t{low_q} << above;
      const std::uint64_t digit = count_q == 1 && a_signed(funct3) ? shifted(bits, above) : bits >> above;
      const std::uint64_t sum = extended(high_q, b_signed(funct3)) + extended(b, b_signed(funct3)) * digit;
      high_q = static_cast<std::uint32_t>(sum >> mul_bits);
      low_q = static_cast<std::uint32_t>((std::uint64_t{low_q} >> mul_bits) | sum << (32 - mul_bits));
    }
    --count_q;
  }

  std::uint32_t product() const { return product_high_q ? high_q : low_q; }
  std::uint32_t quotient(unsigned funct3, std::uint32_t a, std::uint32_t b) const {
    const bool remainder = (funct3 & 2) != 0;
    const bool a_negative = a_signed(funct3) && a >> 31 != 0, b_negative = b_signed(funct3) && b >> 31 != 0;
    const bool negate = remainder ? a_negative : a_negative != b_negative && magnitude_q != 0;
    const std::uint32_t word = remainder ? high_q : low_q;
    return negate ? 0 - word : word;
  }

 private:
  static bool a_signed(unsigned funct3) { return funct3 == 1 || funct3 == 2 || funct3 == 4 || funct3 == 6; }
  static bool b_signed(unsigned funct3) { return funct3 == 1 || funct3 == 4 || funct3 == 6; }
  static std::uint64_t extended(std::uint32_t word, bool is_signed) {
    return is_signed ? shifted(std::uint64_t{word} << 32, 32) : word;
  }
  /// Arithmetic right shift.
  static std::uint64_t shifted(std::uint64_t value, unsigned bits) {
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(value) >> bits);
  }
};

}  // namespace collnoc::model
