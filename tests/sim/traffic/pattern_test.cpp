// Patterns are those of Dally & Towles, table 3.1, with the examples that follow from their formulas.
#include "sim/traffic/pattern.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "sim/topology/topology_text.hpp"
#include "sim/traffic/destinations.hpp"

namespace collnoc::test {
namespace {

std::vector<Rank> all_destinations(Pattern pattern, const Topology& network) {
  std::vector<Rank> all;
  for (Rank s = 0; s < network.size(); ++s) all.push_back(*fixed_destination(pattern, network, s));
  return all;
}

unsigned bit(Rank rank, unsigned i) { return rank >> i & 1; }

TEST(Pattern, BitPatternsPermuteTheBitsOfTheAddress) {
  const Topology network = parse_topology("mesh:8x8");
  constexpr unsigned b = 6;
  for (Rank s = 0; s < network.size(); ++s) {
    const auto d = [&](Pattern pattern) { return *fixed_destination(pattern, network, s); };
    for (unsigned i = 0; i < b; ++i) {
      EXPECT_EQ(bit(d(Pattern::bit_complement), i), 1 - bit(s, i));
      EXPECT_EQ(bit(d(Pattern::bit_reverse), i), bit(s, b - i - 1));
      EXPECT_EQ(bit(d(Pattern::bit_rotation), i), bit(s, (i + 1) % b));
      EXPECT_EQ(bit(d(Pattern::shuffle), i), bit(s, (i + b - 1) % b));
      EXPECT_EQ(bit(d(Pattern::transpose), i), bit(s, (i + b / 2) % b));
    }
  }
}

TEST(Pattern, TransposeOfASquareSwapsCoordinatesForEverySize) {
  const Topology network = parse_topology("torus:5x5");
  for (Rank s = 0; s < network.size(); ++s)
    EXPECT_EQ(fixed_destination(Pattern::transpose, network, s), s % 5 * 5 + s / 5);
}

TEST(Pattern, TransposeOfOtherNetworksSwapsTheHalvesOfTheAddress) {
  EXPECT_EQ(fixed_destination(Pattern::transpose, parse_topology("hypercube:6"), 0b101001), 0b001101u);
  EXPECT_EQ(fixed_destination(Pattern::transpose, parse_topology("mesh:4x4x4"), 1), 8u);
}

TEST(Pattern, DigitPatternsShiftEveryDigit) {
  const Topology network = parse_topology("torus:8x5");
  for (Rank s = 0; s < network.size(); ++s) {
    const Rank x = s % 8, y = s / 8;
    EXPECT_EQ(fixed_destination(Pattern::tornado, network, s), (x + 3) % 8 + (y + 2) % 5 * 8);
    EXPECT_EQ(fixed_destination(Pattern::neighbour, network, s), (x + 1) % 8 + (y + 1) % 5 * 8);
  }
}

TEST(Pattern, NetworksWithoutCoordinatesHaveTheDigitPatternsOfTheirRing) {
  const Topology ring = parse_topology("spidergon:16"), star = parse_topology("star:4");
  EXPECT_EQ(fixed_destination(Pattern::tornado, ring, 3), 10u);
  EXPECT_EQ(fixed_destination(Pattern::neighbour, star, 5), star.neighbour(5, 0));
}

TEST(Pattern, EveryDeterministicPatternIsAPermutation) {
  for (const char* text : {"mesh:8x8", "torus:4x4", "hypercube:4", "mesh:4x4x4"}) {
    const Topology network = parse_topology(text);
    for (const PatternInfo& info : all_patterns()) {
      if (!fixed_destination(info.pattern, network, 0)) continue;
      std::vector<Rank> all = all_destinations(info.pattern, network);
      std::sort(all.begin(), all.end());
      for (Rank r = 0; r < network.size(); ++r) EXPECT_EQ(all[r], r) << info.form << " on " << text;
    }
  }
}

TEST(Pattern, NeedsTheNetworkThatItsDefinitionNeeds) {
  const Topology odd = parse_topology("mesh:3x3"), long_one = parse_topology("mesh:4x8");
  for (const Pattern p :
       {Pattern::bit_complement, Pattern::bit_reverse, Pattern::bit_rotation, Pattern::shuffle}) {
    EXPECT_TRUE(why_not(p, odd));
    EXPECT_FALSE(why_not(p, long_one));
  }
  EXPECT_TRUE(why_not(Pattern::transpose, long_one));
  EXPECT_FALSE(why_not(Pattern::transpose, odd));
  EXPECT_TRUE(why_not(Pattern::asymmetric, odd));
  EXPECT_FALSE(why_not(Pattern::tornado, odd));
}

TEST(Pattern, ARandomPermutationHasNoFixedPointAndDependsOnTheSeed) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const std::vector<Rank> all = random_permutation(64, seed);
    EXPECT_EQ(std::set<Rank>(all.begin(), all.end()).size(), 64u);
    for (Rank r = 0; r < 64; ++r) EXPECT_NE(all[r], r);
  }
  EXPECT_NE(random_permutation(64, 1), random_permutation(64, 2));
}

