// Tests the total exchanges of firmware/collectives/: proofs, start-ups and lengths, and refused networks.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>

#include "sim/schedule/check.hpp"
#include "sim/schedule/expanded_schedule.hpp"
#include "sim/schedule/metrics.hpp"
#include "sim/schedule/paper_cost.hpp"
#include "sim/topology/topology_text.hpp"
#include "tests/firmware/collectives/proof.hpp"

namespace collnoc {
namespace {

struct Cost {
  const char* topology;
  std::uint32_t alpha;
  std::uint32_t beta;  ///< in blocks
};

std::string test_name(const testing::TestParamInfo<Cost>& info) {
  std::string name = info.param.topology;
  for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return name;
}

void expect_cost(std::string_view name, const Cost& cost, PortModel nic) {
  const Job job{parse_topology(cost.topology), 0, 24};
  expect_proved(exchange(name), job, nic, Formula::equal);
  const Metrics m = measure(exchange(name), job);
  EXPECT_EQ(m.alpha, cost.alpha);
  EXPECT_EQ(m.beta_bytes, std::uint64_t{24} * cost.beta);
}

class ProductOfCompleteGraphs : public testing::TestWithParam<Cost> {};

TEST_P(ProductOfCompleteGraphs, IsProvedAndTakesTheStepsOfItsDimensions) {
  expect_cost("product", GetParam(), PortModel::one_port);
  expect_cost("product", GetParam(), PortModel::all_port);
}

INSTANTIATE_TEST_SUITE_P(Exchange, ProductOfCompleteGraphs,
                         testing::Values(Cost{"hypercube:1", 1, 1}, Cost{"hypercube:2", 4, 4},
                                         Cost{"hypercube:4", 32, 32}, Cost{"hypercube:6", 192, 192},
                                         Cost{"ghc:3x4", 17, 17}, Cost{"ghc:4x3", 17, 17},
                                         Cost{"ghc:4x4", 24, 24}, Cost{"ghc:5x5", 40, 40},
                                         Cost{"ghc:9", 8, 8}, Cost{"ghc:2x3x2", 20, 20}),
                         test_name);

class ProductBundled : public testing::TestWithParam<Cost> {};

TEST_P(ProductBundled, IsProvedAndCostsThePhasesOfItsDimensions) {
  expect_cost("product-bundled", GetParam(), PortModel::one_port);
  expect_cost("product-bundled", GetParam(), PortModel::all_port);
}

INSTANTIATE_TEST_SUITE_P(Exchange, ProductBundled,
                         testing::Values(Cost{"mesh:1", 0, 0}, Cost{"mesh:4x4", 8, 32},
                                         Cost{"mesh:8x8", 32, 256}, Cost{"mesh:6x6", 18, 108},
                                         Cost{"torus:4x4", 8, 32}, Cost{"torus:8x8", 16, 128},
                                         Cost{"torus:6x6", 12, 72}, Cost{"torus:16", 32, 32},
                                         Cost{"torus:4x4x4", 12, 192}, Cost{"mesh:4x6w", 10, 48},
                                         Cost{"mesh:2x2x2x2", 4, 32}, Cost{"hypercube:4", 4, 32},
                                         Cost{"hypercube:6", 6, 192}, Cost{"ghc:3x4", 5, 17}),
                         test_name);

TEST(ProductBundled, SendsOneMessagePerPartner) {
  for (const char* text : {"mesh:3x5", "torus:8x8", "mesh:1x6x1x3", "ghc:4x4", "mesh:5x7w", "mesh:2x3x2"}) {
    const Job job{parse_topology(text), 0, 9};  // padded blocks: each put is one block
    expect_proved(exchange("product-bundled"), job, PortModel::one_port, Formula::any);
    std::uint64_t partners = 0;
    for (unsigned d = 0; d < job.topology.dims(); ++d) partners += job.topology.extent(d) - 1;
    EXPECT_EQ(measure(exchange("product-bundled"), job).messages, job.topology.size() * partners) << text;
  }
}

TEST(ProductBundled, SendsARunOfBlocksWithOnePut) {
  const Job job{Topology::torus(8, 8), 0, 64};
  Schedule schedule = spell_out(exchange("product-bundled"), job, PortModel::one_port);
  for (std::size_t step = 0; step < schedule.steps.size(); ++step) {
    for (const Transfer& t : schedule.steps[step]) {
      EXPECT_EQ(t.bytes(), 8u * 64);
      // Along y, everything for one row is contiguous except the block that ends there; along x, a message
      // has one block per origin.
      if (step < 8) {
        EXPECT_LE(t.puts.size(), 3u);
      } else {
        EXPECT_EQ(t.puts.size(), 8u);
      }
    }
  }
}

class DirectPhased : public testing::TestWithParam<Cost> {};

TEST_P(DirectPhased, IsProvedAndTakesTheFewestPhasesTheLinksAllow) {
  expect_cost("direct-phased", GetParam(), PortModel::one_port);
  expect_cost("direct-phased", GetParam(), PortModel::all_port);
}

INSTANTIATE_TEST_SUITE_P(Exchange, DirectPhased,
                         testing::Values(Cost{"mesh:1", 0, 0}, Cost{"mesh:4x4", 16, 16},
                                         Cost{"mesh:8x8", 128, 128}, Cost{"mesh:8x4", 64, 64},
                                         Cost{"mesh:4x4x4", 64, 64}, Cost{"torus:4x4", 16, 16},
                                         Cost{"torus:8x8", 64, 64}, Cost{"torus:8x4", 32, 32},
                                         Cost{"torus:16x4", 128, 128}, Cost{"torus:12x12", 216, 216},
                                         Cost{"torus:4x4x4", 64, 64}, Cost{"torus:8x4x4", 128, 128},
                                         Cost{"mesh:8x8w", 128, 128}, Cost{"hypercube:4", 15, 15},
                                         Cost{"ghc:3x4", 11, 11}, Cost{"hypercube:6", 63, 63}),
                         test_name);

TEST(DirectPhased, WorksOnAnyExtents) {
  for (const char* text :
       {"mesh:2", "torus:2", "mesh:3", "torus:5", "mesh:7", "torus:6x6", "mesh:3x5", "torus:5x3", "mesh:4x5w",
        "mesh:1x6x1x3", "torus:2x2x2", "mesh:3x3x3", "torus:10x2", "mesh:14"}) {
    const Job job{parse_topology(text), 0, 9};
    expect_proved(exchange("direct-phased"), job, PortModel::one_port, Formula::any);
    const Metrics m = measure(exchange("direct-phased"), job);
    EXPECT_EQ(m.messages, job.topology.size() * (job.topology.size() - std::uint64_t{1})) << text;
  }
}

TEST(DirectPhased, TakesTheLeastLoadOfTheLinksOfAnEvenLine) {
  for (std::uint32_t n = 2; n <= 24; n += 2) {
    const Job job{Topology({{{n, false}}}, 1), 0, 8};
    EXPECT_EQ(measure(exchange("direct-phased"), job).alpha, n * n / 4) << n;
  }
}

class ProductAllPort : public testing::TestWithParam<Cost> {};

TEST_P(ProductAllPort, IsProvedAndTakesTheStepsOfAlgorithmA3) {
  expect_cost("product-all-port", GetParam(), PortModel::all_port);
  const Job job{parse_topology(GetParam().topology), 0, 8};
  const Metrics m = measure(exchange("product-all-port"), job);
  EXPECT_EQ(m.message_hops, m.messages) << "a message is one hop";
}

INSTANTIATE_TEST_SUITE_P(Exchange, ProductAllPort,
                         testing::Values(Cost{"torus:3x3", 3, 3}, Cost{"torus:4x4", 8, 8},
                                         Cost{"torus:6x6", 30, 30}, Cost{"torus:8x8", 64, 64},
                                         Cost{"mesh:3x3", 6, 6}, Cost{"mesh:4x4", 16, 16},
                                         Cost{"mesh:8x8", 128, 128}, Cost{"hypercube:1", 1, 1},
                                         Cost{"hypercube:2", 2, 2}, Cost{"hypercube:4", 8, 8},
                                         Cost{"mesh:2x2x2x2", 8, 8}, Cost{"torus:3x3x3x3", 27, 27},
                                         Cost{"ghc:5x5", 5, 5}, Cost{"ghc:9", 1, 1}, Cost{"mesh:7", 12, 12}),
                         test_name);

TEST(ProductAllPort, IsOptimalOnRingsAndLinesOfAnyExtent) {
  for (std::uint32_t n = 2; n <= 33; ++n) {
    const std::uint32_t load = (n / 2) * ((n + 1) / 2);
    for (const bool ring : {false, true}) {
      const Job job{Topology({{{n, ring}}}, 1), 0, 8};
      expect_proved(exchange("product-all-port"), job, PortModel::all_port, Formula::equal);
      EXPECT_EQ(measure(exchange("product-all-port"), job).steps, ring ? (load + 1) / 2 : load) << n;
      ASSERT_FALSE(HasFailure()) << (ring ? "ring of " : "line of ") << n;
    }
  }
}

TEST(ProductAllPort, SaysWhereItDoesNotRun) {
  const Algorithm& a = exchange("product-all-port");
  EXPECT_EQ(a.why_not(Topology::torus(8, 8), PortModel::one_port), "it needs an all-port NIC");
  for (const char* text :
       {"torus:8x4", "mesh:4x4w", "torus:4x4x4", "hypercube:3", "hypercube:6", "ghc:3x4", "mesh:1"}) {
    EXPECT_EQ(a.why_not(parse_topology(text), PortModel::all_port), "it needs 1, 2 or 4 equal dimensions")
        << text;
  }
}

class Bruck : public testing::TestWithParam<Cost> {};

TEST_P(Bruck, IsProvedAndTakesLogarithmicallyManyRounds) {
  expect_cost("bruck", GetParam(), PortModel::one_port);
  expect_cost("bruck", GetParam(), PortModel::all_port);
  expect_proved(exchange("bruck"), {parse_topology(GetParam().topology), 0, 3}, PortModel::one_port,
                Formula::any);
}

INSTANTIATE_TEST_SUITE_P(Exchange, Bruck,
                         testing::Values(Cost{"mesh:1", 0, 0}, Cost{"mesh:2", 1, 1}, Cost{"mesh:3", 2, 2},
                                         Cost{"mesh:4x4", 4, 32}, Cost{"torus:8x8", 6, 192},
                                         Cost{"mesh:8x8", 6, 192}, Cost{"mesh:5x3", 4, 28},
                                         Cost{"torus:6x7", 6, 105}, Cost{"mesh:11", 4, 17},
                                         Cost{"torus:4x4x4", 6, 192}, Cost{"hypercube:4", 4, 32},
                                         Cost{"ghc:3x4", 4, 20}),
                         test_name);

TEST(Bruck, SendsARunOfBlocksWithOnePut) {
  const Job job{Topology::torus(8, 8), 0, 8};
  Schedule schedule = spell_out(exchange("bruck"), job, PortModel::one_port);
  std::size_t most = 0, puts = 0;
  for (const Step& step : schedule.steps) {
    for (const Transfer& t : step) {
      most = std::max(most, t.puts.size());
      puts += t.puts.size();
    }
  }
  // 2^(5-k) · (k+1) runs in round k, 120 in all; a run may be split where ranks wrap to 0.
  EXPECT_LE(most, 33u);
  EXPECT_LE(puts, 64u * (120 + 6));
  EXPECT_GE(puts, 64u * 100);
}

}  // namespace
}  // namespace collnoc
