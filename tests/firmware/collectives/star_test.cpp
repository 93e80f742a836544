// Tests the star graph and its schedules: Tseng & Sheu, "Toward optimal broadcast in a star graph using
// multiple spanning trees".
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "firmware/collectives/all_to_all_hamiltonian.hpp"
#include "firmware/collectives/star_binomial.hpp"
#include "firmware/collectives/star_multi_tree.hpp"
#include "sim/schedule/bound.hpp"
#include "sim/schedule/metrics.hpp"
#include "sim/schedule/paper_cost.hpp"
#include "sim/schedule/path.hpp"
#include "tests/firmware/collectives/proof.hpp"

namespace collnoc {
namespace {

constexpr std::array<unsigned, 3> sizes{3, 4, 5};

/// Distances from a node by breadth-first search over neighbour().
std::vector<unsigned> distances(const Topology& topology, Rank from) {
  std::vector<unsigned> hops(topology.size(), ~0u);
  std::vector<Rank> queue{from};
  hops[from] = 0;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (Link link = 0; link < topology.links(); ++link) {
      const Rank next = topology.neighbour(queue[i], link);
      if (hops[next] != ~0u) continue;
      hops[next] = hops[queue[i]] + 1;
      queue.push_back(next);
    }
  }
  return hops;
}

TEST(StarGraph, NumbersItsNodes) {
  EXPECT_EQ(Topology::star(3).size(), 6u);
  EXPECT_EQ(Topology::star(4).size(), 24u);
  EXPECT_EQ(Topology::star(5).size(), 120u);
  for (const unsigned n : sizes) {
    const Topology topology = Topology::star(n);
    EXPECT_EQ(topology.label(0), star::Permutation::identity(n));
    std::set<std::uint16_t> addresses;
    for (Rank rank = 0; rank < topology.size(); ++rank) {
      const star::Permutation label = topology.label(rank);
      unsigned symbols = 0;
      for (unsigned i = 0; i < n; ++i) symbols |= 1u << label[i];
      EXPECT_EQ(symbols, (1u << n) - 1) << "a permutation";
      EXPECT_EQ(topology.rank(label), rank);
      EXPECT_EQ(topology.address(rank), label.packed());
      EXPECT_EQ(rank / star::factorial(n - 1), n - 1 - label[n - 1]) << "a substar is contiguous";
      addresses.insert(topology.address(rank));
    }
    EXPECT_EQ(addresses.size(), topology.size());
    for (Rank rank = 0; n > star::min_symbols && rank < star::factorial(n - 1); ++rank) {
      for (unsigned i = 0; i + 1 < n; ++i)
        EXPECT_EQ(topology.label(rank)[i], Topology::star(n - 1).label(rank)[i]);
    }
  }
}

TEST(StarGraph, LinksExchangeTheFirstSymbol) {
  for (const unsigned n : sizes) {
    const Topology topology = Topology::star(n);
    EXPECT_EQ(topology.links(), n - 1);
    for (Rank rank = 0; rank < topology.size(); ++rank) {
      for (Link link = 0; link < topology.links(); ++link) {
        const Rank there = topology.neighbour(rank, link);
        const star::Permutation here = topology.label(rank), other = topology.label(there);
        for (unsigned i = 0; i < n; ++i) EXPECT_EQ(other[i], here[i == 0 ? link + 1 : i == link + 1 ? 0 : i]);
        EXPECT_EQ(topology.opposite(link), link);
        EXPECT_EQ(topology.neighbour(there, link), rank);
        EXPECT_EQ(topology.link_towards(0, rank, there, false), link);
      }
    }
  }
}

TEST(StarGraph, RoutesGreedilyByAShortestWay) {
  for (const unsigned n : sizes) {
    const Topology topology = Topology::star(n);
    for (Rank src = 0; src < topology.size(); ++src) {
      const std::vector<unsigned> hops = distances(topology, src);
      EXPECT_EQ(*std::max_element(hops.begin(), hops.end()), star::diameter(n));
      for (Rank dst = 0; dst < topology.size(); ++dst) {
        EXPECT_EQ(distance(topology, src, dst), hops[dst]);
        EXPECT_EQ(path(topology, src, dst, {}).size(), hops[dst] + 1);
        EXPECT_EQ(path(topology, src, dst, {}).back(), dst);
      }
    }
  }
}

TEST(StarGraph, HasNoDirections) {
  Route plus, descending;
  plus.direction[0] = Direction::plus;
  descending.set_order(Order::descending);
  EXPECT_TRUE(leads_there(Topology::star(4), 0, 5, {}));
  EXPECT_FALSE(leads_there(Topology::star(4), 0, 5, plus));
  EXPECT_FALSE(leads_there(Topology::star(4), 0, 5, descending));
}

TEST(StarGraph, BoundsTotalExchangeByItsHops) {
  // Nodes at distance 1, 2, ..: S_3 2, 2, 1; S_4 3, 6, 9, 5.
  EXPECT_EQ(status_bound(Topology::star(3)), 9u);
  EXPECT_EQ(status_bound(Topology::star(4)), 62u);
  HardwareConfig hardware;
  hardware.all_port = true;
  EXPECT_EQ(lower_bound(Collective::total_exchange, {Topology::star(4), 0, 24, 0}, hardware).cycles,
            62u + 1u);
}

TEST(StarGraph, RefusesSchedulesThatNeedCoordinates) {
  std::set<std::string> applying, known{"direct",
                                        "bruck",
                                        "binomial",
                                        "greedy-tree",
                                        "greedy-tree:1",
                                        "hamiltonian",
                                        "hamiltonian-all-port",
                                        "multi-tree",
                                        "multi-tree-all-port"};
  for (const char* p : {"1", "2", "4", "8", "16", "32", "64"}) {
    known.insert(std::string("multi-tree:") + p);
    known.insert(std::string("multi-tree:") + p + "-all-port");
  }
  for (const Algorithm* algorithm : algorithms()) {
    if (!algorithm->why_not(Topology::star(4), Nic::all_port)) applying.emplace(algorithm->name());
  }
  EXPECT_EQ(applying, known);
  EXPECT_EQ(broadcast("line").why_not(Topology::star(4), Nic::one_port),
            "it needs coordinates, which a star graph has not");
}

TEST(StarGraph, SchedulesOfItsOwnNeedIt) {
  for (const char* name : {"binomial", "greedy-tree", "multi-tree", "multi-tree-all-port"})
    EXPECT_EQ(broadcast(name).why_not(Topology::mesh(4, 4), Nic::all_port), "it needs a star graph");
  for (const char* name : {"hamiltonian", "hamiltonian-all-port", "multi-tree", "multi-tree-all-port"})
    EXPECT_EQ(all_to_all(name).why_not(Topology::mesh(4, 4), Nic::all_port), "it needs a star graph");
  for (const char* name : {"greedy-tree", "greedy-tree:1", "multi-tree-all-port"})
    EXPECT_EQ(broadcast(name).why_not(Topology::star(4), Nic::one_port), "it needs an all-port NIC");
  for (const char* name : {"hamiltonian-all-port", "multi-tree-all-port"})
    EXPECT_EQ(all_to_all(name).why_not(Topology::star(4), Nic::one_port), "it needs an all-port NIC");
  EXPECT_EQ(meant_algorithm(Collective::broadcast, "multi-tree:4", Topology::star(4), Nic::all_port)->name(),
            "multi-tree:4-all-port");
}

TEST(StarGraph, RunsTheGeneralSchedules) {
  for (const unsigned n : sizes) {
    for (const Nic nic : {Nic::one_port, Nic::all_port}) {
      expect_proved(exchange("direct"), {Topology::star(n), 0, 24, 0}, nic);
      expect_proved(all_to_all("direct"), {Topology::star(n), 0, 24, 0}, nic, Formula::equal);
      expect_proved(exchange("bruck"), {Topology::star(n), 0, 24, 0}, nic, Formula::equal);
    }
  }
}

/// A spanning tree by the words of section 3, apart from firmware/collectives/star_trees.hpp: labels are
/// vectors, edges a set.
class PrintedTree {
 public:
  using Label = std::vector<unsigned>;

