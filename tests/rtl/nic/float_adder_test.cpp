// rtl/nic/float_adder.sv, its model and float32::sum against the host's IEEE 754 addition, which knows none
// of them.
#include "collnoc/model/nic/float_adder.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <deque>
#include <limits>
#include <random>
#include <vector>

#include "Vfloat_adder.h"
#include "collnoc/arch/float32.hpp"

namespace collnoc::test {
namespace {

static_assert(std::numeric_limits<float>::is_iec559);

/// As docs/reference/accumulation.md says: the host's sum, and one NaN.
std::uint32_t expected(std::uint32_t a, std::uint32_t b) {
  const volatile float x = std::bit_cast<float>(a), y = std::bit_cast<float>(b);
  const float sum = x + y;
  return std::isnan(sum) ? 0x7fc0'0000 : std::bit_cast<std::uint32_t>(sum);
}

/// One number of each kind, and numbers beside it.
std::vector<std::uint32_t> corners() {
  std::vector<std::uint32_t> all;
  const std::array<std::uint32_t, 17> exponents = {0,   1,   2,   3,   24,  25,  101, 102, 103,
                                                   126, 127, 128, 150, 151, 253, 254, 255};
  const std::array<std::uint32_t, 11> fractions = {
      0, 1, 2, 3, 0x2a'aaaa, 0x3f'ffff, 0x40'0000, 0x40'0001, 0x55'5555, 0x7f'fffe, 0x7f'ffff};
  for (const std::uint32_t sign : {0u, 1u}) {
    for (const std::uint32_t exponent : exponents) {
      for (const std::uint32_t fraction : fractions) all.push_back(sign << 31 | exponent << 23 | fraction);
    }
  }
  return all;
}

class FloatAdder : public ::testing::Test {
 protected:
  struct Pair {
    std::uint32_t a, b;
  };
  void clock() {
    top_.clk_i = 0;
    top_.eval();
    top_.clk_i = 1;
    top_.eval();
  }
  /// One pair in each cycle; checks the sum of the pair that entered two cycles before.
  void check(std::uint32_t a, std::uint32_t b) {
    model::FloatAdder adder;
    adder.order_sum(a, b);
    adder.add();
    ASSERT_EQ(adder.sum(), expected(a, b)) << std::hex << a << " + " << b;
    ASSERT_EQ(float32::sum(a, b), expected(a, b)) << std::hex << a << " + " << b;
    top_.order_i = top_.add_i = top_.sum_i = 1;
    top_.a_i = a;
    top_.b_i = b;
    clock();
    under_way_.push_back({a, b});
    if (under_way_.size() < 2) return;
    const Pair was = under_way_.front();
    under_way_.pop_front();
    ASSERT_EQ(top_.sum_o, expected(was.a, was.b)) << std::hex << was.a << " + " << was.b;
  }

  Vfloat_adder top_;
  std::deque<Pair> under_way_;
  std::mt19937 random_{1};
};

TEST_F(FloatAdder, adds_zeros_subnormals_infinities_and_nans) {
  for (const std::uint32_t a : corners()) {
    for (const std::uint32_t b : corners()) check(a, b);
  }
}

TEST_F(FloatAdder, adds_any_numbers) {
  for (unsigned n = 0; n < 1'500'000; ++n) check(random_(), random_());
}

TEST_F(FloatAdder, adds_numbers_that_cancel_or_round) {
  // Exponents at most 30 apart, and significands with few bits set or few bits clear, so that ties are
  // frequent.
  for (unsigned n = 0; n < 2'000'000; ++n) {
    const std::uint32_t exponent = random_() % 255, other = (exponent + 1 + random_() % 31) % 255;
    const auto fraction = [&] {
      const std::uint32_t few = random_() & random_() & random_();
      return (random_() % 2 != 0 ? few : ~few) & 0x7f'ffff;
    };
    const std::uint32_t signs = random_();
    check((signs & 1) << 31 | exponent << 23 | fraction(), (signs & 2) << 30 | other << 23 | fraction());
  }
}

TEST_F(FloatAdder, adds_numbers_that_are_almost_opposite) {
  for (unsigned n = 0; n < 1'000'000; ++n) {
    const std::uint32_t a = random_() & (random_() % 4 != 0 ? ~0u : 0x80ff'ffffu);
    check(a, (a ^ 0x8000'0000) + random_() % 65 - 32);
  }
}

TEST_F(FloatAdder, waits_and_passes_words_on) {
  std::array<std::uint32_t, 3> at{};  // the result of what is before, in and behind the first registers
  bool first = false, second = false;
  for (unsigned n = 0; n < 100'000; ++n) {
    const bool sums = random_() % 2 != 0;
    top_.sum_i = sums;
    top_.a_i = random_();
    top_.b_i = random_();
    top_.word_i = random_();
    at[0] = sums ? expected(top_.a_i, top_.b_i) : top_.word_i;
    const bool enters = random_() % 3 != 0, adds = first && random_() % 3 != 0;
    top_.order_i = enters && (!first || adds);
    top_.add_i = adds;
    clock();
    if (adds) at[2] = at[1], second = true;
    if (top_.order_i) at[1] = at[0];
    first = top_.order_i || (first && !adds);
    if (second) ASSERT_EQ(top_.sum_o, at[2]) << n;
  }
}

}  // namespace
}  // namespace collnoc::test
