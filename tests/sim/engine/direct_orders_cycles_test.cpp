// Cycles of direct-slotted, direct-slotted-all-port and direct-scattered beside the bound.
#include <gtest/gtest.h>

#include "tests/sim/engine/runs.hpp"

namespace collnoc::test {
namespace {

RunResult measured(const char* algorithm, const char* network, Nic nic, unsigned vcs, unsigned depth,
                   unsigned hop_cycles = 1) {
  RunConfig config = collective(Collective::total_exchange, algorithm, network, 64, nic);
  config.hardware.vcs = vcs;
  config.hardware.vc_depth = depth;
  config.hardware.hop_cycles = hop_cycles;
  return run_collective(config, {});
}

TEST(DirectSlotted, TakesItsSlotsAndNoCycleMoreForEveryRank) {
  for (const unsigned depth : {10u, 16u, 64u}) {
    const RunResult result = measured("direct-slotted", "torus:8x8", Nic::one_port, 2, depth);
    EXPECT_EQ(result.cycles, 68u * 9 + 11) << depth;
    EXPECT_LE(4 * result.cycles, 5 * result.bound_cycles) << depth;
    for (const auto finish : result.finish_cycle_per_rank) EXPECT_EQ(finish, result.cycles) << depth;
  }
}

TEST(DirectSlottedAllPort, IsWithinAQuarterOfTheBoundForEveryRank) {
  for (const unsigned depth : {10u, 16u, 64u}) {
    const RunResult result = measured("direct-slotted-all-port", "torus:8x8", Nic::all_port, 2, depth);
    EXPECT_EQ(result.cycles, 631u) << depth;
    EXPECT_EQ(result.bound_cycles, 513u);
    EXPECT_LE(4 * result.cycles, 5 * result.bound_cycles) << depth;
    for (const auto finish : result.finish_cycle_per_rank) EXPECT_EQ(finish, result.cycles) << depth;
    EXPECT_EQ(result.bytes_wrong, 0u);
  }
}

TEST(DirectSlottedAllPort, IsWithinAQuarterOfTheBoundWithHopsOfTwoCycles) {
  const RunResult result = measured("direct-slotted-all-port", "torus:8x8", Nic::all_port, 2, 16, 2);
  EXPECT_LE(4 * result.cycles, 5 * result.bound_cycles);
}

TEST(DirectScattered, ComesNearTheBoundOfAMeshWithDeepBuffers) {
  for (const Nic nic : {Nic::one_port, Nic::all_port}) {
    const RunResult result = measured("direct-scattered", "mesh:8x8", nic, 4, 64);
    EXPECT_EQ(result.cycles, nic == Nic::all_port ? 1207u : 1227u);
    EXPECT_LE(4 * result.cycles, 5 * result.bound_cycles);
  }
}

}  // namespace
}  // namespace collnoc::test
