// Tests the schedules of firmware/collectives against the statements of their papers.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "sim/schedule/check.hpp"
#include "sim/schedule/metrics.hpp"
#include "sim/schedule/paper_cost.hpp"
#include "sim/topology/topology_text.hpp"
#include "tests/firmware/collectives/proof.hpp"
#include "tests/firmware/whole_elements.hpp"

namespace collnoc {
namespace {

class Square : public testing::TestWithParam<std::tuple<unsigned, bool>> {
 protected:
  unsigned n() const { return std::get<0>(GetParam()); }
  Topology topology() const {
    return std::get<1>(GetParam()) ? Topology::torus(1u << n(), 1u << n())
                                   : Topology::mesh(1u << n(), 1u << n());
  }
};

TEST_P(Square, RecursionBasedIsProvedFromEveryRootAndCostsWhatThePaperSays) {
  const std::uint32_t bytes = 8u << n();
  for (Rank root = 0; root < topology().size(); ++root) {
    const Job job{topology(), root, bytes};
    expect_proved(broadcast("recursion-based"), job);
    const Metrics m = measure(broadcast("recursion-based"), job);
    EXPECT_EQ(m.steps, 3 * n());
    EXPECT_EQ(m.alpha, 3 * n());
    EXPECT_EQ(m.beta_bytes << n(), std::uint64_t{bytes} * ((5u << n()) - 4) / 2);  // beta = 5/2 - 2/2^n
    ASSERT_FALSE(HasFailure()) << "root " << root;
  }
}

TEST_P(Square, RecursiveDivisionIsProvedAndTakesTwoN) {
  for (Rank root = 0; root < topology().size(); root += 1 + topology().size() / 40) {
    const Job job{topology(), root, 1000};
    expect_proved(broadcast("recursive-division"), job);
    const Metrics m = measure(broadcast("recursive-division"), job);
    EXPECT_EQ(m.alpha, 2 * n());
    EXPECT_EQ(m.beta_bytes, 2u * n() * 1000);
    EXPECT_EQ(m.messages, topology().size() - 1);
  }
}

TEST_P(Square, ScatterCollectIsProvedAndCostsWhatThePaperSays) {
  const std::uint32_t nodes = topology().size(), bytes = 8 * nodes;
  for (Rank root = 0; root < nodes; root += 1 + nodes / 10) {
    const Job job{topology(), root, bytes};
    expect_proved(broadcast("scatter-collect"), job);
    const Metrics m = measure(broadcast("scatter-collect"), job);
    EXPECT_EQ(m.alpha, 2 * n() + (2u << n()) - 2);
    EXPECT_EQ(m.beta_bytes * nodes, std::uint64_t{bytes} * (2 * nodes - 2));  // beta = 2 - 2/2^(2n)
  }
}

INSTANTIATE_TEST_SUITE_P(Schedules, Square, testing::Combine(testing::Range(1u, 5u), testing::Bool()),
                         [](const auto& test) {
                           return fmt::format("{}_side_{}", std::get<1>(test.param) ? "torus" : "mesh",
                                              1 << std::get<0>(test.param));
                         });

struct ProductSteps {
  const char* topology;
  std::uint32_t steps;
};
class ProductExchange : public testing::TestWithParam<ProductSteps> {};

TEST_P(ProductExchange, IsProvedAndTakesTheStepsOfItsDimensions) {
  const Job job{parse_topology(GetParam().topology), 0, 64};
  expect_proved(exchange("product"), job);
  const Metrics m = measure(exchange("product"), job);
  EXPECT_EQ(m.steps, GetParam().steps);
  EXPECT_EQ(m.alpha, GetParam().steps);
  EXPECT_EQ(m.beta_bytes, std::uint64_t{64} * GetParam().steps);
  EXPECT_EQ(m.message_hops, m.messages) << "a message is one hop";
}

INSTANTIATE_TEST_SUITE_P(Schedules, ProductExchange,
                         testing::Values(ProductSteps{"torus:4x4", 32}, ProductSteps{"torus:8x8", 256},
                                         ProductSteps{"torus:4x4x4", 192}, ProductSteps{"torus:2x2x2x2", 32},
                                         ProductSteps{"torus:2x2x2", 12}, ProductSteps{"mesh:4x4", 56},
                                         ProductSteps{"mesh:8x8", 496}, ProductSteps{"mesh:7", 24},
                                         ProductSteps{"torus:9", 20},
                                         ProductSteps{"mesh:3x5", 15 * 4 / 3 + 15 * 12 / 5},
                                         ProductSteps{"mesh:4x5w", 20 / 4 * 7 + 20 / 5 * 6},
                                         ProductSteps{"mesh:3x1x4", 12 / 3 * 4 + 12 / 4 * 7},
                                         ProductSteps{"torus:5x3", 3 * 6 + 5 * 2}),
                         [](const auto& test) {
                           std::string name = test.param.topology;
                           for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
                           return name;
                         });

TEST(Product, ReachesTheStatusBoundOnEveryTorus) {
  for (const char* text :
       {"torus:4x4", "torus:8x8", "torus:6x6", "torus:4x4x4", "torus:5x3", "torus:3x3x3", "torus:7x2"}) {
    const Topology t = parse_topology(text);
    const std::uint32_t steps = exchange("product").steps({t, 0, 8});
    // On odd rings, the average status need not be an integer; here it is, ring by ring.
    EXPECT_EQ(steps, status_bound(t)) << text;
  }
}

TEST(Product, StaysAboveTheStatusBoundOnMeshesWithAnExtentOfMoreThanTwo) {
  struct {
    const char* topology;
    std::uint32_t bound, steps;
  } const cases[] = {{"mesh:4x4", 40, 56}, {"mesh:8x8", 336, 496}, {"mesh:7", 16, 24}, {"mesh:3x5", 38, 56}};
  for (const auto& c : cases) {
    const Topology t = parse_topology(c.topology);
    EXPECT_EQ(status_bound(t), c.bound) << c.topology;
    EXPECT_EQ(measure(exchange("product"), {t, 0, 8}).alpha, c.steps) << c.topology;
  }
  const Topology twos = parse_topology("mesh:2x2x2");
  EXPECT_EQ(measure(exchange("product"), {twos, 0, 8}).alpha, status_bound(twos));
}

TEST(Direct, TakesARoundForEveryOtherRank) {
  for (const char* text : {"mesh:1", "mesh:3x5", "torus:4x4", "mesh:2x3x2"}) {
    const Job job{parse_topology(text), 0, 24};
    expect_proved(exchange("direct"), job);
    EXPECT_EQ(exchange("direct").steps(job), job.topology.size() - 1);
  }
}

TEST(RecursiveDivision, WorksOnAnyExtentsFromEveryRoot) {
  for (const char* text :
       {"mesh:1", "mesh:7", "torus:6", "mesh:3x5", "torus:5x3", "mesh:4x5w", "mesh:2x3x4", "torus:3x2x3x2"}) {
    const Topology t = parse_topology(text);
    for (Rank root = 0; root < t.size(); ++root) expect_proved(broadcast("recursive-division"), {t, root, 9});
    EXPECT_EQ(broadcast("recursive-division").steps({t, 0, 9}),
              paper_cost(broadcast("recursive-division"), {t, 0, 9}, PortModel::one_port)->alpha);
  }
}

TEST(ScatterCollect, WorksOnAnyPowersOfTwoFromEveryRoot) {
  for (const char* text : {"mesh:1", "mesh:8", "torus:4x2", "mesh:2x8", "mesh:4x4x2", "torus:2x2x4x2"}) {
    const Topology t = parse_topology(text);
    for (Rank root = 0; root < t.size(); ++root)
      expect_proved(broadcast("scatter-collect"), {t, root, 8 * t.size()});
  }
}

// The tests below run over all algorithms and skip those that do not apply. `ran` counts the others, so that
// a wrong refusal is noticed. It is compared with the present number of algorithms; there may be more.

TEST(Schedules, OfOnePortAreLegalOnAllPortHardware) {
  unsigned ran = 0;
  for (const Algorithm* algorithm : algorithms()) {
    for (const Topology& t : {Topology::mesh(8, 8), Topology::torus(8, 8)}) {
      if (algorithm->why_not(t, PortModel::one_port) || algorithm->multicasts()) continue;
      expect_proved(*algorithm, {t, 27, 256}, PortModel::all_port);
      ++ran;
    }
  }
  EXPECT_GE(ran, 51u);
}

TEST(Schedules, LeaveOutEmptyPieces) {
  unsigned ran = 0;
  for (const Algorithm* algorithm : algorithms()) {
    if (algorithm->why_not(Topology::torus(8, 8), PortModel::one_port)) continue;
    ++ran;
    for (std::uint32_t bytes : {1u, 8u, 9u, 63u})
      expect_proved(*algorithm, {Topology::torus(8, 8), 5, whole_elements(*algorithm, bytes)});
  }
  EXPECT_GE(ran, 26u);
}

TEST(Schedules, SendOnePutPerMessageUnlessTheyGather) {
  unsigned ran = 0;
  for (const Algorithm* algorithm : algorithms()) {
    if (algorithm->why_not(Topology::mesh(8, 8), PortModel::one_port)) continue;
    ++ran;
    const Job job{Topology::mesh(8, 8), 9, 1000};
    std::size_t most = 0;
    StepWalker walker(*algorithm, job);
    for (Step step; walker.next(step);) {
      for (const Transfer& t : step) most = std::max(most, t.puts.size());
    }
    EXPECT_EQ(most > 1, algorithm->gathers()) << algorithm->name() << " sends " << most;
  }
  EXPECT_GE(ran, 25u);
}

TEST(Schedules, WithAClosedFormMatchIt) {
  unsigned ran = 0;
  for (const Algorithm* algorithm : algorithms()) {
    for (const char* text : {"mesh:8x8", "torus:8x8", "torus:4x4x4", "mesh:16", "mesh:4x4x4x4"}) {
      const Topology t = parse_topology(text);
      const Job job{t, t.size() / 3, 8 * t.size()};
      if (algorithm->why_not(t, PortModel::one_port)) continue;
      const auto cost = paper_cost(*algorithm, job, PortModel::one_port);
      if (!cost) continue;
      ++ran;
      const Metrics m = measure(*algorithm, job);
      EXPECT_EQ(m.alpha, cost->alpha) << algorithm->name() << " " << text;
      EXPECT_DOUBLE_EQ(m.beta, cost->beta) << algorithm->name() << " " << text;
    }
  }
  EXPECT_GE(ran, 84u);
}

TEST(Schedules, ThatDoNotApplySayWhy) {
  EXPECT_EQ(broadcast("scatter-collect").why_not(Topology::mesh(8, 6), PortModel::one_port),
            "it needs extents that are powers of two");
}

}  // namespace
}  // namespace collnoc
