// Tests the star graph (arch/topology/star.hpp) as a topology, and which schedules run on it.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "sim/schedule/bound.hpp"
#include "sim/schedule/metrics.hpp"
#include "sim/schedule/path.hpp"
#include "tests/firmware/collectives/proof.hpp"
#include "tests/firmware/collectives/star_reference.hpp"

namespace collnoc {
namespace {

TEST(StarGraph, NumbersItsNodes) {
  EXPECT_EQ(Topology::star(3).size(), 6u);
  EXPECT_EQ(Topology::star(4).size(), 24u);
  EXPECT_EQ(Topology::star(5).size(), 120u);
  for (const unsigned n : star_sizes) {
    const Topology topology = Topology::star(n);
    EXPECT_EQ(star::permutation(n, 0), star::Permutation::identity(n));
    std::set<std::uint32_t> addresses;
    for (Rank rank = 0; rank < topology.size(); ++rank) {
      const star::Permutation label = star::permutation(n, rank);
      unsigned symbols = 0;
      for (unsigned i = 0; i < n; ++i) symbols |= 1u << label[i];
      EXPECT_EQ(symbols, (1u << n) - 1) << "a permutation";
      EXPECT_EQ(star::rank(n, label), rank);
      EXPECT_EQ(topology.address(rank), label.packed() & (n == 6 ? 0x7fffu : n == 7 ? 0x3ffffu : ~0u));
      EXPECT_EQ(topology.rank_at(topology.address(rank)), rank);
      EXPECT_EQ(rank / star::factorial(n - 1), n - 1 - label[n - 1]) << "a substar is contiguous";
      addresses.insert(topology.address(rank));
    }
    EXPECT_EQ(addresses.size(), topology.size());
    for (Rank rank = 0; n > star::min_symbols && rank < star::factorial(n - 1); ++rank) {
      for (unsigned i = 0; i + 1 < n; ++i)
        EXPECT_EQ(star::permutation(n, rank)[i], star::permutation(n - 1, rank)[i]);
    }
  }
}

TEST(StarGraph, LinksExchangeTheFirstSymbol) {
  for (const unsigned n : star_sizes) {
    const Topology topology = Topology::star(n);
    EXPECT_EQ(topology.links(), n - 1);
    for (Rank rank = 0; rank < topology.size(); ++rank) {
      for (Link link = 0; link < topology.links(); ++link) {
        const Rank there = topology.neighbour(rank, link);
        const star::Permutation here = star::permutation(n, rank), other = star::permutation(n, there);
        for (unsigned i = 0; i < n; ++i) EXPECT_EQ(other[i], here[i == 0 ? link + 1 : i == link + 1 ? 0 : i]);
        EXPECT_EQ(topology.opposite(link), link);
        EXPECT_EQ(topology.neighbour(there, link), rank);
        EXPECT_EQ(topology.link_towards(0, rank, there, false), link);
      }
    }
  }
}

TEST(StarGraph, RoutesGreedilyByAShortestPath) {
  for (const unsigned n : star_sizes) {
    const Topology topology = Topology::star(n);
    for (Rank src = 0; src < topology.size(); ++src) {
      const std::vector<unsigned> hops = distances(topology, src);
      EXPECT_EQ(*std::max_element(hops.begin(), hops.end()), star::diameter(n));
      for (Rank dst = 0; dst < topology.size(); ++dst) {
        EXPECT_EQ(distance(topology, src, dst), hops[dst]);
        EXPECT_EQ(path(topology, src, dst, {}).size(), hops[dst] + 1);
        EXPECT_EQ(path(topology, src, dst, {}).back(), dst);
      }
    }
  }
}

TEST(StarGraph, HasNoDirections) {
  Route plus, descending;
  plus.direction[0] = Direction::plus;
  descending.set_order(Order::descending);
  EXPECT_TRUE(leads_there(Topology::star(4), 0, 5, {}));
  EXPECT_FALSE(leads_there(Topology::star(4), 0, 5, plus));
  EXPECT_FALSE(leads_there(Topology::star(4), 0, 5, descending));
}

TEST(StarGraph, BoundsTotalExchangeByItsHops) {
  // Nodes at distance 1, 2, ..: S_3 2, 2, 1; S_4 3, 6, 9, 5.
  EXPECT_EQ(status_bound(Topology::star(3)), 9u);
  EXPECT_EQ(status_bound(Topology::star(4)), 62u);
  HardwareConfig hardware;
  hardware.all_port = true;
  EXPECT_EQ(lower_bound(Collective::total_exchange, {Topology::star(4), 0, 24, 0}, hardware).cycles,
            62u + 2u + 1u);  // two head flits per link
}

TEST(StarGraph, RefusesSchedulesThatNeedCoordinates) {
  unsigned applying = 0;
  for (const Algorithm* algorithm : algorithms()) {
    const auto refusal = algorithm->why_not(Topology::star(4), PortModel::all_port);
    if (!refusal) {
      ++applying;
      expect_proved(*algorithm, {Topology::star(4), 5, 64, 0}, PortModel::all_port);
    } else {
      // S_4 has 24 ranks, so schedules that need a power of two do not apply either.
      EXPECT_TRUE(*refusal == "it needs coordinates, which a star graph does not have" ||
                  refusal->find("of two") != std::string::npos || *refusal == "it needs a one-port NIC" ||
                  refusal->find("for graphs") != std::string::npos)
          << algorithm->name() << ": " << *refusal;
    }
  }
  // Broadcasts: binomial, 2 greedy trees, 16 multi-trees; total exchanges: direct, bruck; all-to-all
  // broadcasts: direct, 2 multi-trees, 2 Hamiltonian cycles. There may be more.
  EXPECT_GE(applying, 26u);
  EXPECT_EQ(broadcast("line").why_not(Topology::star(4), PortModel::one_port),
            "it needs coordinates, which a star graph does not have");
}

TEST(StarGraph, SchedulesOfItsOwnNeedIt) {
  for (const char* name : {"binomial", "greedy-tree", "multi-tree", "multi-tree-all-port"})
    EXPECT_EQ(broadcast(name).why_not(Topology::mesh(4, 4), PortModel::all_port), "it needs a star graph");
  for (const char* name : {"hamiltonian", "hamiltonian-all-port", "multi-tree", "multi-tree-all-port"})
    EXPECT_EQ(all_to_all(name).why_not(Topology::mesh(4, 4), PortModel::all_port), "it needs a star graph");
  for (const char* name : {"greedy-tree", "greedy-tree:1", "multi-tree-all-port"})
    EXPECT_EQ(broadcast(name).why_not(Topology::star(4), PortModel::one_port), "it needs an all-port NIC");
  for (const char* name : {"hamiltonian-all-port", "multi-tree-all-port"})
    EXPECT_EQ(all_to_all(name).why_not(Topology::star(4), PortModel::one_port), "it needs an all-port NIC");
  EXPECT_EQ(
      meant_algorithm(Collective::broadcast, "multi-tree:4", Topology::star(4), PortModel::all_port)->name(),
      "multi-tree:4-all-port");
}

TEST(StarGraph, RunsTheGeneralSchedules) {
  for (const unsigned n : star_sizes) {
    for (const PortModel nic : {PortModel::one_port, PortModel::all_port}) {
      expect_proved(exchange("direct"), {Topology::star(n), 0, 24, 0}, nic);
      expect_proved(all_to_all("direct"), {Topology::star(n), 0, 24, 0}, nic, Formula::equal);
      expect_proved(exchange("bruck"), {Topology::star(n), 0, 24, 0}, nic, Formula::equal);
    }
  }
}

}  // namespace
}  // namespace collnoc
