// rtl/common/event_counters.sv: a count that is read is the number of events since the reset.
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "Vevent_counters_15x32.h"
#include "Vevent_counters_3x8.h"
#include "tests/support/verilated_pins.hpp"

namespace collnoc::test {
namespace {

/// Reads in two of three cycles. `often`: percent of the events in active cycles.
template <class Top>
void counts_events(unsigned counters, unsigned width, unsigned often) {
  Top top;
  top.active_i = 0;
  top.event_i = 0;
  top.read_i = 0;
  reset(top);
  std::mt19937 random(counters + often);
  const auto chance = [&](unsigned percent) { return random() % 100 < percent; };
  const std::uint64_t all = (std::uint64_t{1} << width) - 1;
  std::vector<std::uint64_t> events(counters);
  unsigned wrapped = 0;
  for (unsigned cycle = 0; cycle < 20'000; ++cycle) {
    const bool active = chance(cycle / 1000 % 2 == 0 ? 100 : 30), read = chance(67);
    const unsigned number = static_cast<unsigned>(random() % counters);
    const std::uint64_t expected = events[number];
    unsigned now = 0;
    for (unsigned k = 0; k < counters; ++k) now |= unsigned{active && chance(often)} << k;
    top.active_i = active;
    put_bits(top.event_i, 0, counters, now);
    top.read_i = read;
    top.number_i = static_cast<std::uint8_t>(number);
    for (unsigned k = 0; k < counters; ++k) events[k] += now >> k & 1;
    edge(top);
    if (read) ASSERT_EQ(top.value_o, expected & all) << "counter " << number << " in cycle " << cycle;
    wrapped += read && expected > all;
  }
  EXPECT_EQ(wrapped > 0, width == 8);
}

TEST(EventCounters, count_rare_events) { counts_events<Vevent_counters_15x32>(15, 32, 5); }
TEST(EventCounters, count_events_of_every_cycle) { counts_events<Vevent_counters_15x32>(15, 32, 100); }
TEST(EventCounters, count_often_and_wrap) { counts_events<Vevent_counters_3x8>(3, 8, 60); }

}  // namespace
}  // namespace collnoc::test
