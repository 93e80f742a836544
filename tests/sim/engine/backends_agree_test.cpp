// A run has the same result with every backend and every number of threads.
#include <gtest/gtest.h>

#include "sim/common/errors.hpp"
#include "sim/results/result_json.hpp"
#include "tests/sim/engine/schedule_cases.hpp"

namespace collnoc::test {
namespace {

/// Every second node, as `--rtl-nodes checkerboard`.
std::vector<Rank> checkerboard(const Topology& topology) {
  std::vector<Rank> ranks;
  for (Rank r = 0; r < topology.size(); ++r) {
    const Coordinates c = topology.coordinates(r);
    if ((c[0] + c[1]) % 2 == 1) ranks.push_back(r);
  }
  return ranks;
}

/// The result of a run as JSON, without the keys that describe how it was simulated.
nlohmann::ordered_json result_of(const RunResult& run) {
  nlohmann::ordered_json json = to_json(run);
  for (const char* key : {"backend", "link_cycles_compared"}) json.erase(key);
  return json;
}

/// Every pair of network and NIC, and `each` cases of every algorithm, on changing networks; or, nightly, all
/// the others.
std::vector<ScheduleCase> some(unsigned each, bool nightly) {
  const auto all = schedule_cases({"mesh:4x4", "torus:4x4", "torus:5x3", "star:3", "star:4", "spidergon:8"});
  const auto chosen = spread(all, 1, each);
  std::vector<ScheduleCase> cases;
  for (std::size_t n = 0; n < all.size(); ++n) {
    if (std::binary_search(chosen.begin(), chosen.end(), n) != nightly) cases.push_back(all[n]);
  }
  return cases;
}

class BackendsAgree : public ::testing::TestWithParam<ScheduleCase> {
 protected:
  BackendsAgree() {
    config = GetParam().config(100);
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
    EXPECT_EQ(result_of(is), result_of(expected));
    EXPECT_EQ(is.trace, expected.trace) << "flits were on other links or in other cycles";
    EXPECT_EQ(is.bytes_wrong, 0u);
    EXPECT_EQ(is.link_cycles_compared > 0, is_lockstep(config.backend));
  }
  RunConfig config;
  RunResult expected;
};

TEST_P(BackendsAgree, LockstepGivesTheResultOfTheModel) {
  config.backend = Backend::lockstep;
  expect_same();
}

/// Who drives the links and the number of threads matter to every algorithm in the same way, so most cases
/// are left to the nightly run.
class OthersAgree : public BackendsAgree {};

TEST_P(OthersAgree, TheRtlGivesTheResultOfTheModel) {
  config.backend = Backend::rtl;
  expect_same();
}

TEST_P(OthersAgree, AMixOfRtlAndModelGivesTheResultOfTheModel) {
  config.backend = Backend::mixed;
  config.rtl_nodes = checkerboard(config.topology);
  expect_same();
}

TEST_P(OthersAgree, TwoThreadsGiveTheResultOfOne) {
  config.threads = 2;
  expect_same();
}

TEST_P(OthersAgree, FiveThreadsOfRtlGiveTheResultOfOneOfTheModel) {
  config.threads = 5;
  config.backend = Backend::rtl;
  expect_same();
}

INSTANTIATE_TEST_SUITE_P(On, BackendsAgree, ::testing::ValuesIn(some(1, false)), name_of);
INSTANTIATE_TEST_SUITE_P(Nightly, BackendsAgree, ::testing::ValuesIn(some(1, true)), name_of);
INSTANTIATE_TEST_SUITE_P(On, OthersAgree, ::testing::ValuesIn(some(0, false)), name_of);
INSTANTIATE_TEST_SUITE_P(Nightly, OthersAgree, ::testing::ValuesIn(some(0, true)), name_of);

TEST(LargestNetwork, Runs4096NodesOfRtlInLockstep) {
  RunConfig config = broadcast("torus:64x64", 64);
  const RunResult expected = run_collective(config, {});
  config.backend = Backend::lockstep;
  RunResult is;
  try {
    is = run_collective(config, {});
  } catch (const NotInstalled& reason) {
    GTEST_SKIP() << reason.what();
  }
  EXPECT_EQ(result_of(is), result_of(expected));
  EXPECT_EQ(is.finish_cycle_per_rank.size(), 4096u);
  EXPECT_EQ(is.bytes_checked, 4096u * 64);
  EXPECT_EQ(is.bytes_wrong, 0u);
  EXPECT_GT(is.link_cycles_compared, 0u);
}

}  // namespace
}  // namespace collnoc::test
