// Tests the broadcasts of star graphs (several trees, the greedy tree, the binomial tree): Tseng & Sheu,
// "Toward optimal broadcast in a star graph using multiple spanning trees".
#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "collnoc/firmware/collectives/broadcast/star_binomial.hpp"
#include "collnoc/firmware/collectives/broadcast/star_multi_tree.hpp"
#include "sim/schedule/metrics.hpp"
#include "sim/schedule/paper_cost.hpp"
#include "tests/firmware/collectives/proof.hpp"
#include "tests/firmware/collectives/star_reference.hpp"

namespace collnoc {
namespace {

/// Number of segments of the longest message of every slot, from the trees alone: the root issues one segment
/// per tree and slot, and nodes forward what the previous slot brought. `dimension`: only over its links; 0:
/// all.
unsigned longest(unsigned n, const std::vector<PrintedTree>& trees, unsigned p, unsigned slot,
                 unsigned dimension) {
  std::map<std::pair<Rank, Rank>, unsigned> load;
  unsigned most = 0;
  for (const PrintedTree& tree : trees) {
    for (Rank v = 0; v < tree.parent.size(); ++v) {
      const Rank from = tree.parent[v];
      if (from == no_rank || tree.depth[v] > slot + 1 || slot + 1 - tree.depth[v] >= p) continue;
      if (dimension != 0 && Topology::star(n).neighbour(from, dimension - 1) != v) continue;
      most = std::max(most, ++load[{from, v}]);
    }
  }
  return most;
}

TEST(MultiTree, IsProvedFromEveryRoot) {
  for (const unsigned n : star_sizes) {
    for (Rank root = 0; root < star::factorial(n); ++root) {
      const Job job{Topology::star(n), root, 8 * 2 * (n - 1), 0};
      expect_proved(broadcast("multi-tree:2-all-port"), job, PortModel::all_port);
      expect_proved(broadcast(n == 5 ? "multi-tree:1" : "multi-tree:2"), job, PortModel::one_port);
    }
  }
}

TEST(MultiTree, IsProvedForAnyLength) {
  for (const unsigned n : star_sizes) {
    for (const std::uint32_t bytes : {1u, 8u, 17u, 100u, 1001u, 4096u}) {
      const Job job{Topology::star(n), 3, bytes, 64};
      for (const char* name : {"multi-tree", "multi-tree:4"}) expect_proved(broadcast(name), job);
      for (const char* name : {"multi-tree-all-port", "multi-tree:8-all-port"})
        expect_proved(broadcast(name), job, PortModel::all_port);
    }
  }
}

TEST(MultiTree, SendsEachSegmentDownItsTreeFromEveryRoot) {
  for (const unsigned n : star_sizes) {
    const Topology topology = Topology::star(n);
    for (Rank root = 0; root < topology.size(); root += n == 5 ? 7 : 1) {
      const std::vector<PrintedTree> trees = printed_trees(n, root);
      const Job job{topology, root, 8 * (n - 1), 0};  // p = 1: one word per tree
      const Schedule schedule = spell_out(broadcast("multi-tree:1-all-port"), job, PortModel::all_port);
      std::size_t puts = 0;
      for (std::size_t step = 0; step < schedule.steps.size(); ++step) {
        for (const Transfer& t : schedule.steps[step]) {
          EXPECT_LE(t.puts.size(), 2u);
          for (const Put& put : t.puts) {
            const PrintedTree& tree = trees[put.local / 8];
            EXPECT_EQ(tree.parent[t.dst], t.src);
            EXPECT_EQ(tree.depth[t.dst], step + 1);
            ++puts;
          }
        }
      }
      EXPECT_EQ(puts, (n - 1) * (topology.size() - 1));
    }
  }
}

TEST(MultiTree, TakesTheSlotsOfEquation3AndNoMoreThanItsTime) {
  for (const unsigned n : star_sizes) {
    const std::vector<PrintedTree> trees = printed_trees(n, 0);
    for (const unsigned p : {1u, 2u, 4u, 8u, 16u, 32u, 64u}) {
      const Job job{Topology::star(n), 0, 8 * p * (n - 1), 0};
      const std::string name = "multi-tree:" + std::to_string(p);
      const Algorithm &all_port = broadcast(name + "-all-port"), &one_port = broadcast(name);
      const unsigned slots = tallest_rotated(n) + p - 1;
      unsigned segments = 0, steps = 0, serial_segments = 0;
      for (unsigned slot = 0; slot < slots; ++slot) {
        segments += longest(n, trees, p, slot, 0);
        for (unsigned d = 1; d < n; ++d) {
          serial_segments += longest(n, trees, p, slot, d);
          steps += longest(n, trees, p, slot, d) != 0;
        }
      }
      const Metrics m = measure(all_port, job), serial = measure(one_port, job);
      EXPECT_EQ(m.alpha, slots);
      EXPECT_EQ(m.beta_bytes, 8 * segments);
      EXPECT_EQ(serial.steps, (n - 1) * slots);
      EXPECT_EQ(serial.alpha, steps);
      EXPECT_EQ(serial.beta_bytes, 8 * serial_segments);
      const auto paper = paper_cost(all_port, job, PortModel::all_port);
      EXPECT_EQ(paper->alpha, slots);
      EXPECT_DOUBLE_EQ(paper->beta, 2.0 * slots / (p * (n - 1)));
      EXPECT_LT(m.beta, paper->beta) << "the last packets are not full";
      const auto paper_serial = paper_cost(one_port, job, PortModel::one_port);
      EXPECT_DOUBLE_EQ(paper_serial->alpha, (n - 1) * paper->alpha);
      EXPECT_DOUBLE_EQ(paper_serial->beta, (n - 1) * paper->beta);
      EXPECT_LE(serial.alpha, paper_serial->alpha);
      EXPECT_LT(serial.beta, paper_serial->beta);
    }
  }
}

TEST(MultiTree, CostsTheSameFromEveryRoot) {
  for (const unsigned n : star_sizes) {
    const Job first{Topology::star(n), 0, 32 * (n - 1), 0};
    for (Rank root = 1; root < first.topology.size(); root += n == 5 ? 7 : 1) {
      const Job job{first.topology, root, first.bytes, 0};
      for (const char* name : {"multi-tree:4", "multi-tree:4-all-port", "greedy-tree", "binomial"}) {
        const Metrics a = measure(broadcast(name), first), b = measure(broadcast(name), job);
        EXPECT_EQ(a.alpha, b.alpha);
        EXPECT_EQ(a.beta_bytes, b.beta_bytes);
        EXPECT_EQ(a.message_hops, b.message_hops);
        EXPECT_EQ(a.peak_link_bytes, b.peak_link_bytes);
      }
    }
  }
}

TEST(MultiTree, TakesLessThanEquation3OnS4) {
  const std::map<unsigned, double> beta{{1, 4.0}, {2, 5.0 / 2}, {4, 7.0 / 4}, {8, 29.0 / 24}};
  for (const auto& [p, expected] : beta) {
    const Job job{Topology::star(4), 0, 8 * p * 3, 0};
    const Metrics m = measure(broadcast("multi-tree:" + std::to_string(p) + "-all-port"), job);
    EXPECT_EQ(m.alpha, 8 + p - 1);
    EXPECT_DOUBLE_EQ(m.beta, expected) << "p = " << p;
  }
  const Metrics serial = measure(broadcast("multi-tree:4"), {Topology::star(4), 0, 96, 0});
  EXPECT_EQ(serial.steps, 33u);
  EXPECT_EQ(serial.alpha, 31u) << "two steps move nothing";
}

TEST(MultiTree, ChoosesTheSegmentsOfEquation5) {
  const double startup = MultiTree<>::startup_bytes;
  for (const unsigned n : star_sizes) {
    const double h = tallest_rotated(n);
    for (const std::uint32_t bytes : {1024u, 4096u, 5000u, 65536u, 1u << 20}) {
      const auto time = [&](double p) { return (h + p - 1) * (startup + 2 * bytes / (p * (n - 1))); };  // (3)
      const std::uint32_t p = MultiTree<>::segments({Topology::star(n), 0, bytes, 0});
      std::uint32_t best = 1;
      for (std::uint32_t q = 1; q <= bytes / 8 / (n - 1); ++q) best = time(q) < time(best) ? q : best;
      EXPECT_EQ(p, best) << "S_" << n << ", " << bytes << " bytes";
      EXPECT_NEAR(p, std::sqrt(2 * bytes * (h - 1) / ((n - 1) * startup)), 1) << "Eq. (5)";
      // Theorem 1: Eq. (3) with a p that need not be an integer.
      const double theorem = (h + std::sqrt(2 * bytes * (h - 1) / ((n - 1) * startup)) - 1) *
                             (startup + std::sqrt(2 * bytes * startup / ((n - 1) * (h - 1))));
      EXPECT_GE(time(p), theorem * (1 - 1e-12));
      EXPECT_LE(time(p), theorem * 1.01);
    }
    EXPECT_EQ(MultiTree<>::segments({Topology::star(n), 0, 8, 0}), 1u);
    EXPECT_EQ(MultiTreeAllPort<>::segments({Topology::star(n), 0, 4096, 0}),
              MultiTree<>::segments({Topology::star(n), 0, 4096, 0}));
  }
}

TEST(GreedyTree, IsProvedFromEveryRootAndCostsWhatThePaperSays) {
  for (const unsigned n : star_sizes) {
    for (Rank root = 0; root < star::factorial(n); ++root) {
      const std::uint32_t whole = 8 * GreedyTree<>::segments({Topology::star(n), 0, 1024, 0});
      const Job job{Topology::star(n), root, 1024, 0};
      expect_proved(broadcast("greedy-tree:1"), job, PortModel::all_port, Formula::equal);
      expect_proved(broadcast("greedy-tree"), job, PortModel::all_port,
                    job.bytes % whole == 0 ? Formula::equal : Formula::any);
    }
    expect_proved(broadcast("greedy-tree"), {Topology::star(n), 0, 64, 0}, PortModel::all_port, Formula::any);
    EXPECT_EQ(measure(broadcast("greedy-tree:1"), {Topology::star(n), 0, 64, 0}).alpha, star::diameter(n));
  }
}

TEST(StarBinomial, IsProvedFromEveryRoot) {
  EXPECT_EQ(StarBinomial::steps(3), 3u);
  EXPECT_EQ(StarBinomial::steps(4), 5u);
  EXPECT_EQ(StarBinomial::steps(5), 8u);
  for (const unsigned n : star_sizes) {
    for (Rank root = 0; root < star::factorial(n); ++root) {
      const Job job{Topology::star(n), root, 100, 0};
      expect_proved(broadcast("binomial"), job, PortModel::one_port, Formula::equal);
      const Metrics m = measure(broadcast("binomial"), job);
      EXPECT_EQ(m.alpha, StarBinomial::steps(n));
      EXPECT_EQ(m.messages, job.topology.size() - 1) << "nobody hears twice";
      EXPECT_EQ(m.message_hops, m.messages) << "every message moves one hop";
    }
  }
}

}  // namespace
}  // namespace collnoc
