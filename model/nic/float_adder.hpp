// Model counterpart of rtl/nic/float_adder.sv.
#pragma once
#include <bit>
#include <cstdint>

#include "collnoc/arch/float32.hpp"

namespace collnoc::model {

class FloatAdder {
 public:
  // Registers after the first step.
  bool known_q = false, subtract_q = false;
  std::uint32_t larger_q = 0, smaller_q = 0;
  std::uint8_t shift_q = 0;
  // Registers after the second one.
  bool result_q = false, sign_q = false;
  std::uint8_t limit_q = 0;
  std::uint32_t total_q = 0;

  /// A word that is passed on.
  void order(std::uint32_t word, std::uint32_t a, std::uint32_t b) {
    order_operands(a, b);
    known_q = true;
    larger_q = word;
  }
  /// Operands of a sum.
  void order_sum(std::uint32_t a, std::uint32_t b) {
    order_operands(a, b);
    const bool endless = larger_q << 1 >> 24 == 0xff, cancels = subtract_q && (a ^ b) == float32::sign_bit;
    known_q = endless || cancels;
    if (endless && ((larger_q & fraction) != 0 || cancels)) {
      larger_q = float32::nan;
    } else if (cancels) {
      larger_q = 0;
    }
  }
  /// Advances what the first registers hold.
  void add() {
    const std::uint32_t exponent = larger_q << 1 >> 24, operand = significand(larger_q) << 3;
    const std::uint32_t below = smaller_q << 3, lost = below & ~(~0u << shift_q);
    const std::uint32_t addend = below >> shift_q | (lost != 0 ? 1u : 0u);
    result_q = known_q;
    sign_q = (larger_q & float32::sign_bit) != 0;
    limit_q = static_cast<std::uint8_t>(known_q || exponent == 0 ? exponent : exponent - 1);
    total_q = known_q ? larger_q & fraction : subtract_q ? operand - addend : operand + addend;
  }
  std::uint32_t sum() const {
    const std::uint32_t sign = sign_q ? float32::sign_bit : 0;
    if (result_q) return sign | std::uint32_t{limit_q} << 23 | total_q;
    if (total_q >> 27 != 0) {
      return limit_q == 253 ? sign | float32::infinity
                            : sign | rounded(limit_q + 1u, total_q >> 1 | (total_q & 1));
    }
    const auto zeros = static_cast<unsigned>(std::countl_zero(total_q | 1)) - 5;
    const unsigned places = limit_q < zeros ? limit_q : zeros;
    return sign | rounded(limit_q - places, total_q << places);
  }

 private:
  static constexpr std::uint32_t fraction = 0x007f'ffff;

  static std::uint32_t significand(std::uint32_t x) {
    return (x & fraction) | ((x << 1 >> 24) != 0 ? 0x0080'0000u : 0u);
  }
  void order_operands(std::uint32_t a, std::uint32_t b) {
    const bool larger_b = (b & ~float32::sign_bit) > (a & ~float32::sign_bit);
    const auto exponent = [](std::uint32_t x) { return x << 1 >> 24 == 0 ? 1u : x << 1 >> 24; };
    larger_q = larger_b ? b : a;
    const std::uint32_t smaller = larger_b ? a : b, distance = exponent(larger_q) - exponent(smaller);
    smaller_q = significand(smaller);
    subtract_q = ((a ^ b) & float32::sign_bit) != 0;
    shift_q = static_cast<std::uint8_t>(distance > 31 ? 31 : distance);
  }
  /// `total` has three bits below the last place. Its leading bit increments the exponent.
  static std::uint32_t rounded(std::uint32_t exponent, std::uint32_t total) {
    const bool up = (total & 4) != 0 && (total & 0b1011) != 0;
    return (exponent << 23) + (total >> 3) + (up ? 1u : 0u);
  }
};

}  // namespace collnoc::model
