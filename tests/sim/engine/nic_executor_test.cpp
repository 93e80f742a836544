// --executor nic: the NICs perform the schedule. All backends agree; errors and deadlocks have their message.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "sim/common/errors.hpp"
#include "sim/engine/software.hpp"
#include "sim/results/result_json.hpp"
#include "tests/sim/engine/runs.hpp"

namespace collnoc::test {
namespace {

using ::testing::HasSubstr;

RunConfig on_nic(RunConfig config) {
  config.executor = Executor::nic;
  config.hardware.sequencer = true;
  return config;
}

struct Case {
  Collective collective;
  const char* algorithm;
  const char* topology;
  PortModel nic;
  bool step_barrier;
};
constexpr Case cases[] = {
    {Collective::broadcast, "scatter-collect", "torus:4x4", PortModel::all_port, false},
    {Collective::broadcast, "line", "mesh:3x4", PortModel::one_port, false},
    {Collective::broadcast, "recursion-based", "mesh:4x4", PortModel::all_port, true},
    {Collective::total_exchange, "product", "torus:3x3", PortModel::one_port, false},
    {Collective::total_exchange, "direct", "star:3", PortModel::all_port, false},
    {Collective::all_to_all_broadcast, "ring-all-port", "torus:4x4", PortModel::all_port, false},
};

RunConfig config_of(const Case& c) {
  RunConfig config = on_nic(collective(c.collective, c.algorithm, c.topology, 200, c.nic));
  config.step_barrier = c.step_barrier;
  return config;
}

TEST(NicExecutor, DeliversEveryByteOnEveryBackendInTheSameCycles) {
  for (const Case& c : cases) {
    RunConfig config = config_of(c);
    const RunResult model = run_collective(config);
    EXPECT_EQ(model.bytes_wrong, 0u) << c.algorithm;
    EXPECT_GT(model.bytes_checked, 0u);
    for (const Backend backend : {Backend::rtl, Backend::lockstep, Backend::mixed}) {
      config.backend = backend;
      if (backend == Backend::mixed) config.rtl_nodes = {0, 3, 5};
      RunResult other;
      try {
        other = run_collective(config);
      } catch (const NotInstalled& reason) {
        GTEST_SKIP() << reason.what();
      }
      EXPECT_EQ(other.finish_cycle_per_rank, model.finish_cycle_per_rank) << c.algorithm;
      EXPECT_EQ(other.flit_hops, model.flit_hops) << c.algorithm;
      EXPECT_EQ(other.stalls, model.stalls) << c.algorithm;
      EXPECT_EQ(other.bytes_wrong, 0u);
      EXPECT_EQ(other.link_cycles_compared > 0, is_lockstep(backend));
    }
  }
}

TEST(NicExecutor, SendsTheMessagesOfTheNativeExecutor) {
  for (const Case& c : cases) {
    if (c.step_barrier) continue;  // its messages count, too
    RunConfig config = config_of(c);
    const RunResult nic = run_collective(config);
    config.executor = Executor::native;
    const RunResult native = run_collective(config);
    EXPECT_EQ(nic.flit_hops, native.flit_hops) << c.algorithm;
    EXPECT_EQ(nic.peak_link_flits, native.peak_link_flits) << c.algorithm;
  }
}

// The start is cycle 0, as natively: a rank whose plan is empty but for a time finishes right after it.
class Plans : public ::testing::Test {
 protected:
  Plans() : config(on_nic(broadcast("mesh:2x2", 64))), machine(config, 1024) {
    for (Rank r = 0; r < 4; ++r) plans.push_back({{end()}, {9}});
  }
  static std::uint64_t end() { return action::word(action::Kind::end, 0, 0); }
  std::unique_ptr<Software> software() { return make_nic_software(machine, config, plans, {1024, 1}, 9); }
  void run() { software()->run({}, {}); }

