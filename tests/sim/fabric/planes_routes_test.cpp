// Software writes routing tables of a graph while messages are under way: in planes, as where nodes are
// computed one by one, a packet takes the entry of the cycle in which it enters a router.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <vector>

#include "collnoc/arch/nic_registers.hpp"
#include "sim/fabric/put_writer.hpp"
#include "sim/topology/topology_text.hpp"
#include "tests/support/nodes.hpp"
#include "tests/support/same_nodes.hpp"

namespace collnoc::test {
namespace {

/// Sends, also to its own tile, and moves its routes from one virtual channel to another. In a complete graph
/// they are of one hop, so that no choice can make packets wait in a circle.
class Rerouter final : public Host {
 public:
  Rerouter(const Fabric& fabric, Rank rank, Cycle stop_at)
      : topology_(fabric.topology()),
        vcs_(fabric.config().vcs),
        rank_(rank),
        stop_at_(stop_at),
        random_(rank + 1) {}
  model::RegisterAccess drive(Cycle now, const model::NodeOut& node) override {
    wake_at_ = now < stop_at_ || !writer_.idle() ? now + 1 : never;
    if (random_() % 3 == 0) return write_route();
    if (writer_.idle() && now < stop_at_ && random_() % 4 == 0) {
      const auto dst = static_cast<Rank>(random_() % topology_.size());
      writer_.begin(Put{dst, 0, 1024, 1 + static_cast<std::uint32_t>(random_() % 100), 1, false, {}},
                    topology_.address(dst));
    }
    return writer_.drive(node.reg_ready);
  }
  unsigned changes() const { return changes_; }

 private:
  model::RegisterAccess write_route() {
    const GraphTables& tables = *topology_.tables();
    const auto dst = static_cast<Rank>(random_() % topology_.size());
    if (dst == rank_) return {};
    ++changes_;
    const std::uint32_t link = nic::route_link.of(tables.routes[vcs_ - 1][rank_ * tables.entries + dst]),
                        vc = static_cast<std::uint32_t>(random_() % vcs_);
    return {true, true, static_cast<std::uint16_t>(nic::route),
            nic::route_node.at(dst) | nic::route_link.at(link) | nic::route_first_vc.at(vc)};
  }

  Topology topology_;
  unsigned vcs_;
  Rank rank_;
  Cycle stop_at_;
  std::mt19937 random_;
  PutWriter writer_;
  unsigned changes_ = 0;
};

struct Network {
  Network(const Topology& topology, const HardwareConfig& config, bool planes)
      : fabric(topology, config, options(planes), node_factory(NodeKind::model, config, log)) {
    for (Rank r = 0; r < topology.size(); ++r) {
      hosts.push_back(std::make_unique<Rerouter>(fabric, r, 3'000));
      fabric.set_host(r, hosts.back().get());
    }
  }
  static Fabric::Options options(bool planes) {
    Fabric::Options o;
    o.planes = planes;
    return o;
  }
  LockstepLog log;
  Fabric fabric;
  std::vector<std::unique_ptr<Rerouter>> hosts;
};

void expect_same(const char* network, unsigned vcs, bool all_port) {
  const Topology topology = parse_topology(network);
  HardwareConfig config;
  config.vcs = vcs;
  config.all_port = all_port;
  config.fit(topology);
  SCOPED_TRACE(network + (" " + describe(config)));
  Network together(topology, config, true), alone(topology, config, false);
  while (!alone.fabric.quiet() || alone.fabric.now() < 3'000) {
    together.fabric.step();
    alone.fabric.step();
    for (Rank r = 0; r < topology.size(); ++r) {
      SCOPED_TRACE(fmt::format("rank {}, cycle {}", r, alone.fabric.now()));
      ASSERT_NO_FATAL_FAILURE(expect_same_pins(together.fabric, alone.fabric, r));
    }
  }
  EXPECT_TRUE(together.fabric.computes_planes());
  EXPECT_FALSE(alone.fabric.computes_planes());
  EXPECT_TRUE(together.fabric.quiet());
  EXPECT_GT(alone.fabric.link_flits(), 5'000u);
  for (const std::unique_ptr<Rerouter>& host : alone.hosts) EXPECT_GT(host->changes(), 500u);
}

TEST(PlanesRoutes, change_while_packets_are_under_way) {
  expect_same("complete:5", 2, false);
  expect_same("complete:5", 4, false);
  expect_same("complete:4", 3, true);
}

}  // namespace
}  // namespace collnoc::test
