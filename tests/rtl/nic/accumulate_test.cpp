// Puts that combine with the destination's memory (docs/reference/accumulation.md), in fabrics of model
// nodes, of RTL nodes, and of both in lockstep.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "collnoc/arch/action.hpp"
#include "collnoc/arch/put.hpp"
#include "tests/rtl/nic/accumulate_fixture.hpp"

namespace collnoc::test {
namespace {

constexpr std::uint32_t sum_32 = 4u << 28, sum_64 = 5u << 28, least_signed_32 = 10u << 28;

class Accumulate : public AccumulateFixture {
 protected:
  Accumulate() : AccumulateFixture(config()) {}
  static HardwareConfig config() {
    HardwareConfig c = accumulating();
    c.sequencer = true;
    return c;
  }
};

TEST_P(Accumulate, says_that_it_can) {
  EXPECT_EQ(bench.read(here, nic::status) & nic::status_accumulates, nic::status_accumulates);
}

TEST_P(Accumulate, sums_every_element_and_leaves_the_bytes_around_it) {
  for (std::uint32_t elements = 1; elements <= 80; ++elements) {
    for (std::uint32_t e = 0; e < elements; ++e) poke<std::uint32_t>(here, 4 * e, 0xffff'fff0u + 7 * e);
    for (std::uint32_t e = 0; e < 100; ++e) poke<std::uint32_t>(there, 4088 + 4 * e, 100 + e);
    bench.put(here, 0, 4096, sum_32 | 4 * elements, 1, there);
    ASSERT_TRUE(bench.settle());
    for (std::uint32_t e = 0; e < 100; ++e) {
      const bool in = e >= 2 && e < elements + 2;
      ASSERT_EQ(peek<std::uint32_t>(there, 4088 + 4 * e), 100 + e + (in ? 0xffff'fff0u + 7 * (e - 2) : 0u))
          << elements << " elements, " << e;
    }
  }
  EXPECT_EQ(counter(there, 1), 80u);
}

TEST_P(Accumulate, is_exact_when_all_tiles_combine_with_the_same_words) {
  constexpr unsigned rounds = 12, words = 40;
  std::vector<std::uint64_t> sums(words);
  std::vector<std::int32_t> least(2 * words, 0x7fff'ffff);
  for (unsigned w = 0; w < words; ++w) poke<std::uint64_t>(here, 2048 + 8 * w, sums[w] = 1000 + w);
  for (unsigned e = 0; e < 2 * words; ++e) poke<std::int32_t>(here, 4096 + 4 * e, least[e]);
  for (Rank r = 0; r < 9; ++r) {
    for (unsigned w = 0; w < words; ++w) {
      const std::uint64_t value = (r + 1) * 0x1234'5678'9abc'def1u + w * 0xffff'0001u;
      poke(r, 8 * w, value);
      sums[w] += rounds * value;
      for (const unsigned half : {0u, 1u})
        least[2 * w + half] = std::min(least[2 * w + half], static_cast<std::int32_t>(value >> 32 * half));
    }
    for (unsigned n = 0; n < rounds; ++n) {
      bench.put(r, 0, 2048, sum_64 | 8 * words, 3, here);
      bench.put(r, 0, 4096, least_signed_32 | 8 * words, 4, here);
    }
  }
  ASSERT_TRUE(bench.settle(100'000));
  EXPECT_EQ(counter(here, 3), 9 * rounds);
  EXPECT_EQ(counter(here, 4), 9 * rounds);
  for (unsigned w = 0; w < words; ++w) EXPECT_EQ(peek<std::uint64_t>(here, 2048 + 8 * w), sums[w]) << w;
  for (unsigned e = 0; e < 2 * words; ++e) EXPECT_EQ(peek<std::int32_t>(here, 4096 + 4 * e), least[e]) << e;
}

TEST_P(Accumulate, counts_one_word_of_all_tiles_exactly) {
  constexpr unsigned rounds = 50;
  for (Rank r = 0; r < 9; ++r) poke<std::uint64_t>(r, 0, 1);
  poke<std::uint64_t>(here, 2048, 0);
  for (unsigned n = 0; n < rounds; ++n) {
    for (Rank r = 0; r < 9; ++r) bench.put(r, 0, 2048, sum_64 | 8, 3, here);
  }
  ASSERT_TRUE(bench.settle(100'000));
  EXPECT_EQ(peek<std::uint64_t>(here, 2048), 9u * rounds);
  EXPECT_EQ(counter(here, 3), 9 * rounds);
}

TEST_P(Accumulate, takes_two_cycles_more_than_to_replace_and_one_flit_per_cycle) {
  for (std::uint32_t bytes = 8; bytes <= 2048; bytes += bytes < 264 ? 8 : 200) {
    const Cycle replaces = latency(bytes);
    EXPECT_EQ(latency(sum_64 | bytes), replaces + 2) << bytes;
  }
}

TEST_P(Accumulate, keeps_the_order_of_messages) {
  for (unsigned n = 0; n < 20; ++n) {
    poke<std::uint64_t>(here, 0, 5);
    poke<std::uint64_t>(here, 8, 1000 + n);
    poke<std::uint64_t>(there, 4096, 0);
    bench.put(here, 0, 4096, sum_64 | 8, 1, there);
    bench.put(here, 8, 4096, 8, 1, there);
    bench.put(here, 0, 4096, sum_64 | 8, 1, there);
    bench.put(here, 0, 4096, sum_64 | 8, 0, there);
    bench.put(here, 0, 0, 0, 2 | nic::ctrl_signal, there);
    for (unsigned cycles = 0; counter(there, 2) == n; ++cycles) ASSERT_LT(cycles, 200u);
    EXPECT_EQ(peek<std::uint64_t>(there, 4096), 1010 + n);  // the signal comes after all of them
    ASSERT_TRUE(bench.settle());
  }
}

TEST_P(Accumulate, combines_with_the_own_memory) {
  for (unsigned w = 0; w < 50; ++w) {
    poke<std::uint64_t>(here, 8 * w, w);
    poke<std::uint64_t>(here, 4096 + 8 * w, 100);
  }
  bench.put(here, 0, 4096, sum_64 | 400, 3, here);
  bench.put(here, 4096, 4096, sum_64 | 400, 3, here);
  ASSERT_TRUE(bench.settle());
  EXPECT_EQ(counter(here, 3), 2u);
  // The second put may read a word before the first one has combined it.
  for (unsigned w = 0; w < 50; ++w) {
    const auto got = peek<std::uint64_t>(here, 4096 + 8 * w);
    EXPECT_TRUE(got == 2 * (100 + w) || got == 200 + w) << got;
  }
}

TEST_P(Accumulate, refuses_partial_elements_and_unknown_operations) {
  struct Bad {
    std::uint32_t bytes, control = 1;
  };
  std::vector<Bad> all = {{6u << 28 | 8}, {7u << 28 | 8}};
  for (const std::uint32_t code : {1u, 2u, 3u, 4u, 8u, 10u, 12u, 14u}) {
    for (const std::uint32_t bytes : {1u, 2u, 3u, 5u, 6u, 7u, 9u, 254u}) all.push_back({code << 28 | bytes});
    all.push_back({code << 28 | 8, 1 | nic::ctrl_signal});
  }
  for (const std::uint32_t code : {5u, 9u, 11u, 13u, 15u}) {
    for (const std::uint32_t bytes : {1u, 2u, 4u, 7u, 12u, 254u, 252u}) all.push_back({code << 28 | bytes});
    all.push_back({code << 28, 1 | nic::ctrl_signal});
  }
  for (const Bad& bad : all) {
    bench.put(here, 0, 4096, bad.bytes, bad.control, there);
    ASSERT_TRUE(bench.settle());
    EXPECT_EQ(bench.read(here, nic::error), nic::error_operation) << std::hex << bad.bytes;
    bench.write(here, nic::error, ~0u);
  }
  bench.put(here, 0, 8192 - 8, sum_32 | 12, 1, there);
  bench.put(here, 0, 4096, sum_32, 1, there);
  ASSERT_TRUE(bench.settle());
  EXPECT_EQ(bench.read(here, nic::error), nic::error_memory | nic::error_zero);
  EXPECT_EQ(injected(here), 0u);
  EXPECT_EQ(counter(there, 1), 0u);
}

TEST_P(Accumulate, works_from_a_plan_in_pieces) {
  constexpr std::uint32_t plan = 1024;
  for (unsigned w = 0; w < 30; ++w) {
    poke<std::uint64_t>(here, 8 * w, 3 * w);
    poke<std::uint64_t>(there, 4096 + 8 * w, 1);
  }
  const Topology& t = bench.fabric().topology();
  action::PutWord first{static_cast<std::uint8_t>(action::Kind::put), go_of(2, t.address(there)), 0, 7, 0};
  action::PutRange range{0, 4096 / 8, 240, 0, 5};
  const unsigned channels = config().channels();
  for (unsigned c = 0; c < channels; ++c) poke(here, plan + 8 * c, action::word(action::Kind::end, 0, 0));
  // Channel 0 of an all-port NIC leads to +x, where `there` is.
  poke(here, plan, action::word(action::Kind::chain, 0, plan + 256));
  poke(here, plan + 256, first.word());
  poke(here, plan + 264, range.word());
  poke(here, plan + 272, action::word(action::Kind::end, 0, 0));
  bench.write(here, nic::seq_plan, plan);
  bench.write(here, nic::seq_control, nic::seq_start);
  ASSERT_TRUE(bench.settle());
  EXPECT_EQ(bench.read(here, nic::error), 0u);
  EXPECT_EQ(counter(there, 2), 5u);
  for (unsigned w = 0; w < 30; ++w) EXPECT_EQ(peek<std::uint64_t>(there, 4096 + 8 * w), 1 + 3 * w);
  range.bytes = 236;  // half an element
  poke(here, plan + 264, range.word());
  bench.write(here, nic::seq_control, nic::seq_start);
  ASSERT_TRUE(bench.settle());
  EXPECT_EQ(bench.read(here, nic::error), nic::error_action | nic::error_operation);
  EXPECT_EQ(bench.read(here, nic::seq_fault), plan + 256);
  EXPECT_EQ(counter(there, 2), 5u);
}

INSTANTIATE_TEST_SUITE_P(nics, Accumulate, ::testing::ValuesIn(accumulate_variants()), nic_variant_name);

}  // namespace
}  // namespace collnoc::test
