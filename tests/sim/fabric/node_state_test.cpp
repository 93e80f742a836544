// RTL and netlist nodes report the same counts and waiting flits as the model, and the counts are those that
// software reads from the NIC's registers.
#include <gtest/gtest.h>

#include <filesystem>
#include <iterator>

#include "tests/support/bench.hpp"
#include "tests/support/stress.hpp"

namespace collnoc::test {
namespace {

struct Reported {
  std::vector<NodeCounts> counts;
  std::vector<std::vector<WaitingFlit>> waiting;
};

/// What every node reports in the middle of stress traffic.
Reported reported(const Topology& topology, const HardwareConfig& config, NodeKind kind) {
  LockstepLog log;
  StressOptions traffic;
  traffic.hot = 0.5;
  Fabric::Options options;
  options.mem_words = Stress::mem_words(topology.size(), traffic);
  Fabric fabric(topology, config, options, node_factory(kind, config, log));
  const Stress stress(fabric, traffic);
  fabric.step(1500);
  Reported all;
  for (Rank r = 0; r < topology.size(); ++r) {
    all.counts.push_back(fabric.node(r).counts());
    all.waiting.push_back(fabric.node(r).waiting());
  }
  return all;
}

void expect_same(const Topology& topology, const HardwareConfig& config, NodeKind kind) {
  SCOPED_TRACE(describe(config));
  const Reported model = reported(topology, config, NodeKind::model), is = reported(topology, config, kind);
  EXPECT_TRUE(is.counts == model.counts);
  EXPECT_TRUE(is.waiting == model.waiting);
  std::size_t waiting = 0, held = 0;
  NodeCounts sum;
  sum.outputs.resize(1);
  sum.channels.resize(1);
  for (Rank r = 0; r < topology.size(); ++r) {
    for (const WaitingFlit& flit : model.waiting[r]) held += flit.output_held;
    waiting += model.waiting[r].size();
    for (const OutputCounts& o : model.counts[r].outputs) {
      sum.outputs[0].flits += o.flits;
      sum.outputs[0].credit_stalls += o.credit_stalls;
      sum.outputs[0].arbitration_stalls += o.arbitration_stalls;
    }
    for (const ChannelCounts& c : model.counts[r].channels) {
      sum.channels[0].flits += c.flits;
      sum.channels[0].credit_stalls += c.credit_stalls;
    }
  }
  // The traffic causes counts and waiting flits, so that there is something to compare.
  EXPECT_GT(waiting, 0u);
  EXPECT_GT(held, 0u);
  EXPECT_GT(sum.outputs[0].flits, 0u);
  EXPECT_GT(sum.outputs[0].credit_stalls, 0u);
  EXPECT_GT(sum.outputs[0].arbitration_stalls, 0u);
  EXPECT_GT(sum.channels[0].flits, 0u);
  EXPECT_GT(sum.channels[0].credit_stalls, 0u);
}

HardwareConfig hardware(bool all_port, Switching switching, unsigned vcs, unsigned depth, unsigned flit_bits,
                        unsigned hop_cycles) {
  HardwareConfig c;
  c.all_port = all_port;
  c.switching = switching;
  c.vcs = vcs;
  c.vc_depth = depth;
  c.flit_bits = flit_bits;
  c.hop_cycles = hop_cycles;
  if (switching != Switching::wormhole) c.max_packet_flits = depth;
  return c;
}

TEST(NodeState, is_the_same_of_rtl_and_model) {
  for (const HardwareConfig& config :
       {hardware(false, Switching::wormhole, 2, 4, 64, 1), hardware(true, Switching::wormhole, 2, 4, 64, 1),
        hardware(false, Switching::cut_through, 4, 2, 256, 1),
        hardware(true, Switching::store_and_forward, 4, 4, 256, 2)}) {
    expect_same(Topology::torus(3, 5), config, NodeKind::rtl);
  }
}

TEST(NodeState, is_the_same_of_netlist_and_model) {
  if (!has_yosys()) GTEST_SKIP() << "no Yosys";
  expect_same(Topology::torus(3, 5), hardware(false, Switching::wormhole, 2, 4, 64, 1), NodeKind::netlist);
}

TEST(NodeState, counts_are_what_the_registers_hold) {
  for (const NodeKind kind : {NodeKind::model, NodeKind::rtl}) {
    HardwareConfig config;
    config.all_port = true;
    Bench bench(Topology::torus(3, 3), config, kind);
    for (Rank r = 0; r < 9; ++r) {
      for (Rank to = 0; to < 9; ++to) bench.put(r, 0, 4096, 200 + 8 * to, 1, to);
    }
    ASSERT_TRUE(bench.settle());
    for (Rank r = 0; r < 9; ++r) {
      const NodeCounts counts = bench.fabric().node(r).counts();
      ASSERT_EQ(counts.outputs.size(), config.links() + config.channels());
      ASSERT_EQ(counts.channels.size(), config.channels());
      std::uint32_t flits = 0;
      for (unsigned o = 0; o < counts.outputs.size(); ++o) {
        EXPECT_EQ(counts.outputs[o].flits, bench.read(r, nic::output_flits(o)));
        EXPECT_EQ(counts.outputs[o].credit_stalls, bench.read(r, nic::output_credit_stalls(o)));
        EXPECT_EQ(counts.outputs[o].arbitration_stalls, bench.read(r, nic::output_arbitration_stalls(o)));
      }
      for (unsigned c = 0; c < counts.channels.size(); ++c) {
        EXPECT_EQ(counts.channels[c].flits, bench.read(r, nic::channel_flits(c)));
        EXPECT_EQ(counts.channels[c].credit_stalls, bench.read(r, nic::channel_credit_stalls(c)));
        EXPECT_EQ(counts.channels[c].read_stalls, bench.read(r, nic::channel_read_stalls(c)));
        EXPECT_EQ(counts.channels[c].write_stalls, bench.read(r, nic::channel_write_stalls(c)));
        flits += counts.channels[c].flits;
      }
      EXPECT_GT(flits, 0u);
    }
  }
}

TEST(RtlNodes, have_no_threads) {
  const auto threads = [] {
    return std::distance(std::filesystem::directory_iterator("/proc/self/task"), {});
  };
  const auto before = threads();
  LockstepLog log;
  const HardwareConfig config;
  const Fabric fabric(Topology::mesh(4, 4), config, {}, node_factory(NodeKind::rtl, config, log));
  EXPECT_EQ(threads(), before);
}

}  // namespace
}  // namespace collnoc::test