  static Label label(unsigned n, Rank rank) {
    const star::Permutation p = star::permutation(n, rank);
    Label label(n);
    for (unsigned i = 0; i < n; ++i) label[i] = p[i];
    return label;
  }
  static Label rotated(Label label, unsigned i) {
    std::rotate(label.begin(), label.end() - i, label.end());
    return label;
  }
  static Rank number(unsigned n, const Label& label) {
    star::Permutation p;
    for (unsigned i = 0; i < n; ++i) p.set(i, label[i]);
    return star::rank(n, p);
  }

  /// L(centre) hung from `root`: breadth first along its edges, whatever their sense.
  PrintedTree(unsigned n, const Label& centre, Rank root)
      : parent(star::factorial(n), no_rank), depth(parent) {
    std::vector<std::vector<Rank>> edges(star::factorial(n));
    for (Rank v = 0; v < edges.size(); ++v) {
      const Label from = label(n, v);
      if (from == centre) continue;
      unsigned alpha = 0;  // Eq. (1)
      if (from[0] == centre[0]) {
        for (alpha = 1; from[alpha] == centre[alpha];) ++alpha;
      } else {
        while (from[0] != centre[alpha]) ++alpha;
      }
      Label to = from;
      std::swap(to[0], to[alpha]);
      edges[v].push_back(number(n, to));
      edges[number(n, to)].push_back(v);
    }
    std::vector<Rank> queue{root};
    depth[root] = 0;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (const Rank next : edges[queue[i]]) {
        if (depth[next] != no_rank) continue;
        parent[next] = queue[i];
        depth[next] = depth[queue[i]] + 1;
        queue.push_back(next);
      }
    }
    nodes = queue.size();
  }
  unsigned height() const { return *std::max_element(depth.begin(), depth.end()); }

