// The gates of rtl/cpu/cpu_mul_div.sv against plain arithmetic: products, quotients and remainders of random
// operands and of the ends of their range.
#include <gtest/gtest.h>

#include <iterator>
#include <random>

#include "Vcpu_mul_div_8.h"
#include "tests/support/verilated_pins.hpp"

namespace collnoc::test {
namespace {

/// What the manual says of the instruction with this funct3.
std::uint32_t expected(unsigned funct3, std::uint32_t a, std::uint32_t b) {
  const std::int64_t signed_a = static_cast<std::int32_t>(a), signed_b = static_cast<std::int32_t>(b);
  switch (funct3) {
    case 0: return a * b;
    case 1: return static_cast<std::uint32_t>(signed_a * signed_b >> 32);
    case 2: return static_cast<std::uint32_t>(signed_a * static_cast<std::int64_t>(b) >> 32);
    case 3: return static_cast<std::uint32_t>(std::uint64_t{a} * b >> 32);
    case 4: return b == 0 ? ~0u : static_cast<std::uint32_t>(signed_a / signed_b);
    case 5: return b == 0 ? ~0u : a / b;
    case 6: return b == 0 ? a : static_cast<std::uint32_t>(signed_a % signed_b);
    default: return b == 0 ? a : a % b;
  }
}

class MulDiv {
 public:
  MulDiv() { reset(top_); }
  std::uint32_t value(unsigned funct3, std::uint32_t a, std::uint32_t b) {
    top_.funct3_i = funct3;
    top_.a_i = a;
    top_.b_i = b;
    top_.start_i = 1;
    settle(top_);
    for (unsigned cycles = 0; top_.done_o == 0 && cycles < 40; ++cycles) step();
    const bool quotient = funct3 >= 4;
    EXPECT_EQ(top_.done_o, 1);
    if (quotient) return top_.quotient_o;
    step();
    return top_.product_o;
  }

 private:
  void step() {
    top_.clk_i = 1;
    top_.eval();
    top_.start_i = 0;
    settle(top_);
  }
  Vcpu_mul_div_8 top_;
};

TEST(MulDivGates, compute_what_the_manual_says) {
  const std::uint32_t ends[] = {0, 1, 2, ~0u, ~1u, 0x7fff'ffff, 0x8000'0000, 0x8000'0001};
  MulDiv unit;
  std::mt19937 random(18);
  const auto operand = [&] {
    const auto value = static_cast<std::uint32_t>(random());
    return value % 4 == 0 ? ends[value / 4 % std::size(ends)]
                          : static_cast<std::uint32_t>(random()) >> value / 4 % 32;
  };
  for (unsigned n = 0; n < 6'000; ++n) {
    const unsigned funct3 = n % 4 + (n % 16 < 12 ? 0 : 4);
    const std::uint32_t a = operand(), b = operand();
    ASSERT_EQ(unit.value(funct3, a, b), expected(funct3, a, b))
        << "funct3 " << funct3 << ": " << a << ", " << b;
  }
}

}  // namespace
}  // namespace collnoc::test
