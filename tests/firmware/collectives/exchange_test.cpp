// Tests the total exchanges of firmware/collectives/: proofs, start-ups and lengths, who they refuse.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cctype>

#include "sim/schedule/check.hpp"
#include "sim/schedule/metrics.hpp"
#include "sim/schedule/paper_cost.hpp"
#include "sim/schedule/topology_text.hpp"

namespace collnoc {
namespace {

const Algorithm& exchange(std::string_view name) { return *find_algorithm(Collective::total_exchange, name); }

/// Every question is answered well; `formula`: the closed form must be there and equal.
void expect_proved(std::string_view name, const Job& job, Nic nic, bool formula) {
  ASSERT_EQ(why_not(exchange(name), job, nic), std::nullopt);
  for (const Verdict& v : check(exchange(name), job, nic)) {
    const bool good = v.question == "formula" && formula ? v.outcome == Verdict::Outcome::good : v.good();
    EXPECT_TRUE(good) << name << " on " << to_text(job.topology) << ", " << to_text(nic) << ": " << v.question
                      << ": " << v.answer;
  }
}

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

void expect_cost(std::string_view name, const Cost& cost, Nic nic) {
  const Job job{parse_topology(cost.topology), 0, 24};
  expect_proved(name, job, nic, true);
  const Metrics m = measure(exchange(name), job);
  EXPECT_EQ(m.alpha, cost.alpha);
  EXPECT_EQ(m.beta_bytes, std::uint64_t{24} * cost.beta);
}

class ProductOfCompleteGraphs : public testing::TestWithParam<Cost> {};

TEST_P(ProductOfCompleteGraphs, IsProvedAndTakesTheStepsOfItsDimensions) {
  expect_cost("product", GetParam(), Nic::one_port);
  expect_cost("product", GetParam(), Nic::all_port);
}

INSTANTIATE_TEST_SUITE_P(Exchange, ProductOfCompleteGraphs,
                         testing::Values(Cost{"hypercube:1", 1, 1}, Cost{"hypercube:2", 4, 4},
                                         Cost{"hypercube:4", 32, 32}, Cost{"hypercube:6", 192, 192},
                                         Cost{"ghc:3x4", 17, 17}, Cost{"ghc:4x3", 17, 17},
                                         Cost{"ghc:4x4", 24, 24}, Cost{"ghc:5x5", 40, 40},
                                         Cost{"ghc:9", 8, 8}, Cost{"ghc:2x3x2", 20, 20}),
                         test_name);

}  // namespace
}  // namespace collnoc
