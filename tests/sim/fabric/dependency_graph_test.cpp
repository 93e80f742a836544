// Which networks can deadlock, according to the channel dependency graph.
#include "sim/fabric/dependency_graph.hpp"

#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "collnoc/model/common/place.hpp"
#include "collnoc/model/legality.hpp"
#include "collnoc/model/router/route_compute.hpp"

namespace collnoc {
namespace {

HardwareConfig hardware(unsigned dims, unsigned vcs) {
  HardwareConfig config;
  config.dims = dims;
  config.vcs = vcs;
  return config;
}

Topology network(bool wraps, std::array<std::uint32_t, max_dims> extents, unsigned dims) {
  std::array<Dimension, max_dims> dimensions{};
  for (unsigned d = 0; d < dims; ++d) dimensions[d] = {extents[d], wraps};
  return {dimensions, dims};
}

DependencyGraph graph_of(const Topology& topology, unsigned vcs) {
  return dependency_graph(topology, hardware(topology.dims(), vcs));
}

/// Whether a packet can hold `a` and request `b` next: `b` leaves the node that `a` leads to, and the router
/// sends packets for some destination that arrive over `a` to `b`.
bool can_follow(const Topology& topology, const HardwareConfig& config, const Channel& a, const Channel& b) {
  const Rank at = topology.neighbour(a.rank, a.link);
  if (at != b.rank) return false;
  for (Rank src = 0; src < topology.size(); ++src) {
    for (Rank dst = 0; dst < topology.size(); ++dst) {
      for (unsigned minus = 0; minus < (1u << topology.dims()) * config.route_orders; ++minus) {
        model::Head head;
        head.src = static_cast<std::uint16_t>(topology.address(src));
        head.dst = topology.address(dst);
        head.route = static_cast<std::uint8_t>(minus % (1u << topology.dims()));
        if (minus >> topology.dims() != 0) head.route |= model::Head::descending;
        const model::Out out = model::route_compute(config, model::Place::of(topology, at, 1),
                                                    topology.opposite(a.rank, a.link), a.vc, head);
        if (model::out_port(out) == b.link && model::out_vc(out) == b.vc) return true;
      }
    }
  }
  return false;
}

TEST(DependencyGraph, ALargeNetworkInPartsHasTheDependenciesOfItsDimensions) {
  for (unsigned vcs = 1; vcs <= 4; ++vcs) {
    for (const bool wraps : {false, true}) {
      const DependencyGraph whole = graph_of(network(wraps, {64}, 1), vcs);  // every pair on its own
      const DependencyGraph parts = graph_of(network(wraps, {64, 64}, 2), vcs);
      EXPECT_TRUE(whole.whole);
      EXPECT_FALSE(parts.whole);
      EXPECT_EQ(parts.cycle.empty(), whole.cycle.empty()) << vcs;
      const std::size_t dimensions = whole.cycle.empty() ? 2 : 1;  // the first one with a cycle is the last
      // In parts, with all values of the VC hash: that of a pair's addresses is missing at a few places.
      EXPECT_GE(parts.channels, dimensions * whole.channels) << vcs;
      EXPECT_LE(parts.channels, dimensions * whole.channels * 101 / 100) << vcs;
      EXPECT_GE(parts.dependencies, dimensions * whole.dependencies) << vcs;
      EXPECT_LE(parts.dependencies, dimensions * whole.dependencies * 101 / 100) << vcs;
    }
  }
}

TEST(DependencyGraph, AMeshNeverLocksUp) {
  for (unsigned vcs = 1; vcs <= 4; ++vcs) {
    for (std::uint32_t x = 2; x <= 9; ++x) {
      for (std::uint32_t y = 2; y <= 9; ++y) {
        EXPECT_TRUE(graph_of(Topology::mesh(x, y), vcs).cycle.empty()) << x << "x" << y << ", vcs " << vcs;
      }
    }
  }
}

TEST(DependencyGraph, ATorusWithTwoVirtualChannelsOrMoreNeverLocksUp) {
  for (unsigned vcs = 2; vcs <= 4; ++vcs) {
    for (std::uint32_t x = 2; x <= 9; ++x) {
      for (std::uint32_t y = 2; y <= 9; ++y) {
        EXPECT_TRUE(graph_of(Topology::torus(x, y), vcs).cycle.empty()) << x << "x" << y << ", vcs " << vcs;
      }
    }
  }
}

// A put may request either direction, so even on a ring of 3 a packet can hold one link and request the next.
TEST(DependencyGraph, ATorusWithOneVirtualChannelLocksUpFromRingsOfThreeOn) {
  for (std::uint32_t x = 2; x <= 9; ++x) {
    for (std::uint32_t y = 2; y <= 9; ++y) {
      EXPECT_EQ(graph_of(Topology::torus(x, y), 1).cycle.empty(), x < 3 && y < 3) << x << "x" << y;
    }
  }
}

TEST(DependencyGraph, OneRingAmongLinesIsEnoughToLockUp) {
  const Topology cylinder({{{4, false}, {3, true}, {}, {}}}, 2);
  EXPECT_FALSE(graph_of(cylinder, 1).cycle.empty());
  EXPECT_TRUE(graph_of(cylinder, 2).cycle.empty());
}

TEST(DependencyGraph, ThreeDimensionsBehaveAsTwo) {
  for (unsigned vcs = 1; vcs <= 4; ++vcs) {
    EXPECT_TRUE(graph_of(network(false, {3, 4, 5}, 3), vcs).cycle.empty()) << vcs;
    EXPECT_EQ(graph_of(network(true, {3, 4, 5}, 3), vcs).cycle.empty(), vcs > 1) << vcs;
    EXPECT_TRUE(graph_of(network(true, {2, 2, 2}, 3), vcs).cycle.empty()) << vcs;
  }
}

TEST(DependencyGraph, FourDimensionsBehaveAsTwo) {
  EXPECT_TRUE(graph_of(network(true, {3, 2, 3, 2}, 4), 2).cycle.empty());
  EXPECT_FALSE(graph_of(network(true, {3, 2, 3, 2}, 4), 1).cycle.empty());
}

TEST(DependencyGraph, LargeNetworksAreCheckedOneDimensionAtATime) {
  EXPECT_TRUE(graph_of(Topology::torus(64, 64), 2).cycle.empty());
  EXPECT_TRUE(graph_of(Topology::torus(33, 16), 4).cycle.empty());
  EXPECT_TRUE(graph_of(Topology::mesh(64, 64), 1).cycle.empty());
  EXPECT_FALSE(graph_of(Topology::torus(64, 64), 1).cycle.empty());
}

TEST(DependencyGraph, ThePrintedCycleExistsInTheNetwork) {
  for (const Topology& topology : {Topology::torus(3, 3), Topology::torus(8, 8), Topology::torus(12, 7),
                                   Topology({{{4, false}, {5, true}, {}, {}}}, 2)}) {
    const HardwareConfig config = hardware(2, 1);
    const DependencyGraph graph = dependency_graph(topology, config);
    ASSERT_GE(graph.cycle.size(), 3u);
    EXPECT_EQ(std::set<Channel>(graph.cycle.begin(), graph.cycle.end()).size(), graph.cycle.size());
    for (std::size_t i = 0; i < graph.cycle.size(); ++i) {
      const Channel& next = graph.cycle[(i + 1) % graph.cycle.size()];
      EXPECT_TRUE(can_follow(topology, config, graph.cycle[i], next))
          << to_text(graph.cycle[i], topology) << " then " << to_text(next, topology);
    }
  }
}

DependencyGraph graph_of_both_orders(const Topology& topology, unsigned vcs) {
  HardwareConfig config = hardware(topology.dims(), vcs);
  config.fit(topology);
  config.route_orders = 2;
  return dependency_graph(topology, config);
}

TEST(DependencyGraph, EachOrderNeedsTheVirtualChannelsOfARing) {
  for (const unsigned vcs : {2u, 4u}) {
    EXPECT_TRUE(graph_of_both_orders(Topology::mesh(5, 4), vcs).cycle.empty());
    EXPECT_TRUE(graph_of_both_orders(Topology::mesh(64, 64), vcs).cycle.empty());
    EXPECT_EQ(graph_of_both_orders(Topology::torus(5, 4), vcs).cycle.empty(), vcs == 4);
    EXPECT_EQ(graph_of_both_orders(Topology::torus(64, 64), vcs).cycle.empty(), vcs == 4);
    EXPECT_EQ(graph_of_both_orders(network(true, {3, 4, 3}, 3), vcs).cycle.empty(), vcs == 4);
  }
}

TEST(DependencyGraph, BothOrdersHaveTheirOwnChannels) {
  EXPECT_EQ(graph_of_both_orders(Topology::mesh(4, 4), 2).channels, 2 * 48u);
}

TEST(DependencyGraph, ThePrintedCycleOfBothOrdersExistsInTheNetwork) {
  HardwareConfig config = hardware(2, 2);
  config.route_orders = 2;
  const Topology topology = Topology::torus(4, 4);
  const DependencyGraph graph = dependency_graph(topology, config);
  ASSERT_GE(graph.cycle.size(), 3u);
  for (std::size_t i = 0; i < graph.cycle.size(); ++i) {
    EXPECT_TRUE(can_follow(topology, config, graph.cycle[i], graph.cycle[(i + 1) % graph.cycle.size()]));
  }
}

TEST(DependencyGraph, CompleteGraphsNeverLockUp) {
  for (unsigned vcs = 1; vcs <= 4; ++vcs) {
    for (const Topology& topology : {Topology::hypercube(1), Topology::hypercube(6),
                                     Topology::complete({9}, 1), Topology::complete({4, 4}, 2),
                                     Topology::complete({3, 2}, 2), Topology::complete({3, 3, 3, 3}, 4)}) {
      HardwareConfig config = hardware(topology.dims(), vcs);
      config.fit(topology);
      const DependencyGraph graph = dependency_graph(topology, config);
      EXPECT_TRUE(graph.whole);
      EXPECT_TRUE(graph.cycle.empty());
      if (vcs % 2 == 0) EXPECT_TRUE(graph_of_both_orders(topology, vcs).cycle.empty());
    }
  }
}

/// Every configuration that the hardware accepts is free of deadlock with copies, too.
TEST(DependencyGraph, CopiesOfMulticastsNeverLockUp) {
  for (const auto& [all_port, orders] :
       {std::pair{false, 1u}, std::pair{true, 1u}, std::pair{false, 2u}, std::pair{true, 2u}}) {
    for (unsigned vcs = orders; vcs <= 4; vcs += orders) {
      for (const Topology& topology :
           {Topology::mesh(4, 5), Topology::torus(4, 4), Topology::torus(2, 7), Topology::torus(20, 5),
            Topology({{{3, true}, {2, false}, {4, true}}}, 3), Topology({{{16, true}}}, 1),
            Topology::hypercube(6), Topology::complete({4, 3}, 2)}) {
        HardwareConfig config = hardware(topology.dims(), vcs);
        config.fit(topology);
        config.all_port = all_port;
        config.route_orders = orders;
        const DependencyGraph unicasts = dependency_graph(topology, config);
        config.multicast = true;
        ASSERT_FALSE(why_illegal(config));
        const DependencyGraph both = dependency_graph(topology, config);
        EXPECT_EQ(both.cycle.empty(), !why_illegal(config, topology)) << cycle_text(both, topology);
        EXPECT_GE(both.dependencies, unicasts.dependencies);
      }
    }
  }
}

// The largest number of odd nodes that a packet leaves, plus one: 2, 3, 4, 4 virtual channels of a star
// graph.
constexpr unsigned needed_vcs(unsigned symbols) { return symbols < 6 ? symbols - 1 : 4; }

void expect_enough_for_copies(unsigned symbols) {
  const Topology topology = Topology::star(symbols);
  for (const bool all_port : {false, true}) {
    for (unsigned vcs = 1; vcs <= 4; ++vcs) {
      HardwareConfig config = hardware(1, vcs);
      config.fit(topology);
      config.all_port = all_port;
      config.multicast = true;
      const DependencyGraph both = dependency_graph(topology, config);
      EXPECT_EQ(both.cycle.empty(), vcs >= needed_vcs(symbols)) << symbols << " symbols, vcs " << vcs;
    }
  }
}

TEST(DependencyGraph, CopiesOfMulticastsInStarGraphs) {
  for (const unsigned symbols : {3u, 4u, 5u}) expect_enough_for_copies(symbols);
}
TEST(NightlyDependencyGraph, CopiesOfMulticastsInTheLargestStarGraph) { expect_enough_for_copies(6); }

// A path of copies changes its virtual channel at other places than a path of unicasts: with 4 of them, they
// add dependencies, and with one on rings, a cycle of their own.
TEST(DependencyGraph, CopiesOfMulticastsAreDependencies) {
  const Topology topology = Topology::torus(4, 4);
  HardwareConfig config = hardware(2, 4);
  const std::size_t unicasts = dependency_graph(topology, config).dependencies;
  config.multicast = true;
  EXPECT_GT(dependency_graph(topology, config).dependencies, unicasts);
  config.vcs = 1;
  const DependencyGraph graph = dependency_graph(topology, config);
  ASSERT_GE(graph.cycle.size(), 3u);
  EXPECT_TRUE(why_illegal(config, topology));
  const std::string text = cycle_text(graph, topology);
  EXPECT_NE(text.find(" waits for "), std::string::npos);
}

// With fewer than 8 tiles, packets make at most one hop along the ring, and one virtual channel is enough.
TEST(DependencyGraph, ASpidergonNeedsTwoVirtualChannels) {
  for (std::uint32_t tiles = 4; tiles <= 64; tiles += 2) {
    const Topology topology = Topology::spidergon(tiles);
    for (unsigned vcs = 1; vcs <= 4; ++vcs) {
      HardwareConfig config = hardware(1, vcs);
      config.fit(topology);
      const DependencyGraph graph = dependency_graph(topology, config);
      EXPECT_TRUE(graph.whole);
      EXPECT_EQ(graph.cycle.empty(), vcs >= 2 || tiles < 8) << tiles << " tiles, vcs " << vcs;
    }
  }
}

TEST(DependencyGraph, AStarGraphNeedsAVirtualChannelForEachOddNodeOfAPath) {
  for (unsigned symbols = 3; symbols <= 6; ++symbols) {
    const Topology topology = Topology::star(symbols);
    for (unsigned vcs = 1; vcs <= 4; ++vcs) {
      HardwareConfig config = hardware(1, vcs);
      config.fit(topology);
      const DependencyGraph graph = dependency_graph(topology, config);
      EXPECT_TRUE(graph.whole);
      EXPECT_EQ(graph.cycle.empty(), vcs >= needed_vcs(symbols)) << symbols << " symbols, vcs " << vcs;
      for (std::size_t i = 0; i < graph.cycle.size(); ++i) {
        const Channel& next = graph.cycle[(i + 1) % graph.cycle.size()];
        EXPECT_TRUE(can_follow(topology, config, graph.cycle[i], next))
            << to_text(graph.cycle[i], topology) << " then " << to_text(next, topology);
      }
    }
  }
}

TEST(DependencyGraph, SpareVirtualChannelsOfAStarGraphAreUsed) {
  const Topology topology = Topology::star(3);
  std::size_t before = 0;
  for (unsigned vcs = 2; vcs <= 4; ++vcs) {
    HardwareConfig config = hardware(1, vcs);
    config.fit(topology);
    const std::size_t channels = dependency_graph(topology, config).channels;
    EXPECT_GT(channels, before) << vcs;
    before = channels;
  }
}

TEST(DependencyGraph, ALinkOfAStarGraphIsNamedAsPapersDo) {
  EXPECT_EQ(to_text({7, 2, 1}, Topology::star(4)), "(7)->g3 vc 1");
}

TEST(DependencyGraph, ALinkOfACompleteGraphIsNamedByItsOffset) {
  EXPECT_EQ(to_text({5, 4, 1}, Topology::complete({4, 4}, 2)), "(1,1)->y+2 vc 1");
  EXPECT_EQ(to_text({3, 5, 0}, Topology::hypercube(6)), "(1,1,0,0,0,0)->u vc 0");
}

TEST(DependencyGraph, ACycleReadsAsOneLineThatEndsWhereItBegan) {
  const Topology topology = Topology::torus(3, 2);
  const std::string text = cycle_text(graph_of(topology, 1), topology);
  EXPECT_EQ(text.find('\n'), std::string::npos);
  const std::string first = text.substr(0, text.find(" waits for "));
  EXPECT_TRUE(text.ends_with(" waits for " + first)) << text;
}

TEST(DependencyGraph, OnAMeshEveryLinkIsUsedInOneVirtualChannelAtLeast) {
  const DependencyGraph graph = graph_of(Topology::mesh(4, 4), 1);
  EXPECT_EQ(graph.channels, 48u);
}

}  // namespace
}  // namespace collnoc
