// Guarantees of direct-timed and direct-aligned when the NICs perform them: no rank leaves its time. Their
// cycle counts are baselines, too (tests/baselines/matrix.toml).
#include <gtest/gtest.h>

#include <algorithm>

#include "collnoc/firmware/collectives/total_exchange/direct_timed.hpp"
#include "sim/schedule/path.hpp"
#include "tests/sim/engine/runs.hpp"

namespace collnoc::test {
namespace {

RunResult measured(const char* algorithm, const char* network, std::uint64_t bytes) {
  RunConfig config = collective(Collective::total_exchange, algorithm, network, bytes, PortModel::one_port);
  config.executor = Executor::nic;
  config.hardware.sequencer = true;
  RunResult result = run_collective(config, {});
  EXPECT_GT(result.bytes_checked, 0u);
  EXPECT_EQ(result.bytes_wrong, 0u);
  return result;
}

TEST(DirectTimed, TakesAsLongAsItsLastMessage) {
  for (const char* network : {"torus:8x8", "mesh:8x8", "torus:4x4", "torus:12x4"}) {
    for (const std::uint32_t bytes : {40u, 64u, 248u, 256u, 512u}) {
      Job job{parse_topology(network), 0, bytes};
      job.timing.head_wait = 2;
      // From the start to the head flit: 2 cycles. From there to the event: a cycle for each hop and for the
      // ejection, the flits, and 6 cycles for the increment, the end of the plan and its event.
      std::uint32_t last = 0;
      for (Rank rank = 0; rank < job.topology.size(); ++rank) {
        for (std::uint32_t step = 0; step < DirectTimed::steps(job); ++step) {
          const PhaseMessage m = Phases::message(job.topology, rank, DirectTimed::phase(job, step));
          if (!m.any) continue;
          std::uint32_t hops = 0;
          for_each_link(job.topology, rank, m.to, m.route, [&](Rank, Link) { ++hops; });
          const std::uint32_t head = 2 + DirectTimed::begin(job, rank, step);
          last = std::max(last, head + hops + 1 + message_flits(job.timing, bytes) - 1 + 6);
        }
      }
      const std::uint64_t cycles = measured("direct-timed", network, bytes).cycles;
      EXPECT_GE(cycles, last) << network << ", " << bytes;
      // A message that waits comes later: at most 2 cycles for each of its hops, and for the ejection.
      const bool waits = TorusTimes::suits(job.topology);
      EXPECT_LE(cycles, last + (waits ? 2 * 9 : 0)) << network << ", " << bytes;
    }
  }
}

TEST(DirectTimed, TakesLittleMoreThanItsFlitsOnAnEightByEightTorus) {
  // 64 messages with their head flits pass each link.
  for (const std::uint32_t bytes : {40u, 64u, 128u, 248u, 512u}) {
    const std::uint32_t flits = message_flits({}, bytes);
    EXPECT_EQ(measured("direct-timed", "torus:8x8", bytes).cycles, 64 * (flits + 1)) << bytes;
  }
  for (const std::uint32_t bytes : {256u, 504u})
    EXPECT_EQ(measured("direct-timed", "torus:8x8", bytes).cycles, 64 * message_flits({}, bytes) + 73)
        << bytes;
}

TEST(DirectAligned, KeepsAllRanksInStepWithMessagesOfOneWord) {
  for (const std::uint32_t bytes : {1u, 8u}) {
    const RunResult result = measured("direct-aligned", "torus:8x8", bytes);
    EXPECT_LE(result.cycles, 190u);
    for (const auto finish : result.finish_cycle_per_rank) EXPECT_GE(finish + 8, result.cycles);
  }
}

}  // namespace
}  // namespace collnoc::test
