// RTL and model drive the same values on every pin and hold the same registers in every cycle, under random
// traffic. The selected hardware contains every pair of values of any two options; the nightly run
// (lockstep_nightly_test.cpp) uses every combination.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "tests/sim/fabric/lockstep_cases.hpp"
#include "tests/support/lockstep_run.hpp"

namespace collnoc::test {
namespace {

#ifndef COLLNOC_NIGHTLY
/// Router-cycles of a case: more for larger networks, so that all links carry traffic; fewer with wide flits
/// and an all-port NIC, whose cycles take longer to simulate.
std::uint64_t share(const Topology& t, const HardwareConfig& c) {
  const std::uint64_t usual = t.size() < 8 ? 7'000 : t.size() < 32 ? 15'000 : 32'000;
  return usual * (c.flit_bits == 64 ? 14 : c.all_port || c.flit_bits == 256 ? 5 : 10) / 10;
}

class Lockstep : public ::testing::TestWithParam<std::size_t> {};

TEST_P(Lockstep, rtl_and_model_never_differ) {
  const HardwareConfig& config = lockstep_hardware()[GetParam()];
  for (const Topology& topology : lockstep_networks()) {
    if (!legal(topology, config)) continue;
    SCOPED_TRACE(describe(config) + (topology.wraps(0) ? " torus " : " mesh ") +
                 std::to_string(topology.size()));
    const LockstepOutcome outcome =
        run_lockstep(topology, config, share(topology, config), 1 + 100 * GetParam());
    EXPECT_EQ(outcome.wrong, "");
    EXPECT_GE(outcome.router_cycles, share(topology, config));
    EXPECT_GT(outcome.messages, 0u);
  }
}

std::string case_name(const ::testing::TestParamInfo<std::size_t>& test) {
  std::string name = describe(lockstep_hardware()[test.param]);
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(stress, Lockstep, ::testing::Range<std::size_t>(0, lockstep_hardware().size()),
                         case_name);
#endif

std::vector<LockstepCase> route_cases() {
#ifdef COLLNOC_NIGHTLY
  constexpr bool night = true;
#else
  constexpr bool night = false;
#endif
  std::vector<LockstepCase> all = lockstep_routes();
  std::erase_if(all, [](const LockstepCase& c) { return left_to_the_night(c) != night; });
  return all;
}

class LockstepRoutes : public ::testing::TestWithParam<LockstepCase> {};

TEST_P(LockstepRoutes, rtl_and_model_never_differ) {
  const auto& [name, topology, config] = GetParam();
  const LockstepOutcome outcome = run_lockstep(topology, config, 30'000, 1);
  EXPECT_EQ(outcome.wrong, "");
  EXPECT_GE(outcome.router_cycles, 30'000u);
  EXPECT_GT(outcome.messages, 0u);
}

INSTANTIATE_TEST_SUITE_P(stress, LockstepRoutes, ::testing::ValuesIn(route_cases()),
                         [](const auto& test) { return test.param.name; });

#ifndef COLLNOC_NIGHTLY
/// Any two features that some route combines are combined by one of the day.
TEST(RoutesOfTheDay, combine_every_two_features_of_all_routes) {
  const auto features = [](const LockstepCase& c) {
    const HardwareConfig& h = c.config;
    return std::set<std::string>{"topology " + std::to_string(static_cast<unsigned>(c.topology.kind())),
                                 h.all_port ? "all-port" : "one-port",
                                 "switching " + std::to_string(static_cast<unsigned>(h.switching)),
                                 h.hop_cycles > 1 ? "long hops" : "short hops",
                                 h.route_orders == 2 ? "both orders" : "one order",
                                 h.sequencer ? "sequencer" : "no sequencer",
                                 h.accumulate ? "accumulation" : "no accumulation",
                                 h.float_sums ? "float sums" : "no float sums",
                                 h.multicast ? "multicast" : "no multicast",
                                 h.vc_reads ? "reads of every channel" : "one read",
                                 h.flit_bits > 64 ? "wide" : "narrow",
                                 h.address_bits > 16 ? "long" : "short"};
  };
  const auto pairs = [&](const std::vector<LockstepCase>& cases) {
    std::set<std::string> all;
    for (const LockstepCase& c : cases)
      for (const std::string& one : features(c))
        for (const std::string& other : features(c)) all.insert(one + ", " + other);
    return all;
  };
  std::vector<LockstepCase> day_cases = route_cases();
  for (const LockstepCase& c : lockstep_pairs()) day_cases.push_back(c);
  const std::set<std::string> day = pairs(day_cases);
  for (const std::string& pair : pairs(lockstep_routes())) EXPECT_TRUE(day.contains(pair)) << pair;
}

TEST(LockstepSelection, adds_up_to_a_million_router_cycles) {
  std::uint64_t sum = 0;
  for (const LockstepCase& c : lockstep_pairs()) sum += share(c.topology, c.config);
  EXPECT_GE(sum, 1'000'000u);
}

TEST(LockstepSelection, pairs_every_two_options) {
  const auto options = [](const HardwareConfig& c) {
    return std::vector<unsigned>{
        c.all_port, static_cast<unsigned>(c.switching), c.vcs, c.vc_depth, c.flit_bits, c.hop_cycles};
  };
  const std::vector<std::vector<unsigned>> values = {{0, 1},    {0, 1, 2},      {1, 2, 4},
                                                     {2, 4, 8}, {64, 128, 256}, {1, 2}};
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = i + 1; j < values.size(); ++j) {
      std::set<std::pair<unsigned, unsigned>> seen;
      for (const HardwareConfig& c : lockstep_hardware()) seen.insert({options(c)[i], options(c)[j]});
      EXPECT_EQ(seen.size(), values[i].size() * values[j].size()) << "options " << i << " and " << j;
    }
  }
}
#endif

}  // namespace
}  // namespace collnoc::test
