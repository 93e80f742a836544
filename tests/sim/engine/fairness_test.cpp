// Nobody starves: at full load every source sends packets, whatever the pattern (docs/reference/hardware.md,
// "Arbitration").
#include <gtest/gtest.h>

#include <string>

#include "tests/sim/engine/runs.hpp"

namespace collnoc::test {
namespace {

#ifdef NIGHTLY
constexpr unsigned permutations = 50;  // of each case
constexpr std::uint64_t cycles = 20'000;
#else
constexpr unsigned permutations = 2;
constexpr std::uint64_t cycles = 6'000;
#endif

struct Case {
  const char* network;
  unsigned vcs, flits;
};

class Fairness : public ::testing::TestWithParam<Case> {
 protected:
  /// Flits of the source that sends least; without the first cycles, in which queues are empty.
  static double least(Pattern pattern, std::uint64_t seed) {
    TrafficConfig config = traffic(GetParam().network, GetParam().vcs, 8, GetParam().flits);
    set_pattern(config, pattern);
    if (pattern == Pattern::random_permutation)
      config.classes[0].pattern.permutation = random_permutation(config.topology.size(), seed);
    config.seed = seed;
    config.warmup_cycles = 2'000;
    config.measure_cycles = cycles;
    config.drain_cycles = 0;
    const TrafficResult result = run_traffic(config, 1.0);
    EXPECT_TRUE(result.least.has_value());
    return result.least->accepted * cycles;
  }
};

TEST_P(Fairness, EverySourceSendsUnderEveryPattern) {
  for (const Pattern pattern :
       {Pattern::uniform, Pattern::transpose, Pattern::bit_complement, Pattern::bit_reverse,
        Pattern::bit_rotation, Pattern::shuffle, Pattern::tornado, Pattern::neighbour, Pattern::asymmetric})
    EXPECT_GE(least(pattern, 2), 2.0 * GetParam().flits) << word_of(pattern);
}

TEST_P(Fairness, EverySourceSendsInRandomPermutations) {
  for (unsigned seed = 1; seed <= permutations; ++seed)
    EXPECT_GE(least(Pattern::random_permutation, seed), 2.0 * GetParam().flits) << "SEED=" << seed;
}

INSTANTIATE_TEST_SUITE_P(Traffic, Fairness,
                         ::testing::Values(Case{"torus:8x8", 2, 8}, Case{"mesh:8x8", 2, 8},
                                           Case{"torus:8x8", 4, 1}, Case{"mesh:8x8", 1, 3}),
                         [](const auto& name) {
                           std::string text = name.param.network;
                           text.replace(text.find(':'), 1, "_");
                           return text + "_" + std::to_string(name.param.vcs) + "_vcs_" +
                                  std::to_string(name.param.flits) + "_flits";
                         });

}  // namespace
}  // namespace collnoc::test
