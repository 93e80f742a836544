// The executor on a register bus, first alone, then on every tile of a network.
#include "sim/engine/executor_host.hpp"

#include <gtest/gtest.h>

#include "sim/common/errors.hpp"
#include "tests/sim/engine/runs.hpp"

namespace collnoc::test {
namespace {

constexpr std::uint16_t first_counter = 0x100;

/// Rank 1 of two, which waits for its only message.
class Receiver : public ::testing::Test {
 protected:
  Receiver() : host(*find_algorithm(Collective::broadcast, "recursive-division"), job, 1, 0, nullptr) {}
  /// A cycle in which the NIC answers the last read with `count`.
  model::RegisterAccess drive(Cycle now, std::uint32_t count = 0, bool event = false) {
    model::NodeOut node;
    node.reg_rdata = count;
    node.event = event;
    return host.drive(now, node);
  }
  const Job job{Topology::mesh(2, 1), 0, 64, 0};
  ExecutorHost host;
};

TEST_F(Receiver, AWaitReadsItsCounter) {
  const model::RegisterAccess access = drive(0);
  EXPECT_TRUE(access.valid);
  EXPECT_FALSE(access.write);
  EXPECT_GE(access.addr, first_counter);
}

TEST_F(Receiver, AnUnsatisfiedWaitSleepsUntilAnEvent) {
  drive(0);
  EXPECT_FALSE(drive(1, 0).valid);
  EXPECT_EQ(host.wake_at(), never);
  EXPECT_FALSE(host.finished());
  EXPECT_TRUE(drive(9, 0, true).valid) << "an event is a reason to read again";
}

TEST_F(Receiver, AnArrivalInTheCycleOfTheReadIsNotMissed) {
  drive(0);
  EXPECT_TRUE(drive(1, 0, true).valid);
}

TEST_F(Receiver, TheLastArrivalEndsTheRunAndIsTakenFromTheCounter) {
  const model::RegisterAccess read = drive(0);
  const model::RegisterAccess taken = drive(1, 1);
  EXPECT_TRUE(host.finished());
  EXPECT_EQ(host.finish_cycle(), 1u);
  EXPECT_TRUE(taken.valid && taken.write);
  EXPECT_EQ(taken.addr, read.addr);
  EXPECT_EQ(taken.wdata, 1u);
}

TEST_F(Receiver, ReportsWhatItWaitsFor) {
  drive(0);
  EXPECT_EQ(host.waits_for(), "rank 1 after its last step waits until counter 1 is 1, it is 0");
}

TEST(IdealBarrier, ReleasesWhenAllAreThereAndOnlyOnce) {
  IdealBarrier barrier(2);
  barrier.arrive(1);
  EXPECT_FALSE(barrier.release());
  barrier.arrive(0);
  EXPECT_TRUE(barrier.release());
  EXPECT_FALSE(barrier.release());
  EXPECT_EQ(barrier.round(), 1u);
}

TEST(ExecutorHost, EveryStartUpOnTheCriticalPathCostsTheGivenCycles) {
  RunConfig config = broadcast("mesh:4x4", 256);
  const RunResult without = run_collective(config, {});
  config.startup_cycles = 100;
  const RunResult with = run_collective(config, {});
  EXPECT_EQ(with.cycles - without.cycles, 100 * without.alpha);
}

TEST(ExecutorHost, ABroadcastOnOneTileEndsAtOnce) {
  const RunResult result = run_collective(broadcast("mesh:1x1", 64), {});
  EXPECT_LE(result.cycles, 1u);
  EXPECT_EQ(result.bytes_wrong, 0u);
}

TEST(ExecutorHost, ARunWithTooFewCyclesReportsTheWaitingRanks) {
  RunConfig config = broadcast("mesh:4x4", 1024);
  config.max_cycles = 64;
  try {
    run_collective(config, {});
    FAIL() << "it ended";
  } catch (const NotFinished& why) {
    EXPECT_NE(std::string(why.what()).find("--max-cycles 64 is reached"), std::string::npos) << why.what();
    EXPECT_NE(std::string(why.what()).find("waits until counter"), std::string::npos) << why.what();
  }
}

}  // namespace
}  // namespace collnoc::test
