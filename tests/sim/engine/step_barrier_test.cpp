// With --step-barrier, the messages of a schedule that claims to share no link never wait for each other.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "sim/schedule/algorithm.hpp"
#include "tests/sim/engine/runs.hpp"

namespace collnoc::test {
namespace {

void expect_no_stall(const Algorithm& algorithm, const std::string& topology, std::uint64_t bytes, Rank root,
                     PortModel nic = PortModel::one_port) {
  RunConfig config = collective(algorithm.collective(), std::string(algorithm.name()), topology, bytes, nic);
  if (algorithm.why_not(config.topology, nic)) return;
  if (algorithm.needs_orders()) {
    config.hardware.route_orders = 2;
    config.hardware.vcs = 4;
  }
  config.hardware.multicast = algorithm.multicasts();
  config.step_barrier = true;
  config.root = root;
  const RunResult result = run_collective(config, {});
  // All channels of an all-port NIC share the memory banks, so bank and credit stalls do not indicate shared
  // links.
  const std::uint64_t stalls = nic == PortModel::one_port ? result.stalls.total() : result.stalls.arbitration;
  EXPECT_EQ(stalls, 0u) << run_id(config) << ": credit " << result.stalls.credit << ", arbitration "
                        << result.stalls.arbitration << ", bank " << result.stalls.bank;
  EXPECT_EQ(result.bytes_wrong, 0u) << run_id(config);
}

class StepBarrier : public ::testing::TestWithParam<const char*> {};

TEST_P(StepBarrier, BroadcastsThatClaimToShareNoLinkDoNotStall) {
  for (const Algorithm* algorithm : algorithms()) {
    if (algorithm->collective() != Collective::broadcast || !algorithm->contention_free()) continue;
    for (const std::uint64_t bytes : {8, 1000, 4096}) {
      for (const Rank root : {0u, 27u, 63u}) {
        for (const PortModel nic : {PortModel::one_port, PortModel::all_port})
          expect_no_stall(*algorithm, GetParam(), bytes, root, nic);
      }
    }
  }
}

TEST_P(StepBarrier, TotalExchangesThatClaimToShareNoLinkDoNotStall) {
  for (const Algorithm* algorithm : algorithms()) {
    if (algorithm->collective() != Collective::total_exchange || !algorithm->contention_free()) continue;
    for (const std::uint64_t bytes : {1, 64, 256}) {
      for (const PortModel nic : {PortModel::one_port, PortModel::all_port})
        expect_no_stall(*algorithm, GetParam(), bytes, 0, nic);
    }
  }
}

TEST_P(StepBarrier, AllToAllBroadcastsThatClaimToShareNoLinkDoNotStall) {
  for (const Algorithm* algorithm : algorithms()) {
    if (algorithm->collective() != Collective::all_to_all_broadcast || !algorithm->contention_free())
      continue;
    for (const std::uint64_t bytes : {1, 64, 500}) {
      for (const PortModel nic : {PortModel::one_port, PortModel::all_port})
        expect_no_stall(*algorithm, GetParam(), bytes, 0, nic);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(On, StepBarrier, ::testing::Values("mesh:8x8", "torus:8x8"),
                         [](const auto& test) { return test.index == 0 ? "mesh_8x8" : "torus_8x8"; });

TEST(StepBarrier, AllRanksBeginAStepTogether) {
  TemporaryFile timeline(".json");
  RunConfig config = broadcast("mesh:4x4", 256);
  config.step_barrier = true;
  config.timeline_file = timeline.output();
  run_collective(config, {});
  timeline.commit();
  std::map<std::string, std::set<std::uint64_t>> begins;
  const nlohmann::json events = nlohmann::json::parse(std::ifstream(timeline.path()))["traceEvents"];
  for (const auto& event : events)
    if (event.value("cat", "") == "step") begins[event["name"]].insert(event["ts"].get<std::uint64_t>());
  EXPECT_EQ(begins.size(), 4u);
  for (const auto& [step, cycles] : begins) EXPECT_EQ(cycles.size(), 1u) << step;
}

}  // namespace
}  // namespace collnoc::test
