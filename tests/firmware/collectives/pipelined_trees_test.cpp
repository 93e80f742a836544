// Tests pipelined-trees and pipelined-trees-all-port: disjoint trees, pieces and proofs.
#include "collnoc/firmware/collectives/broadcast/pipelined_trees.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "collnoc/firmware/collectives/broadcast/disjoint_trees.hpp"
#include "collnoc/firmware/collectives/broadcast/pipelined_trees_all_port.hpp"
#include "collnoc/firmware/collectives/broadcast/two_trees.hpp"
#include "collnoc/firmware/runtime/action_plan.hpp"
#include "sim/schedule/expanded_schedule.hpp"
#include "sim/schedule/metrics.hpp"
#include "sim/topology/topology_text.hpp"
#include "tests/firmware/collectives/proof.hpp"

namespace collnoc {
namespace {

/// The node that sends to `node` over `link` of its own, or no_rank.
Rank sender(const Topology& topology, Rank node, Link link) {
  for (Link back = 0; back < topology.links(); ++back) {
    const Rank other = topology.neighbour(node, back);
    if (other != no_rank && topology.opposite(back) == link) return other;
  }
  return no_rank;
}

/// Every tree reaches every node at its depth, and no link is in two trees.
void expect_disjoint_spanning_trees(const Topology& topology, Rank root) {
  const DisjointTrees trees(topology, root);
  std::set<std::pair<Rank, Link>> used;
  std::uint32_t height = 0;
  for (unsigned tree = 0; tree < trees.count(); ++tree) {
    ASSERT_EQ(trees.depth(tree, root), 0u);
    for (Rank node = 0; node < topology.size(); ++node) {
      if (node == root) continue;
      const Link link = trees.link_to(tree, node);
      const Rank parent = sender(topology, node, link);
      ASSERT_NE(parent, no_rank) << to_text(topology) << " root " << root << " tree " << tree << " node "
                                 << node;
      ASSERT_EQ(topology.neighbour(parent, link), node);
      ASSERT_TRUE(used.emplace(parent, link).second) << to_text(topology) << " root " << root << ": link "
                                                     << link << " of " << parent << " is in two trees";
      ASSERT_EQ(trees.depth(tree, node), trees.depth(tree, parent) + 1)
          << to_text(topology) << " root " << root << " tree " << tree << " node " << node;
      height = std::max(height, trees.depth(tree, node));
    }
  }
  EXPECT_EQ(trees.height(), height) << to_text(topology) << " root " << root;
}

/// Links of the node, other than the root, that has the fewest.
unsigned fewest_links(const Topology& topology, Rank root) {
  unsigned fewest = topology.links();
  for (Rank node = 0; node < topology.size(); ++node) {
    unsigned links = 0;
    for (Link link = 0; link < topology.links(); ++link) links += topology.neighbour(node, link) != no_rank;
    if (node != root) fewest = std::min(fewest, links);
  }
  return fewest;
}

TEST(DisjointTrees, SpanEveryRectangleFromEveryCornerEdgeAndMiddle) {
  for (std::uint32_t x = 2; x <= 16; ++x) {
    for (std::uint32_t y = 2; y <= 16; ++y) {
      for (const Topology& t : {Topology::torus(x, y), Topology::mesh(x, y)}) {
        for (const Rank root : {0u, x - 1, x / 2, t.size() / 2 + x / 2, t.size() - 1})
          expect_disjoint_spanning_trees(t, root);
        ASSERT_FALSE(HasFatalFailure());
      }
    }
  }
}

TEST(DisjointTrees, SpanOtherNetworksFromEveryRoot) {
  for (const char* text : {"mesh:2", "mesh:7", "torus:2", "torus:6", "mesh:4x5w", "mesh:2wx3", "mesh:2x3x4",
                           "torus:4x4x4", "torus:2x3x2x3", "hypercube:1", "hypercube:6", "ghc:3", "ghc:4x4",
                           "ghc:3x4", "ghc:2x3x2", "star:3", "star:4", "star:5"}) {
    const Topology t = parse_topology(text);
    for (Rank root = 0; root < t.size(); ++root) expect_disjoint_spanning_trees(t, root);
    ASSERT_FALSE(HasFatalFailure());
  }
}

TEST(DisjointTrees, AreAsManyAsTheNodeWithTheFewestLinksHasUnlessRingsAndLinesAreMixed) {
  for (const char* text :
       {"mesh:7", "torus:6", "mesh:8x8", "torus:8x8", "torus:2x5", "mesh:2x3x4", "torus:4x4x4", "hypercube:6",
        "ghc:4x4", "ghc:3x4", "star:3", "star:4", "star:5"}) {
    const Topology t = parse_topology(text);
    EXPECT_EQ(DisjointTrees(t, 0).count(), fewest_links(t, 0)) << text;
  }
  EXPECT_EQ(DisjointTrees(parse_topology("mesh:8x8w"), 0).count(), 2u);
}

TEST(DisjointTrees, AreLow) {
  EXPECT_EQ(DisjointTrees(Topology::torus(8, 8), 5).height(), 13u);
  EXPECT_EQ(DisjointTrees(Topology::mesh(8, 8), 0).height(), 14u);
  EXPECT_EQ(DisjointTrees(Topology::mesh(8, 8), 27).height(), 8u);
  EXPECT_EQ(DisjointTrees(Topology::hypercube(6), 5).height(), 7u);
  EXPECT_EQ(DisjointTrees(parse_topology("torus:4x4x4"), 5).height(), 10u);
  EXPECT_EQ(DisjointTrees(parse_topology("star:4"), 5).height(), 7u);
  EXPECT_EQ(DisjointTrees(parse_topology("star:5"), 5).height(), 8u);
}

TEST(Pipeline, HasThePieceOfTheLeastPredictedCycles) {
  for (const std::uint32_t flit_bytes : {8u, 32u}) {
    const Timing timing{flit_bytes, 32, 2};
    for (const std::uint32_t words : {1u, 3u, 32u, 500u, 20000u}) {
      for (const std::uint32_t relays : {0u, 5u, 30u}) {
        Pipeline pipeline;
        pipeline.words = words;
        pipeline.relays = relays;
        pipeline.least_flits = 4;
        const std::uint32_t best = pipeline.piece_words(timing);
        EXPECT_LE(best, words);
        EXPECT_LE(message_flits(timing, 8 * best), timing.packet_flits) << "a piece is one packet";
        EXPECT_TRUE(best == words || message_flits(timing, 8 * best) >= 4);
        for (std::uint32_t piece = 1; piece <= words && piece * 8 <= 31 * flit_bytes; ++piece) {
          if (message_flits(timing, 8 * piece) < 4) continue;
          EXPECT_LE(pipeline.cycles(timing, best), pipeline.cycles(timing, piece))
              << words << " words, " << piece;
        }
      }
    }
  }
}

TEST(Pipeline, CountsTheCyclesOfTheHardwareContract) {
  const Timing timing{8, 32, 1};
  EXPECT_EQ(message_flits(timing, 0), 1u);  // a signal
  EXPECT_EQ(message_flits(timing, 248), 32u);
  EXPECT_EQ(message_flits(timing, 249), 34u);
  // The tail of 4 flits is accepted 4 + 2 cycles after the head was on the injection channel, 1 hop away; the
  // counter follows in the next cycle, and the relay's head 3 cycles later.
  EXPECT_EQ(relay_cycles(timing, 1, 4), 4u + 2 + 1 + 3);
  EXPECT_EQ(relay_cycles({8, 32, 3}, 2, 4), 6u + 2 + 4 + 4);
}

TEST(PipelinedTreesAllPort, IsProvedOnAnyNetworkFromEveryRoot) {
  for (const char* text :
       {"mesh:2", "mesh:7", "torus:6", "mesh:3x5", "torus:5x3", "mesh:4x5w", "mesh:2x3x4", "torus:2x3x2x3",
        "torus:8x8", "mesh:8x8", "hypercube:4", "ghc:4x4", "star:3", "star:4", "star:5"}) {
    const Topology t = parse_topology(text);
    for (Rank root = 0; root<t.size(); root += t.size()> 40 ? 7 : 1) {
      expect_proved(broadcast("pipelined-trees-all-port"), {t, root, 1000}, PortModel::all_port);
      ASSERT_FALSE(HasFailure()) << text << " root " << root;
    }
  }
}

TEST(PipelinedTreesAllPort, LeavesOutEmptyPieces) {
  for (std::uint32_t bytes : {1u, 8u, 9u, 24u, 33u}) {
    for (const char* text : {"torus:8x8", "mesh:4x4", "torus:4x4x4", "star:4"})
      expect_proved(broadcast("pipelined-trees-all-port"), {parse_topology(text), 5, bytes},
                    PortModel::all_port);
  }
}

TEST(PipelinedTreesAllPort, TakesOneStepPerPieceAndLevel) {
  for (std::uint32_t bytes : {64u, 1024u, 16384u}) {
    const Job job{Topology::torus(8, 8), 9, bytes};
    const DisjointTrees trees(job.topology, job.root);
    const std::uint32_t pieces = PipelinedTreesAllPort::Split(job, trees).most_pieces();
    const Metrics m = measure(broadcast("pipelined-trees-all-port"), job);
    EXPECT_EQ(m.alpha, 12 + pieces);
    EXPECT_EQ(m.steps, m.alpha);
    EXPECT_EQ(m.peak_link_bytes, bytes / 4);
  }
}

TEST(PipelinedTreesAllPort, TakesOneActionOfTheSequencerForEachChild) {
  const Job job{Topology::torus(8, 8), 9, 16384};
  const DisjointTrees trees(job.topology, job.root);
  for (Rank rank = 0; rank < job.topology.size(); ++rank) {
    unsigned children = 0;
    for (unsigned tree = 0; tree < trees.count(); ++tree) {
      for (Rank node = 0; node < job.topology.size(); ++node)
        children += node != job.root && sender(job.topology, node, trees.link_to(tree, node)) == rank;
    }
    std::vector<std::uint64_t> words(1024);
    ActionPlan plan(job.topology, rank, 4, words, 0);
    ASSERT_TRUE(write_plan<PipelinedTreesAllPort>(job, false, plan));
    unsigned puts = 0, gated = 0, waits = 0;
    for (unsigned c = 0; c < 4; ++c) {
      for (std::uint32_t at = c; (words[at] & 15) != static_cast<unsigned>(action::Kind::end);) {
        const auto kind = static_cast<action::Kind>(words[at] & 15);
        const bool put = kind == action::Kind::put;
        puts += put;
        gated += put && (words[at] >> 35 & 63) != 0;
        waits += kind == action::Kind::wait;
        at = kind == action::Kind::chain ? static_cast<std::uint32_t>(words[at] >> 32) / 8
                                         : at + (put ? 2 : 1);
      }
    }
    EXPECT_EQ(puts, children) << "rank " << rank;
    EXPECT_EQ(gated, rank == job.root ? 0 : children);
    EXPECT_EQ(waits, rank == job.root ? 0u : 4u) << "only for the end";
  }
}

/// Another algorithm that claims own_waits.
class Claimant final : public Algorithm {
 public:
  explicit Claimant(const Algorithm& other) : other_(other) {}
  std::string_view name() const override { return other_.name(); }
  std::string_view summary() const override { return other_.summary(); }
  Collective collective() const override { return other_.collective(); }
  bool contention_free() const override { return other_.contention_free(); }
  bool own_waits() const override { return true; }
  std::optional<std::string> why_not(const Topology& topology, PortModel nic) const override {
    return other_.why_not(topology, nic);
  }
  std::uint64_t bytes_needed(const Job& job) const override { return other_.bytes_needed(job); }
  std::uint32_t steps(const Job& job) const override { return other_.steps(job); }
  Action next(const Job& job, Rank rank, Cursor& cursor) const override {
    return other_.next(job, rank, cursor);
  }
  std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter, std::uint32_t step) const override {
    return other_.arrivals(job, rank, counter, step);
  }