  std::vector<Rank> parent;
  std::vector<unsigned> depth;
  std::size_t nodes = 0;  ///< reached from the root
};

/// The trees of a broadcast from `root`, by the paper's words.
std::vector<PrintedTree> printed_trees(unsigned n, Rank root) {
  std::vector<PrintedTree> trees;
  const PrintedTree::Label r = PrintedTree::label(n, root);
  for (unsigned i = 1; i < n; ++i) trees.emplace_back(n, PrintedTree::rotated(r, i), root);
  return trees;
}

TEST(StarTrees, AreThoseOfThePaperFromEveryRoot) {
  for (const unsigned n : sizes) {
    const Topology topology = Topology::star(n);
    for (Rank root = 0; root < topology.size(); ++root) {
      const star::Permutation back = star::inverse(n, topology.label(root));
      for (unsigned i = 0; i < n; ++i) {
        const PrintedTree printed(n, PrintedTree::rotated(PrintedTree::label(n, root), i), root);
        ASSERT_EQ(printed.nodes, topology.size()) << "it spans";
        const StarTree tree = i == 0 ? StarTree::greedy(n) : StarTree::rotated(n, i);
        for (Rank v = 0; v < topology.size(); ++v) {
          const star::Permutation node = star::product(n, back, topology.label(v));
          EXPECT_EQ(tree.depth(node), printed.depth[v]);
          if (i == 0) EXPECT_EQ(printed.depth[v], distance(topology, root, v)) << "greedy, Lemma 3";
          if (v == root) {
            EXPECT_EQ(tree.parent(node), 0u);
          } else {
            EXPECT_EQ(topology.neighbour(v, tree.parent(node) - 1), printed.parent[v]);
          }
        }
      }
    }
  }
}

TEST(StarTrees, HaveTheHeightsOfLemma5ButOne) {
  for (const unsigned n : sizes) {
    unsigned tallest = 0;
    for (unsigned i = 1; i < n; ++i) {
      const PrintedTree tree(n, PrintedTree::rotated(PrintedTree::label(n, 0), i), 0);
      const unsigned below = n == 3 && i == 2 ? 1 : 0;  // 4, the lemma has 5
      EXPECT_EQ(tree.height() + below, rotated_height(n, i)) << "S_" << n << ", i = " << i;
      tallest = std::max(tallest, tree.height());
    }
    EXPECT_EQ(tallest, tallest_rotated(n));
  }
  EXPECT_EQ(tallest_rotated(3), 5u);
  EXPECT_EQ(tallest_rotated(4), 8u);
  EXPECT_EQ(tallest_rotated(5), 10u);
}

