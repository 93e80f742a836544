// Tests arch/topology/spidergon.hpp and sim/topology/spidergon.cpp: the graph, its paths, and the schedules
// that run on it.
#include <gtest/gtest.h>

#include <set>

#include "sim/schedule/algorithm.hpp"
#include "sim/schedule/path.hpp"
#include "sim/topology/link_name.hpp"
#include "sim/topology/topology_text.hpp"

namespace collnoc {
namespace {

std::vector<Topology> all_sizes() {
  std::vector<Topology> all;
  for (std::uint32_t n = 4; n <= 64; n += 2) all.push_back(Topology::spidergon(n));
  return all;
}

/// Distances from `from` to every node, by breadth-first search over the neighbours.
std::vector<std::uint32_t> distances(const Topology& t, Rank from) {
  std::vector<std::uint32_t> hops(t.size(), ~0u);
  std::vector<Rank> reached{from};
  hops[from] = 0;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (Link link = 0; link < t.links(); ++link) {
      const Rank next = t.neighbour(reached[i], link);
      if (hops[next] != ~0u) continue;
      hops[next] = hops[reached[i]] + 1;
      reached.push_back(next);
    }
  }
  return hops;
}

TEST(Spidergon, HasARingAndLinksAcross) {
  for (const Topology& t : all_sizes()) {
    const std::uint32_t n = t.size();
    EXPECT_EQ(t.links(), 3u);
    for (Rank r = 0; r < n; ++r) {
      EXPECT_EQ(t.neighbour(r, 0), (r + 1) % n);
      EXPECT_EQ(t.neighbour(r, 1), (r + n - 1) % n);
      EXPECT_EQ(t.neighbour(r, 2), (r + n / 2) % n);
      EXPECT_EQ(t.address(r), r);
      EXPECT_EQ(t.rank_at(t.address(r)), r);
      for (Link link = 0; link < 3; ++link)
        EXPECT_EQ(t.neighbour(t.neighbour(r, link), t.opposite(link)), r) << "the link back";
    }
  }
}

TEST(Spidergon, RoutesAcrossFirstByAShortestPath) {
  for (const Topology& t : all_sizes()) {
    const std::uint32_t n = t.size();
    for (Rank src = 0; src < n; ++src) {
      const std::vector<std::uint32_t> hops = distances(t, src);
      for (Rank dst = 0; dst < n; ++dst) {
        EXPECT_EQ(t.distance(src, dst), hops[dst]) << src << " to " << dst << " of " << n;
        unsigned links = 0, across = 0;
        for_each_link(t, src, dst, {}, [&](Rank, Link link) {
          if (link == Spidergon::across) {
            EXPECT_EQ(links, 0u) << "across only at first";
            ++across;
          }
          ++links;
        });
        EXPECT_EQ(links, hops[dst]) << src << " to " << dst << " of " << n;
        const std::uint32_t ahead = (dst + n - src) % n;
        EXPECT_EQ(across, 4 * ahead > n && 4 * ahead < 3 * n ? 1u : 0u);
        EXPECT_LE(links, (n + 3) / 4);
      }
    }
  }
}

TEST(Spidergon, IsReadFromTheRegistersOfANode) {
  for (const Topology& t : all_sizes()) {
    const std::uint32_t shape =
        1u << 27 | 1u << 4 |
        1u;  // not a product of dimensions; one dimension; the topology number after that of star graphs
    EXPECT_EQ(Topology::of_registers(shape, t.size() - 1), t);
  }
}

TEST(Spidergon, NamesItsLinks) {
  const Topology t = parse_topology("spidergon:16");
  EXPECT_EQ(t, Topology::spidergon(16));
  EXPECT_EQ(to_text(t), "spidergon:16");
  EXPECT_EQ(link_name(t, 0), "+x");
  EXPECT_EQ(link_name(t, 1), "-x");
  EXPECT_EQ(link_name(t, 2), "across");
}

/// Names of the algorithms of a collective that run on `t`.
std::set<std::string> applying(Collective collective, const Topology& t, PortModel nic) {
  std::set<std::string> names;
  for (const Algorithm* algorithm : algorithms()) {
    if (algorithm->collective() == collective && !algorithm->why_not(t, nic))
      names.emplace(algorithm->name());
  }
  return names;
}

TEST(Spidergon, RunsSchedulesThatNeedRanksOrARing) {
  using Names = std::set<std::string>;
  for (const PortModel nic : {PortModel::one_port, PortModel::all_port}) {
    const Topology t = Topology::spidergon(16), odd = Topology::spidergon(10);
    EXPECT_EQ(applying(Collective::broadcast, t, nic), Names{"line"});
    EXPECT_EQ(applying(Collective::total_exchange, t, nic), (Names{"bruck", "direct", "direct-scattered"}));
    EXPECT_EQ(applying(Collective::total_exchange, odd, nic), (Names{"bruck", "direct"}));
    EXPECT_EQ(applying(Collective::all_to_all_broadcast, t, nic),
              (Names{"direct", "recursive-doubling", "ring"}));
    EXPECT_EQ(applying(Collective::all_to_all_broadcast, odd, nic), (Names{"direct", "ring"}));
  }
  EXPECT_EQ(find_algorithm(Collective::broadcast, "recursive-division")
                ->why_not(Topology::spidergon(16), PortModel::one_port),
            "it needs coordinates, which a spidergon does not have");
}

}  // namespace
}  // namespace collnoc
