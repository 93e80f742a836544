// rtl/nic/combine.sv: every operation, on words whose elements are extreme, equal, close to each other or
// random.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <vector>

#include "Vcombine.h"
#include "collnoc/arch/operation.hpp"

namespace collnoc::test {
namespace {

std::vector<std::uint64_t> words() {
  std::vector<std::uint64_t> all;
  const std::array<std::uint64_t, 8> halves = {0,           1,           2,           0x7fff'fffe,
                                               0x7fff'ffff, 0x8000'0000, 0xffff'fffe, 0xffff'ffff};
  for (const std::uint64_t high : halves) {
    for (const std::uint64_t low : halves) all.push_back(high << 32 | low);
  }
  return all;
}

template <class Integer, class F>
std::uint64_t each(std::uint64_t a, std::uint64_t b, F f) {
  std::uint64_t result = 0;
  for (unsigned at = 0; at < 64; at += 8 * sizeof(Integer)) {
    const auto element = static_cast<std::make_unsigned_t<Integer>>(
        f(static_cast<Integer>(a >> at), static_cast<Integer>(b >> at)));
    result |= std::uint64_t{element} << at;
  }
  return result;
}

/// As docs/reference/accumulation.md says.
std::uint64_t expected(unsigned code, std::uint64_t memory, std::uint64_t payload) {
  const auto least = [](auto a, auto b) { return std::min(a, b); };
  const auto greatest = [](auto a, auto b) { return std::max(a, b); };
  const auto sum = [](auto a, auto b) { return static_cast<decltype(a)>(a + b); };
  switch (code) {
    case 0: return payload;
    case 1: return memory & payload;
    case 2: return memory | payload;
    case 3: return memory ^ payload;
    case 4: return each<std::uint32_t>(memory, payload, sum);
    case 5: return each<std::uint64_t>(memory, payload, sum);
    case 8: return each<std::uint32_t>(memory, payload, least);
    case 9: return each<std::uint64_t>(memory, payload, least);
    case 10: return each<std::int32_t>(memory, payload, least);
    case 11: return each<std::int64_t>(memory, payload, least);
    case 12: return each<std::uint32_t>(memory, payload, greatest);
    case 13: return each<std::uint64_t>(memory, payload, greatest);
    case 14: return each<std::int32_t>(memory, payload, greatest);
    default: return each<std::int64_t>(memory, payload, greatest);
  }
}

class Combine : public ::testing::Test {
 protected:
  void check(unsigned code, std::uint64_t memory, std::uint64_t payload) {
    top_.operation_i = static_cast<std::uint8_t>(code);
    top_.memory_i = memory;
    top_.payload_i = payload;
    top_.eval();
    const std::uint64_t want = expected(code, memory, payload);
    std::uint64_t written = 0;
    for (const unsigned half : {0u, 1u}) {
      const bool stays = (top_.stays_o >> half & 1) != 0;
      written |= (stays ? memory : std::uint64_t{top_.word_o}) & std::uint64_t{0xffff'ffff} << (32 * half);
    }
    ASSERT_EQ(written, want) << std::hex << code << ' ' << memory << ' ' << payload;
    ASSERT_EQ(halves_that_stay(static_cast<Operation>(code), memory, payload), top_.stays_o) << code;
    ASSERT_EQ(combined(static_cast<Operation>(code), memory, payload), want) << std::hex << code;
  }
  const std::array<unsigned, 14> codes_ = {0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13, 14, 15};

 private:
  Vcombine top_;
};

TEST_F(Combine, combines_extreme_elements) {
  for (const unsigned code : codes_) {
    for (const std::uint64_t memory : words()) {
      for (const std::uint64_t payload : words()) check(code, memory, payload);
    }
  }
}

TEST_F(Combine, combines_any_elements) {
  std::mt19937_64 random(1);
  for (unsigned n = 0; n < 20'000; ++n) {
    const std::uint64_t memory = random(), other = random(), mask = random() & random() & random();
    for (const unsigned code : codes_) {
      check(code, memory, other);
      check(code, memory, memory ^ (other & mask));
    }
  }
}

TEST(Operations, KnowTheirElements) {
  for (unsigned code = 0; code < 16; ++code) {
    EXPECT_EQ(is_operation(code), code != 7) << code;
    const bool long_ones = code == 5 || code == 9 || code == 11 || code == 13 || code == 15;
    if (is_operation(code))
      EXPECT_EQ(element_bytes(static_cast<Operation>(code)), code == 0 ? 1u : long_ones ? 8u : 4u);
  }
}

}  // namespace
}  // namespace collnoc::test
