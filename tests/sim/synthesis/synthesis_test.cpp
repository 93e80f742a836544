// Schedules made for a network: what every link carries, and bounds that are known by other means. That the
// schedules deliver is proved by the checker for each, and run (tests/sim/program/synthesize_test.py).
#include "sim/synthesis/synthesis.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <string>

#include "sim/run/names.hpp"
#include "sim/synthesis/flows.hpp"
#include "sim/topology/topology_text.hpp"

namespace collnoc::test {
namespace {

std::vector<Demand> all_pairs(const Topology& topology) {
  std::vector<Demand> demands;
  for (Rank a = 0; a < topology.size(); ++a)
    for (Rank b = 0; b < topology.size(); ++b)
      if (a != b) demands.push_back({a, b});
  return demands;
}

TEST(FlowBound, IsThatOfSymmetryOrOfACutWhereTheseDecide) {
  const auto bound = [](const char* network) {
    const Topology topology = parse_topology(network);
    return flow_bound(topology, all_pairs(topology));
  };
  EXPECT_NEAR(bound("torus:4x4"), 8.0, 1e-9) << "15 pairs of mean distance 32/15 over 4 links";
  EXPECT_NEAR(bound("hypercube:4"), 8.0, 1e-9);
  EXPECT_NEAR(bound("ring:7"), 6.0, 1e-9);
  EXPECT_NEAR(bound("star:3"), 4.5, 1e-9) << "a ring of 6";
  // Middle cuts: 9 nodes times 6 over 3 links, 8 times 8 over 4, 1 times 2 over a link.
  EXPECT_NEAR(bound("mesh:5x3"), 18, 0.1);
  EXPECT_LE(bound("mesh:5x3"), 18 + 1e-9);
  EXPECT_NEAR(bound("mesh:4x4"), 16, 0.2);
  EXPECT_LE(bound("mesh:4x4"), 16 + 1e-9);
  EXPECT_NEAR(bound("mesh:3"), 2, 0.05);
}

TEST(FlowBound, OfOneDemandIsItsDistanceOverAllLinksOrItsCut) {
  const Topology line = parse_topology("mesh:4");
  EXPECT_NEAR(flow_bound(line, {{0, 3, 5}}), 5.0, 0.1) << "every link of the way carries five blocks";
}

TEST(EvenPaths, LeadFromEndToEndAndLoadLinksEvenly) {
  std::mt19937_64 random(1);
  const Topology topology = parse_topology("torus:4x4");
  const std::vector<Demand> demands = all_pairs(topology);
  const auto paths = even_paths(topology, demands, 4, random);
  std::vector<unsigned> load(std::size_t{topology.size()} * topology.links());
  for (std::size_t i = 0; i < demands.size(); ++i) {
    Rank at = demands[i].from;
    for (const std::uint32_t link : paths[i]) {
      ASSERT_EQ(link / topology.links(), at);
      at = topology.neighbour(at, link % topology.links());
      ++load[link];
    }
    EXPECT_EQ(at, demands[i].to);
  }
  EXPECT_LE(*std::max_element(load.begin(), load.end()), 9u) << "8 is the mean";
}

struct Case {
  const char* network;
  const char* collective;
  double most_ratio;  ///< steps over the bound
};

class Synthesized : public ::testing::TestWithParam<Case> {};

TEST_P(Synthesized, UsesEachLinkOnceAStepAndIsNearTheBound) {
  const Case c = GetParam();
  const Topology topology = parse_topology(c.network);
  const Collective collective = *from_text<Collective>(c.collective);
  const Job job{topology, 1, 1024, 0};
  const unsigned pieces =
      form_of(collective).rooted() && !form_of(collective).personal() && collective != Collective::gather ? 16
                                                                                                          : 1;
  const SynthesisOptions options{pieces, 8, 1};
  const Schedule schedule = synthesize(collective, job, options);
  for (const Step& step : schedule.steps) {
    std::set<std::pair<Rank, Link>> used;
    for (const Transfer& t : step) {
      EXPECT_EQ(distance(topology, t.src, t.dst), 1u);
      unsigned hops = 0;
      for_each_hop(topology, t, [&](Rank at, Link link) {
        EXPECT_TRUE(used.emplace(at, link).second) << at << " over link " << link;
        ++hops;
      });
      EXPECT_EQ(hops, 1u);
    }
  }
  const std::uint64_t least = least_steps(collective, job, options);
  EXPECT_GE(schedule.steps.size(), least);
  EXPECT_LE(static_cast<double>(schedule.steps.size()), c.most_ratio * static_cast<double>(least));

  const Schedule again = synthesize(collective, job, options);
  ASSERT_EQ(again.steps.size(), schedule.steps.size());
  for (std::size_t i = 0; i < again.steps.size(); ++i) {
    ASSERT_EQ(again.steps[i].size(), schedule.steps[i].size());
    for (std::size_t k = 0; k < again.steps[i].size(); ++k) {
      EXPECT_EQ(again.steps[i][k].src, schedule.steps[i][k].src);
      EXPECT_EQ(again.steps[i][k].blocks, schedule.steps[i][k].blocks);
    }
  }
}
INSTANTIATE_TEST_SUITE_P(
    All, Synthesized,
    ::testing::Values(Case{"torus:4x4", "total-exchange", 1.2}, Case{"mesh:4x4", "total-exchange", 1.2},
                      Case{"star:4", "total-exchange", 1.2}, Case{"hypercube:4", "total-exchange", 1.2},
                      Case{"dragonfly:4,2", "total-exchange", 1.2}, Case{"torus:2x2", "total-exchange", 1.5},
                      Case{"torus:8x8", "all-to-all-broadcast", 1.1},
                      Case{"mesh:8x8", "all-to-all-broadcast", 1.1},
                      Case{"chiplets:2x2,4x4,4,2", "all-to-all-broadcast", 1.1},
                      Case{"chiplets:2x2,4x4,4,8", "all-to-all-broadcast", 1.2},
                      Case{"chiplets:2x2,4x4,4,8", "reduce-scatter", 1.2},
                      Case{"dragonfly:4,2", "all-to-all-broadcast", 1.2}, Case{"tree:2,3", "scatter", 1.2},
                      Case{"torus:5x3", "gather", 1.3}, Case{"torus:4x4", "broadcast", 2.0},
                      Case{"spidergon:8", "broadcast", 2.0}, Case{"torus:4x4", "reduce", 2.0},
                      Case{"mesh:8x8", "reduce-scatter", 1.1}, Case{"dragonfly:4,2", "reduce-scatter", 1.2},
                      Case{"torus:4x4", "all-reduce", 1.1}, Case{"hypercube:4", "all-reduce", 1.2}));

class OnePort : public ::testing::TestWithParam<Case> {};

/// A node sends one piece and gets one in a step, over fast links.
TEST_P(OnePort, NodesSendAndGetOneAStep) {
  const Case c = GetParam();
  const Topology topology = parse_topology(c.network);
  const Collective collective = *from_text<Collective>(c.collective);
  const Job job{topology, 1, 1024, 0};
  const bool single = collective == Collective::broadcast || collective == Collective::reduce;
  const SynthesisOptions options{single ? 16u : 1u, 8, 1, PortModel::one_port};
  const Schedule schedule = synthesize(collective, job, options);
  EXPECT_EQ(schedule.nic, PortModel::one_port);
  for (const Step& step : schedule.steps) {
    std::set<Rank> sends, gets;
    for (const Transfer& t : step) {
      EXPECT_TRUE(sends.insert(t.src).second) << t.src;
      EXPECT_TRUE(gets.insert(t.dst).second) << t.dst;
    }
  }
  const std::uint64_t least = least_steps(collective, job, options);
  EXPECT_GE(schedule.steps.size(), least);
  EXPECT_LE(static_cast<double>(schedule.steps.size()), c.most_ratio * static_cast<double>(least));
}
INSTANTIATE_TEST_SUITE_P(
    All, OnePort,
    ::testing::Values(Case{"torus:4x4", "all-to-all-broadcast", 1.3},
                      Case{"mesh:5x5", "all-to-all-broadcast", 1.3},
                      Case{"tree:2,3", "all-to-all-broadcast", 3.0}, Case{"star:4", "reduce-scatter", 1.3},
                      Case{"torus:4x4", "all-reduce", 1.3}, Case{"torus:4x4", "broadcast", 1.5},
                      Case{"hypercube:4", "reduce", 1.5}, Case{"mesh:4x4", "total-exchange", 1.5},
                      Case{"tree:2,3", "scatter", 1.2}, Case{"torus:4x4", "gather", 1.2}));

/// One after the other from the root, and the last one at most doubles: 4 + 3. Two nodes: 4.
TEST(LeastSteps, OfOnePort) {
  const auto least = [](const std::string& text, Collective collective, unsigned pieces) {
    return least_steps(collective, Job{parse_topology(text), 0, 64, 0}, {pieces, 1, 1, PortModel::one_port});
  };
  EXPECT_EQ(least("hypercube:3", Collective::broadcast, 5), 7u);
  EXPECT_EQ(least("ring:3", Collective::broadcast, 4), 5u);
  EXPECT_EQ(least("mesh:2x1", Collective::broadcast, 4), 4u);
  EXPECT_EQ(least("mesh:4x1", Collective::broadcast, 1), 3u) << "the longest way";
  EXPECT_EQ(least("hypercube:3", Collective::all_to_all_broadcast, 1), 7u);
  EXPECT_EQ(least("hypercube:3", Collective::scatter, 1), 7u);
  EXPECT_EQ(least("mesh:3x1", Collective::total_exchange, 1), 3u) << "eight hops, three nodes";
}

/// Into each of four chiplets come 48 blocks over eight links, each of which takes one in eight steps; with
/// two chiplets side by side, 8 over four. Two groups of different sizes: the links into the larger one have
/// less to carry, and those out of it more.
TEST(LeastSteps, CountsWhatRegionsNeedOverNarrowLinks) {
  const auto least = [](const std::string& text, Collective collective) {
    return least_steps(collective, Job{parse_topology(text), 0, 64, 0}, {});
  };
  EXPECT_EQ(least("chiplets:2x2,4x4,3,8", Collective::all_to_all_broadcast), 48u);
  EXPECT_EQ(least("chiplets:2x2,4x4,3,8", Collective::reduce_scatter), 48u);
  EXPECT_EQ(least("chiplets:2x1,2x4,3,8", Collective::all_to_all_broadcast), 16u);
  const std::string file = ::testing::TempDir() + "synthesis_test_groups.toml";
  std::ofstream(file) << "nodes = 5\nlinks = [[0, 1], [1, 2], [2, 0], [3, 4], [2, 3, 1, 4]]\n";
  EXPECT_EQ(least("graph:" + file, Collective::all_to_all_broadcast), 12u);
  EXPECT_EQ(least("graph:" + file, Collective::reduce_scatter), 12u);
  EXPECT_EQ(least("graph:" + file, Collective::broadcast), 4u);
}

/// Of links that are slow in one direction: a schedule of a reduce-scatter takes as many steps as one of an
/// all-gather with all links turned round.
TEST(Synthesized, ReadFromTheEndUsesTheLinksBack) {
  const auto ring = [](const std::string& intervals) {
    std::string text = "nodes = 4\nlinks = [";
    for (int i = 0; i < 4; ++i)
      text += "[" + std::to_string(i) + ", " + std::to_string((i + 1) % 4) + ", 1, " + intervals + "], ";
    return text + "]\n";
  };
  const auto steps = [](const std::string& text, Collective collective) {
    const std::string file = ::testing::TempDir() + "synthesis_test_ring.toml";
    std::ofstream(file) << text;
    const Job job{parse_topology("graph:" + file), 0, 64, 0};
    return std::pair(step_count(synthesize(collective, job, {1, 8, 1})), least_steps(collective, job, {}));
  };
  const std::string slow = ring("[4, 1]"), turned = ring("[1, 4]");
  EXPECT_EQ(steps(slow, Collective::reduce_scatter), steps(turned, Collective::all_to_all_broadcast));
  EXPECT_EQ(steps(turned, Collective::reduce_scatter), steps(slow, Collective::all_to_all_broadcast));
}

}  // namespace
}  // namespace collnoc::test
