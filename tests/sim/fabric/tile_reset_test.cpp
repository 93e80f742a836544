// A tile is reset alone: each rule of docs/reference/hardware.md, "Resets", at the pins of nodes in lockstep.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "tests/support/bench.hpp"
#include "tests/support/lockstep_run.hpp"

namespace collnoc::test {
namespace {

constexpr auto worm = Switching::wormhole, cut = Switching::cut_through;
constexpr unsigned counter = 5;
constexpr std::uint32_t source = 0x000, target = 0x800;

/// A line of four tiles; every byte of the sources is 1 + its address modulo 255.
class TileReset : public ::testing::TestWithParam<HardwareConfig> {
 protected:
  TileReset() : bench(Topology::mesh(4, 1), config(), NodeKind::lockstep) {
    for (Rank r = 0; r < 4; ++r) {
      for (std::uint32_t b = 0; b < target; ++b) fabric().memory(r).bytes()[b] = content(b);
    }
  }
  static HardwareConfig config() {
    HardwareConfig c = GetParam();
    c.fit(Topology::mesh(4, 1));
    return c;
  }
  static std::uint8_t content(std::uint32_t at) { return static_cast<std::uint8_t>(1 + at % 255); }
  Fabric& fabric() { return bench.fabric(); }

  void down(Rank r) { fabric().reset_tile(r, true); }
  /// Releases a tile, and waits until it is up.
  void up(Rank r, Cycle at_most = 400) {
    fabric().reset_tile(r, false);
    for (Cycle n = 0; fabric().out(r).held; ++n) {
      ASSERT_LT(n, at_most) << "tile " << r << " stays in reset";
      fabric().step();
    }
  }
  void put(Rank from, Rank to, std::uint32_t bytes) { bench.put(from, source, target, bytes, counter, to); }
  /// Steps until the node that is not in reset is quiet, and the number of cycles that took.
  Cycle until_arrived(Rank at, int bytes) {
    const Cycle begin = fabric().now();
    while (arrived(at) < bytes && fabric().now() < begin + 5000) fabric().step();
    return fabric().now() - begin;
  }
  /// Bytes at the target that are the sender's; -1 if there are others.
  int arrived(Rank at) {
    const std::uint8_t* memory = fabric().memory(at).bytes();
    int n = 0;
    for (std::uint32_t b = 0; b < target; ++b) {
      const std::uint8_t got = memory[target + b];
      if (got == content(b))
        ++n;
      else if (got != 0)
        return -1;
    }
    return n;
  }
  bool nothing_behind(Rank at, std::uint32_t bytes) {
    const std::uint8_t* memory = fabric().memory(at).bytes() + target;
    return std::all_of(memory + bytes, memory + target, [](std::uint8_t b) { return b == 0; });
  }
  void clear(Rank at) { std::memset(fabric().memory(at).bytes() + target, 0, target); }
  std::uint32_t count(Rank r) { return bench.read(r, nic::counter(counter)); }
  bool busy(Rank r) { return (bench.read(r, nic::status) & nic::status_busy) != 0; }
  unsigned discarded(Rank r) { return bench.read(r, nic::discarded) & 0xffff; }
  /// Flits of a message, each packet with its head.
  unsigned flits(std::uint32_t bytes) const {
    const HardwareConfig c = config();
    const unsigned payload = (bytes + c.flit_bytes() - 1) / c.flit_bytes();
    return payload + (payload + c.max_packet_flits - 2) / (c.max_packet_flits - 1);
  }
  /// A message between every two tiles arrives.
  void expect_all_to_all() {
    for (Rank from = 0; from < 4; ++from) {
      for (Rank to = 0; to < 4; ++to) {
        clear(to);
        const std::uint32_t before = count(to);
        put(from, to, 500);
        ASSERT_TRUE(bench.settle()) << from << " to " << to;
        EXPECT_EQ(arrived(to), 500) << from << " to " << to;
        EXPECT_EQ(count(to), before + 1) << from << " to " << to;
      }
    }
  }

