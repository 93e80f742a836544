// rtl/nic/arrival_counters.sv against its contract, an array in which everything takes one cycle: a read
// returns all increments and subtractions of earlier cycles, regardless of other accesses to that counter.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <random>

#include "Varrival_counters_1.h"
#include "Varrival_counters_4.h"
#include "tests/support/verilated_pins.hpp"

namespace collnoc::test {
namespace {

template <class Top>
void idle(Top& top) {
  top.inc_i = 0;
  top.read_i = top.subtract_i = 0;
}

template <class Top>
void random_traffic(unsigned channels, unsigned numbers) {
  Top top;
  std::mt19937 random(channels + numbers);
  for (unsigned round = 0; round < 4; ++round) {  // each begins with a reset at an arbitrary time
    reset(top);
    std::array<std::uint32_t, 64> counter{};
    bool event = false, was_busy = false, read = false;
    std::uint32_t value = 0;
    for (unsigned t = 0; t < 10'000; ++t) {
      ASSERT_EQ(top.event_o, event) << "cycle " << t;
      ASSERT_EQ(top.value_valid_o, read) << "cycle " << t;
      if (read) ASSERT_EQ(top.value_o, value) << "cycle " << t;
      ASSERT_EQ(top.quiescent_o, !was_busy) << "cycle " << t;
      const unsigned busy = t / 50 % 4;  // from idle to always busy
      top.inc_i = 0;
      for (unsigned c = 0; c < channels; ++c) {
        if (random() % 4 < busy) top.inc_i |= static_cast<std::uint8_t>(1u << c);
        put_bits(top.inc_counter_i, 6 * c, 6, random() % numbers);
      }
      const unsigned access = random() % 4 < busy ? 1 + random() % 2 : 0;
      top.read_i = access == 1;
      top.subtract_i = access == 2;
      top.number_i = static_cast<std::uint8_t>(random() % numbers);
      top.amount_i = random() % 2 ? random() : random() % 4;
      settle(top);
      const unsigned granted = top.inc_gnt_o;
      ASSERT_EQ(granted & ~unsigned{top.inc_i}, 0u);
      ASSERT_EQ(std::popcount(granted), top.inc_i != 0 ? 1 : 0);
      event = granted != 0;
      read = access == 1;
      was_busy = event || access != 0;
      value = counter[top.number_i];  // before this cycle's changes
      if (event) ++counter[bits(top.inc_counter_i, 6 * static_cast<unsigned>(std::countr_zero(granted)), 6)];
      if (access == 2) counter[top.number_i] -= top.amount_i;
      edge(top);
    }
  }
}

TEST(ArrivalCounters, appear_to_count_in_one_cycle) { random_traffic<Varrival_counters_1>(1, 64); }
TEST(ArrivalCounters, count_correctly_when_all_accesses_are_to_two_of_them) {
  random_traffic<Varrival_counters_1>(1, 2);
}
TEST(ArrivalCounters, count_for_four_channels) { random_traffic<Varrival_counters_4>(4, 64); }
TEST(ArrivalCounters, count_for_four_channels_that_increment_one) {
  random_traffic<Varrival_counters_4>(4, 1);
}

TEST(ArrivalCounters, wrap) {
  Varrival_counters_1 top;
  idle(top);
  reset(top);
  top.subtract_i = 1;
  top.number_i = 9;
  top.amount_i = 2;
  edge(top);
  idle(top);
  const auto read = [&] {
    top.read_i = 1;
    edge(top);
    top.read_i = 0;
    return top.value_o;
  };
  EXPECT_EQ(read(), 0xfffffffeu);
  top.inc_i = 1;
  put_bits(top.inc_counter_i, 0, 6, 9);
  edge(top);
  edge(top);
  edge(top);
  idle(top);
  EXPECT_EQ(read(), 1u);
}

TEST(ArrivalCounters, count_a_million) {
  Varrival_counters_1 top;
  idle(top);
  reset(top);
  constexpr std::uint32_t million = 1u << 20;
  for (std::uint32_t n = 0; n < million; ++n) {  // with a subtraction every 16th cycle
    top.inc_i = 1;
    put_bits(top.inc_counter_i, 0, 6, 33);
    top.subtract_i = n % 16 == 0;
    top.number_i = 33;
    top.amount_i = 1u << (n / 16 % 20);
    edge(top);
  }
  idle(top);
  std::uint32_t subtracted = 0;
  for (std::uint32_t n = 0; n < million; n += 16) subtracted += 1u << (n / 16 % 20);
  top.read_i = 1;
  top.number_i = 33;
  edge(top);
  EXPECT_EQ(top.value_o, million - subtracted);
}

TEST(ArrivalCounters, serve_all_channels_in_turn) {
  Varrival_counters_4 top;
  idle(top);
  reset(top);
  top.inc_i = 0b1111;
  unsigned served = 0;
  for (unsigned n = 0; n < 4; ++n) {
    settle(top);
    served |= top.inc_gnt_o;
    edge(top);
  }
  EXPECT_EQ(served, 0b1111u);
}

}  // namespace
}  // namespace collnoc::test
