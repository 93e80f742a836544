// Every schedule as a program on processors: all bytes right, RTL and model equal in every cycle, and alone
// as fast as together.
#include <gtest/gtest.h>

#include "sim/common/errors.hpp"
#include "tests/sim/engine/schedule_cases.hpp"

namespace collnoc::test {
namespace {

std::vector<std::string> networks() {
#ifdef NIGHTLY
  return {"mesh:4x2", "mesh:5x3", "hypercube:3", "mesh:8x8", "torus:8x8", "star:3", "star:4"};
#else
  return {"mesh:2x2", "torus:2x2", "mesh:4x4", "torus:4x4", "star:3"};
#endif
}

std::vector<ScheduleCase> cases() {
  std::vector<ScheduleCase> all = schedule_cases(networks());
#ifndef NIGHTLY
  // Of many segments on a star graph a processor makes a plan for longer than all the rest takes.
  std::erase_if(all, [](const ScheduleCase& c) {
    const Job job{parse_topology(c.topology), 0, 100};
    return job.topology.kind() == TopologyKind::star && c.algorithm->steps(job) > 24;
  });
#endif
  return all;
}

class Rv32Schedules : public ::testing::TestWithParam<ScheduleCase> {
 protected:
  Rv32Schedules() {
    config = GetParam().config(100);
    config.firmware = Firmware::rv32;
  }
  RunConfig config;
};

TEST_P(Rv32Schedules, DeliversEveryByteAndIsEqualInModelAndRtl) {
  const RunResult model = run_collective(config, {});
  EXPECT_EQ(model.bytes_wrong, 0u);
  EXPECT_GT(model.bytes_checked, 0u);
  ASSERT_TRUE(model.rv32);
  EXPECT_EQ(model.rv32->instructions_per_rank.size(), config.topology.size());
  ASSERT_TRUE(model.rv32->startup) << "somebody sends";
  EXPECT_GT(model.rv32->startup->minimum, 5u);
  EXPECT_LE(model.rv32->startup->median, 40u);
  EXPECT_EQ(model.rv32->processor_cycles_compared, 0u);

  for (const Backend backend : {Backend::lockstep, Backend::rtl}) {
    config.backend = backend;
    RunResult is;
    try {
      is = run_collective(config, {});
    } catch (const NotInstalled& reason) {
      GTEST_SKIP() << reason.what();
    }
    EXPECT_EQ(is.bytes_wrong, 0u);
    EXPECT_EQ(is.cycles, model.cycles);
    EXPECT_EQ(is.finish_cycle_per_rank, model.finish_cycle_per_rank);
    EXPECT_EQ(is.flit_hops, model.flit_hops);
    EXPECT_EQ(is.rv32->instructions_per_rank, model.rv32->instructions_per_rank);
    EXPECT_EQ(is.rv32->startup->median, model.rv32->startup->median);
    EXPECT_EQ(is.rv32->startup->maximum, model.rv32->startup->maximum);
    EXPECT_EQ(is.rv32->processor_cycles_compared > 0, backend == Backend::lockstep);
  }
}

TEST_P(Rv32Schedules, KeepsStepsApartByTheFirmwaresBarrier) {
  config.step_barrier = true;
  EXPECT_EQ(run_collective(config, {}).bytes_wrong, 0u);
}

TEST_P(Rv32Schedules, SendsWhatItSendsNatively) {
  RunConfig native = config;
  native.firmware = Firmware::native;
  const RunResult other = run_collective(native, {}), is = run_collective(config, {});
  EXPECT_EQ(is.flit_hops, other.flit_hops);
  EXPECT_GT(is.cycles, other.cycles) << "software costs something";
}

INSTANTIATE_TEST_SUITE_P(On, Rv32Schedules, ::testing::ValuesIn(cases()), name_of);

}  // namespace
}  // namespace collnoc::test
