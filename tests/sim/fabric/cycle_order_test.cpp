// Cycles that are computed in one order (sim/fabric/cycle_order.hpp). Every order respects what depends on
// what; and a network that is stepped by several cycles is in the same state as one that observers see in
// every cycle, with nodes of every kind and any number of threads, and fails in the same cycle.
#include "sim/fabric/cycle_order.hpp"

#include <gtest/gtest.h>

#include <random>

#include "sim/topology/topology_text.hpp"
#include "tests/support/nodes.hpp"
#include "tests/support/same_nodes.hpp"
#include "tests/support/stress.hpp"

namespace collnoc::test {
namespace {

using Groups = CycleOrder::Groups;

std::vector<Groups> neighbours_of(const Topology& topology) {
  std::vector<Groups> all(topology.size());
  for (Rank r = 0; r < topology.size(); ++r) {
    for (Link l = 0; l < topology.links(); ++l) {
      if (const Rank n = topology.neighbour(r, l); n != no_rank) all[r].push_back(n);
    }
  }
  return all;
}

/// Computes each phase as late and as early as threads may: a step must be right in both.
void expect_right(const CycleOrder& order, const std::vector<Groups>& neighbours, unsigned threads) {
  std::vector<unsigned> before(neighbours.size(), 0);
  for (unsigned phase = 0; phase < order.phases(); ++phase) {
    std::vector<unsigned> after = before, by(neighbours.size(), threads);
    for (unsigned t = 0; t < threads; ++t) {
      for (const CycleOrder::Step& s : order.steps(phase, t)) {
        ASSERT_EQ(s.cycle, after[s.group]++);
        ASSERT_TRUE(by[s.group] == threads || by[s.group] == t) << "two threads compute " << s.group;
        by[s.group] = t;
      }
    }
    for (unsigned t = 0; t < threads; ++t) {
      std::vector<unsigned> done = before;
      for (const CycleOrder::Step& s : order.steps(phase, t)) {
        for (const std::uint32_t n : neighbours[s.group]) {
          const unsigned least = done[n], most = by[n] == t ? done[n] : after[n];
          ASSERT_TRUE(least >= s.cycle && most <= s.cycle + 1u)
              << "group " << s.group << ", cycle " << s.cycle << ": neighbour " << n << " is at " << least
              << " to " << most;
        }
        ++done[s.group];
      }
    }
    before = after;
  }
  for (const unsigned cycles : before) ASSERT_EQ(cycles, order.cycles());
}

TEST(CycleOrder, computes_a_group_only_when_its_neighbours_are_as_far) {
  std::mt19937 random(5);
  for (const char* network : {"mesh:1", "mesh:7x9", "torus:5x4", "mesh:40", "torus:30", "mesh:4x3x5",
                              "hypercube:5", "star:4", "spidergon:18"}) {
    const Topology topology = parse_topology(network);
    const std::vector<Groups> neighbours = neighbours_of(topology);
    for (const unsigned threads : {1u, 2u, 3u, 5u}) {
      for (unsigned cycles = 1; cycles <= CycleOrder::most_cycles; ++cycles) {
        SCOPED_TRACE(std::string(network) + ", " + std::to_string(threads) + " threads, " +
                     std::to_string(cycles) + " cycles");
        std::vector<Groups> pieces(threads), scattered(threads);
        for (std::uint32_t g = 0; g < topology.size(); ++g) {
          pieces[g * threads / topology.size()].push_back(g);
          scattered[random() % threads].push_back(g);
        }
        for (Groups& groups : scattered) std::shuffle(groups.begin(), groups.end(), random);
        for (const std::vector<Groups>& begin : {pieces, scattered})
          ASSERT_NO_FATAL_FAILURE(expect_right(CycleOrder(cycles, neighbours, begin), neighbours, threads));
      }
    }
  }
}

TEST(CycleOrder, computes_groups_at_a_cut_between_two_messages) {
  for (const char* network : {"mesh:7x9", "torus:5x6", "mesh:40", "mesh:3x3x6"}) {
    const Topology topology = parse_topology(network);
    std::vector<Groups> neighbours = neighbours_of(topology);
    Groups all, at_cut;  // the lowest and the highest slice
    const Rank slice = topology.size() / topology.extent(topology.dims() - 1);
    for (std::uint32_t g = 0; g < topology.size(); ++g) {
      all.push_back(g);
      if (g < slice || g >= topology.size() - slice) at_cut.push_back(g);
    }
    for (unsigned cycles = 1; cycles <= CycleOrder::most_cycles; ++cycles) {
      SCOPED_TRACE(network + (", " + std::to_string(cycles) + " cycles"));
      for (const Groups& cut : {at_cut, Groups{0}, Groups{}, all}) {
        const CycleOrder order(cycles, neighbours, all, cut);
        ASSERT_NO_FATAL_FAILURE(expect_right(order, neighbours, 1));
        ASSERT_EQ(order.phases(), 2 * cycles);
        std::size_t most = 0;
        for (unsigned phase = 0; phase < order.phases(); ++phase) {
          for (const CycleOrder::Step& s : order.steps(phase, 0)) {
            if (std::find(cut.begin(), cut.end(), s.group) != cut.end()) ASSERT_EQ(phase, 2 * s.cycle);
          }
          most = std::max(most, order.steps(phase, 0).size());
        }
        if (cut.size() < 2) EXPECT_LE(most, all.size() + cycles) << "work while messages travel is uneven";
      }
    }
  }
}

TEST(CycleOrder, shares_lines_out_equally) {
  // Threads 0 to 2 have quarters; the last quarter is divided among both ends of what thread 3 has.
  const std::vector<Groups> neighbours = neighbours_of(parse_topology("mesh:80"));
  std::vector<Groups> threads(4);
  for (std::uint32_t g = 0; g < 80; ++g) threads[((g + 10) / 20 + 3) % 4].push_back(g);
  EXPECT_EQ(CycleOrder(1, neighbours, threads).cost(), 0.25);
  EXPECT_EQ(CycleOrder(8, neighbours, threads).cost(), 0.25);
  EXPECT_GT(CycleOrder(16, neighbours, threads).cost(), 0.5);  // the areas of neighbours meet
  EXPECT_EQ(CycleOrder(16, neighbours, {CycleOrder::Groups(threads[0])}).cost(), 1.0);
}

/// What is asked of a network that is compared with itself.
struct Case {
  const char* network;
  NodeKind kind = NodeKind::model;
  unsigned threads = 1;
  unsigned cycles_in_order = 4;
};

class Nobody final : public FabricObserver {
 public:
  void cycle(Cycle, const std::function<const model::NodeOut&(Rank)>&) override {}
};

struct Network {
  Network(const Topology& topology, const HardwareConfig& config, const Case& c)
      : fabric(topology, config, options(topology, config, c.threads), node_factory(c.kind, config, log)),
        stress(fabric, traffic(config)) {}
  static StressOptions traffic(const HardwareConfig& config) {
    StressOptions traffic;
    traffic.seed = 7;
    traffic.max_gap = 100;
    traffic.multicast = config.multicast;
    traffic.stop_at = 600;
    return traffic;
  }
  static Fabric::Options options(const Topology& topology, const HardwareConfig& config, unsigned threads) {
    Fabric::Options o;
    o.planes = false;
    o.mem_words = Stress::mem_words(topology.size(), traffic(config));
    o.threads = threads;
    o.work_for_a_thread = threads % 2 == 0 ? 0 : 1;
    return o;
  }
  LockstepLog log;
  Fabric fabric;
  Stress stress;
};

void expect_same(const Case& c, HardwareConfig config = {}) {
  const Topology topology = parse_topology(c.network);
  config.fit(topology);
  SCOPED_TRACE(c.network + (" " + describe(config)));
  ASSERT_TRUE(legal(topology, config));
  Network in_order(topology, config, c), cycle_by_cycle(topology, config, c);
  Nobody nobody;
  cycle_by_cycle.fabric.add_observer(&nobody);
  // Whole orders, parts of them, and single cycles in between.
  for (unsigned n = 0; !cycle_by_cycle.stress.done(); ++n) {
    const Cycle cycles = std::array{64, 1, 16, 7, 34, 3}[n % 6];
    in_order.fabric.step(cycles);
    cycle_by_cycle.fabric.step(cycles);
    for (Rank r = 0; r < topology.size(); ++r) {
      SCOPED_TRACE("rank " + std::to_string(r) + ", cycle " + std::to_string(in_order.fabric.now()));
      ASSERT_NO_FATAL_FAILURE(expect_same_pins(in_order.fabric, cycle_by_cycle.fabric, r));
      if (n % 17 == 0)
        ASSERT_NO_FATAL_FAILURE(expect_same_registers(in_order.fabric, cycle_by_cycle.fabric, r));
    }
  }
  EXPECT_EQ(in_order.fabric.cycles_in_order(), c.cycles_in_order);
  EXPECT_TRUE(in_order.stress.done());
  EXPECT_EQ(in_order.fabric.now(), cycle_by_cycle.fabric.now());
  EXPECT_EQ(in_order.fabric.evaluations(), cycle_by_cycle.fabric.evaluations());
  EXPECT_EQ(in_order.fabric.link_flits(), cycle_by_cycle.fabric.link_flits());
  EXPECT_GT(in_order.fabric.link_flits(), 10'000u);
  EXPECT_EQ(in_order.stress.check(), "");
}

TEST(CyclesInOrder, give_the_state_of_single_cycles) {
  expect_same({"mesh:12x12"});
  expect_same({"torus:9x10"});
  expect_same({"mesh:5x5x4"});
  expect_same({"hypercube:6"});
  HardwareConfig star;
  star.vcs = usual_vcs(TopologyKind::star, 5);
  expect_same({"star:5"}, star);
  expect_same({"spidergon:64"});
}

TEST(CyclesInOrder, give_it_with_threads) {
  expect_same({"torus:16x16", NodeKind::model, 2});
  expect_same({"mesh:8x8", NodeKind::model, 2, 1});  // too small: threads would wait too long
}

TEST(CyclesInOrderNightly, give_it_with_threads) {
  expect_same({"mesh:16x16", NodeKind::model, 2});
  expect_same({"mesh:16x24", NodeKind::model, 3});
}

TEST(CyclesInOrder, give_it_with_other_nodes) {
  HardwareConfig registers_in_links;  // computed one by one
  registers_in_links.hop_cycles = 2;
  expect_same({"mesh:8x8"}, registers_in_links);
  HardwareConfig multicast;
  multicast.multicast = true;
  expect_same({"mesh:8x8"}, multicast);
  HardwareConfig all_port;
  all_port.all_port = true;
  expect_same({"torus:8x8"}, all_port);
  expect_same({"mesh:6x6", NodeKind::lockstep});
}

/// Throws in a cycle.
class Failing final : public Host {
 public:
  Failing(Rank rank, Cycle when) : rank_(rank) { wake_at_ = when; }
  model::RegisterAccess drive(Cycle now, const model::NodeOut&) override {
    throw std::runtime_error("rank " + std::to_string(rank_) + " in cycle " + std::to_string(now));
  }

 private:
  Rank rank_;
};

TEST(CyclesInOrder, fail_with_what_fails_first) {
  struct Failures {
    std::array<Cycle, 3> when;  // at both ends of the network and in its middle
    const char* first;
  };
  LockstepLog log;
  for (const unsigned threads : {1u, 2u, 3u}) {
    for (const Failures& failures : {Failures{{37, 38, 39}, "rank 0 in cycle 37"},
                                     {{39, 37, 38}, "rank 130 in cycle 37"},
                                     {{38, 39, 37}, "rank 255 in cycle 37"},
                                     {{38, 37, 37}, "rank 130 in cycle 37"}}) {
      Fabric::Options options;
      options.threads = threads;
      options.work_for_a_thread = 0;
      options.planes = false;
      Fabric fabric(parse_topology("mesh:16x16"), {}, options, node_factory(NodeKind::model, {}, log));
      Failing low(0, failures.when[0]), middle(130, failures.when[1]), high(255, failures.when[2]);
      fabric.set_host(0, &low);
      fabric.set_host(130, &middle);
      fabric.set_host(255, &high);
      try {
        fabric.step(64);
        FAIL();
      } catch (const std::runtime_error& e) {
        EXPECT_STREQ(e.what(), failures.first);
        EXPECT_EQ(fabric.now(), 37u);
      }
    }
  }
}

}  // namespace
}  // namespace collnoc::test
