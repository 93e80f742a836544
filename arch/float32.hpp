// The sum of two numbers of IEEE 754 single precision, as the NIC adds them (docs/reference/accumulation.md).
// It uses integers only, so every host and every tile computes the same bits, with any rounding mode and
// without floating point. Freestanding.
#pragma once
#include <bit>
#include <cstdint>

namespace collnoc::float32 {

inline constexpr std::uint32_t sign_bit = 0x8000'0000, infinity = 0x7f80'0000, nan = 0x7fc0'0000;

/// Rounded to nearest, ties to even. Subnormal numbers count; every NaN is `nan`; x - x is +0.
constexpr std::uint32_t sum(std::uint32_t a, std::uint32_t b) {
  if ((a & ~sign_bit) < (b & ~sign_bit)) {
    const std::uint32_t smaller = a;
    a = b;
    b = smaller;
  }
  const std::uint32_t large = a & ~sign_bit, small = b & ~sign_bit;
  const bool subtracts = ((a ^ b) & sign_bit) != 0;
  if (large >= infinity) return large > infinity || (subtracts && small == infinity) ? nan : a;
  if (subtracts && large == small) return 0;

  // Significands from bit 29 on; the last bit also stands for all those that are shifted out. A subnormal
  // number has the exponent 1.
  const auto exponent_of = [](std::uint32_t x) { return x >> 23 == 0 ? 1u : x >> 23; };
  const auto significand = [](std::uint32_t x) {
    return ((x & 0x007f'ffff) | (x >> 23 == 0 ? 0u : 0x0080'0000u)) << 6;
  };
  const std::uint32_t exponent = exponent_of(large), below = exponent - exponent_of(small);
  std::uint32_t addend = significand(small);
  addend = below > 30 ? (addend != 0 ? 1u : 0u)
                      : addend >> below | ((addend & ((1u << below) - 1)) != 0 ? 1u : 0u);
  std::uint32_t total = subtracts ? significand(large) - addend : significand(large) + addend;

  // The leading bit moves to bit 30, unless the exponent becomes 0 before. It then increments the exponent.
  const auto zeros = static_cast<std::uint32_t>(std::countl_zero(total)) - 1;
  const std::uint32_t up = zeros < exponent ? zeros : exponent;
  total <<= up;
  std::uint32_t result = ((exponent - up) << 23) + (total >> 7);
  const std::uint32_t rest = total & 127;
  if (rest > 64 || (rest == 64 && (result & 1) != 0)) ++result;
  if (result > infinity) result = infinity;
  return result | (a & sign_bit);
}

}  // namespace collnoc::float32