TEST(StarTrees, PutAtMostTwoOnALinkFromEveryRoot) {
  for (const unsigned n : sizes) {
    for (Rank root = 0; root < star::factorial(n); ++root) {
      std::map<std::pair<Rank, Rank>, unsigned> load;
      unsigned most = 0;
      for (const PrintedTree& tree : printed_trees(n, root)) {
        for (Rank v = 0; v < tree.parent.size(); ++v) {
          if (v != root) most = std::max(most, ++load[{tree.parent[v], v}]);
        }
      }
      EXPECT_EQ(most, 2u) << "S_" << n << " from " << root;
    }
  }
}

/// Segments of the longest message of every slot, by the trees alone: root issues one a tree and slot, nodes
/// pass on what the slot before has brought. `dimension`: only over its links; 0: all.
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
  for (const unsigned n : sizes) {
    for (Rank root = 0; root < star::factorial(n); ++root) {
      const Job job{Topology::star(n), root, 8 * 2 * (n - 1), 0};
      expect_proved(broadcast("multi-tree:2-all-port"), job, Nic::all_port);
      expect_proved(broadcast(n == 5 ? "multi-tree:1" : "multi-tree:2"), job, Nic::one_port);
    }
  }
}

TEST(MultiTree, IsProvedForAnyLength) {
  for (const unsigned n : sizes) {
    for (const std::uint32_t bytes : {1u, 8u, 17u, 100u, 1001u, 4096u}) {
      const Job job{Topology::star(n), 3, bytes, 64};
      for (const char* name : {"multi-tree", "multi-tree:4"}) expect_proved(broadcast(name), job);
      for (const char* name : {"multi-tree-all-port", "multi-tree:8-all-port"})
        expect_proved(broadcast(name), job, Nic::all_port);
    }
  }
}

