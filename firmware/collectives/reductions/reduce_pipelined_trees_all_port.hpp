// Reduce `pipelined-trees-all-port`, of NICs that accumulate: broadcast `pipelined-trees-all-port` backwards.
// The vector is cut into shares, one for each of the spanning trees that share no directed link
// (disjoint_trees.hpp), and combined up its tree in pieces.
//
//   root <-- o <-- o <-- o      in every tree; the pieces of a node's children are added to its own by its
//              \-- o            NIC, and the NIC sends the sum on
//
// alpha = height - 1 + P, beta = (1 + (height - 1)/P) / trees, P: pieces of a share. The result takes the
// place of the root's input; all other inputs are overwritten, too. Port model: all-port. No link is shared.
// Tori, meshes, generalized hypercubes and star graphs, any root. A piece waits for those of the node's
// children and for nothing else (own_waits). Counter 1 + link: the pieces that come by it, all of one child
// and one tree.
#pragma once
#include "collnoc/firmware/collectives/broadcast/pipelined_trees_all_port.hpp"

namespace collnoc {

struct ReducePipelinedTreesAllPort {
  static constexpr const char* name = "pipelined-trees-all-port";
  static constexpr const char* summary =
      "NICs combine pieces up as many trees as fit without sharing a link (after Johnsson & Ho)";
  static constexpr Collective collective = Collective::reduce;
  static constexpr bool contention_free = true;
  static constexpr bool closed_form = false;
  static constexpr bool own_waits = true;
  static constexpr bool accumulates = true;
  static constexpr Structure needs = Structure::ranks;
  using Broadcast = PipelinedTreesAllPort;

  static constexpr const char* refusal(const Topology& topology, PortModel nic) {
    return Broadcast::refusal(topology, nic);
  }
  static constexpr std::uint64_t bytes_needed(const Job& job) { return padded(job.bytes); }
  static constexpr std::uint32_t steps(const Job& job) { return Broadcast::steps(job); }

  /// Predicted cycles, as those of the broadcast.
  static constexpr std::uint64_t cycles(const Job& job) {
    return Broadcast::Split(job, DisjointTrees(job.topology, job.root)).cycles();
  }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    if (rank == job.root) return;
    const Topology& topology = job.topology;
    const DisjointTrees trees(topology, job.root);
    const Broadcast::Split split(job, trees);
    for (unsigned tree = 0; tree < trees.count(); ++tree) {
      const std::uint32_t first = trees.height() - trees.depth(tree, rank);
      if (step < first || step - first >= split.pieces(tree)) continue;
      const std::uint32_t piece = step - first;
      for (Link link = 0; link < topology.links(); ++link) {
        if (sends(trees, job, tree, rank, link)) out.wait(counter(link), piece + 1);
      }
      const Link by = trees.link_to(tree, rank), up = topology.opposite(by);
      Put put = share(job, topology.neighbour(rank, up), split.piece(tree, piece), counter(by),
                      Broadcast::over(topology, up));
      put.operation = operation_of(job.op, job.element);
      out.send(put);
    }
  }

  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter,
                                          std::uint32_t step) {
    const Topology& topology = job.topology;
    if (counter == 0 || counter > topology.links()) return 0;
    const DisjointTrees trees(topology, job.root);
    for (unsigned tree = 0; tree < trees.count(); ++tree) {
      if (!sends(trees, job, tree, rank, counter - 1u)) continue;
      const Rank child = topology.neighbour(rank, counter - 1u);
      const std::uint32_t first = trees.height() - trees.depth(tree, child),
                          all = Broadcast::Split(job, trees).pieces(tree);
      if (step <= first) return 0;
      return step - first < all ? step - first : all;
    }
    return 0;
  }

 private:
  static constexpr std::uint8_t counter(Link link) { return static_cast<std::uint8_t>(1 + link); }
  /// Whether the neighbour of `rank` over `link` is its child in the tree.
  static constexpr bool sends(const DisjointTrees& trees, const Job& job, unsigned tree, Rank rank,
                              Link link) {
    const Rank child = job.topology.neighbour(rank, link);
    return child != no_rank && child != job.root && trees.link_to(tree, child) == link;
  }
};

}  // namespace collnoc