  Bench bench;
};

TEST_P(TileReset, others_pass_its_router_at_the_usual_time) {
  put(0, 3, 300);
  const Cycle usual = until_arrived(3, 300);
  ASSERT_TRUE(bench.settle());
  clear(3);
  down(1);
  down(2);
  fabric().step(20);
  put(0, 3, 300);
  EXPECT_EQ(until_arrived(3, 300), usual);
  EXPECT_EQ(arrived(3), 300);
  fabric().step(20);
  EXPECT_EQ(count(3), 2u);
  up(1);
  up(2);
  expect_all_to_all();
}

TEST_P(TileReset, a_put_to_it_is_discarded_and_reported) {
  down(2);
  put(0, 2, 300);
  fabric().step(500);
  EXPECT_FALSE(busy(0));
  put(3, 2, 8);
  fabric().step(100);
  EXPECT_FALSE(busy(3));
  up(2);
  EXPECT_EQ(arrived(2), 0);
  EXPECT_EQ(count(2), 0u);
  EXPECT_EQ(bench.read(2, nic::discarded), nic::discarded_restarted | (flits(300) + 2));
  EXPECT_EQ(bench.read(1, nic::discarded), 0u);
  ASSERT_TRUE(bench.settle());
  expect_all_to_all();
}

TEST_P(TileReset, a_packet_that_it_cuts_is_not_counted) {
  for (unsigned n = 0; n < 60; ++n) {
    SCOPED_TRACE(n);
    clear(2);
    const std::uint32_t before = discarded(2),
                        bytes = config().flit_bytes() * (config().max_packet_flits - 1);
    put(0, 2, bytes);
    fabric().step(n);
    const bool in_time = fabric().memory(2).bytes()[target + bytes - 1] != 0;
    down(2);
    fabric().step(1 + n % 3);
    up(2);
    ASSERT_TRUE(bench.settle());
    const int here = arrived(2);
    ASSERT_GE(here, 0);
    EXPECT_TRUE(nothing_behind(2, bytes));
    const std::uint32_t counted = count(2);
    EXPECT_LE(counted, 1u);
    if (in_time) EXPECT_EQ(here, static_cast<int>(bytes));
    if (counted != 0 || (before == discarded(2) && !in_time)) EXPECT_EQ(here, static_cast<int>(bytes));
    bench.write(2, nic::counter(counter), counted);
  }
  EXPECT_GT(discarded(2), 0u);
  expect_all_to_all();
}

TEST_P(TileReset, a_message_that_its_reset_cuts_ends_between_packets_and_is_not_counted) {
  const unsigned packet = config().flit_bytes() * (config().max_packet_flits - 1), bytes = 1200;
  unsigned cut_messages = 0;
  for (unsigned n = 0; n < 90; ++n) {
    SCOPED_TRACE(n);
    clear(3);
    const std::uint32_t before = count(3);
    put(1, 3, bytes);
    fabric().step(5 + n);
    down(1);
    fabric().step(1 + n % 5);
    up(1);
    ASSERT_TRUE(bench.settle());
    const int here = arrived(3);
    EXPECT_TRUE(here == static_cast<int>(bytes) || (here >= 0 && here % static_cast<int>(packet) == 0))
        << here;
    EXPECT_EQ(count(3), before + (here == static_cast<int>(bytes) ? 1 : 0));
    EXPECT_EQ(discarded(3), 0u);
    if (here < static_cast<int>(bytes)) ++cut_messages;
  }
  EXPECT_GT(cut_messages, 10u);
  expect_all_to_all();
}

TEST_P(TileReset, the_nic_starts_anew_and_memory_and_cycle_counter_do_not) {
  put(0, 0, 100);
  put(0, 1, 100);
  ASSERT_TRUE(bench.settle());
  bench.put(1, 4, 0, 8, 0, 0);  // misaligned
  put(1, 1, 64);
  ASSERT_TRUE(bench.settle());
  EXPECT_NE(bench.read(1, nic::error), 0u);
  EXPECT_EQ(count(1), 2u);
  const std::uint32_t node = bench.read(1, nic::node), before = bench.read(1, nic::cycle);
  const Cycle then = fabric().now();
  down(1);
  fabric().step(10);
  EXPECT_TRUE(fabric().out(1).held);
  up(1, 3);
  EXPECT_EQ(bench.read(1, nic::error), 0u);
  EXPECT_EQ(count(1), 0u);
  EXPECT_EQ(bench.read(1, nic::put_src), 0u);
  EXPECT_EQ(bench.read(1, nic::put_bytes), 0u);
  EXPECT_EQ(bench.read(1, nic::channel_flits(0)), 0u);
  EXPECT_EQ(bench.read(1, nic::node), node);
  EXPECT_EQ(bench.read(1, nic::cycle) - before, fabric().now() - then);
  EXPECT_EQ(arrived(1), 100);
  expect_all_to_all();
}

TEST_P(TileReset, a_cycle_is_enough_and_resets_may_follow_each_other) {
  for (unsigned n = 0; n < 40; ++n) {
    put(1, 1, 200);
    put(1, 3, 400);
    put(3, 1, 400);
    fabric().step(n);
    for (unsigned k = 0; k < 3; ++k) {
      down(1);
      fabric().step(1);
      fabric().reset_tile(1, false);
      fabric().step(k * n);
    }
    up(1);
    ASSERT_TRUE(bench.settle());
  }
  expect_all_to_all();
}

TEST_P(TileReset, all_tiles_may_be_reset_together_while_they_send) {
  for (unsigned n = 0; n < 40; ++n) {
    for (Rank r = 0; r < 4; ++r) put(r, (r + 2) % 4, 600);
    fabric().step(5 + 3 * n);
    for (Rank r = 0; r < 4; ++r) down(r);
    fabric().step(1 + n % 20);
    for (Rank r = 0; r < 4; ++r) fabric().reset_tile(r, false);
    for (Rank r = 0; r < 4; ++r) up(r);
    ASSERT_TRUE(bench.settle());
  }
  expect_all_to_all();
}

INSTANTIATE_TEST_SUITE_P(hardware, TileReset,
                         ::testing::Values(lockstep_config(false, worm, 2, 4, 64, 1),
                                           lockstep_config(true, cut, 1, 2, 64, 2),
                                           lockstep_config(false, cut, 1, 4, 128, 1)),
                         [](const auto& test) {
                           std::string name = describe(test.param);
                           std::replace_if(
                               name.begin(), name.end(),
                               [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
                           return name;
                         });

}  // namespace
}  // namespace collnoc::test
