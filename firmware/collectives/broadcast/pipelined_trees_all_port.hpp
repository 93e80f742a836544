// Broadcast `pipelined-trees-all-port`: the message is split over spanning trees of which no two share a
// directed link (disjoint_trees.hpp), and travels down each of them in pieces.
//
//   root --piece 2--> o --piece 1--> o --piece 0--> o     in each of T trees at the same time
//
// T = 4 on a torus, 2 on a mesh, d in a hypercube, n - 1 on a star graph: as many as the node with the fewest
// links has. P: pieces of a tree; h: height of the trees. alpha = h - 1 + P, beta = (h - 1 + P)/(T P) -> 1/T,
// which is optimal, since that node receives over T links. Port model: all-port. Free of contention: every
// message takes one hop, over a link that only its tree uses. Any mesh, torus or generalized hypercube of
// extents of 2 or more, any star graph, any root.
//
// The length of a piece minimizes the predicted cycles (pipeline.hpp). A message has one counter per tree: a
// node receives a tree's pieces from one neighbour, in order. Trees in pipelines: Johnsson and Ho, "Optimum
// broadcasting and personalized communication in hypercubes" (IEEE Trans. Computers 38, 1989), section 3.
#pragma once
#include "collnoc/firmware/collectives/broadcast/disjoint_trees.hpp"
#include "collnoc/firmware/collectives/common/pipeline.hpp"
#include "collnoc/firmware/collectives/common/schedule.hpp"

namespace collnoc {

struct PipelinedTreesAllPort {
  static constexpr const char* name = "pipelined-trees-all-port";
  static constexpr const char* summary =
      "pieces follow each other down spanning trees that share no link (after Johnsson & Ho)";
  static constexpr Collective collective = Collective::broadcast;
  static constexpr bool contention_free = true;
  static constexpr bool closed_form = false;
  static constexpr bool own_waits = true;
  static constexpr Structure needs = Structure::ranks;

  static constexpr const char* refusal(const Topology& topology, PortModel nic) {
    if (nic != PortModel::all_port) return "it needs an all-port NIC";
    if (topology.symbols() != 0) return nullptr;
    if (!topology.has_coordinates()) return "it needs dimensions or a star graph";
    for (unsigned d = 0; d < topology.dims(); ++d) {
      if (topology.extent(d) < 2) return "it needs extents of at least 2; leave out those of 1";
    }
    return nullptr;
  }
  static constexpr std::uint64_t bytes_needed(const Job& job) { return padded(job.bytes); }

  static constexpr std::uint32_t steps(const Job& job) {
    const DisjointTrees trees(job.topology, job.root);
    return trees.height() - 1 + Split(job, trees).most_pieces();
  }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    const DisjointTrees trees(job.topology, job.root);
    const Split split(job, trees);
    for (Link link = 0; link < job.topology.links(); ++link) {
      const Rank child = job.topology.neighbour(rank, link);
      if (child == no_rank || child == job.root) continue;
      for (unsigned tree = 0; tree < trees.count(); ++tree) {
        if (trees.link_to(tree, child) != link) continue;
        const std::uint32_t depth = trees.depth(tree, child) - 1;
        if (step < depth || step - depth >= split.pieces(tree)) break;
        const std::uint32_t piece = step - depth;
        const auto counter = static_cast<std::uint8_t>(1 + tree);
        if (rank != job.root) out.wait(counter, piece + 1);
        out.send(share(job, child, split.piece(tree, piece), counter, over(job.topology, link)));
        break;
      }
    }
  }

  /// Counter 1 + tree: the pieces from the node's parent.
  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter,
                                          std::uint32_t step) {
    const DisjointTrees trees(job.topology, job.root);
    if (counter == 0 || counter > trees.count() || rank == job.root) return 0;
    const std::uint32_t depth = trees.depth(counter - 1u, rank), all = Split(job, trees).pieces(counter - 1u);
    if (step < depth) return 0;
    return step - depth + 1 < all ? step - depth + 1 : all;
  }

  /// One share of the message per tree.
  class Split : public PiecesOfParts {
   public:
    constexpr Split(const Job& job, const DisjointTrees& trees) : PiecesOfParts(job, trees.count()) {
      Pipeline pipeline;
      pipeline.words = most_words();
      pipeline.relays = trees.height() - 1;
      pipeline.least_flits = trees.count();
      pipeline.puts = trees.count();
      piece_ = pipeline.piece_words(job.timing);
      cycles_ = pipeline.cycles(job.timing, piece_);
    }
    constexpr std::uint32_t most_pieces() const { return (most_words() + piece_ - 1) / piece_; }
    /// Predicted.
    constexpr std::uint64_t cycles() const { return cycles_; }

   private:
    std::uint64_t cycles_ = 0;
  };

  /// The route over one link.
  static constexpr Route over(const Topology& topology, Link link) {
    Route route;
    if (topology.has_directions())
      route.direction[link / 2] = link % 2 == 0 ? Direction::plus : Direction::minus;
    return route;
  }
};

}  // namespace collnoc
