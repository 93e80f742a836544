// Tests firmware/collectives/total_exchange/exchange_1d.hpp: the optimal exchanges on a line, a ring and a
// complete graph.
#include "collnoc/firmware/collectives/total_exchange/exchange_1d.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace collnoc {
namespace {

/// Moves all packets; returns the first error.
std::string replay(const Exchange1d& exchange) {
  const std::uint32_t n = exchange.extent;
  std::vector<std::uint32_t> place(n * n);
  std::vector<std::vector<int>> slots(n, std::vector<int>(exchange.transit_slots(), -1));
  for (std::uint32_t o = 0; o < n; ++o) {
    for (std::uint32_t t = 0; t < n; ++t) place[o * n + t] = o;
  }
  for (std::uint32_t step = 0; step < exchange.steps(); ++step) {
    const auto before = place;
    const auto slots_before = slots;
    std::vector<int> received(n);
    for (std::uint32_t at = 0; at < n; ++at) {
      const Hop hop = exchange.sent(at, step);
      if (!hop.moves) continue;
      const std::uint32_t packet = hop.origin * n + hop.target;
      const std::uint32_t next = exchange.neighbour(at, hop.link);
      if (exchange.factor == Factor::line && (hop.link ? at == 0 : at + 1 == n)) return "leaves the line";
      if (exchange.factor != Factor::complete && hop.link > 1) return "uses a link that is not there";
      if (before[packet] != at) return "sends a packet that is elsewhere";
      if (hop.origin != at && slots_before[at][hop.held] != int(packet))
        return "finds another packet in the slot";
      if (received[next]++) return "receives twice in a step";
      if (next != hop.target) {
        if (hop.slot >= exchange.transit_slots()) return "slot out of range";
        if (slots[next][hop.slot] != -1) return "uses a slot twice in one exchange";
        slots[next][hop.slot] = int(packet);
      }
      place[packet] = next;
    }
  }
  for (std::uint32_t o = 0; o < n; ++o) {
    for (std::uint32_t t = 0; t < n; ++t) {
      if (place[o * n + t] != t) return "packet not delivered";
    }
  }
  return "";
}

TEST(LineExchange, TakesTheStepsOfItsMiddleNode) {
  const std::vector<std::uint32_t> steps{1, 4, 7, 12, 17, 24, 31, 40, 49, 60, 71, 84, 97, 112, 127};
  for (std::uint32_t n = 2; n <= 16; ++n) {
    EXPECT_EQ((Exchange1d{n, Factor::line}.steps()), steps[n - 2]) << n;
    const std::uint32_t i = n / 2;  // sends its own packets, and forwards all that cross it
    EXPECT_EQ(steps[n - 2], n - 1 + 2 * i * (n - 1 - i)) << "not the load of the middle node, " << n;
  }
}

TEST(RingExchange, TakesTheSumOfDistances) {
  for (std::uint32_t n = 2; n <= 16; ++n) EXPECT_EQ((Exchange1d{n, Factor::ring}.steps()), n * n / 4) << n;
}

TEST(Exchange1d, DeliversEveryPacketOnePortOnGraphsOfAnyExtent) {
  for (std::uint32_t n = 1; n <= 33; ++n) {
    EXPECT_EQ(replay({n, Factor::line}), "") << "line of " << n;
    EXPECT_EQ(replay({n, Factor::ring}), "") << "ring of " << n;
    EXPECT_EQ(replay({n, Factor::complete}), "") << "complete graph of " << n;
  }
}

TEST(CompleteExchange, TakesAStepForEveryOtherNode) {
  for (std::uint32_t n = 1; n <= 16; ++n) EXPECT_EQ((Exchange1d{n, Factor::complete}.steps()), n - 1) << n;
}

TEST(Exchange1d, CountsArrivalsByLink) {
  for (const Factor factor : {Factor::line, Factor::ring, Factor::complete}) {
    for (std::uint32_t n = 2; n <= 12; ++n) {
      const Exchange1d exchange{n, factor};
      const std::uint32_t links = factor == Factor::complete ? n - 1 : 2;
      std::vector<std::vector<std::uint32_t>> received(n, std::vector<std::uint32_t>(links));
      for (std::uint32_t step = 0; step <= exchange.steps(); ++step) {
        for (std::uint32_t at = 0; at < n; ++at) {
          for (std::uint32_t l = 0; l < links; ++l)
            EXPECT_EQ(exchange.received(at, l, step), received[at][l]);
        }
        for (std::uint32_t at = 0; at < n && step < exchange.steps(); ++at) {
          const Hop hop = exchange.sent(at, step);
          if (hop.moves) ++received[exchange.neighbour(at, hop.link)][hop.link];
        }
      }
    }
  }
}

}  // namespace
}  // namespace collnoc