  RunConfig config;
  Machine machine;
  std::vector<RankPlan> plans;
};

TEST_F(Plans, CountCyclesFromTheStart) {
  plans[1] = {{action::word(action::Kind::until, 0, 30'000), end()},
              {0, 9}};  // longer than the stall timeout
  const auto nics = software();
  nics->run({}, {});
  EXPECT_LE(nics->finish_cycle(0), 3u);
  EXPECT_GT(nics->finish_cycle(1), 30'000u);
  EXPECT_LE(nics->finish_cycle(1), 30'004u);
}

TEST_F(Plans, ThatNeverGoOnAreADeadlockThatNamesWhatIsMissing) {
  plans[2] = {{action::word(action::Kind::wait, 7, 3), end()}, {4, 9}};
  action::PutWord put{1, go_of(1, machine.fabric().topology().address(0)), 5, 2, 6};
  action::PutRange range{0, 0, 64, 0};
  plans[3] = {{put.word(), range.word(), end()}, {9, 9, 9}};
  try {
    run();
    FAIL() << "ended";
  } catch (const Deadlock& deadlock) {
    EXPECT_THAT(deadlock.what(), HasSubstr("no flit has moved since cycle"));
    EXPECT_THAT(deadlock.what(), HasSubstr("; rank 2 in step 4 waits until counter 7 is 3, it is 0"));
    EXPECT_THAT(deadlock.what(),
                HasSubstr("; rank 3 after its last step waits until counter 5 is 6, it is 0"));
  }
}

TEST_F(Plans, WithABadActionEndTheRun) {
  plans[3] = {{action::word(action::Kind::until, 0, 5), 0, end()}, {0, 0, 9}};
  try {
    run();
    FAIL() << "ended";
  } catch (const WrongData& error) {
    EXPECT_THAT(error.what(), HasSubstr("the sequencer of rank 3 refuses the action at address 0x408"));
  }
}

/// A multicast of one flit is not an empty tail, for any bits of its corners.
TEST(NicExecutor, MulticastSignalsGoToAndFromEveryCoordinate) {
  for (const char* network : {"mesh:2x200", "torus:2x256", "mesh:260x1"}) {
    RunConfig config = on_nic(collective(Collective::barrier, "multicast", network, 0));
    config.hardware.multicast = true;
    config.hardware.flit_bits = 128;
    const RunResult result = run_collective(config);
    EXPECT_LT(result.cycles, 1'000u) << network;
  }
}

TEST(NicExecutor, WritesATimeline) {
  for (const PortModel nic : {PortModel::one_port, PortModel::all_port}) {
    TemporaryFile file(".json");
    RunConfig config = on_nic(collective(Collective::broadcast, "scatter-collect", "mesh:4x4", 256, nic));
    config.timeline_file = file.output();
    const RunResult result = run_collective(config);
    file.commit();
    config.timeline_file.reset();
    EXPECT_EQ(run_collective(config).finish_cycle_per_rank, result.finish_cycle_per_rank);
    std::map<std::uint64_t, std::pair<std::uint64_t, std::string>> last;  // of a rank: end and name
    const auto json = nlohmann::json::parse(std::ifstream(file.path()));
    for (const auto& event : json["traceEvents"]) {
      if (event["ph"] != "X" || event["cat"] != "activity") continue;
      auto& [end, name] = last[event["tid"].get<std::uint64_t>()];
      EXPECT_GE(event["ts"].get<std::uint64_t>(), end);
      end = event["ts"].get<std::uint64_t>() + event["dur"].get<std::uint64_t>();
      name = event["name"];
    }
    ASSERT_EQ(last.size(), 16u);
    for (const auto& [rank, span] : last) EXPECT_EQ(span.first, result.finish_cycle_per_rank[rank]);
  }
}

TEST(NicExecutor, APlanThatDoesNotFitIsAnErrorOfTheUser) {
  RunConfig config = on_nic(broadcast("mesh:2x2", addressable_bytes));
  std::string message;
  try {
    run_collective(config);
  } catch (const UserError& error) {
    message = error.what();
  }
  // The limit that the message states is accepted, and the next size is not.
  const std::size_t at = message.find("; at most ");
  ASSERT_NE(at, std::string::npos) << message;
  config.bytes = std::stoull(message.substr(at + 10));
  EXPECT_GT(config.bytes, addressable_bytes - 1024);
  EXPECT_EQ(run_collective(config).bytes_wrong, 0u);
  ++config.bytes;
  EXPECT_THROW(run_collective(config), UserError);
}

TEST(NicExecutor, IsInTheIdAndInTheJson) {
  const RunResult result = run_collective(on_nic(broadcast("mesh:2x2", 64)));
  EXPECT_EQ(run_id(result.config), "broadcast/recursive-division/mesh_2x2/one-port/64/executor-nic");
  EXPECT_EQ(to_json(result)["executor"], "nic");
}

}  // namespace
}  // namespace collnoc::test
