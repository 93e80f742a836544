// Every schedule with --executor nic gives the same result on every backend, and all bytes arrive.
//
// The ordinary run uses a covering array, in which every algorithm and every pair of network, NIC and backend
// occurs. The nightly run compares RTL and model in lockstep for every combination of algorithm, network and
// NIC, with roots and lengths that nothing else uses, and runs the netlists of small networks.
#include <gtest/gtest.h>

#include "sim/common/errors.hpp"
#include "sim/results/result_json.hpp"
#include "tests/sim/engine/schedule_cases.hpp"

namespace collnoc::test {
namespace {

struct NicCase {
  ScheduleCase schedule;
  Backend backend;
};

RunConfig config_of(const NicCase& c, std::uint64_t bytes) {
  RunConfig config = c.schedule.config(bytes);
  config.executor = Executor::nic;
  config.hardware = with_executor(config.hardware, config.executor, config.collective);
  if (form_of(config.collective).rooted()) config.root = config.topology.size() * 2 / 3;
  return config;
}

/// The result of a run as JSON, without the keys that describe how it was simulated.
nlohmann::ordered_json result_of(const RunResult& run) {
  nlohmann::ordered_json json = to_json(run);
  for (const char* key : {"backend", "link_cycles_compared"}) json.erase(key);
  return json;
}

void expect_the_result_of_the_model(RunConfig config, Backend backend) {
  config.record_digest = true;
  const RunResult model = run_collective(config);
  EXPECT_EQ(model.bytes_wrong, 0u);
  EXPECT_EQ(model.bytes_checked > 0, form_of(config.collective).has_data());
  config.backend = backend;
  for (Rank r = 1; backend == Backend::mixed && r < config.topology.size(); r += 2)
    config.rtl_nodes.push_back(r);
  RunResult is;
  try {
    is = run_collective(config);
  } catch (const NotInstalled& reason) {
    GTEST_SKIP() << reason.what();
  }
  EXPECT_EQ(result_of(is), result_of(model));
  EXPECT_EQ(is.trace, model.trace) << "flits were on other links or in other cycles";
  EXPECT_EQ(is.link_cycles_compared > 0, is_lockstep(backend));
}

class NicSchedules : public ::testing::TestWithParam<NicCase> {};

#ifdef NIGHTLY
std::vector<NicCase> on(const std::vector<ScheduleCase>& schedules, Backend backend) {
  std::vector<NicCase> all;
  for (const ScheduleCase& schedule : schedules) all.push_back({schedule, backend});
  return all;
}

std::vector<NicCase> lockstep_cases() {
  return on(schedule_cases({"mesh:2x2",     "mesh:4x4",   "mesh:5x3",    "mesh:8x8",    "torus:2x2",
                            "torus:4x4",    "torus:5x3",  "torus:7x6",   "torus:8x8",   "mesh:7",
                            "torus:9",      "mesh:3x4x2", "torus:4x4x4", "torus:2x3x4", "hypercube:4",
                            "ghc:4x4",      "ghc:3x2",    "star:3",      "star:4",      "spidergon:8",
                            "spidergon:14", "mesh:4x3w",  "hypercube:6", "mesh:2x2x2x2"}),
            Backend::lockstep);
}

/// Gates evaluate slowly, and a run is short: a few small networks, whose nodes are the same as in large
/// ones.
std::vector<NicCase> netlist_cases() {
  std::vector<ScheduleCase> schedules = schedule_cases({"mesh:2x2", "torus:4x2"});
  std::erase_if(schedules, [](const ScheduleCase& c) { return c.algorithm->needs_orders(); });
  return on(schedules, Backend::netlist_lockstep);
}

TEST_P(NicSchedules, GiveTheResultOfTheModelAtOtherLengths) {
  expect_the_result_of_the_model(config_of(GetParam(), 8), GetParam().backend);
  RunConfig config = config_of(GetParam(), 700);
  if (config.collective != Collective::broadcast && config.topology.size() > 36) config.bytes = 200;
  expect_the_result_of_the_model(config, GetParam().backend);
}

TEST_P(NicSchedules, GiveTheResultOfTheModelWithBarriersBetweenSteps) {
  RunConfig config = config_of(GetParam(), 40);
  config.step_barrier = true;
  expect_the_result_of_the_model(config, GetParam().backend);
}

INSTANTIATE_TEST_SUITE_P(Netlist, NicSchedules, ::testing::ValuesIn(netlist_cases()), [](const auto& test) {
  return name_of(::testing::TestParamInfo<ScheduleCase>(test.param.schedule, test.index));
});
#else
/// Every pair of network, NIC and backend; and every algorithm, each in another place.
std::vector<NicCase> lockstep_cases() {
  constexpr Backend backends[] = {Backend::lockstep, Backend::rtl, Backend::mixed};
  const auto schedules = schedule_cases({"mesh:4x4", "torus:4x4", "torus:5x3", "star:3"});
  std::vector<NicCase> cases;
  for (const std::size_t n : spread(schedules, 3, 1)) cases.push_back({schedules[n / 3], backends[n % 3]});
  return cases;
}
#endif

TEST_P(NicSchedules, GiveTheResultOfTheModel) {
  expect_the_result_of_the_model(config_of(GetParam(), 100), GetParam().backend);
}

INSTANTIATE_TEST_SUITE_P(On, NicSchedules, ::testing::ValuesIn(lockstep_cases()), [](const auto& test) {
  return name_of(::testing::TestParamInfo<ScheduleCase>(test.param.schedule, test.index)) + "_" +
         std::string(word_of(test.param.backend));
});

}  // namespace
}  // namespace collnoc::test
