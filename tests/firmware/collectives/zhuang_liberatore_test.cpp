// Tests recursion-based on rectangles and cubes, network partitioning and line against Zhuang & Liberatore.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "collnoc/firmware/collectives/broadcast/line.hpp"
#include "sim/schedule/check.hpp"
#include "sim/schedule/metrics.hpp"
#include "sim/schedule/paper_cost.hpp"
#include "sim/topology/topology_text.hpp"
#include "tests/firmware/collectives/proof.hpp"

namespace collnoc {
namespace {

/// Every question of `check` and, where pieces divide evenly, the paper's alpha and beta.
void expect_proved(std::string_view name, const Job& job, bool even = true) {
  expect_proved(broadcast(name), job, PortModel::one_port, even ? Formula::equal : Formula::any);
}

void expect_cost(std::string_view name, const Job& job, std::uint64_t alpha, std::uint64_t beta_bytes) {
  const Metrics m = measure(broadcast(name), job);
  EXPECT_EQ(m.steps, alpha) << name << " on " << to_text(job.topology);
  EXPECT_EQ(m.alpha, alpha) << name << " on " << to_text(job.topology);
  EXPECT_EQ(m.beta_bytes, beta_bytes) << name << " on " << to_text(job.topology);
}

Topology cube(unsigned dims, std::uint32_t side, bool wraps) {
  return Topology({{{side, wraps}, {side, wraps}, {side, wraps}}}, dims);
}

struct Cost {
  const char* topology;
  std::uint64_t alpha, numerator, denominator;  // beta
};
std::ostream& operator<<(std::ostream& out, const Cost& cost) { return out << cost.topology; }
class RecursionBased : public testing::TestWithParam<Cost> {};

TEST_P(RecursionBased, IsProvedFromEveryRootAndCostsWhatThePaperSays) {
  const Topology t = parse_topology(GetParam().topology);
  const std::uint32_t bytes = 16 * t.size();
  for (Rank root = 0; root < t.size(); ++root) {
    expect_proved("recursion-based", {t, root, bytes});
    ASSERT_FALSE(HasFailure()) << "root " << root;
  }
  expect_cost("recursion-based", {t, t.size() / 3, bytes}, GetParam().alpha,
              bytes * GetParam().numerator / GetParam().denominator);
}

INSTANTIATE_TEST_SUITE_P(
    On, RecursionBased,
    testing::Values(Cost{"mesh:2x2", 3, 3, 2}, Cost{"mesh:4x4", 6, 2, 1}, Cost{"mesh:8x8", 9, 9, 4},
                    Cost{"mesh:8x4", 8, 9, 4}, Cost{"mesh:4x8", 8, 9, 4}, Cost{"torus:8x4", 8, 9, 4},
                    Cost{"torus:4x8", 8, 9, 4}, Cost{"mesh:16x4", 11, 39, 16}, Cost{"torus:4x16", 11, 39, 16},
                    Cost{"mesh:2x4", 5, 2, 1}, Cost{"torus:2x16", 13, 43, 16}, Cost{"mesh:16x2", 13, 43, 16},
                    Cost{"mesh:32x2", 22, 95, 32}, Cost{"mesh:2x2x2", 5, 7, 4}, Cost{"torus:2x2x2", 5, 7, 4},
                    Cost{"hypercube:3", 5, 7, 4}, Cost{"mesh:4x4x4", 9, 17, 8}, Cost{"torus:4x4x4", 9, 17, 8},
                    Cost{"ghc:4x4", 6, 2, 1}, Cost{"mesh:2x2x2x2", 7, 15, 8}, Cost{"torus:2x2x2x2", 7, 15, 8},
                    Cost{"hypercube:4", 7, 15, 8}, Cost{"mesh:4x4x4x4", 12, 17, 8},
                    Cost{"torus:4x4x4x4", 12, 17, 8}),
    [](const auto& test) {
      std::string name = test.param.topology;
      for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
      return name;
    });

TEST(RecursionBased, SendsOnePutPerMessageExceptBetweenSquaresAndAtTheBeginOfFourDimensions) {
  const auto most_puts = [](const Topology& t) {
    std::size_t most = 0;
    StepWalker walker(broadcast("recursion-based"), {t, 7, 8 * t.size()});
    for (Step step; walker.next(step);) {
      for (const Transfer& transfer : step) most = std::max(most, transfer.puts.size());
    }
    return most;
  };
  for (const char* text : {"mesh:16x16", "torus:8x8x8", "mesh:8x4", "torus:8x16"}) {
    EXPECT_EQ(most_puts(parse_topology(text)), 1u) << text;
  }
  EXPECT_EQ(most_puts(Topology::mesh(16, 4)), 2u);
  EXPECT_EQ(most_puts(parse_topology("torus:4x4x4x4")), 2u);
  EXPECT_EQ(most_puts(Topology::mesh(2, 32)), 8u);
}

/// alpha and beta, in messages of 2^(dims n) units, directly from the paper's tables.
struct Formula {
  std::string name;
  std::uint64_t alpha, beta_units;
};

std::vector<Formula> formulas(unsigned dims, unsigned n) {
  const auto pow = [](unsigned k) { return std::uint64_t{1} << k; };
  const std::uint64_t unit = pow(dims * n);
  std::vector<Formula> all{{"recursive-division", dims * n, dims * n * unit},
                           {"scatter-collect", dims * (n + pow(n) - 1), 2 * unit - 2}};
  all.push_back(dims == 2
                    ? Formula{"recursion-based", 3 * n, 5 * unit / 2 - 2 * pow(n)}
                    : Formula{"recursion-based", 4 * n + 1, 5 * unit / 2 - pow(2 * n) - pow(2 * n) / 2});
  for (unsigned d = 1; d <= n; ++d) {
    const std::uint64_t part = unit >> d;
    if (dims == 2) {
      all.push_back(
          {fmt::format("np-rd:{}", d), 2 * n + pow(d) - 1, 2 * unit + (2 * n) * part - (d + 2) * part});
      all.push_back({fmt::format("np-sc:{}", d), 2 * n + pow(n - d + 1) + pow(d) - 3,
                     2 * unit + d * part - 2 * pow(d)});
      all.push_back({fmt::format("np-rb:{}", d), 2 * n + d, 5 * unit / 2 + 2 * (n - d) * part - 2 * part});
    } else {
      all.push_back(
          {fmt::format("np-rd:{}", d), 3 * n + pow(d) - 1, 2 * unit + 3 * n * part - (d + 2) * part});
      all.push_back({fmt::format("np-sc:{}", d), 3 * n + 3 * pow(n - d) + pow(d) - 4,
                     2 * unit + 2 * d * part - 2 * pow(2 * d)});
    }
  }
  return all;
}

TEST(PaperCost, IsWhatEveryScheduleOfThePaperMeasures) {
  for (const auto& [dims, most] : {std::pair{2u, 5u}, std::pair{3u, 3u}}) {
    for (unsigned n = 1; n <= most; ++n) {
      for (const bool wraps : {false, true}) {
        const Topology t = cube(dims, 1u << n, wraps);
        const Job job{t, t.size() - 2, 16 * t.size()};
        for (const Formula& f : formulas(dims, n)) {
          expect_cost(f.name, job, f.alpha, 16 * f.beta_units);
          const auto paper = paper_cost(broadcast(f.name), job, PortModel::one_port);
          ASSERT_TRUE(paper) << f.name;
          EXPECT_EQ(paper->alpha, f.alpha) << f.name << " " << paper->source;
          EXPECT_DOUBLE_EQ(paper->beta * t.size(), f.beta_units) << f.name << " " << paper->source;
        }
      }
    }
  }
}

TEST(PaperCost, OfRecursiveDivisionAndScatterCollectHoldsInMoreDimensions) {
  for (const char* text :
       {"hypercube:1", "hypercube:4", "hypercube:6", "ghc:4x4", "mesh:2x2x2x2", "torus:4x4x4x4"}) {
    const Topology t = parse_topology(text);
    const Job job{t, t.size() / 2, 8 * t.size()};
    expect_proved("recursive-division", job);
    expect_proved("scatter-collect", job);
  }
}

class NetworkPartition : public testing::TestWithParam<const char*> {};

TEST_P(NetworkPartition, IsProvedForEveryD) {
  const Topology t = parse_topology(GetParam());
  const Rank stride = t.size() > 64 ? 101 : 1;
  for (const char* family : {"np-rd", "np-sc", "np-rb"}) {
    for (unsigned d = 1; d <= log2_ceil(t.extent(0)); ++d) {
      const std::string name = fmt::format("{}:{}", family, d);
      const bool applies = t.dims() == 2 || std::string_view(family) != "np-rb";
      ASSERT_EQ(!broadcast(name).why_not(t, PortModel::one_port), applies) << name;
      if (!applies) continue;
      for (Rank root = 0; root < t.size(); root += stride) expect_proved(name, {t, root, 8 * t.size()});
      for (const std::uint32_t bytes : {1u, 9u, 63u, 1000u}) expect_proved(name, {t, 3, bytes}, false);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(On, NetworkPartition,
                         testing::Values("mesh:4x4", "torus:4x4", "mesh:8x8", "torus:8x8", "mesh:16x16",
                                         "torus:16x16", "mesh:4x4x4", "torus:4x4x4", "mesh:8x8x8", "ghc:4x4",
                                         "hypercube:3"),
                         [](const auto& test) {
                           std::string name = test.param;
                           for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
                           return name;
                         });

TEST(NetworkPartition, WithBlocksAsLargeAsTheSquareIsRecursionBased) {
  const Job job{Topology::torus(8, 8), 21, 4096};
  const auto steps = [&](const char* name) {
    Schedule s = spell_out(broadcast(name), job, PortModel::one_port);
    std::vector<std::tuple<Rank, Rank, std::uint32_t, std::uint32_t>> puts;
    for (const Step& step : s.steps) {
      for (const Transfer& t : step) {
        for (const Put& put : t.puts) puts.emplace_back(t.src, t.dst, put.local, put.bytes);
      }
    }
    return puts;
  };
  EXPECT_EQ(steps("np-rb:3"), steps("recursion-based"));
}

TEST(Broadcasts, LeaveOutEmptyPiecesOnRectanglesAndCubes) {
  for (const char* text : {"mesh:16x4", "torus:2x16", "mesh:4x4x4", "torus:8x8x8"}) {
    for (const std::uint32_t bytes : {1u, 9u, 63u, 200u, 1000u}) {
      expect_proved("recursion-based", {parse_topology(text), 5, bytes}, false);
      expect_proved("scatter-collect", {parse_topology(text), 5, bytes}, false);
    }
  }
}

TEST(Line, IsProvedOnAnyNetworkFromEveryRoot) {
  for (const char* text : {"mesh:1", "mesh:2", "mesh:7", "torus:6", "mesh:8x8", "torus:8x8", "mesh:5x3",
                           "torus:5x3", "mesh:2x5", "torus:2x2", "mesh:3x5x3", "mesh:4x3x2", "torus:3x4x5",
                           "mesh:4x5w", "torus:3x2x3x2", "hypercube:4", "ghc:3x4", "ghc:4x4"}) {
    const Topology t = parse_topology(text);
    for (Rank root = 0; root < t.size(); ++root) expect_proved("line", {t, root, 256});
    expect_proved("line", {t, t.size() / 2, 1}, false);
    expect_proved("line", {t, t.size() / 2, 1001}, false);
    ASSERT_FALSE(HasFailure()) << text;
  }
}

TEST(Line, TakesAStepForEveryNodeAndPieceAndHopsOnce) {
  const Job job{Topology::torus(8, 8), 21, 4096};
  const std::uint32_t m = Line::count(job);
  EXPECT_EQ(m, 128u);  // pieces of 32 bytes
  expect_cost("line", job, 64 + m - 2, (64 + m - 2) * 32);
  EXPECT_EQ(measure(broadcast("line"), job).message_hops, 63 * m);  // the snake of an even torus is a ring
  const Job inside{Topology::mesh(3, 3), 2, 4096};  // (2,0) .. (2,2), then 3 hops back to (1,0), (0,0)
  EXPECT_EQ(measure(broadcast("line"), inside).message_hops, (7 + 3) * Line::count(inside));
}

TEST(Line, ChoosesThePiecesThatMinimizeThePredictedCycles) {
  for (const char* text : {"mesh:3", "mesh:4x4", "mesh:8x8", "mesh:32x32"}) {
    for (std::uint32_t bytes = 8; bytes <= (1u << 20); bytes *= 2) {
      for (const Timing& timing : {Timing{}, Timing{32, 64, 2}, Timing{8, 32, 1, 24}}) {
        const Job job{parse_topology(text), 0, bytes, 0, timing};
        const std::uint32_t words = bytes / 8, m = Line::count(job);
        const Pipeline pipeline{words, job.topology.size() - 2};
        const std::uint64_t best = pipeline.cycles(timing, pipeline.piece_words(timing));
        EXPECT_LE(pipeline.cycles(timing, words / m), best * (timing.software_cycles == 0 ? 107 : 110) / 100)
            << text << " " << bytes;
      }
    }
  }
}

TEST(Line, HasLongerPiecesIfSoftwareTakesTimeForEachOfThem) {
  const Topology t = Topology::torus(8, 8);
  EXPECT_EQ(Line::count({t, 0, 16384}), 256u);
  EXPECT_EQ(Line::count({t, 0, 16384, 0, {8, 32, 1, 24}}), 128u);
}

TEST(Line, BetaApproachesOneMessageLength) {
  const Metrics m = measure(broadcast("line"), {Topology::mesh(4, 4), 0, 1 << 20});
  EXPECT_LT(m.beta, 1.05);
}

// Section 4.3: n = 5, T_s = 150, T_c = 0.5 per byte. According to its Figure 4, "RD is most effective when
// message length is less than 1KB", RB is best from 1 to 10 KB, and SC when it is greater than 25KB.
struct Section43 : testing::Test {
  static double time(const std::string& name, double bytes) {
    const auto cost = paper_cost(broadcast(name), {Topology::mesh(32, 32), 0, 8}, PortModel::one_port);
    return 150 * cost->alpha + 0.5 * cost->beta * bytes;
  }
  /// Message length above which `longer` is faster than `shorter`.
  static double crossover(const std::string& shorter, const std::string& longer) {
    const double start = time(longer, 0) - time(shorter, 0);
    return start / (time(shorter, 1) - time(shorter, 0) - time(longer, 1) + time(longer, 0));
  }
  static std::string best(double bytes, bool ours) {
    std::vector<std::string> names{"recursive-division", "scatter-collect", "recursion-based"};
    for (unsigned d = 1; d <= 5; ++d) {
      names.push_back(fmt::format("np-rd:{}", d));
      names.push_back(fmt::format("np-sc:{}", d));
      if (ours && d < 5) names.push_back(fmt::format("np-rb:{}", d));
    }
    return *std::min_element(names.begin(), names.end(),
                             [&](const auto& a, const auto& b) { return time(a, bytes) < time(b, bytes); });
  }
};

TEST_F(Section43, CrossoversAreNotWhereThePaperReadsThem) {
  EXPECT_NEAR(crossover("recursive-division", "recursion-based"), 198, 1);
  EXPECT_NEAR(crossover("recursion-based", "scatter-collect"), 38900, 50);
}

TEST_F(Section43, RecursionBasedIsTheBestOfThePapersAlgorithmsFrom565BytesTo16Kilobytes) {
  EXPECT_EQ(best(66, false), "recursive-division");  // without network partitioning, up to 198
  EXPECT_EQ(best(300, false), "np-rd:1");
  EXPECT_EQ(best(564, false), "np-rd:2");
  for (const double bytes : {565, 1000, 10000, 15999}) EXPECT_EQ(best(bytes, false), "recursion-based");
  EXPECT_EQ(best(16001, false), "np-rd:4");
  for (const double bytes : {19300, 25000, 33500}) EXPECT_EQ(best(bytes, false), "np-sc:4");
  EXPECT_EQ(best(33700, false), "np-rd:5");
  EXPECT_EQ(best(100000, false), "scatter-collect");
}

TEST_F(Section43, RecursionInBlocksIsBetterBelow4800Bytes) {
  EXPECT_EQ(best(152, true), "np-rb:2");
  EXPECT_EQ(best(402, true), "np-rb:3");
  for (const double bytes : {1210, 2000, 4700}) EXPECT_EQ(best(bytes, true), "np-rb:4");
  EXPECT_EQ(best(4900, true), "recursion-based");
}

TEST(Refusals, SayWhatIsNeeded) {
  const auto why = [](const char* name, const char* topology) {
    return broadcast(name).why_not(parse_topology(topology), PortModel::one_port).value_or("runs");
  };
  const std::string rectangle = "it needs a rectangle or a cube whose sides are powers of two, at least 2";
  for (const char* text :
       {"mesh:6x6", "mesh:1x1", "mesh:8x1", "mesh:8", "mesh:4x4x2", "mesh:3x3x3", "mesh:2x2x2x4"})
    EXPECT_EQ(why("recursion-based", text), rectangle) << text;
  const std::string block = "it needs a square or cube whose side is a power of two, at least 2^d";
  for (const char* text : {"mesh:4x4", "mesh:16x8", "mesh:12x12", "mesh:8", "mesh:8x8x4", "torus:8x8x8x8"}) {
    EXPECT_EQ(why("np-rd:3", text), block) << text;
    EXPECT_EQ(why("np-sc:3", text), block) << text;
  }
  EXPECT_EQ(why("np-rb:3", "mesh:8x8x8"),
            "it needs a square of two dimensions whose side is a power of two, at least 2^d");
  EXPECT_EQ(why("np-rb:3", "mesh:4x4").substr(0, 21), "it needs a square of ");
}

}  // namespace
}  // namespace collnoc
