// Synthetic traffic where theory knows the answer.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "sim/schedule/path.hpp"
#include "tests/sim/engine/runs.hpp"

namespace collnoc::test {
namespace {

/// Packets per cycle of every node that the busiest channel of a deterministic pattern carries, if every node
/// sends one packet per cycle: the bound on its throughput is the inverse (Dally & Towles, equation 3.5).
/// Counts links, and the ejection channel of every node.
unsigned busiest_channel(Pattern pattern, const Topology& network) {
  std::map<std::pair<Rank, Link>, unsigned> load;
  std::map<Rank, unsigned> ejected;
  unsigned most = 0;
  for (Rank src = 0; src < network.size(); ++src) {
    const Rank dst = *fixed_destination(pattern, network, src);
    if (dst == src) continue;
    most = std::max(most, ++ejected[dst]);
    for_each_link(network, src, dst, {}, [&](Rank at, Link link) {
      most = std::max(most, ++load[{at, link}]);
    });
  }
  return most;
}

struct Case {
  const char* network;
  Pattern pattern;
  double part = 0.98;  ///< of the bound that is reached
};

class Bound : public ::testing::TestWithParam<Case> {};

/// Every packet of a periodic source arrives at 98 % of the bound, and the busiest link then carries 98 %. At
/// 110 % packets are left behind.
TEST_P(Bound, IsReachedAndNotExceeded) {
  TrafficConfig config = traffic(GetParam().network, 4, 16, 1);
  set_pattern(config, GetParam().pattern);
  config.classes[0].process.kind = Process::periodic;
  config.measure_cycles = 6'000;
  const unsigned busiest = busiest_channel(GetParam().pattern, config.topology);
  const double bound = 1.0 / busiest;
  const TrafficResult below = run_traffic(config, GetParam().part * bound);
  EXPECT_FALSE(below.saturated());
  EXPECT_NEAR(below.accepted / below.created, 1, 0.01);
  const double link =
      static_cast<double>(*std::max_element(below.link_flits.begin(), below.link_flits.end()));
  EXPECT_NEAR(link / 6'000, GetParam().part, 0.01);
  if (busiest == 1) return;  // tiles cannot offer more
  const TrafficResult above = run_traffic(config, 1.1 * bound);
  EXPECT_LE(static_cast<double>(*std::max_element(above.link_flits.begin(), above.link_flits.end())), 6'000);
  EXPECT_LT(above.accepted / above.created, 0.999);
  EXPECT_GT(above.latency.total.mean(), 2 * below.latency.total.mean());
}

INSTANTIATE_TEST_SUITE_P(
    Traffic, Bound,
    ::testing::Values(Case{"mesh:8x8", Pattern::transpose}, Case{"mesh:8x8", Pattern::bit_complement},
                      Case{"mesh:8x8", Pattern::bit_reverse}, Case{"mesh:8x8", Pattern::bit_rotation},
                      Case{"mesh:8x8", Pattern::shuffle}, Case{"mesh:8x8", Pattern::tornado},
                      Case{"mesh:8x8", Pattern::neighbour}, Case{"torus:8", Pattern::tornado, 0.85},
                      Case{"torus:8x8", Pattern::neighbour}, Case{"hypercube:4", Pattern::bit_reverse}),
    [](const auto& name) {
      std::string text = std::string(name.param.network) + "_" + word_of(name.param.pattern);
      std::replace_if(
          text.begin(), text.end(), [](char c) { return !std::isalnum(c); }, '_');
      return text;
    });

/// A node that sends to its only neighbour is a queue with a server of constant time.
TrafficConfig single_queue(unsigned flits) {
  TrafficConfig config = traffic("mesh:2", 1, 8, flits);
  config.classes[0].pattern.kind = Pattern::permutation;
  config.classes[0].pattern.permutation = {1, 1};  // node 1 is silent
  config.warmup_cycles = 5'000;
  config.measure_cycles = 200'000;
  return config;
}

TEST(Queue, WaitsAsAServerOfConstantTimeWithBernoulliArrivals) {
  constexpr unsigned flits = 8;
  const double empty = run_traffic(single_queue(flits), 0.01).latency.total.mean();
  for (const double load : {0.3, 0.6, 0.8}) {
    // Geo/D/1: rho (S - 1) / (2 (1 - rho)), the waiting time of M/D/1 in discrete time.
    const double waiting = load * (flits - 1) / (2 * (1 - load));
    const TrafficResult result = run_traffic(single_queue(flits), load);
    const double idle = empty - 0.01 * (flits - 1) / (2 * 0.99);
    EXPECT_NEAR(result.latency.total.mean() - idle, waiting, 0.05 * waiting + 0.1) << load;
    EXPECT_LT(std::abs(result.latency.queueing.mean() - 5 - waiting), 0.05 * waiting + 0.2) << load;
  }
}

TEST(Queue, BurstsWaitLonger) {
  TrafficConfig config = single_queue(8);
  const double even = run_traffic(config, 0.5).latency.total.mean();
  config.classes[0].process.kind = Process::bursty;
  config.classes[0].process.burst_cycles = 500;
  EXPECT_GT(run_traffic(config, 0.5).latency.total.mean(), 2 * even);
  config.classes[0].process.kind = Process::periodic;
  EXPECT_LT(run_traffic(config, 0.5).latency.total.mean(), even);
}

TEST(Latency, HasThePartsOfTheTimingTableInAnIdleNetwork) {
  for (const unsigned flits : {1u, 2u, 8u}) {
    TrafficConfig config = traffic("mesh:4x4", 2, 4, flits);
    set_pattern(config, Pattern::bit_complement);
    config.per_pair = true;
    config.warmup_cycles = 20'000;
    config.measure_cycles = 20'000;
    const TrafficResult result = run_traffic(config, 0.002);
    const Latencies& l = result.latency;
    EXPECT_EQ(l.serialization.percentile(0.5), flits == 1 ? 2 : flits);
    EXPECT_EQ(l.queueing.percentile(0.5), flits == 1 ? 4u : 5u);
    EXPECT_EQ(l.total.sum(), l.queueing.sum() + l.network.sum() + l.serialization.sum());
    for (const TrafficPair& pair : result.pairs) {
      const double hops = config.topology.distance(pair.src, pair.dst);
      EXPECT_NEAR(pair.latency_mean, hops + flits + 6, 0.5) << pair.src;
    }
    EXPECT_EQ(result.pairs.size(), 16u);
  }
}

TEST(Interval, ContainsTheMeanOfALongRunAndIsAsNarrowAsWished) {
  TrafficConfig config = traffic("mesh:4x4", 2, 8, 8);
  config.measure_cycles = 200'000;
  const double truth = run_traffic(config, 0.3).latency.total.mean();
  config.measure_cycles = 1'000;
  config.confidence = 0.02;
  config.warmup_cycles.reset();
  unsigned inside = 0;
  for (std::uint64_t seed = 10; seed < 30; ++seed) {
    config.seed = seed;
    const TrafficResult result = run_traffic(config, 0.3);
    EXPECT_TRUE(result.steady());
    EXPECT_LE(*result.half_width, 0.02 * result.latency.total.mean()) << seed;
    EXPECT_LT(result.measured_cycles, 100'000u);
    inside += std::abs(result.latency.total.mean() - truth) <= *result.half_width;
  }
  EXPECT_GE(inside, 16u);
}

TEST(Interval, NoLinkHasMoreFlitsThanMeasuredCycles) {
  // Packets of the last interval arrive long after it, and after the most cycles that may be measured.
  TrafficConfig config = traffic("mesh:8x8", 4, 8, 20);
  set_pattern(config, Pattern::transpose);
  config.measure_cycles = 1'000;
  config.max_measure_cycles = 10'000;
  config.confidence = 0.01;
  const TrafficResult result = run_traffic(config, 0.2);
  EXPECT_EQ(result.measured_cycles, 10'000u);
  EXPECT_LE(*std::max_element(result.link_flits.begin(), result.link_flits.end()), result.measured_cycles);
}

TEST(Warmup, OfASaturatedNetworkDoesNotEnd) {
  TrafficConfig config = traffic("mesh:4x4", 1, 4, 8);
  config.warmup_cycles.reset();
  config.drain_cycles = 0;
  const TrafficResult result = run_traffic(config, 1.0);
  EXPECT_TRUE(result.saturated());
  EXPECT_FALSE(result.steady());
  EXPECT_EQ(result.warmup_cycles, 100'000u);
}

}  // namespace
}  // namespace collnoc::test
