// What is offered is what the tiles create, on average: random mixtures of patterns, processes, lengths and
// replies.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <random>

#include "sim/run/names.hpp"
#include "sim/traffic/random_stream.hpp"
#include "tests/sim/engine/runs.hpp"

namespace collnoc::test {
namespace {

TrafficClass drawn(RandomStream& random, Rank size) {
  TrafficClass c;
  const std::vector<Pattern> patterns{Pattern::uniform, Pattern::transpose,  Pattern::bit_reverse,
                                      Pattern::shuffle, Pattern::asymmetric, Pattern::hotspot,
                                      Pattern::matrix};
  c.pattern.kind = patterns[random.below(patterns.size())];
  c.pattern.hot_nodes = {random.below(size), random.below(size)};
  c.pattern.hot_share = 0.5;
  auto matrix = std::make_shared<RateMatrix>();
  for (Rank r = 0; r < size; ++r) {
    matrix->rows.emplace_back();
    if (r % 4 != 0) matrix->rows.back().push_back({(r + 1) % size, (random.below(10) + 1) / 10.0});
  }
  c.pattern.matrix = matrix;
  c.process.kind = static_cast<Process>(random.below(3));
  c.process.burst_cycles = 20;
  c.lengths = random.below(2) != 0 ? Lengths(random.below(8) + 1) : Lengths({{1, 0.8}, {9, 0.2}});
  if (random.below(3) == 0) c.replies = Replies{Lengths(random.below(4) + 1), 10, 0};
  return c;
}

TEST(Offered, IsWhatIsCreatedOnAverage) {
  const char* given = std::getenv("SEED");
  const std::uint64_t seed = given != nullptr ? std::stoull(given) : std::random_device{}() % 1'000'000;
  SCOPED_TRACE(::testing::Message() << "seed " << seed);
  RandomStream random(seed);
  for (unsigned run = 0; run < 40; ++run) {
    TrafficConfig config = traffic("mesh:4x4", 2, 4, 8);
    config.classes.clear();
    for (unsigned c = 0; c <= random.below(3); ++c) config.classes.push_back(drawn(random, 16));
    if (config.classes.size() > 1) config.classes[0].fixed_load = 0.01;
    config.measure_cycles = 20'000;
    config.seed = random.next() >> 32;
    const TrafficResult result = run_traffic(config, 0.02);
    double sum = 0;
    for (std::size_t i = 0; i < result.classes.size(); ++i) {
      const TrafficClassResult& c = result.classes[i];
      // Packets come in bursts of 20 flits at most, and replies with them. Six standard deviations.
      const double burst = config.classes[i].process.kind == Process::bursty ? 40 : 10;
      const double replies = config.classes[i].replies ? 5 : 1;
      EXPECT_NEAR(c.created, c.offered, 6 * std::sqrt(c.offered * burst * replies / (16 * 20'000.0)) + 1e-9)
          << word_of(config.classes[i].pattern.kind) << " " << word_of(config.classes[i].process.kind);
      sum += c.offered;
    }
    EXPECT_DOUBLE_EQ(result.offered, sum);
    EXPECT_EQ(result.load, 0.02);
  }
}

/// One row of 16 has a rate, of 0.3272: at a load of 1 that is 0.02045.
TEST(Offered, OfAMatrixIsTheMeanOfItsRows) {
  TrafficConfig config = traffic("mesh:4x4", 2, 4, 8);
  auto matrix = std::make_shared<RateMatrix>();
  matrix->rows.resize(16);
  matrix->rows[3].push_back({7, 0.3272});
  config.classes[0].pattern = {Pattern::matrix, "matrix", {}, 0, {}, matrix};
  const TrafficResult result = run_traffic(config, 1);
  EXPECT_DOUBLE_EQ(result.offered, 0.02045);
  EXPECT_NEAR(result.created, 0.02045, 0.003);
  EXPECT_EQ(result.load, 1);
}

}  // namespace
}  // namespace collnoc::test
