// Tests sim/schedule/metrics.hpp.
#include "sim/schedule/metrics.hpp"

#include <gtest/gtest.h>

#include "sim/schedule/paper_cost.hpp"
#include "sim/topology/topology_text.hpp"

namespace collnoc {
namespace {

TEST(Metrics, CountWhatASmallScheduleDoes) {
  const Job job{parse_topology("mesh:4"), 0, 100};  // 0 -> 2, then 0 -> 1 and 2 -> 3
  const Metrics m = measure(*find_algorithm(Collective::broadcast, "recursive-division"), job);
  EXPECT_EQ(m.steps, 2u);
  EXPECT_EQ(m.alpha, 2u);
  EXPECT_EQ(m.beta_bytes, 200u);
  EXPECT_EQ(m.beta, 2.0);
  EXPECT_EQ(m.messages, 3u);
  EXPECT_EQ(m.message_hops, 4u);
  EXPECT_EQ(m.byte_hops, 400u);
  EXPECT_EQ(m.peak_link_bytes, 200u);
  EXPECT_EQ(m.time(10, 0.5), 120.0);
}

TEST(Metrics, OfASingleNodeAreZero) {
  const Metrics m =
      measure(*find_algorithm(Collective::total_exchange, "product"), {parse_topology("torus:1x1"), 0, 8});
  EXPECT_EQ(m.steps, 0u);
  EXPECT_EQ(m.messages, 0u);
}

TEST(Metrics, StatusBoundIsTheAverageSumOfDistances) {
  EXPECT_EQ(status_bound(parse_topology("torus:8x8")), 256u);
  EXPECT_EQ(status_bound(parse_topology("torus:4x4x4")), 192u);
  EXPECT_EQ(status_bound(parse_topology("mesh:3")), 3u);  // (3 + 2 + 3) / 3, rounded up
  EXPECT_EQ(status_bound(parse_topology("mesh:1")), 0u);
}

TEST(Metrics, EveryScheduleHasAClosedFormWithItsSourceUnlessItStatesThatThereIsNone) {
  for (const Algorithm* a : algorithms()) {
    bool applies = false;
    for (const char* text : {"torus:8x8", "torus:64x64", "torus:4x4x4", "mesh:8", "star:4", "tree:2,2"}) {
      const Topology topology = parse_topology(text);
      const PortModel nic =
          a->why_not(topology, PortModel::one_port) ? PortModel::all_port : PortModel::one_port;
      if (a->why_not(topology, nic)) continue;
      applies = true;
      const auto cost = paper_cost(*a, {topology, 0, 1024}, nic);
      EXPECT_EQ(cost.has_value(), a->closed_form()) << a->name() << " on " << to_text(topology);
      if (cost) EXPECT_FALSE(cost->source.empty()) << a->name();
      break;
    }
    EXPECT_TRUE(applies) << a->name() << " was not asked";
  }
  EXPECT_FALSE(paper_cost(*find_algorithm(Collective::broadcast, "recursion-based"),
                          {Topology::mesh(8, 6), 0, 1024}, PortModel::one_port));
}

}  // namespace
}  // namespace collnoc
