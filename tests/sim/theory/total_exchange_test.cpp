// Bounds and steps of total exchange against the schedules and against all cuts of small networks.
#include "sim/theory/total_exchange.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iostream>

#include "counting.hpp"
#include "networks.hpp"
#include "sim/schedule/check.hpp"
#include "sim/schedule/expanded_schedule.hpp"
#include "sim/schedule/metrics.hpp"

namespace collnoc::test {
using namespace theory;
namespace {

using testing::HasSubstr;

/// The steps that the schedule really has, once its proofs hold: delivery, port model, no shared links.
std::uint64_t proved_steps(const char* name, const Topology& topology, PortModel nic) {
  const Algorithm& algorithm = *find_algorithm(Collective::total_exchange, name);
  const Job job{topology, 0, 8, 0};
  for (const Verdict& verdict : check(algorithm, job, nic)) EXPECT_TRUE(verdict.good()) << verdict.answer;
  const Metrics metrics = measure(algorithm, job);
  EXPECT_EQ(metrics.messages, metrics.message_hops) << "messages move one hop";
  return metrics.alpha;
}

void expect_steps_of_the_schedule(const std::string& text, PortModel nic) {
  SCOPED_TRACE(text);
  const Topology topology = parse_topology(text);
  const char* name = nic == PortModel::one_port ? "product" : "product-all-port";
  const auto steps = exchange_steps(topology, nic);
  const bool applies = !find_algorithm(Collective::total_exchange, name)->why_not(topology, nic);
  ASSERT_EQ(steps.has_value(), applies);
  if (!steps) return;
  const std::uint64_t proved = proved_steps(name, topology, nic);
  EXPECT_EQ(*steps, proved);
  const std::vector<Statement> all = total_exchange(topology, nic);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[1].reached->value, static_cast<double>(proved));
  EXPECT_GE(static_cast<double>(proved), all[0].bound);
}

const std::vector<std::string> small{"mesh:2",    "mesh:5",    "torus:6",     "torus:7",
                                     "mesh:3x4",  "mesh:4x4",  "torus:4x4",   "torus:5x3",
                                     "torus:6x2", "mesh:4x3w", "torus:3x3x2", "ghc:5",
                                     "ghc:3x4",   "ghc:2x3x3", "hypercube:3", "hypercube:4"};

TEST(TotalExchange, HasTheProvedStepsOfAlgorithmA2) {
  for (const std::string& text : small) expect_steps_of_the_schedule(text, PortModel::one_port);
}

TEST(TotalExchange, HasTheProvedStepsOfAlgorithmA3) {
  for (const char* text : {"mesh:2", "mesh:5", "torus:6", "torus:7", "ghc:5", "torus:3x3", "torus:4x4",
                           "torus:5x5", "torus:6x6", "mesh:3x3", "mesh:4x4", "ghc:3x3", "ghc:4x4",
                           "hypercube:2", "hypercube:4", "torus:2x2", "mesh:2x2x2x2", "torus:3x3x3x3"})
    expect_steps_of_the_schedule(text, PortModel::all_port);
  for (const char* text : {"mesh:3x4", "torus:4x4x4", "mesh:4x4w", "hypercube:6", "star:4", "spidergon:8"})
    expect_steps_of_the_schedule(text, PortModel::all_port);
}

TEST(TotalExchange, HasTheProvedStepsOfAlgorithmA2OnRandomProducts) {
  const std::uint64_t seed = test_seed();
  std::cout << "COLLNOC_TEST_SEED=" << seed << "\n";
  std::mt19937_64 random(seed);
  for (int i = 0; i < 24; ++i) expect_steps_of_the_schedule(random_product(random, 24), PortModel::one_port);
}

/// The conditions that the text states: a message carries one block and moves one hop.
bool moves_single_blocks_by_one_hop(const Algorithm& algorithm, const Job& job) {
  StepWalker walker(algorithm, job);
  for (Step step; walker.next(step);) {
    for (const Transfer& transfer : step) {
      if (transfer.box || transfer.bytes() > padded(job.bytes)) return false;
      if (job.topology.distance(transfer.src, transfer.dst) != 1) return false;
    }
  }
  return true;
}

TEST(TotalExchange, NoScheduleUnderTheStatedConditionsIsBelowThePrintedBound) {
  unsigned bound_ones = 0, others_below = 0;
  for (const char* text : {"mesh:2", "mesh:5", "mesh:8", "torus:6", "torus:2x2", "mesh:3x4", "torus:4x4",
                           "torus:3x3", "ghc:3x4", "hypercube:3", "star:3", "spidergon:6"}) {
    const Topology topology = parse_topology(text);
    for (const PortModel nic : {PortModel::one_port, PortModel::all_port}) {
      const Statement printed = total_exchange(topology, nic).front();
      EXPECT_THAT(printed.text, HasSubstr("if every message carries one block and moves one hop per step"));
      for (const Algorithm* algorithm : algorithms()) {
        if (algorithm->collective() != Collective::total_exchange || algorithm->why_not(topology, nic))
          continue;
        const Job job{topology, 0, 8, 0};
        const auto steps = static_cast<double>(measure(*algorithm, job).alpha);
        if (moves_single_blocks_by_one_hop(*algorithm, job)) {
          EXPECT_GE(steps, printed.bound) << text << " " << algorithm->name();
          ++bound_ones;
        } else {
          others_below += steps < printed.bound;
        }
      }
    }
  }
  EXPECT_GE(bound_ones, 12u);
  EXPECT_GE(others_below, 12u) << "direct and bruck need fewer steps: the conditions matter";
}

/// Known optimal: each has as many steps as a bound that the papers do not have.
TEST(TotalExchange, LinesAndSmallToriMeetTheSharperBounds) {
  const auto said = [](const char* text, PortModel nic) { return total_exchange(parse_topology(text), nic); };
  const auto line = said("mesh:8", PortModel::one_port);
  EXPECT_EQ(line[0].bound, 31);
  EXPECT_THAT(line[0].text, HasSubstr("what the middle node of the line must send"));
  EXPECT_TRUE(line[1].reached->meets_bound);
  EXPECT_THAT(line[1].text, HasSubstr("31 steps (Corollary 2): optimal, since this is the bound"));
  EXPECT_EQ(said("mesh:1x5", PortModel::one_port)[0].bound, 12);
  EXPECT_EQ(said("mesh:3x4", PortModel::one_port)[0].source, "Dimakopoulos & Dimopoulos, section 3, Eq. 3");
  const auto torus = said("torus:2x2", PortModel::all_port);
  EXPECT_EQ(torus[0].bound, 2);
  EXPECT_THAT(torus[0].text, HasSubstr("the diameter"));
  EXPECT_TRUE(torus[1].reached->meets_bound);
  EXPECT_FALSE(said("torus:6x6", PortModel::all_port)[1].reached->meets_bound);
  EXPECT_TRUE(said("torus:6", PortModel::all_port)[1].reached->meets_bound);
}

/// The number of packets that a node of a line sends or passes on, pair by pair.
TEST(TotalExchange, BoundOfALineIsTheMostThatANodeMustSend) {
  for (std::uint32_t n = 2; n <= 12; ++n) {
    const Topology line = parse_topology("mesh:" + std::to_string(n));
    std::uint64_t most = 0;
    for (Rank at = 0; at < n; ++at) {
      std::uint64_t sent = 0;
      for (Rank from = 0; from < n; ++from)
        for (Rank to = 0; to < n; ++to)
          sent += to != at && (from == at || (from < at && at < to) || (to < at && at < from));
      most = std::max(most, sent);
    }
    EXPECT_EQ(sharpest_bound(line, PortModel::one_port).steps.whole(), most) << n;
  }
}

TEST(TotalExchange, BoundOfAllPortsIsAtLeastTheCountedDiameter) {
  for (const std::string& text : some_networks()) {
    const Topology topology = parse_topology(text);
    EXPECT_GE(sharpest_bound(topology, PortModel::all_port).steps.whole(), counted_numbers(topology).diameter)
        << text;
  }
}

TEST(TotalExchange, BoundOfOnePortIsTheCountedAverageStatus) {
  for (const std::string& text : some_networks()) {
    const Topology topology = parse_topology(text);
    const Fraction bound = exchange_bound(topology, PortModel::one_port);
    EXPECT_DOUBLE_EQ(bound.value(), counted_numbers(topology).average_status()) << text;
    EXPECT_EQ(bound.whole(), status_bound(topology)) << text;
  }
}

/// The largest |V1||V2|/c(V1,V2) of all cuts. (On star graphs the bound is by traffic.)
Fraction best_cut(const Topology& topology) {
  const std::uint32_t n = topology.size();
  Fraction best;
  for (std::uint32_t set = 1; set < 1u << (n - 1); ++set) {  // the last node is in the other part
    std::uint64_t inside = 0, links = 0;
    for (Rank rank = 0; rank < n; ++rank) {
      if ((set >> rank & 1) == 0) continue;
      ++inside;
      for (Link link = 0; link < topology.links(); ++link) {
        const Rank there = topology.neighbour(rank, link);
        links += there != no_rank && (set >> there & 1) == 0;
      }
    }
    const Fraction cut{inside * (n - inside), links};
    if (cut.number * best.over > best.number * cut.over) best = cut;
  }
  return best;
}

TEST(TotalExchange, BoundOfAllPortsIsTheLargestOfAllCuts) {
  for (const char* text :
       {"mesh:2",       "mesh:5",       "mesh:8",      "torus:2",     "torus:6",     "torus:7",
        "ghc:5",        "mesh:3x4",     "mesh:4x3w",   "torus:3x3",   "torus:4x3",   "mesh:2x2x3",
        "hypercube:3",  "ghc:3x3",      "ghc:3x4",     "spidergon:4", "spidergon:6", "spidergon:8",
        "spidergon:10", "spidergon:12", "spidergon:14"}) {
    const Topology topology = parse_topology(text);
    EXPECT_DOUBLE_EQ(exchange_bound(topology, PortModel::all_port).value(), best_cut(topology).value())
        << text;
  }
}

TEST(TotalExchange, TrafficIsAboveTheCutsOnStarGraphsAndOnTheSpidergonOf6Only) {
  for (const std::string& text : some_networks()) {
    const Topology topology = parse_topology(text);
    const double cut = exchange_bound(topology, PortModel::all_port).value();
    EXPECT_EQ(traffic_bound(topology).value() > cut + 1e-9, text.starts_with("star") || text == "spidergon:6")
        << text;
  }
}

TEST(TotalExchange, SaysWhatTheTheoremsSay) {
  const auto said = [](const char* text, PortModel nic) { return total_exchange(parse_topology(text), nic); };
  const auto torus = said("torus:4x4", PortModel::one_port);
  EXPECT_EQ(torus[0].text,
            "a total exchange takes at least 32 steps if every message carries one block and moves one hop "
            "per step: the average status");
  EXPECT_THAT(torus[1].text, HasSubstr("Algorithm A2 takes 32 steps (Corollary 2): optimal by Theorem 3"));
  const auto mesh = said("mesh:4x4", PortModel::one_port);
  EXPECT_THAT(mesh[1].text,
              HasSubstr("1.40 times the bound, which may be out of reach; the condition of Theorem 3 does "
                        "not hold: a line of 4 takes 7 steps, its average status is 5"));
  EXPECT_FALSE(mesh[1].reached->meets_bound);
  EXPECT_THAT(
      said("torus:6x6", PortModel::all_port)[1].text,
      HasSubstr("1.11 times the bound, which may be out of reach; the condition of Theorem 5 does not "
                "hold: a ring of 6 takes 5 steps, its bound by a cut is 4.50"));
  EXPECT_THAT(said("torus:6", PortModel::all_port)[1].text,
              HasSubstr("optimal, since this is the bound, rounded up"));
  EXPECT_THAT(said("mesh:8x8", PortModel::all_port)[1].text,
              HasSubstr("128 steps (Corollary 3): optimal by Theorem 5"));
  EXPECT_THAT(said("star:4", PortModel::one_port)[1].text, HasSubstr("an exchange in 62 steps exists"));
  EXPECT_THAT(said("star:4", PortModel::all_port)[0].text, HasSubstr("at least 21 steps"));
  EXPECT_THAT(said("torus:4x4x4", PortModel::all_port)[1].text, HasSubstr("2^k equal dimensions"));
  EXPECT_FALSE(said("torus:4x4x4", PortModel::all_port)[1].reached);
}

}  // namespace
}  // namespace collnoc::test
