// A run has one result: whatever the nodes are made of, and however many threads compute it.
#include <gtest/gtest.h>

#include "sim/common/errors.hpp"
#include "sim/schedule/algorithm.hpp"
#include "tests/sim/engine/runs.hpp"

namespace collnoc::test {
namespace {

struct Case {
  const Algorithm* algorithm;
  std::string topology;
  Nic nic;
};

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const Algorithm* algorithm : algorithms()) {
    for (const std::string topology : {"mesh:4x4", "torus:4x4", "torus:5x3"}) {
      for (const Nic nic : {Nic::one_port, Nic::all_port}) {
        if (!algorithm->why_not(parse_topology(topology), nic)) all.push_back({algorithm, topology, nic});
      }
    }
  }
  return all;
}

std::string name_of(const ::testing::TestParamInfo<Case>& info) {
  std::string name = std::string(to_text(info.param.algorithm->collective())) + "_" +
                     std::string(info.param.algorithm->name()) + "_" + info.param.topology + "_" +
                     std::string(to_text(info.param.nic));
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
}

/// Every second node, as `--rtl-nodes checkerboard`.
std::vector<Rank> checkerboard(const Topology& topology) {
  std::vector<Rank> ranks;
  for (Rank r = 0; r < topology.size(); ++r) {
    const Coordinates c = topology.coordinates(r);
    if ((c[0] + c[1]) % 2 == 1) ranks.push_back(r);
  }
  return ranks;
}

class BackendsAgree : public ::testing::TestWithParam<Case> {
 protected:
  BackendsAgree() {
    const auto& [algorithm, topology, nic] = GetParam();
    config = collective(algorithm->collective(), std::string(algorithm->name()), topology, 100, nic);
    if (algorithm->needs_orders()) {
      config.hardware.route_orders = 2;
      config.hardware.vcs = 4;
    }
    config.record_digest = true;
    expected = run_collective(config, {});
  }
  void expect_same() {
    RunResult is;
    try {
      is = run_collective(config, {});
    } catch (const NotInstalled& reason) {
      GTEST_SKIP() << reason.what();
    }
    EXPECT_EQ(is.cycles, expected.cycles);
    EXPECT_EQ(is.finish_cycle_per_rank, expected.finish_cycle_per_rank);
    EXPECT_EQ(is.flit_hops, expected.flit_hops);
    EXPECT_EQ(is.peak_link_flits, expected.peak_link_flits);
    EXPECT_EQ(is.stalls, expected.stalls);
    EXPECT_EQ(is.trace, expected.trace) << "flits were on other links or in other cycles";
    EXPECT_EQ(is.bytes_wrong, 0u);
    EXPECT_EQ(is.mismatches, 0u);
  }
  RunConfig config;
  RunResult expected;
};

TEST_P(BackendsAgree, TheRtlGivesTheResultOfTheModel) {
  config.backend = Backend::rtl;
  expect_same();
}

TEST_P(BackendsAgree, SoDoBothInLockstep) {
  config.backend = Backend::lockstep;
  expect_same();
}

TEST_P(BackendsAgree, SoDoesAMixOfThem) {
  config.backend = Backend::mixed;
  config.rtl_nodes = checkerboard(config.topology);
  expect_same();
}

TEST_P(BackendsAgree, TwoThreadsGiveTheResultOfOne) {
  config.threads = 2;
  expect_same();
}

TEST_P(BackendsAgree, FiveThreadsOfRtlGiveTheResultOfOneOfTheModel) {
  config.threads = 5;
  config.backend = Backend::rtl;
  expect_same();
}

INSTANTIATE_TEST_SUITE_P(On, BackendsAgree, ::testing::ValuesIn(cases()), name_of);

}  // namespace
}  // namespace collnoc::test