 private:
  const Algorithm& other_;
};

TEST(OwnWaits, AreCheckedAndAFalseClaimIsNoticed) {
  // A rank of scatter-collect waits for its part once, and then puts it in several steps.
  const Job job{Topology::mesh(4, 4), 0, 64};
  EXPECT_TRUE(check_order(broadcast("scatter-collect"), job).good());
  const Verdict v = check_order(Claimant(broadcast("scatter-collect")), job);
  EXPECT_FALSE(v.good());
  EXPECT_NE(v.answer.find("has arrived"), std::string::npos) << v.answer;
  EXPECT_FALSE(check_order(Claimant(exchange("product")), {Topology::mesh(4, 4), 0, 64}).good());
}

TEST(PipelinedTreesAllPort, RefusesWhatItCannotDo) {
  const Algorithm& a = broadcast("pipelined-trees-all-port");
  EXPECT_NE(a.why_not(Topology::torus(8, 8), PortModel::one_port), std::nullopt);
  EXPECT_NE(a.why_not(parse_topology("mesh:8x1"), PortModel::all_port), std::nullopt);
  EXPECT_NE(a.why_not(parse_topology("spidergon:8"), PortModel::all_port), std::nullopt);
  EXPECT_NE(a.why_not(parse_topology("star:4"), PortModel::one_port), std::nullopt);
  EXPECT_EQ(a.why_not(parse_topology("star:4"), PortModel::all_port), std::nullopt);
}

TEST(PipelinedTrees, AreProvedOnEveryRectangle) {
  for (std::uint32_t x = 2; x <= 16; ++x) {
    for (std::uint32_t y = 2; y <= 16; ++y) {
      for (const Topology& t : {Topology::torus(x, y), Topology::mesh(x, y)}) {
        expect_proved(broadcast("pipelined-trees"), {t, (7 * x + 3 * y) % t.size(), 100});
        ASSERT_FALSE(HasFailure()) << to_text(t);
      }
    }
  }
}

TEST(PipelinedTrees, HaveSlotsWithTimeToSpare) {
  const Job job{Topology::torus(8, 8), 9, 16384};
  const PipelinedTrees::Halves halves(job, TwoTrees(job.topology, job.root, false));
  EXPECT_EQ(halves.piece_words(), 16u);
  EXPECT_EQ(halves.begin(8), 141u) << "8 slots of 17 flits and 5/8 cycles";
  for (const char* text : {"torus:4x4", "torus:16x16", "mesh:8x8"}) {
    for (const std::uint32_t bytes : {4096u, 16384u, 65536u}) {
      const Job other{parse_topology(text), 0, bytes};
      const PipelinedTrees::Halves h(other, TwoTrees(other.topology, 0, false));
      EXPECT_GE(h.begin(16), 8 * (relay_cycles(other.timing, 3, h.piece_words() + 1) + 3))
          << text << ": a relay in two slots";
      EXPECT_GE(h.begin(8), 8 * (h.piece_words() + 1) + 5) << text;
    }
  }
}

TEST(PipelinedTrees, AreProvedOnAnyNetworkFromEveryRoot) {
  for (const char* text :
       {"mesh:2", "mesh:7", "torus:6", "mesh:2x2", "mesh:4x3", "mesh:3x5", "torus:5x3", "mesh:5x4w",
        "mesh:3x2x4", "torus:3x2x2x3", "torus:8x8", "mesh:8x8", "hypercube:4", "ghc:4x4"}) {
    const Topology t = parse_topology(text);
    for (Rank root = 0; root<t.size(); root += t.size()> 40 ? 7 : 1) {
      expect_proved(broadcast("pipelined-trees"), {t, root, 1000});
      ASSERT_FALSE(HasFailure()) << text << " root " << root;
    }
  }
}

TEST(PipelinedTrees, ShareNoLinkWithinAStepOnAnEvenTorus) {
  for (const char* text : {"torus:8x8", "torus:6x4"}) {
    for (const Collective collective : {Collective::broadcast, Collective::reduce}) {
      const Algorithm& a = *find_algorithm(collective, "pipelined-trees");
      const Topology t = parse_topology(text);
      for (Rank root = 0; root < t.size(); root += 7) {
        Schedule schedule = spell_out(a, {t, root, 1000}, PortModel::one_port);
        EXPECT_TRUE(check_links(schedule, true).good())
            << text << " root " << root << ": " << check_links(schedule, true).answer;
      }
    }
  }
}

TEST(PipelinedTrees, ApproachTheLengthOfTheMessage) {
  const Job job{Topology::torus(8, 8), 9, 262144};
  const Metrics m = measure(broadcast("pipelined-trees"), job);
  EXPECT_LT(m.beta, 1.05);
  EXPECT_GE(m.beta, 1.0);
}

}  // namespace
}  // namespace collnoc
