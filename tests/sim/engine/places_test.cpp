// --per-link: the numbers of links and tiles add up to those of the run.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "tests/sim/engine/runs.hpp"

namespace collnoc::test {
namespace {

StallCycles sum(const std::vector<StallCycles>& list) {
  StallCycles all;
  for (const StallCycles& stalls : list) all += stalls;
  return all;
}

void expect_sums(const RunResult& run) {
  ASSERT_TRUE(run.places);
  const auto& flits = run.places->link_flits;
  EXPECT_EQ(flits.size(), std::size_t{run.config.topology.size()} * run.config.topology.links());
  EXPECT_EQ(std::accumulate(flits.begin(), flits.end(), std::uint64_t{0}), run.flit_hops);
  EXPECT_EQ(*std::max_element(flits.begin(), flits.end()), run.peak_link_flits);
  StallCycles stalls = sum(run.places->link_stalls);
  EXPECT_EQ(stalls.bank, 0u);
  EXPECT_GT(stalls.total(), 0u);
  stalls += sum(run.places->tile_stalls);
  EXPECT_EQ(stalls, run.stalls);
}

TEST(Places, AddUpToTheRun) {
  for (const PortModel nic : {PortModel::one_port, PortModel::all_port}) {
    RunConfig config = collective(Collective::total_exchange, "direct", "mesh:4x4", 256, nic);
    EXPECT_FALSE(run_collective(config).places);
    config.per_link = true;
    expect_sums(run_collective(config));
  }
}

TEST(Places, OfTrafficAddUpToItsStalls) {
  TrafficConfig config = traffic("mesh:4x4", 2, 4, 8);
  config.warmup_cycles = 0;
  config.measure_cycles = 1000;
  EXPECT_TRUE(run_traffic(config, 0.4).link_stalls.empty());
  config.per_link = true;
  const TrafficResult result = run_traffic(config, 0.4);
  EXPECT_EQ(result.link_stalls.size(), result.link_flits.size());
  StallCycles stalls = sum(result.link_stalls);
  EXPECT_GT(stalls.credit, 0u);
  stalls += sum(result.tile_stalls);
  EXPECT_EQ(stalls, result.stalls);
}

}  // namespace
}  // namespace collnoc::test
