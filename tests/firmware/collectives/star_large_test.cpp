// The largest star graphs, of six and seven symbols, whose nodes are too many for the loops of the other
// tests.
#include <random>
#include <set>

#include "collnoc/firmware/collectives/all_to_all_broadcast/all_to_all_hamiltonian.hpp"
#include "collnoc/firmware/collectives/broadcast/star_binomial.hpp"
#include "collnoc/firmware/collectives/broadcast/star_trees.hpp"
#include "sim/schedule/metrics.hpp"
#include "sim/schedule/path.hpp"
#include "tests/firmware/collectives/proof.hpp"
#include "tests/firmware/collectives/star_reference.hpp"

namespace collnoc {
namespace {

TEST(LargeStar, NamesItsNodesByAllSymbolsButTheLast) {
  for (const unsigned n : {6u, 7u}) {
    const Topology topology = Topology::star(n);
    ASSERT_EQ(topology.size(), n == 6 ? 720u : 5040u);
    EXPECT_EQ(topology.has_hardware(), n == 6);
    std::set<std::uint32_t> addresses;
    for (Rank rank = 0; rank < topology.size(); ++rank) {
      const star::Permutation label = star::permutation(n, rank);
      std::uint32_t expected = 0;
      for (unsigned i = 0; i + 1 < n; ++i) expected |= label[i] << (3 * i);
      EXPECT_EQ(topology.address(rank), expected);
      EXPECT_EQ(topology.rank_at(expected), rank);
      EXPECT_TRUE(star::is_address(n, expected));
      EXPECT_FALSE(star::is_address(n, expected | 1u << (3 * (n - 1)))) << "a bit above the label";
      // The first symbol twice, or a symbol that there is not.
      EXPECT_FALSE(star::is_address(n, (expected & ~(7u << 3)) | label[0] << 3));
      EXPECT_FALSE(star::is_address(n, expected | 7u));
      addresses.insert(expected);
    }
    EXPECT_EQ(addresses.size(), topology.size());
  }
}

TEST(LargeStar, RoutesByAShortestPath) {
  std::mt19937 random(1);
  for (const unsigned n : {6u, 7u}) {
    const Topology topology = Topology::star(n);
    const std::vector<unsigned> hops = distances(topology, 0);
    EXPECT_EQ(*std::max_element(hops.begin(), hops.end()), 3 * (n - 1) / 2);
    for (unsigned i = 0; i < 20; ++i) {
      const Rank src = i == 0 ? 0 : static_cast<Rank>(random() % topology.size());
      const std::vector<unsigned> from = distances(topology, src);
      for (Rank dst = 0; dst < topology.size(); ++dst) {
        ASSERT_EQ(topology.distance(src, dst), from[dst]);
        if (dst % 16 != i % 16) continue;
        const std::vector<Rank> way = path(topology, src, dst, {});
        ASSERT_EQ(way.size(), from[dst] + 1);
        ASSERT_EQ(way.back(), dst);
      }
    }
  }
}

TEST(LargeStar, HasAHamiltonianCycle) {
  for (const unsigned n : {6u, 7u}) {
    const Topology topology = Topology::star(n);
    const StarCycle cycle = star_cycle(n);
    std::set<Rank> nodes;
    for (Rank i = 0; i < topology.size(); ++i) {
      nodes.insert(cycle.node[i]);
      ASSERT_EQ(cycle.place[cycle.node[i]], i);
      ASSERT_EQ(topology.distance(cycle.node[i], cycle.node[(i + 1) % topology.size()]), 1u);
    }
    EXPECT_EQ(nodes.size(), topology.size());
  }
}

TEST(LargeStar, BroadcastsInAStepMoreThanTheLogarithm) {
  EXPECT_EQ(StarBinomial::steps(6), 11u);
  EXPECT_EQ(StarBinomial::steps(7), 14u);
  for (const auto& [n, root] : {std::pair{6u, 0u}, {6u, 719u}, {6u, 333u}, {7u, 1234u}}) {
    const Job job{Topology::star(n), root, 100, 0};
    expect_proved(broadcast("binomial"), job, PortModel::one_port, Formula::equal);
    EXPECT_EQ(measure(broadcast("binomial"), job).messages, job.topology.size() - 1) << "nobody hears twice";
  }
}

TEST(LargeStar, BroadcastsOverTrees) {
  const Topology topology = Topology::star(6);
  for (const char* name : {"multi-tree:1-all-port", "greedy-tree:1"})
    expect_proved(broadcast(name), {topology, 77, 80, 0}, PortModel::all_port);
  expect_proved(broadcast("multi-tree:1"), {topology, 77, 80, 0});
  // Lemma 5: the tallest tree has D_n + n + gcd(n, i) - 2 links, i = 3.
  EXPECT_EQ(tallest_rotated(6), 7u + 6 + 3 - 2);
}

/// Every node is once in the tree, one level below its parent.
template <class Tree, unsigned n>
void expect_tree() {
  const auto& levels = star_table<StarLevelsOf<Tree, n>>();
  ASSERT_EQ(levels.first.back(), star::factorial(n));
  std::set<Rank> before;
  for (unsigned t = 0; t + 1 < levels.first.size(); ++t) {
    std::set<Rank> here;
    for (unsigned i = levels.first[t]; i < levels.first[t + 1]; ++i) {
      const star::Permutation node = star::inverse(n, levels.inverse[i]);
      EXPECT_TRUE(here.insert(star::rank(n, node)).second);
      EXPECT_TRUE(t == 0 || before.contains(star::rank(n, node.along(levels.dimension[i]))));
    }
    EXPECT_FALSE(here.empty()) << "the height is that of the tree";
    before = here;
  }
}

TEST(LargeStar, HasTreesOfShortestPathsAndOfHamiltonianPaths) {
  expect_tree<StarGreedyPaths, 6>();
  expect_tree<StarPaths, 6>();
  EXPECT_EQ(StarPaths::height(6), 124u);
}

TEST(LargeStarNightly, SendsEverythingToEverybody) {
  const Topology topology = Topology::star(6);
  const Job job{topology, 0, 40, 0};
  const Algorithm& trees = all_to_all("multi-tree-all-port");
  expect_proved(trees, job, PortModel::all_port, Formula::equal);
  EXPECT_EQ(measure(trees, job).alpha, 7u) << "the diameter, Theorem 3";
}

TEST(LargeStarNightly, SendsEverythingAlongHamiltonianPaths) {
  const Job job{Topology::star(6), 0, 40, 0};
  expect_proved(all_to_all("hamiltonian"), job, PortModel::one_port, Formula::equal);
  expect_proved(all_to_all("hamiltonian-all-port"), job, PortModel::all_port, Formula::equal);
}

TEST(LargeStarNightly, BroadcastsOverTreesOfSevenSymbols) {
  const Job job{Topology::star(7), 4321, 1024, 0};
  expect_proved(broadcast("multi-tree"), job);
  expect_proved(broadcast("multi-tree-all-port"), job, PortModel::all_port);
  expect_proved(broadcast("greedy-tree"), job, PortModel::all_port);
}

}  // namespace
}  // namespace collnoc
