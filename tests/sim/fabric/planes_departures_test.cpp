// When the heads of a tile's packets are on their first links: what a PacketWatcher is told in planes is what
// the pins show where nodes are computed one by one.
#include <gtest/gtest.h>

#include <bit>
#include <memory>
#include <utility>
#include <vector>

#include "sim/topology/topology_text.hpp"
#include "tests/support/nodes.hpp"
#include "tests/support/stress.hpp"

namespace collnoc::test {
namespace {

class Departures final : public PacketWatcher, public PinWatcher {
 public:
  Departures(NodeAddress address, bool wide) : address_(address), wide_(wide) {}
  void head_left(Cycle now, const std::uint64_t* head) override { seen.emplace_back(now, head[0]); }
  void signal_left(const std::uint64_t*) override {}
  void counted(Cycle) override {}
  void payload_written(Cycle, std::uint32_t, const std::uint64_t*) override {}
  void see(Cycle now, const model::NodeOut& out, const model::NodeIn&) override {
    for (std::uint32_t m = out.link_valid; m != 0; m &= m - 1) {
      const model::FlitRef& flit = out.link[std::countr_zero(m)];
      if (flit.head && model::Head::of(flit.data, wide_).src == (address_ & 0xfff)) head_left(now, flit.data);
    }
  }
  std::vector<std::pair<Cycle, std::uint64_t>> seen;

 private:
  NodeAddress address_;
  bool wide_;
};

struct Network {
  Network(const Topology& topology, const HardwareConfig& config, bool planes)
      : fabric(topology, config, options(topology, planes), node_factory(NodeKind::model, config, log)) {
    for (Rank r = 0; r < topology.size(); ++r) {
      departures.push_back(std::make_unique<Departures>(topology.address(r), config.address_bits > 16));
      fabric.set_packet_watcher(r, departures.back().get(), departures.back().get());
    }
    stress = std::make_unique<Stress>(fabric, StressOptions{});
  }
  static Fabric::Options options(const Topology& topology, bool planes) {
    Fabric::Options o;
    o.planes = planes;
    o.mem_words = Stress::mem_words(topology.size(), {});
    return o;
  }
  LockstepLog log;
  std::vector<std::unique_ptr<Departures>> departures;
  Fabric fabric;
  std::unique_ptr<Stress> stress;
};

void expect_same(const char* text, unsigned hop_cycles) {
  const Topology topology = parse_topology(text);
  HardwareConfig config;
  config.hop_cycles = hop_cycles;
  config.fit(topology);
  SCOPED_TRACE(text + (" " + describe(config)));
  Network together(topology, config, true), alone(topology, config, false);
  while (!alone.stress->done()) {
    together.fabric.step(7);
    alone.fabric.step(7);
  }
  EXPECT_TRUE(together.fabric.computes_planes());
  EXPECT_FALSE(alone.fabric.computes_planes());
  std::size_t all = 0;
  for (Rank r = 0; r < topology.size(); ++r) {
    EXPECT_EQ(together.departures[r]->seen, alone.departures[r]->seen) << "rank " << r;
    all += alone.departures[r]->seen.size();
  }
  EXPECT_GT(all, 100u);
}

TEST(PlanesDepartures, are_seen_in_the_same_cycles) {
  for (unsigned hop_cycles = 1; hop_cycles <= 5; ++hop_cycles) expect_same("mesh:4x3", hop_cycles);
  expect_same("torus:9x8", 4);
  expect_same("chiplets:2x1,2x3,4,2", 1);
}

}  // namespace
}  // namespace collnoc::test
