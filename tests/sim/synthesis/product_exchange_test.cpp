// Total exchanges of products, recounted message by message with distances from a search of their own.
#include "sim/synthesis/product_exchange.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <map>
#include <random>
#include <set>
#include <string>

#include "sim/theory/total_exchange.hpp"
#include "sim/topology/topology_text.hpp"

namespace collnoc {
namespace {

/// Sums of distances by breadth-first search: of all ordered pairs.
std::uint64_t searched_distances(const Topology& topology) {
  std::uint64_t sum = 0;
  for (Rank from = 0; from < topology.size(); ++from) {
    std::map<Rank, std::uint64_t> hops{{from, 0}};
    std::vector<Rank> queue{from};
    for (std::size_t k = 0; k < queue.size(); ++k) {
      sum += hops[queue[k]];
      for (Link link = 0; link < topology.links(); ++link) {
        const Rank next = topology.neighbour(queue[k], link);
        if (next != no_rank && hops.emplace(next, hops[queue[k]] + 1).second) queue.push_back(next);
      }
    }
  }
  return sum;
}

bool adjacent(const Topology& topology, Rank a, Rank b) {
  for (Link link = 0; link < topology.links(); ++link)
    if (topology.neighbour(a, link) == b) return true;
  return false;
}

/// Moves every message from where it is; counts steps, hops, and what a port does in a step.
std::uint64_t recounted_steps(const std::string& text, PortModel nic) {
  SCOPED_TRACE(text);
  const Topology topology = parse_topology(text);
  const auto schedule = exchange_of_product({topology, 0, 16, 0}, nic);
  if (!schedule) {
    ADD_FAILURE() << "no schedule";
    return 0;
  }
  std::map<std::pair<Rank, Rank>, Rank> place;
  std::uint64_t hops = 0, unused = 0;
  for (const Step& step : schedule->steps) {
    std::set<Rank> senders, receivers;
    std::set<std::pair<Rank, Rank>> links;
    std::map<std::pair<Rank, Rank>, Rank> moved;
    for (const Transfer& t : step) {
      EXPECT_EQ(t.blocks.size(), 1u);
      const std::pair message(t.blocks[0].origin, t.blocks[0].target);
      const auto at = place.emplace(message, message.first).first->second;
      EXPECT_EQ(at, t.src) << "the message is not there yet";
      EXPECT_TRUE(adjacent(topology, t.src, t.dst));
      const bool sends = senders.insert(t.src).second, receives = receivers.insert(t.dst).second;
      if (nic == PortModel::one_port) EXPECT_TRUE(sends && receives) << "two at one port";
      EXPECT_TRUE(links.emplace(t.src, t.dst).second) << "two on one link";
      EXPECT_TRUE(moved.emplace(message, t.dst).second) << "two hops in one step";
      ++hops;
    }
    for (const auto& [message, to] : moved) place[message] = to;
    unused += step.empty();
  }
  EXPECT_EQ(unused, 0u);
  EXPECT_EQ(place.size(), std::size_t{topology.size()} * (topology.size() - 1));
  for (const auto& [message, at] : place) EXPECT_EQ(at, message.second) << "not delivered";
  EXPECT_EQ(hops, searched_distances(topology)) << "not the shortest ways";
  return schedule->steps.size();
}

struct KnownFactor {
  const char* text;
  std::uint64_t nodes,
      steps;     ///< one-port
  bool optimal;  ///< steps are the average status
};
const std::vector<KnownFactor> known{
    {"mesh:2", 2, 1, true},      {"mesh:3", 3, 4, false},     {"mesh:5", 5, 12, false},
    {"torus:3", 3, 2, true},     {"torus:4", 4, 4, true},     {"ring:5", 5, 6, true},
    {"torus:6", 6, 9, true},     {"complete:4", 4, 3, true},  {"ghc:3", 3, 2, true},
    {"star:3", 6, 9, true},      {"star:4", 24, 62, true},    {"pancake:3", 6, 9, true},
    {"hypercube:2", 4, 4, true}, {"spidergon:6", 6, 7, true}, {"spidergon:8", 8, 11, true},
    {"mesh:2x3", 6, 11, false},
};

TEST(ProductExchange, TakesTheStepsOfTheoremsTwoAndThreeOn40Products) {
  const char* given = std::getenv("COLLNOC_TEST_SEED");
  const std::uint64_t seed = given ? std::strtoull(given, nullptr, 10) : std::random_device{}();
  std::cout << "COLLNOC_TEST_SEED=" << seed << "\n";
  std::mt19937_64 random(seed);
  unsigned optimal_ones = 0;
  for (int tried = 0; tried < 40;) {
    std::string text = "product:";
    std::uint64_t nodes = 1;
    std::vector<KnownFactor> chosen;
    for (std::uint64_t k = 2 + random() % 2; k > 0; --k) {
      chosen.push_back(known[random() % known.size()]);
      nodes *= chosen.back().nodes;
      text += (chosen.size() == 1 ? "" : "+") + std::string(chosen.back().text);
    }
    if (nodes > 120) continue;
    std::uint64_t steps = 0;  // Corollary 2
    bool optimal = true;
    for (const KnownFactor& f : chosen) {
      steps += nodes / f.nodes * f.steps;
      optimal = optimal && f.optimal;
    }
    Topology topology = parse_topology("mesh:2");
    try {
      topology = parse_topology(text);
    } catch (const std::exception&) {
      continue;  // more links than a node has
    }
    ++tried;
    EXPECT_EQ(recounted_steps(text, PortModel::one_port), steps) << text;
    EXPECT_EQ(theory::exchange_steps(topology, PortModel::one_port), steps) << text;
    EXPECT_EQ(steps * nodes == searched_distances(topology), optimal) << text << ": Theorem 3";
    EXPECT_EQ(theory::above_their_bound(topology, PortModel::one_port).empty(), optimal) << text;
    optimal_ones += optimal;
  }
  std::cout << optimal_ones << " of 40 optimal by Theorem 3\n";
}

TEST(ProductExchange, TakesTheStepsOfItsFactorsWhereTheseAreComputed) {
  for (const PortModel nic : {PortModel::one_port, PortModel::all_port}) {
    for (const char* factor : {"tree:2,2", "pancake:3", "random-regular:10,3,1", "chordal-ring:8,3"}) {
      const std::uint64_t n = parse_topology(factor).size(), own = recounted_steps(factor, nic);
      const std::string text = std::string("product:") + factor + "+" + factor;
      const std::uint64_t steps = recounted_steps(text, nic);
      EXPECT_EQ(steps, (nic == PortModel::one_port ? 2 : 1) * n * own) << text;
      EXPECT_EQ(theory::exchange_steps(parse_topology(text), nic), steps) << text;
      EXPECT_GE(steps, theory::sharpest_bound(parse_topology(text), nic).steps.whole()) << text;
    }
  }
}

/// n^(d-1) T steps (Corollary 3), with T of one factor.
TEST(ProductExchange, TakesTheStepsOfCorollary3OnAllPorts) {
  struct Case {
    const char* product;
    std::uint64_t steps;
    bool optimal;  ///< by Theorem 5
  };
  for (const Case& c :
       {Case{"product:star:3+star:3", 6 * 5, false}, Case{"product:ring:3+ring:3+ring:3+ring:3", 27, true},
        Case{"torus:4x4", 8, true}, Case{"mesh:4x4", 16, true}, Case{"ghc:4x4", 4, true},
        Case{"product:spidergon:8+spidergon:8", 32, true}, Case{"hypercube:4", 8, true}}) {
    EXPECT_EQ(recounted_steps(c.product, PortModel::all_port), c.steps) << c.product;
    const Topology product = parse_topology(c.product);
    EXPECT_EQ(theory::exchange_steps(product, PortModel::all_port), c.steps) << c.product;
    EXPECT_EQ(theory::above_their_bound(product, PortModel::all_port).empty(), c.optimal) << c.product;
  }
}

TEST(ProductExchange, IsOptimalOnCayleyGraphsWithOnePort) {
  for (const char* text :
       {"star:3", "star:4", "star:5", "spidergon:6", "spidergon:16", "spidergon:30", "pancake:3", "pancake:4",
        "pancake:5", "bubble-sort:4", "bubble-sort:5", "cayley:2134,3214,4231", "cayley:2341,4123,2134",
        "chordal-ring:8,3", "chordal-ring:12,6", "chordal-ring:100,7,30"}) {
    const Topology topology = parse_topology(text);
    EXPECT_EQ(recounted_steps(text, PortModel::one_port) * topology.size(), searched_distances(topology))
        << text;
  }
}

TEST(ProductExchange, AppliesOnAllPortsToTwoToTheKEqualFactorsOnly) {
  for (const char* text : {"product:star:3+mesh:4", "mesh:3x4", "torus:4x4x4", "product:ring:4+mesh:4"})
    EXPECT_FALSE(exchange_of_product({parse_topology(text), 0, 8, 0}, PortModel::all_port)) << text;
  EXPECT_FALSE(exchange_of_product({parse_topology("random-regular:70,3,1"), 0, 8, 0}, PortModel::one_port))
      << "too many nodes for a greedy exchange";
}

}  // namespace
}  // namespace collnoc
