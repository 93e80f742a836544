// Nodes that are computed together (model/router/router_block.hpp) do what each of them does alone: every pin
// in every cycle, and every register. Lockstep with the RTL tests each alone, determinism_test both with it.
#include <gtest/gtest.h>

#include <bit>

#include "sim/topology/topology_text.hpp"
#include "tests/support/nodes.hpp"
#include "tests/support/same_nodes.hpp"
#include "tests/support/stress.hpp"

namespace collnoc::test {
namespace {

class Nobody final : public NodeWatcher {
 public:
  void before(Cycle, AnyNode&, const model::NodeOut&, const model::NodeIn&) override {}
  void after(Cycle, AnyNode&, const model::NodeOut&) override {}
};

struct Network {
  Network(const Topology& topology, const HardwareConfig& config, bool together, std::uint64_t seed)
      : fabric(topology, config, options(topology), node_factory(NodeKind::model, config, log)) {
    if (!together) fabric.set_watcher(0, &nobody);  // then all are computed one by one
    StressOptions traffic;
    traffic.seed = seed;
    traffic.hot = 0.4;
    traffic.max_gap = 60;
    traffic.accumulate = config.accumulate;
    stress = std::make_unique<Stress>(fabric, traffic);
  }
  static Fabric::Options options(const Topology& topology) {
    Fabric::Options o;
    o.mem_words = Stress::mem_words(topology.size(), {});
    o.planes = false;
    return o;
  }
  Nobody nobody;
  LockstepLog log;
  Fabric fabric;
  std::unique_ptr<Stress> stress;
};

/// `alone_from`: from this cycle on, the others are computed one by one, too.
void expect_same(const char* network, HardwareConfig config, Cycle alone_from = never) {
  const Topology topology = parse_topology(network);
  config.fit(topology);
  SCOPED_TRACE(network + (" " + describe(config)));
  ASSERT_TRUE(legal(topology, config));
  Network together(topology, config, true, topology.size()), alone(topology, config, false, topology.size());
  std::uint64_t flits = 0;
  while (!alone.stress->done()) {
    const Cycle now = alone.fabric.now();
    if (now == alone_from) together.fabric.set_watcher(0, &together.nobody);
    together.fabric.step();
    alone.fabric.step();
    for (Rank r = 0; r < topology.size(); ++r) {
      SCOPED_TRACE("rank " + std::to_string(r) + ", cycle " + std::to_string(now));
      ASSERT_NO_FATAL_FAILURE(expect_same_pins(together.fabric, alone.fabric, r));
      if (now % 193 == 0) ASSERT_NO_FATAL_FAILURE(expect_same_registers(together.fabric, alone.fabric, r));
      flits += static_cast<std::uint64_t>(std::popcount(alone.fabric.out(r).link_valid));
    }
  }
  EXPECT_EQ(together.fabric.computes_blocks(), alone_from == never);
  EXPECT_FALSE(alone.fabric.computes_blocks());
  EXPECT_TRUE(together.stress->done());
  EXPECT_GT(flits, 10'000u);
  EXPECT_EQ(together.fabric.evaluations(), alone.fabric.evaluations());
  EXPECT_EQ(together.stress->check(), "");
  EXPECT_EQ(alone.stress->check(), "");
}

HardwareConfig hardware(unsigned vcs, bool all_port = false) {
  HardwareConfig c;
  c.vcs = vcs;
  c.all_port = all_port;
  return c;
}

TEST(Blocks, every_number_of_virtual_channels) {
  for (const unsigned vcs : {1u, 2u, 3u, 4u}) {
    expect_same("mesh:6x5", hardware(vcs));  // a whole block, and one that is not
    expect_same("mesh:4x4", hardware(vcs, true));
    expect_same("mesh:17", hardware(vcs));
  }
}

TEST(Blocks, other_networks) {
  expect_same("torus:5x5", hardware(2));
  expect_same("torus:4x5", hardware(4, true));
  expect_same("mesh:3x3x2", hardware(2, true));
  expect_same("mesh:2x3x3", hardware(4));
  expect_same("hypercube:5", hardware(2));
  expect_same("hypercube:4", hardware(3, true));
  expect_same("star:4", hardware(3));
  expect_same("spidergon:18", hardware(2));
}

TEST(Blocks, other_hardware) {
  HardwareConfig c = hardware(2);
  c.switching = Switching::cut_through;
  c.vc_depth = c.max_packet_flits = 5;
  expect_same("torus:4x5", c);
  c = hardware(2);
  c.flit_bits = 256;
  c.vc_depth = 3;
  expect_same("mesh:5x4", c);
  c = hardware(4);
  c.route_orders = 2;
  expect_same("torus:5x4", c);
  c = hardware(2);
  c.accumulate = true;
  expect_same("mesh:5x4", c);
}

TEST(Blocks, nodes_go_on_alone_from_any_cycle) {
  for (const Cycle from : {Cycle{0}, Cycle{1}, Cycle{777}, Cycle{1234}})
    expect_same("mesh:6x4", hardware(2), from);
}

}  // namespace
}  // namespace collnoc::test
