// The closed forms against a search, which knows nothing of them.
#include "sim/theory/closed_forms.hpp"

#include <gtest/gtest.h>

#include <iostream>

#include "counting.hpp"
#include "networks.hpp"

namespace collnoc::test {
using namespace theory;
namespace {

void expect_equal(const std::string& text) {
  SCOPED_TRACE(text);
  const Topology topology = parse_topology(text);
  const NetworkNumbers formula = numbers_of(topology), counted = counted_numbers(topology);
  EXPECT_EQ(formula.nodes, counted.nodes);
  EXPECT_EQ(formula.links, counted.links);
  EXPECT_EQ(formula.diameter, counted.diameter);
  EXPECT_EQ(formula.least_status, counted.least_status);
  EXPECT_EQ(formula.most_status, counted.most_status);
  EXPECT_EQ(formula.total_distance, counted.total_distance);
  EXPECT_TRUE(formula == counted);
  Rank best = no_rank;
  for (Rank rank = 0; rank < topology.size(); ++rank) {
    ASSERT_EQ(status(topology, rank), counted_status(topology, rank)) << "rank " << rank;
    if (best == no_rank && counted_status(topology, rank) == counted.least_status) best = rank;
  }
  EXPECT_EQ(root_of_least_status(topology), best);
}

TEST(ClosedForms, EqualTheSearchOnEveryKindOfNetwork) {
  for (const std::string& text : some_networks()) expect_equal(text);
}

TEST(ClosedForms, EqualTheSearchOn200RandomProducts) {
  const std::uint64_t seed = test_seed();
  std::cout << "COLLNOC_TEST_SEED=" << seed << "\n";
  std::mt19937_64 random(seed);
  for (int i = 0; i < 200; ++i) expect_equal(random_product(random, 256));
}

TEST(Counting, EqualsTheDistancesOfTheTopology) {
  for (const std::string& text : some_networks()) {
    const Topology topology = parse_topology(text);
    for (Rank from = 0; from < topology.size(); ++from) {
      const std::vector<std::uint32_t> hops = counted_distances(topology, from);
      for (Rank to = 0; to < topology.size(); ++to)
        ASSERT_EQ(hops[to], topology.distance(from, to)) << text << " from " << from << " to " << to;
    }
  }
}

TEST(ClosedForms, AreThoseOfTextbooks) {
  const auto of = [](const char* text) { return numbers_of(parse_topology(text)); };
  EXPECT_EQ(of("torus:8x8"), (NetworkNumbers{64, 128, 8, 256, 256, 64 * 256}));
  EXPECT_EQ(of("hypercube:6"), (NetworkNumbers{64, 192, 6, 192, 192, 64 * 192}));
  EXPECT_DOUBLE_EQ(of("mesh:8x8").average_status(), 336);        // N · 2 (n - 1/n) / 3
  EXPECT_DOUBLE_EQ(of("star:4").average_distance(), 62.0 / 23);  // 24 (4 + 2/4 + 25/12 - 4) hops to 23 nodes
  EXPECT_DOUBLE_EQ(of("mesh:1").average_distance(), 0);
}

/// The largest networks that the program has: nothing overflows.
TEST(ClosedForms, ReachAMillionNodes) {
  const double n = 1 << 20;
  EXPECT_DOUBLE_EQ(numbers_of(parse_topology("mesh:1048576")).average_distance(), (n + 1) / 3);
  EXPECT_DOUBLE_EQ(numbers_of(parse_topology("torus:1024x1024")).average_status(), n * 512);
}

}  // namespace
}  // namespace collnoc::test
