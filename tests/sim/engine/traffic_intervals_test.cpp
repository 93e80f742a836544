// How often the 95 % interval of `traffic` contains the true mean latency, and what is said of stability: 200
// seeds of ten cases, and of loads below, near and above saturation. Nightly.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <iomanip>
#include <iostream>

#include "tests/sim/engine/runs.hpp"

namespace collnoc::test {
namespace {

constexpr std::uint64_t seeds = 200;

/// The probability of at most `successes` of n, each with probability p.
double at_most(std::uint64_t successes, std::uint64_t n, double p) {
  double sum = 0;
  for (std::uint64_t k = 0; k <= successes; ++k)
    sum += std::exp(std::lgamma(n + 1.0) - std::lgamma(k + 1.0) - std::lgamma(n - k + 1.0) +
                    static_cast<double>(k) * std::log(p) + static_cast<double>(n - k) * std::log1p(-p));
  return sum;
}

/// Default hardware, packets of 8 flits, 1,000 cycles of warm-up and 10,000 measured, unless changed.
TrafficConfig basic(const std::string& network) { return traffic(network, 2, 4, 8); }

struct Case {
  const char* name;
  TrafficConfig config;
  double load;
  double least_known = 0.9;  ///< part of the seeds that have an interval
};

TrafficConfig changed(TrafficConfig config, const std::function<void(TrafficConfig&)>& change) {
  change(config);
  return config;
}

std::vector<Case> cases() {
  return {
      {"mesh 0.45", basic("mesh:4x4"), 0.45, 0.6},
      {"torus 0.4 to 1 %", changed(basic("torus:4x4"), [](auto& c) { c.confidence = 0.01; }), 0.4},
      {"bursty 0.1 to 5 %",
       changed(basic("mesh:4x4"),
               [](auto& c) {
                 c.classes[0].process.kind = Process::bursty;
                 c.confidence = 0.05;
               }),
       0.1},
      {"mesh 0.3 to 2 %, steps of 1000",
       changed(basic("mesh:4x4"),
               [](auto& c) {
                 c.measure_cycles = 1'000;
                 c.confidence = 0.02;
               }),
       0.3},
      {"mesh 0.2, 2000 cycles", changed(basic("mesh:4x4"), [](auto& c) { c.measure_cycles = 2'000; }), 0.2},
      {"transpose 0.2", changed(basic("mesh:4x4"), [](auto& c) { set_pattern(c, Pattern::transpose); }), 0.2},
      {"hot spot, lengths 1 and 9, 0.15",
       changed(basic("mesh:4x4"),
               [](auto& c) {
                 set_pattern(c, Pattern::hotspot);
                 c.classes[0].lengths = Lengths({{1, 0.8}, {9, 0.2}});
               }),
       0.15},
      {"hypercube, packets of 1 flit, 0.4 to 1 %",
       changed(basic("hypercube:4"),
               [](auto& c) {
                 c.classes[0].lengths = Lengths(1);
                 c.measure_cycles = 1'000;
                 c.confidence = 0.01;
               }),
       0.4},
      {"requests and replies, 0.02",
       changed(basic("mesh:4x4"),
               [](auto& c) {
                 c.classes[0].lengths = Lengths(1);
                 c.classes[0].replies = Replies{Lengths(9), 20, 4};
               }),
       0.02},
      {"ring, tornado, packets of 20 flits, 0.15",
       changed(basic("torus:8"),
               [](auto& c) {
                 set_pattern(c, Pattern::tornado);
                 c.classes[0].lengths = Lengths(20);
               }),
       0.15},
  };
}

/// The mean of a long run with seeds of its own, and its standard error from 16 parts.
std::pair<double, double> truth(TrafficConfig config, double load) {
  config.confidence = 0;
  config.warmup_cycles = 20'000;
  config.measure_cycles = 250'000;
  double sum = 0, squares = 0;
  constexpr unsigned parts = 16;
  for (unsigned part = 0; part < parts; ++part) {
    config.seed = 1'000'000 + part;
    const double mean = mean_latency(run_traffic(config, load));
    sum += mean;
    squares += mean * mean;
  }
  return {sum / parts, std::sqrt(std::max(0.0, squares / parts - sum * sum / parts / parts) / (parts - 1))};
}

TEST(Intervals, ContainTheTrueMeanOfTenCases) {
  for (const Case& c : cases()) {
    const auto [mean, error] = truth(c.config, c.load);
    std::uint64_t known = 0, inside = 0;
    double width = 0, cycles = 0;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      TrafficConfig config = c.config;
      config.seed = seed;
      const TrafficResult result = run_traffic(config, c.load);
      cycles += static_cast<double>(result.measured_cycles) / seeds;
      if (!result.half_width) continue;
      EXPECT_TRUE(result.steady()) << c.name << " " << seed;
      ++known;
      inside += std::abs(mean_latency(result) - mean) <= *result.half_width;
      width += *result.half_width / mean_latency(result);
    }
    std::cout << std::fixed << std::setprecision(2) << c.name << ": mean " << mean << " +- " << 2 * error
              << ", " << inside << " of " << known << " intervals contain it ("
              << 100.0 * static_cast<double>(inside) / static_cast<double>(known) << " %), +- "
              << 100 * width / static_cast<double>(known) << " %, " << std::setprecision(0) << cycles
              << " cycles" << std::endl;
    EXPECT_GE(known, c.least_known * seeds) << c.name;
    EXPECT_GT(at_most(inside, known, 0.93), 0.005) << c.name;
  }
}

struct Level {
  const char* network;
  Pattern pattern;
  double load;
  std::uint64_t measure;
  double stable, growing;  ///< least parts of the seeds; both 0: at most 2 % of the seeds say stable
};

/// Capacity of mesh:8x8 for uniform traffic is a little below 0.3: in a million cycles at 0.3 the mean
/// latency grows to 1,800 cycles.
TEST(Stability, OfLoadsBelowNearAndAboveSaturation) {
  for (const Level& l : {Level{"mesh:8x8", Pattern::uniform, 0.1, 2'000, 0.98, 0},
                         Level{"mesh:8x8", Pattern::uniform, 0.2, 2'000, 0.98, 0},
                         Level{"mesh:8x8", Pattern::uniform, 0.2, 10'000, 0.98, 0},
                         Level{"mesh:8x8", Pattern::uniform, 0.3, 2'000, 0, 0},
                         Level{"mesh:8x8", Pattern::uniform, 0.3, 10'000, 0, 0},
                         Level{"mesh:8x8", Pattern::uniform, 0.4, 2'000, 0, 0.98},
                         Level{"torus:8x8", Pattern::transpose, 1, 2'000, 0, 0.98}}) {
    TrafficConfig config = basic(l.network);
    set_pattern(config, l.pattern);
    config.measure_cycles = l.measure;
    std::uint64_t count[3]{};
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      config.seed = seed;
      config.drain_cycles = 100'000;
      const TrafficResult result = run_traffic(config, l.load);
      ++count[static_cast<int>(result.stability)];
      EXPECT_FALSE(result.saturated() && result.steady());
      EXPECT_TRUE(result.steady() || !result.half_width);
    }
    std::cout << std::defaultfloat << std::setprecision(6) << l.network << " " << l.load << ", " << l.measure
              << " cycles: " << count[0] << " stable, " << count[1] << " growing, " << count[2] << " unknown"
              << std::endl;
    EXPECT_GE(count[0], l.stable * seeds) << l.network << " " << l.load;
    EXPECT_GE(count[1], l.growing * seeds) << l.network << " " << l.load;
    if (l.stable == 0) EXPECT_LE(count[0], 0.02 * seeds) << l.network << " " << l.load;
    if (l.growing == 0 && l.stable > 0) EXPECT_EQ(count[1], 0u) << l.network << " " << l.load;
  }
}

}  // namespace
}  // namespace collnoc::test
