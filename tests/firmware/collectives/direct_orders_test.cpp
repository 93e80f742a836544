// Tests direct-slotted, direct-slotted-all-port, direct-aligned and direct-scattered: proofs, the tables, the
// order of the shift register. tests/sim/engine/slotted_exchange_test.cpp tests their guarantees on the
// hardware.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <set>
#include <utility>
#include <vector>

#include "collnoc/firmware/collectives/total_exchange/direct_aligned.hpp"
#include "collnoc/firmware/collectives/total_exchange/direct_scattered.hpp"
#include "collnoc/firmware/collectives/total_exchange/direct_slotted.hpp"
#include "collnoc/firmware/collectives/total_exchange/direct_slotted_all_port.hpp"
#include "sim/schedule/check.hpp"
#include "sim/schedule/expanded_schedule.hpp"
#include "sim/schedule/metrics.hpp"
#include "sim/schedule/rank_plan.hpp"
#include "sim/topology/topology_text.hpp"
#include "tests/firmware/collectives/proof.hpp"

namespace collnoc {
namespace {

/// All verdicts are good, and every pair has one message in N - 1 steps.
void expect_proved(std::string_view name, const char* network, std::uint32_t bytes,
                   const std::vector<PortModel>& nics = {PortModel::one_port, PortModel::all_port}) {
  const Job job{parse_topology(network), 0, bytes};
  for (const PortModel nic : nics) expect_proved(exchange(name), job, nic);
  const Metrics m = measure(exchange(name), job);
  const Rank others = job.topology.size() - 1;
  EXPECT_EQ(m.steps, others) << network;
  EXPECT_EQ(m.alpha, others) << network;
  EXPECT_EQ(m.beta_bytes, std::uint64_t{others} * bytes) << network;
  EXPECT_EQ(m.messages, std::uint64_t{job.topology.size()} * others) << network;
}

TEST(DirectSlotted, IsProved) {
  expect_proved("direct-slotted", "torus:8x8", 64);
  expect_proved("direct-slotted", "torus:8x8", 9);
}

/// Nothing is used twice in a slot, and the table needs `expected` slots.
void expect_slots(const std::array<SlottedExchange::Message, 63>& messages, int expected) {
  std::set<std::pair<int, int>> x_links, y_links;  // (direction, slot) on the links of any rank
  std::set<int> injected, ejected;
  std::set<std::pair<int, int>> offsets;
  int slots = 0;
  for (const SlottedExchange::Message& m : messages) {
    EXPECT_TRUE(injected.insert(m.slot).second);
    int slot = m.slot;
    for (int i = 0; i < std::abs(m.x); ++i) EXPECT_TRUE(x_links.insert({m.x < 0, slot++}).second);
    for (int i = 0; i < std::abs(m.y); ++i) EXPECT_TRUE(y_links.insert({m.y < 0, slot++}).second);
    EXPECT_TRUE(ejected.insert(slot).second);
    slots = std::max(slots, slot + 1);
    EXPECT_TRUE(offsets.insert({(m.x + 8) % 8, (m.y + 8) % 8}).second);
    EXPECT_LE(std::abs(m.x), 4);
    EXPECT_LE(std::abs(m.y), 4);
  }
  EXPECT_EQ(offsets.count({0, 0}), 0u);
  EXPECT_EQ(offsets.size(), 63u);
  EXPECT_EQ(x_links.size(), 128u);  // 64 slots per direction: both directions have the same load
  EXPECT_EQ(y_links.size(), 128u);
  EXPECT_EQ(slots, expected);
}

TEST(DirectSlotted, UsesNothingTwiceInASlot) { expect_slots(SlottedExchange::messages, 68); }

TEST(DirectSlotted, SaysWhereItDoesNotRun) {
  for (const char* text : {"mesh:8x8", "torus:4x4", "torus:8x4", "torus:8x8x8", "hypercube:6", "mesh:8x8w"}) {
    const Job job{parse_topology(text), 0, 8};
    EXPECT_NE(why_not(exchange("direct-slotted"), job, PortModel::one_port), std::nullopt) << text;
  }
}

TEST(DirectAligned, IsProved) {
  expect_proved("direct-aligned", "torus:8x8", 8);
  expect_proved("direct-aligned", "torus:8x8", 9);
}

TEST(DirectAligned, UsesNothingTwiceInASlot) { expect_slots(DirectAligned::messages, 70); }

TEST(DirectAligned, PlansOfOddXAreOneWordLongerIfBlocksAlternateBetweenBanks) {
  for (const std::uint32_t bytes : {8u, 16u, 17u}) {
    const Job job{parse_topology("torus:8x8"), 0, bytes};
    const auto plans = rank_plans(exchange("direct-aligned"), job,
                                  {static_cast<std::uint32_t>(DirectAligned::bytes_needed(job)), 1, false});
    const std::size_t even = plans[0].words.size();
    EXPECT_EQ(even, 1u + 63 * 2 + 3) << bytes;  // a time, the puts; at the end a wait, a consume and an end
    for (Rank rank = 0; rank < 64; ++rank)
      EXPECT_EQ(plans[rank].words.size(), even + (bytes != 16 && rank % 2 == 1))
          << bytes << ", rank " << rank;
  }
}

TEST(DirectAligned, SaysWhereItDoesNotRun) {
  for (const char* text : {"mesh:8x8", "torus:4x4", "torus:8x8x8"}) {
    const Job job{parse_topology(text), 0, 8};
    EXPECT_NE(why_not(exchange("direct-aligned"), job, PortModel::one_port), std::nullopt) << text;
  }
}

TEST(DirectSlottedAllPort, IsProved) {
  expect_proved("direct-slotted-all-port", "torus:8x8", 64, {PortModel::all_port});
  expect_proved("direct-slotted-all-port", "torus:8x8", 9, {PortModel::all_port});
}

TEST(DirectSlottedAllPort, SendsToEveryOffsetAndLoadsAllLinksAlike) {
  std::set<std::pair<int, int>> offsets;
  int x_hops[2] = {}, y_hops[2] = {};  // in the plus and minus directions
  for (const DirectSlottedAllPort::Message& m : DirectSlottedAllPort::messages) {
    EXPECT_TRUE(offsets.insert({(m.x + 8) % 8, (m.y + 8) % 8}).second);
    EXPECT_LE(std::abs(m.x), 4);
    EXPECT_LE(std::abs(m.y), 4);
    x_hops[m.x < 0] += std::abs(m.x);
    y_hops[m.y < 0] += std::abs(m.y);
  }
  EXPECT_EQ(offsets.count({0, 0}), 0u);
  EXPECT_EQ(offsets.size(), 63u);
  for (const int hops : {x_hops[0], x_hops[1], y_hops[0], y_hops[1]}) EXPECT_EQ(hops, 64);
}

TEST(DirectSlottedAllPort, WaitsForIncreasingCountsAndNeverForMessagesThatAreNotSent) {
  std::uint32_t sent = 0, received = 0, waits = 0;
  for (const DirectSlottedAllPort::Message& m : DirectSlottedAllPort::messages) {
    if (m.received != 0) {
      EXPECT_GT(m.received, received) << sent;
      EXPECT_LE(m.received, sent);
      received = m.received;
      ++waits;
    }
    ++sent;
  }
  EXPECT_GT(waits, 0u);
}

TEST(DirectSlottedAllPort, IsSelectedByDirectSlottedOnAllPortHardware) {
  const Topology torus = parse_topology("torus:8x8");
  const auto meant = [&](const char* name, PortModel nic) {
    return meant_algorithm(Collective::total_exchange, name, torus, nic)->name();
  };
  EXPECT_EQ(meant("direct-slotted", PortModel::all_port), "direct-slotted-all-port");
  EXPECT_EQ(meant("direct-slotted", PortModel::one_port), "direct-slotted");
  EXPECT_EQ(meant("direct-slotted-one-port", PortModel::all_port), "direct-slotted");
}

TEST(DirectSlottedAllPort, SaysWhereItDoesNotRun) {
  const Algorithm& algorithm = exchange("direct-slotted-all-port");
  EXPECT_NE(why_not(algorithm, {parse_topology("torus:8x8"), 0, 8}, PortModel::one_port), std::nullopt);
  for (const char* text : {"mesh:8x8", "torus:4x4", "torus:8x4", "torus:8x8x8", "hypercube:6"}) {
    EXPECT_NE(why_not(algorithm, {parse_topology(text), 0, 8}, PortModel::all_port), std::nullopt) << text;
  }
}

TEST(DirectScattered, IsProved) {
  for (const char* text : {"mesh:2", "mesh:2x2", "torus:4x2", "mesh:4x4", "torus:4x8", "mesh:8x8",
                           "torus:8x8", "mesh:4x4x4", "hypercube:6", "ghc:4x4"}) {
    expect_proved("direct-scattered", text, 24);
  }
}

TEST(DirectScattered, MeetsEveryOtherRankOnce) {
  for (Rank size = 2; size <= 65536; size *= 2) {
    std::vector<bool> met(size);
    for (std::uint32_t step = 0; step + 1 < size; ++step) {
      const std::uint32_t offset = DirectScattered::offset(size, step);
      ASSERT_GT(offset, 0u) << size;
      ASSERT_LT(offset, size);
      ASSERT_FALSE(met[offset]) << size << ", step " << step;
      met[offset] = true;
    }
  }
}

TEST(DirectScattered, SaysWhereItDoesNotRun) {
  for (const char* text : {"mesh:1", "mesh:3", "torus:6x6", "ghc:3x4"}) {
    const Job job{parse_topology(text), 0, 8};
    EXPECT_NE(why_not(exchange("direct-scattered"), job, PortModel::one_port), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace collnoc