/// How often each destination is drawn.
std::vector<unsigned> draw(const PatternChoice& choice, const Topology& network, Rank source,
                           unsigned times) {
  const Destinations destinations(choice, network, source);
  RandomStream random(7);
  std::vector<unsigned> drawn(network.size() + 1);
  for (unsigned i = 0; i < times; ++i) ++drawn[std::min<Rank>(destinations.next(random), network.size())];
  return drawn;
}

TEST(Destinations, UniformTrafficGoesToAllOthersEqually) {
  const Topology network = parse_topology("mesh:4x4");
  const std::vector<unsigned> drawn = draw({}, network, 5, 150'000);
  for (Rank r = 0; r < 16; ++r)
    if (r != 5) EXPECT_NEAR(drawn[r], 10'000, 500) << r;
  EXPECT_EQ(drawn[5], 0u);
}

TEST(Destinations, HotSpotsGetTheirShareInAdditionToTheUniformTraffic) {
  const Topology network = parse_topology("mesh:4x4");
  PatternChoice choice{Pattern::hotspot, "hotspot", {3, 12}, 0.4, {}, {}};
  const std::vector<unsigned> drawn = draw(choice, network, 5, 100'000);
  for (const Rank hot : {3, 12}) EXPECT_NEAR(drawn[hot], 20'000 + 4'000, 800);
  EXPECT_NEAR(drawn[8], 4'000, 400);
  // What a hot spot would send to itself is not sent.
  EXPECT_NEAR(draw(choice, network, 3, 100'000)[16], 20'000, 800);
}

TEST(Destinations, AsymmetricTrafficGoesToOneOfTwoNodes) {
  PatternChoice choice;
  choice.kind = Pattern::asymmetric;
  const std::vector<unsigned> drawn = draw(choice, parse_topology("mesh:4x4"), 13, 10'000);
  EXPECT_NEAR(drawn[5], 5'000, 300);
  EXPECT_EQ(drawn[5] + drawn[16], 10'000u);  // half would go to 13 itself
}

TEST(Destinations, AMatrixGivesRatesAndTheLoadOfEachNode) {
  auto matrix = std::make_shared<RateMatrix>();
  matrix->rows = {{{1, 0.1}, {3, 0.4}}, {}, {{0, 1.0}}, {{0, 0.25}}};
  const PatternChoice choice{Pattern::matrix, "matrix", {}, 0, {}, matrix};
  const Topology network = parse_topology("mesh:2x2");
  const std::vector<unsigned> drawn = draw(choice, network, 0, 40'000);
  EXPECT_NEAR(drawn[1], 10'000, 500);
  EXPECT_NEAR(drawn[3], 30'000, 500);
  EXPECT_EQ(draw(choice, network, 1, 10)[4], 10u);  // silent
  EXPECT_DOUBLE_EQ(Destinations(choice, network, 0).intensity(), 0.4);
  EXPECT_DOUBLE_EQ(Destinations(choice, network, 1).intensity(), 0);
}

/// Every pattern on several networks, with random hot spots, permutations with fixed points, and matrices
/// with zeros.
TEST(Destinations, CreateThePartOfTheLoadThatTheySay) {
  const std::uint64_t seed = std::random_device{}() % 1'000'000;
  SCOPED_TRACE(::testing::Message() << "seed " << seed);
  RandomStream random(seed);
  for (const char* name : {"mesh:4x4", "torus:3x5", "hypercube:4", "star:4", "spidergon:16"}) {
    const Topology network = parse_topology(name);
    const Rank n = network.size();
    for (const PatternInfo& info : all_patterns()) {
      if (why_not(info.pattern, network)) continue;
      PatternChoice choice;
      choice.kind = info.pattern;
      choice.hot_share = (random.below(10) + 1) / 10.0;
      for (unsigned i = 0; i < 3; ++i) choice.hot_nodes.push_back(random.below(n));
      if (info.pattern == Pattern::random_permutation)
        choice.permutation = random_permutation(n, random.next());
      if (info.pattern == Pattern::permutation)
        for (Rank r = 0; r < n; ++r) choice.permutation.push_back(random.below(2) != 0 ? r : (r + 1) % n);
      if (info.pattern == Pattern::matrix) {
        auto matrix = std::make_shared<RateMatrix>();
        for (Rank r = 0; r < n; ++r) {
          matrix->rows.emplace_back();
          if (random.below(3) != 0)
            matrix->rows.back().push_back({(r + 1) % n, (random.below(10) + 1) / 10.0});
        }
        choice.matrix = matrix;
      }
      double sum = 0;
      for (Rank r = 0; r < n; ++r) {
        const Destinations destinations(choice, network, r);
        constexpr unsigned draws = 2'000;
        unsigned sent = 0;
        for (unsigned i = 0; i < draws; ++i) sent += destinations.next(random) != no_rank;
        EXPECT_NEAR(destinations.created_part(), destinations.intensity() * sent / draws, 0.06)
            << name << " " << info.form << " " << r;
        sum += destinations.created_part() / n;
      }
      EXPECT_NEAR(created_part(choice, network), sum, 1e-12);
    }
  }
}

}  // namespace
}  // namespace collnoc::test
