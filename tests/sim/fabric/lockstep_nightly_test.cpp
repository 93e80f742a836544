// The same comparison as lockstep_test.cpp for every combination of the options, 1,000 million router-cycles
// in total, and 100 million of mixtures of unicasts, multicasts, accumulation and plans. Cases that passed
// are recorded until RTL or model change, so an interrupted run can be continued.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <tuple>

#include "sim/fabric/paths.hpp"
#include "tests/support/lockstep_run.hpp"

namespace collnoc::test {
namespace {

constexpr std::uint64_t all_router_cycles = 1'000'000'000;
constexpr std::uint64_t mixture_router_cycles = 100'000'000;
constexpr unsigned shards = 2 * 3 * 3;          // NIC, switching, virtual channels
constexpr unsigned mixture_shards = 2 * 3 * 2;  // NIC, virtual channels, flit

struct Case {
  HardwareConfig config;
  Topology topology;
};

std::vector<Topology> networks_of_plans() {
  std::vector<Topology> all = lockstep_networks();
  all.push_back(Topology::hypercube(4));
  all.push_back(Topology::complete({4, 3}, 2));
  all.push_back(Topology::star(4));
  all.push_back(Topology::spidergon(10));
  all.push_back(Topology::spidergon(12));
  return all;
}

std::vector<Case> cases_of(unsigned shard) {
  const unsigned vcs[] = {1, 2, 4};
  std::vector<Case> all;
  for (const unsigned depth : {2u, 4u, 8u}) {
    for (const unsigned flit : {64u, 128u, 256u}) {
      for (const unsigned hop : {1u, 2u}) {
        for (const bool reads : {false, true}) {
          HardwareConfig c = lockstep_config(shard % 2 != 0, static_cast<Switching>(shard / 2 % 3),
                                             vcs[shard / 6], depth, flit, hop);
          if (reads && flit != 64) continue;
          c.vc_reads = reads;
          for (const Topology& t : lockstep_networks()) {
            if (legal(t, c)) all.push_back({c, t});
          }
        }
      }
    }
  }
  // Both dimension orders, generalized hypercubes, star graphs and spidergons.
  for (const unsigned hop : {1u, 2u}) {
    for (const unsigned orders : {1u, 2u}) {
      for (const bool reads : {false, true}) {
        HardwareConfig c = lockstep_config(shard % 2 != 0, static_cast<Switching>(shard / 2 % 3),
                                           vcs[shard / 6], 4, 64, hop);
        c.route_orders = orders;
        c.vc_reads = reads;
        std::vector<Topology> networks = complete_networks();
        if (orders == 2) {
          for (const Topology& t : lockstep_networks()) networks.push_back(t);
        } else {
          for (unsigned symbols = 3; symbols <= 5; ++symbols) networks.push_back(Topology::star(symbols));
          for (const std::uint32_t tiles : {4u, 10u, 16u, 64u})
            networks.push_back(Topology::spidergon(tiles));
        }
        for (const Topology& t : networks) {
          c.fit(t);
          if (legal(t, c)) all.push_back({c, t});
        }
      }
    }
  }
  // Plans beside the puts of software, with accumulation too.
  for (const bool accumulate : {false, true}) {
    for (const unsigned flit : {64u, 256u}) {
      HardwareConfig c =
          lockstep_config(shard % 2 != 0, static_cast<Switching>(shard / 2 % 3), vcs[shard / 6], 4, flit, 1);
      c.sequencer = true;
      c.accumulate = accumulate;
      c.float_sums = accumulate && flit == 64;
      for (const Topology& t : networks_of_plans()) {
        c.fit(t);
        if (legal(t, c)) all.push_back({c, t});
      }
    }
  }
  return all;
}

/// Every option at once, on all networks whose routers can copy.
std::vector<Case> mixtures(bool all_port, unsigned vcs, unsigned flit) {
  std::vector<Case> all;
  for (const Topology& t : networks_of_plans()) {
    const unsigned hop = flit == 64 ? 1 : 2;
    HardwareConfig c = lockstep_config(all_port, Switching::wormhole, vcs, 4, flit, hop);
    c.sequencer = c.accumulate = c.multicast = true;
    c.float_sums = flit == 64;
    c.fit(t);
    if (!legal(t, c)) continue;
    all.push_back({c, t});
    c.route_orders = 2;
    if (flit != 64 && legal(t, c)) all.back().config = c;
  }
  return all;
}

/// Runs the cases that have no record yet, each until its part of `router_cycles`.
void run_all(const std::vector<Case>& cases, std::uint64_t router_cycles, const std::string& name) {
  const std::filesystem::path done = test_cache() / "nightly" / rtl_hash();
  std::filesystem::create_directories(done);
  const std::uint64_t share = router_cycles / cases.size() + 1;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const std::filesystem::path record = done / (name + "_" + std::to_string(i));
    if (std::filesystem::exists(record)) continue;
    const auto& [config, topology] = cases[i];
    SCOPED_TRACE(describe(config) + (topology.wraps(0) ? " torus " : " mesh ") +
                 std::to_string(topology.size()));
    const LockstepOutcome outcome = run_lockstep(topology, config, share, 10'000 + 1'000 * i);
    ASSERT_EQ(outcome.wrong, "");
    ASSERT_GE(outcome.router_cycles, share);
    std::ofstream(record) << outcome.router_cycles << " router-cycles, " << outcome.messages << " messages\n";
  }
}

class LockstepNightly : public ::testing::TestWithParam<unsigned> {};

TEST_P(LockstepNightly, rtl_and_model_never_differ) {
  run_all(cases_of(GetParam()), all_router_cycles / shards, std::to_string(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(stress, LockstepNightly, ::testing::Range(0u, shards));

class MixturesNightly : public ::testing::TestWithParam<std::tuple<bool, unsigned, unsigned>> {};

TEST_P(MixturesNightly, rtl_and_model_never_differ) {
  const auto [all_port, vcs, flit] = GetParam();
  run_all(mixtures(all_port, vcs, flit), mixture_router_cycles / mixture_shards,
          "mixtures_" + std::to_string(all_port) + "_" + std::to_string(vcs) + "_" + std::to_string(flit));
}

INSTANTIATE_TEST_SUITE_P(stress, MixturesNightly,
                         ::testing::Combine(::testing::Bool(), ::testing::Values(1u, 2u, 4u),
                                            ::testing::Values(64u, 256u)));

}  // namespace
}  // namespace collnoc::test
