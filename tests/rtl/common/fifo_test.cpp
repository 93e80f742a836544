// rtl/common/fifo.sv: order, counts, and push and pop in the same cycle, at depths that are not a power of
// two and at depth 1.
#include <gtest/gtest.h>

#include <deque>
#include <random>

#include "Vfifo_16x1.h"
#include "Vfifo_16x3.h"
#include "tests/support/verilated_pins.hpp"

namespace collnoc::test {
namespace {

template <class Top>
void random_traffic(unsigned depth) {
  Top top;
  std::mt19937 random(depth);
  top.push_i = top.pop_i = 0;
  reset(top);
  std::deque<std::uint16_t> expected;
  for (unsigned t = 0; t < 20'000; ++t) {
    ASSERT_EQ(top.valid_o, !expected.empty());
    ASSERT_EQ(top.full_o, expected.size() == depth);
    ASSERT_EQ(top.count_o, expected.size());
    if (!expected.empty()) ASSERT_EQ(top.data_o, expected.front()) << "cycle " << t;
    const bool fill = t / 100 % 2 == 0;  // long phases in which the queue is full or empty
    top.pop_i = !expected.empty() && random() % 4 < (fill ? 1u : 3u);
    top.push_i = expected.size() < depth && random() % 4 < (fill ? 3u : 1u);
    top.data_i = static_cast<std::uint16_t>(random());
    if (top.pop_i) expected.pop_front();
    if (top.push_i) expected.push_back(top.data_i);
    edge(top);
  }
}

TEST(Fifo, keeps_the_order_of_three) { random_traffic<Vfifo_16x3>(3); }
TEST(Fifo, works_with_a_single_place) { random_traffic<Vfifo_16x1>(1); }

TEST(Fifo, shows_what_was_pushed_one_cycle_later) {
  Vfifo_16x3 top;
  top.push_i = top.pop_i = 0;
  reset(top);
  top.push_i = 1;
  top.data_i = 0x1234;
  settle(top);
  EXPECT_EQ(top.valid_o, 0);
  edge(top);
  EXPECT_EQ(top.valid_o, 1);
  EXPECT_EQ(top.data_o, 0x1234);
}

TEST(Fifo, is_empty_after_reset) {
  Vfifo_16x3 top;
  top.pop_i = 0;
  top.push_i = 0;
  reset(top);
  top.push_i = 1;
  edge(top);
  edge(top);
  top.push_i = 0;
  reset(top);
  EXPECT_EQ(top.valid_o, 0);
  EXPECT_EQ(top.count_o, 0);
}

}  // namespace
}  // namespace collnoc::test
