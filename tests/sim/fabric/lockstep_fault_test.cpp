// Tests the lockstep comparison: it reports each of these single faults in the model of one node in the cycle
// in which it happens, with the node, the place, and the values of RTL and model.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <vector>

#include "sim/common/errors.hpp"
#include "tests/sim/fabric/lockstep_faults.hpp"
#include "tests/support/nodes.hpp"
#include "tests/support/stress.hpp"

namespace collnoc::test {
namespace {

constexpr Rank victim = 8;         // the hot spot of the traffic, where all situations occur
constexpr Cycle quiet_time = 150;  // no fault before this cycle: by then the queues are in use

class LockstepFault : public ::testing::TestWithParam<std::size_t> {};

TEST_P(LockstepFault, is_reported_where_it_is) {
  const Topology topology = Topology::torus(4, 4);
  const NamedFault named = all_faults()[GetParam()];
  const Fault& fault = named.fault;
  HardwareConfig config;
  config.sequencer = named.sequencer;
  config.all_port = named.sequencer || named.all_port;
  config.accumulate = named.accumulate;
  config.float_sums = named.float_sums;
  config.multicast = named.multicast;
  std::optional<Damage> damage;
  Cycle happened = 0;
  const FaultInjector inject_fault = [&](Cycle cycle, Rank rank, model::Node& node, model::NodeOut& out) {
    if (rank != victim || cycle < quiet_time || damage) return;
    damage = fault(node, out);
    happened = cycle;
  };
  LockstepLog log;
  const auto library = test_library(config);
  StressOptions traffic;
  traffic.seed = 2;
  traffic.plans = named.sequencer;
  traffic.accumulate = named.accumulate;
  traffic.float_sums = named.float_sums;
  traffic.multicast = named.multicast;
  traffic.hot = 0.3;
  traffic.idle = 0.05;
  Fabric::Options options;
  options.mem_words = Stress::mem_words(topology.size(), traffic);
  Fabric fabric(topology, config, options, [&](Rank r, const HardwareConfig& c, const model::Place& place) {
    return make_lockstep_node(library, c, place, r, log, {.array_period = 1, .inject_fault = inject_fault});
  });
  Stress stress(fabric, traffic);
  try {
    fabric.step(2000);
    FAIL() << (damage ? "not reported: " + damage->where : "the fault found no occasion");
  } catch (const LockstepMismatch& mismatch) {
    ASSERT_TRUE(damage) << mismatch.what();
    EXPECT_EQ(std::string(mismatch.what()),
              fmt::format("cycle {}, node {}, {}: RTL {:#x}, model {:#x}", happened, victim, damage->where,
                          damage->expected, damage->actual));
  }
}

INSTANTIATE_TEST_SUITE_P(single, LockstepFault, ::testing::Range<std::size_t>(0, all_faults().size()),
                         [](const auto& test) { return all_faults()[test.param].name; });

}  // namespace
}  // namespace collnoc::test
