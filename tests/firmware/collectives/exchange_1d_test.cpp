// Tests firmware/collectives/exchange_1d.hpp: the optimal exchanges on a line and on a ring.
#include "firmware/collectives/exchange_1d.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace collnoc {
namespace {

/// Moves all packets; says what goes wrong first.
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
      const std::uint32_t next = hop.minus ? (at + n - 1) % n : (at + 1) % n;
      if (!exchange.ring && (hop.minus ? at == 0 : at + 1 == n)) return "leaves the line";
      if (before[packet] != at) return "sends a packet that is elsewhere";
      if (hop.origin != at && slots_before[at][hop.held] != int(packet)) return "finds another packet in the slot";
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
    EXPECT_EQ((Exchange1d{n, false}.steps()), steps[n - 2]) << n;
    const std::uint32_t i = n / 2;  // sends its own, and passes on all that crosses it
    EXPECT_EQ(steps[n - 2], n - 1 + 2 * i * (n - 1 - i)) << "not the load of the middle node, " << n;
  }
}

TEST(RingExchange, TakesTheSumOfDistances) {
  for (std::uint32_t n = 2; n <= 16; ++n) EXPECT_EQ((Exchange1d{n, true}.steps()), n * n / 4) << n;
}

TEST(Exchange1d, DeliversEveryPacketOnePortOnLinesAndRingsOfAnyExtent) {
  for (std::uint32_t n = 1; n <= 33; ++n) {
    EXPECT_EQ(replay({n, false}), "") << "line of " << n;
    EXPECT_EQ(replay({n, true}), "") << "ring of " << n;
  }
}

TEST(Exchange1d, CountsArrivalsFromBothSides) {
  for (const bool ring : {false, true}) {
    for (std::uint32_t n = 2; n <= 12; ++n) {
      const Exchange1d exchange{n, ring};
      std::vector<std::uint32_t> below(n), above(n);
      for (std::uint32_t step = 0; step <= exchange.steps(); ++step) {
        for (std::uint32_t at = 0; at < n; ++at) {
          EXPECT_EQ(exchange.received(at, true, step), below[at]);
          EXPECT_EQ(exchange.received(at, false, step), above[at]);
        }
        for (std::uint32_t at = 0; at < n && step < exchange.steps(); ++at) {
          const Hop hop = exchange.sent(at, step);
          if (hop.moves) ++(hop.minus ? above[(at + n - 1) % n] : below[(at + 1) % n]);
        }
      }
    }
  }
}

}  // namespace
}  // namespace collnoc
