// Puts that add numbers of single precision (FLOAT_SUMS), against the host's sums; and that integers combine
// as without. In fabrics of model nodes, of RTL nodes, and of both in lockstep.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>
#include <vector>

#include "tests/rtl/nic/accumulate_fixture.hpp"

namespace collnoc::test {
namespace {

constexpr std::uint32_t sum_64 = 5u << 28, sum_f32 = 6u << 28, greatest_signed_32 = 14u << 28;

class FloatSums : public AccumulateFixture {
 protected:
  FloatSums() : AccumulateFixture(config()) {}
  static HardwareConfig config() {
    HardwareConfig c = accumulating();
    c.float_sums = true;
    return c;
  }
};

TEST_P(FloatSums, says_that_it_can) {
  EXPECT_EQ(bench.read(here, nic::status) & nic::status_float_sums, nic::status_float_sums);
}

TEST_P(FloatSums, adds_every_element_and_leaves_the_bytes_around_it) {
  std::mt19937 random(3);
  for (const std::uint32_t elements : {1u, 2u, 3u, 7u, 8u, 61u, 62u, 63u, 64u, 97u, 200u}) {
    std::vector<std::uint32_t> memory(elements + 20), payload(elements);
    // Any numbers, infinities and NaNs; half of them close to each other.
    for (std::uint32_t e = 0; e < memory.size(); ++e) poke(there, 4088 + 4 * e, memory[e] = random());
    for (std::uint32_t e = 0; e < elements; ++e) {
      payload[e] = random() % 2 != 0 ? random() : memory[e + 2] ^ (random() & 0x80ff'ffff);
      poke(here, 4 * e, payload[e]);
    }
    bench.put(here, 0, 4096, sum_f32 | 4 * elements, 1, there);
    ASSERT_TRUE(bench.settle());
    for (std::uint32_t e = 0; e < memory.size(); ++e) {
      std::uint32_t want = memory[e];
      if (e >= 2 && e < elements + 2) {
        const volatile float a = std::bit_cast<float>(memory[e]), b = std::bit_cast<float>(payload[e - 2]);
        const float sum = a + b;
        want = std::isnan(sum) ? 0x7fc0'0000 : std::bit_cast<std::uint32_t>(sum);
      }
      ASSERT_EQ(peek<std::uint32_t>(there, 4088 + 4 * e), want) << elements << " elements, " << e;
    }
  }
  EXPECT_EQ(counter(there, 1), 11u);
}

TEST_P(FloatSums, are_exact_when_all_tiles_add_to_the_same_words) {
  constexpr unsigned rounds = 12, words = 40;
  std::vector<float> sums(2 * words);
  std::vector<std::uint64_t> integers(words);
  std::vector<std::int32_t> greatest(2 * words, -2'000'000'000);
  for (unsigned e = 0; e < 2 * words; ++e) {
    poke(here, 2048 + 4 * e, sums[e] = 0.25f * static_cast<float>(e) - 3);
    poke(here, 4096 + 4 * e, greatest[e]);
  }
  for (unsigned w = 0; w < words; ++w) poke(here, 6144 + 8 * w, integers[w] = 1000 + w);
  for (Rank r = 0; r < 9; ++r) {
    for (unsigned e = 0; e < 2 * words; ++e) {  // fourths of integers below 2^22: every sum of them is exact
      const float value =
          0.25f * static_cast<float>(static_cast<int>(e * e * 37 + r * 1001) % 20'001 - 10'000);
      poke(r, 4 * e, value);
      sums[e] += rounds * value;
      greatest[e] = std::max(greatest[e], peek<std::int32_t>(r, 4 * e));
    }
    for (unsigned w = 0; w < words; ++w) integers[w] += rounds * peek<std::uint64_t>(r, 8 * w);
    for (unsigned n = 0; n < rounds; ++n) {
      bench.put(r, 0, 2048, sum_f32 | 8 * words, 3, here);
      bench.put(r, 0, 4096, greatest_signed_32 | 8 * words, 4, here);
      bench.put(r, 0, 6144, sum_64 | 8 * words, 5, here);
    }
  }
  ASSERT_TRUE(bench.settle(200'000));
  for (const unsigned k : {3u, 4u, 5u}) EXPECT_EQ(counter(here, k), 9 * rounds);
  for (unsigned e = 0; e < 2 * words; ++e) {
    EXPECT_EQ(peek<float>(here, 2048 + 4 * e), sums[e]) << e;
    EXPECT_EQ(peek<std::int32_t>(here, 4096 + 4 * e), greatest[e]) << e;
  }
  for (unsigned w = 0; w < words; ++w) EXPECT_EQ(peek<std::uint64_t>(here, 6144 + 8 * w), integers[w]) << w;
}

TEST_P(FloatSums, count_one_word_of_all_tiles_exactly) {
  constexpr unsigned rounds = 30;
  for (Rank r = 0; r < 9; ++r) poke(r, 0, 1.0f), poke(r, 4, -0.5f);
  for (unsigned n = 0; n < rounds; ++n) {
    for (Rank r = 0; r < 9; ++r) bench.put(r, 0, 2048, sum_f32 | 8, 3, here);
  }
  ASSERT_TRUE(bench.settle(100'000));
  EXPECT_EQ(peek<float>(here, 2048), 9.0f * rounds);
  EXPECT_EQ(peek<float>(here, 2052), -4.5f * rounds);
  EXPECT_EQ(counter(here, 3), 9 * rounds);
}

TEST_P(FloatSums, take_four_cycles_more_than_to_replace_and_one_flit_per_cycle) {
  for (std::uint32_t bytes = 8; bytes <= 2048; bytes += bytes < 264 ? 8 : 200) {
    const Cycle replaces = latency(bytes);
    EXPECT_EQ(latency(sum_f32 | bytes), replaces + 4) << bytes;
    EXPECT_EQ(latency(sum_64 | bytes), replaces + 4) << bytes;
  }
}

TEST_P(FloatSums, keep_the_order_of_messages) {
  for (unsigned n = 0; n < 20; ++n) {
    poke(here, 0, 0.5f);
    poke(here, 8, 1000.0f + static_cast<float>(n));
    bench.put(here, 0, 4096, sum_f32 | 4, 1, there);
    bench.put(here, 8, 4096, 4, 1, there);
    bench.put(here, 0, 4096, sum_f32 | 4, 1, there);
    bench.put(here, 0, 4096, sum_f32 | 4, 0, there);
    bench.put(here, 0, 0, 0, 2 | nic::ctrl_signal, there);
    for (unsigned cycles = 0; counter(there, 2) == n; ++cycles) ASSERT_LT(cycles, 200u);
    EXPECT_EQ(peek<float>(there, 4096),
              1001.0f + static_cast<float>(n));  // the signal comes after all of them
    ASSERT_TRUE(bench.settle());
  }
}

TEST_P(FloatSums, are_refused_for_parts_of_elements_and_signals) {
  std::vector<std::uint32_t> all = {7u << 28 | 8};
  for (const std::uint32_t bytes : {1u, 2u, 3u, 5u, 6u, 7u, 9u, 254u}) all.push_back(sum_f32 | bytes);
  const auto refused = [&](std::uint32_t bytes, std::uint32_t control) {
    bench.put(here, 0, 4096, bytes, control, there);
    EXPECT_TRUE(bench.settle());
    EXPECT_EQ(bench.read(here, nic::error), nic::error_operation) << std::hex << bytes;
    bench.write(here, nic::error, ~0u);
  };
  for (const std::uint32_t bytes : all) refused(bytes, 1);
  refused(sum_f32 | 8, 1 | nic::ctrl_signal);
  EXPECT_EQ(injected(here), 0u);
  EXPECT_EQ(counter(there, 1), 0u);
}

INSTANTIATE_TEST_SUITE_P(nics, FloatSums, ::testing::ValuesIn(accumulate_variants()), nic_variant_name);

}  // namespace
}  // namespace collnoc::test
