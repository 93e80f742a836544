// Guarantees of direct-slotted, direct-slotted-all-port and direct-scattered: they come near the bound, and
// all ranks finish together. Their cycle counts are baselines (tests/baselines/matrix.toml).
#include <gtest/gtest.h>

#include "tests/sim/engine/runs.hpp"

namespace collnoc::test {
namespace {

RunResult measured(const char* algorithm, const char* network, PortModel nic, unsigned vcs, unsigned depth,
                   unsigned hop_cycles = 1) {
  RunConfig config = collective(Collective::total_exchange, algorithm, network, 64, nic);
  config.hardware.vcs = vcs;
  config.hardware.vc_depth = depth;
  config.hardware.hop_cycles = hop_cycles;
  return run_collective(config, {});
}

void expect_within_a_quarter_of_the_bound(const RunResult& result) {
  EXPECT_GT(result.bytes_checked, 0u);
  EXPECT_EQ(result.bytes_wrong, 0u);
  EXPECT_LE(4 * result.cycles, 5 * result.bound_cycles);
}

void expect_all_finish_together(const RunResult& result) {
  for (const auto finish : result.finish_cycle_per_rank) EXPECT_EQ(finish, result.cycles);
}

TEST(DirectSlotted, TakesItsSlotsAnd11CyclesOnEveryRank) {
  for (const unsigned depth : {10u, 16u, 64u}) {
    const RunResult result = measured("direct-slotted", "torus:8x8", PortModel::one_port, 2, depth);
    EXPECT_EQ(result.cycles, 68u * 9 + 11) << depth;  // 68 slots of a head and 8 flits
    expect_within_a_quarter_of_the_bound(result);
    expect_all_finish_together(result);
  }
}

TEST(DirectSlottedAllPort, IsWithinAQuarterOfTheBoundForEveryRank) {
  for (const unsigned depth : {10u, 16u, 64u}) {
    const RunResult result = measured("direct-slotted-all-port", "torus:8x8", PortModel::all_port, 2, depth);
    expect_within_a_quarter_of_the_bound(result);
    expect_all_finish_together(result);
  }
}

TEST(DirectSlottedAllPort, IsWithinAQuarterOfTheBoundWithHopsOfTwoCycles) {
  expect_within_a_quarter_of_the_bound(
      measured("direct-slotted-all-port", "torus:8x8", PortModel::all_port, 2, 16, 2));
}

TEST(DirectScattered, IsWithinAQuarterOfTheBoundOnAMeshWithDeepBuffers) {
  for (const PortModel nic : {PortModel::one_port, PortModel::all_port})
    expect_within_a_quarter_of_the_bound(measured("direct-scattered", "mesh:8x8", nic, 4, 64));
}

}  // namespace
}  // namespace collnoc::test
