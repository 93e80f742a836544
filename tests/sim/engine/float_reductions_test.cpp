// Collectives that add numbers of single precision: every byte is what the host's floating point adds,
// with every executor, with software's sums and with those of NICs.
#include <gtest/gtest.h>

#include "sim/common/errors.hpp"
#include "tests/sim/engine/schedule_cases.hpp"

namespace collnoc::test {
namespace {

std::vector<ScheduleCase> combining(const std::vector<std::string>& topologies) {
  std::vector<ScheduleCase> all = schedule_cases(topologies);
  std::erase_if(all, [](const ScheduleCase& c) {
    return !form_of(c.algorithm->collective()).combines || c.algorithm->multicasts();
  });
  return all;
}

RunConfig config_of(const ScheduleCase& c, Executor executor) {
  RunConfig config = c.config(72);
  config.element = Element::f32;
  config.executor = executor;
  config.hardware = with_executor(config.hardware, executor, config.collective, config.element);
  if (form_of(config.collective).rooted()) config.root = 1;
  return config;
}

TEST(FloatReductions, AddEveryByteWithEveryExecutor) {
  unsigned by_nics = 0;
  for (const ScheduleCase& c : combining({"mesh:3x2", "torus:4x4"})) {
    for (const Executor executor : {Executor::native, Executor::nic}) {
      const RunConfig config = config_of(c, executor);
      const RunResult result = run_collective(config);
      EXPECT_GT(result.bytes_checked, 0u);
      EXPECT_EQ(result.bytes_wrong, 0u) << config.algorithm << " on " << c.topology;
      by_nics += config.hardware.float_sums ? 1 : 0;
    }
  }
  EXPECT_GT(by_nics, 20u);
}

TEST(FloatReductions, AreTheSameInLockstep) {
  for (const ScheduleCase& c : combining({"mesh:3x2"})) {
    if (!c.algorithm->accumulates()) continue;
    RunConfig config = config_of(c, Executor::native);
    const RunResult model = run_collective(config);
    config.backend = Backend::lockstep;
    try {
      const RunResult both = run_collective(config);
      EXPECT_EQ(both.bytes_wrong, 0u) << config.algorithm;
      EXPECT_EQ(both.cycles, model.cycles) << config.algorithm;
    } catch (const NotInstalled& reason) {
      GTEST_SKIP() << reason.what();
    }
  }
}

}  // namespace
}  // namespace collnoc::test