TEST(MultiTree, SendsEachSegmentDownItsTreeFromEveryRoot) {
  for (const unsigned n : sizes) {
    const Topology topology = Topology::star(n);
    for (Rank root = 0; root < topology.size(); root += n == 5 ? 7 : 1) {
      const std::vector<PrintedTree> trees = printed_trees(n, root);
      const Job job{topology, root, 8 * (n - 1), 0};  // p = 1: a word a tree
      const Schedule schedule = spell_out(broadcast("multi-tree:1-all-port"), job, Nic::all_port);
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
  for (const unsigned n : sizes) {
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
      const auto paper = paper_cost(all_port, job, Nic::all_port);
      EXPECT_EQ(paper->alpha, slots);
      EXPECT_DOUBLE_EQ(paper->beta, 2.0 * slots / (p * (n - 1)));
      EXPECT_LT(m.beta, paper->beta) << "the last packets are not full";
      const auto paper_serial = paper_cost(one_port, job, Nic::one_port);
      EXPECT_DOUBLE_EQ(paper_serial->alpha, (n - 1) * paper->alpha);
      EXPECT_DOUBLE_EQ(paper_serial->beta, (n - 1) * paper->beta);
      EXPECT_LE(serial.alpha, paper_serial->alpha);
      EXPECT_LT(serial.beta, paper_serial->beta);
    }
  }
}

TEST(MultiTree, CostsTheSameFromEveryRoot) {
  for (const unsigned n : sizes) {
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
  for (const unsigned n : sizes) {
    const double h = tallest_rotated(n);
    for (const std::uint32_t bytes : {1024u, 4096u, 5000u, 65536u, 1u << 20}) {
      const auto time = [&](double p) { return (h + p - 1) * (startup + 2 * bytes / (p * (n - 1))); };  // (3)
      const std::uint32_t p = MultiTree<>::segments({Topology::star(n), 0, bytes, 0});
      std::uint32_t best = 1;
      for (std::uint32_t q = 1; q <= bytes / 8 / (n - 1); ++q) best = time(q) < time(best) ? q : best;
      EXPECT_EQ(p, best) << "S_" << n << ", " << bytes << " bytes";
      EXPECT_NEAR(p, std::sqrt(2 * bytes * (h - 1) / ((n - 1) * startup)), 1) << "Eq. (5)";
      // Theorem 1: Eq. (3) with a p that need not be whole.
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
  for (const unsigned n : sizes) {
    for (Rank root = 0; root < star::factorial(n); ++root) {
      const std::uint32_t whole = 8 * GreedyTree<>::segments({Topology::star(n), 0, 1024, 0});
      const Job job{Topology::star(n), root, 1024, 0};
      expect_proved(broadcast("greedy-tree:1"), job, Nic::all_port, Formula::equal);
      expect_proved(broadcast("greedy-tree"), job, Nic::all_port,
                    job.bytes % whole == 0 ? Formula::equal : Formula::any);
    }
    expect_proved(broadcast("greedy-tree"), {Topology::star(n), 0, 64, 0}, Nic::all_port, Formula::any);
    EXPECT_EQ(measure(broadcast("greedy-tree:1"), {Topology::star(n), 0, 64, 0}).alpha, star::diameter(n));
  }
}

TEST(StarBinomial, IsProvedFromEveryRoot) {
  EXPECT_EQ(StarBinomial::steps(3), 3u);
  EXPECT_EQ(StarBinomial::steps(4), 6u);
  EXPECT_EQ(StarBinomial::steps(5), 9u);
  for (const unsigned n : sizes) {
    for (Rank root = 0; root < star::factorial(n); ++root) {
      const Job job{Topology::star(n), root, 100, 0};
      expect_proved(broadcast("binomial"), job, Nic::one_port, Formula::equal);
      EXPECT_EQ(measure(broadcast("binomial"), job).messages, job.topology.size() - 1)
          << "nobody hears twice";
    }
  }
}

TEST(AllToAllMultiTree, IsProvedAndCostsWhatThePaperSays) {
  for (const unsigned n : sizes) {
    for (const std::uint32_t bytes : {1u, 8u, 40u, 96u}) {
      const Job job{Topology::star(n), 0, bytes, 0};
      const Formula formula = bytes == 96 ? Formula::equal : Formula::any;
      expect_proved(all_to_all("multi-tree"), job, Nic::one_port, formula);
      expect_proved(all_to_all("multi-tree-all-port"), job, Nic::all_port, formula);
    }
  }
}

TEST(AllToAllMultiTree, LoadsAllLinksEquallyInEveryStep) {
  for (const unsigned n : sizes) {
    const Topology topology = Topology::star(n);
    const std::vector<unsigned> hops = distances(topology, 0);
    for (const char* name : {"multi-tree-all-port", "hamiltonian-all-port"}) {
      const Schedule schedule = spell_out(all_to_all(name), {topology, 0, 8 * (n - 1), 0}, Nic::all_port);
      std::size_t carried = 0;
      for (std::size_t step = 0; step < schedule.steps.size(); ++step) {
        const Step& transfers = schedule.steps[step];
        EXPECT_EQ(transfers.size(), topology.size() * (n - 1)) << "every link is used";
        for (const Transfer& t : transfers) EXPECT_EQ(t.bytes(), transfers[0].bytes()) << "Lemma 7";
        carried += transfers[0].bytes() / 8;
        if (std::string_view(name).starts_with("multi")) {
          EXPECT_EQ(transfers[0].bytes() / 8, std::count(hops.begin(), hops.end(), step + 1));
        }
      }
      EXPECT_EQ(carried, topology.size() - 1);
    }
  }
}

TEST(AllToAllHamiltonian, IsProvedAndCostsWhatThePaperSays) {
  for (const unsigned n : sizes) {
    const Topology topology = Topology::star(n);
    for (const std::uint32_t bytes : {1u, 24u}) {
      const Job job{topology, 0, bytes, 0};
      for (const Nic nic : {Nic::one_port, Nic::all_port})
        expect_proved(all_to_all("hamiltonian"), job, nic, bytes % 8 == 0 ? Formula::equal : Formula::any);
      expect_proved(all_to_all("hamiltonian-all-port"), {topology, 0, 4 * bytes, 0}, Nic::all_port,
                    bytes % 8 == 0 ? Formula::equal : Formula::any);
    }
    const StarCycle& cycle = star_cycles[n - star::min_symbols];
    for (std::uint32_t i = 0; i < topology.size(); ++i) {
      EXPECT_EQ(cycle.place[cycle.node[i]], i);
      EXPECT_EQ(distance(topology, cycle.node[i], cycle.node[(i + 1) % topology.size()]), 1u);
    }
  }
}

}  // namespace
}  // namespace collnoc
