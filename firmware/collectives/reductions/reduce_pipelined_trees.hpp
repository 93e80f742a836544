// Reduce `pipelined-trees`, one-port, of NICs that accumulate: broadcast `pipelined-trees` backwards. Each
// half of the vector is combined up one of two trees in which no node is inner twice (two_trees.hpp), in
// pieces.
//
//   root <--2-- o <--1-- o <--0-- o        in each tree; the pieces of a node's children are added to its own
//                 \--1-- o \--0-- o        by its NIC, and the NIC sends the sum on
//
// alpha = 2 (h - 1 + P) or less, beta = alpha/(2 P) -> 1, which is optimal; P: pieces of a tree, h: rounds
// from the last leaf to the root. The result takes the place of the root's input; all other inputs are
// overwritten, too. Port model: one-port. In every step, a node sends and receives at most one piece. Links
// may be shared within a step. Any mesh, torus or generalized hypercube of two or more nodes, any root.
//
// A step is a time slot, as in the broadcast: two pieces that meet at a receiver would delay all that follow.
// Leaves keep to the slots. An inner node does not look at the clock: it sends a piece when those of its
// children have arrived, and what it sends as a leaf of the other tree keeps it in its slots. A relay takes
// longer than in a broadcast: two cycles to combine, and most words that the NIC fetches wait for a bank,
// because one is read for what is sent and the other one for what is combined. Pieces have an even number of
// words, so that these two take turns. One counter for each child: its pieces come in order.
#pragma once
#include "collnoc/firmware/collectives/broadcast/pipelined_trees.hpp"

namespace collnoc {

struct ReducePipelinedTrees : InTwoTrees {
  static constexpr const char* summary =
      "NICs combine pieces up two trees in which no node is inner twice (after Sanders, Speck & Traeff)";
  static constexpr Collective collective = Collective::reduce;
  static constexpr bool accumulates = true;

  static constexpr std::uint32_t steps(const Job& job) {
    const TwoTrees trees(job.topology, job.root, true);
    return steps(trees, Halves(job, trees));
  }

  /// Cycles of all slots and of the last piece.
  static constexpr std::uint32_t cycles(const Job& job) {
    const TwoTrees trees(job.topology, job.root, true);
    const Halves halves(job, trees);
    return halves.begin(steps(trees, halves)) +
           relay_cycles(job.timing, 3, message_flits(job.timing, halves.piece_words() * 8));
  }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    if (rank == job.root) return;
    const TwoTrees trees(job.topology, job.root, true);
    const Halves halves(job, trees);
    for (unsigned tree = 0; tree < 2; ++tree) {
      const TwoTrees::Place place = trees.place(tree, rank);
      const std::uint32_t first = first_step(trees, halves, tree, place);
      if (step < first || (step - first) % 2 == 1 || (step - first) / 2 >= halves.pieces(tree)) continue;
      const std::uint32_t piece = (step - first) / 2;
      const Rank parent = trees.parent(tree, rank);
      const bool second = trees.place(tree, parent).children[0] != rank;
      // The pieces of the first child come last.
      for (unsigned child = 2; child-- > 0;) {
        if (place.children[child] != no_rank) out.wait(counter(tree, child), piece + 1);
      }
      if (place.children[0] == no_rank) out.until(halves.begin(step));
      Put put = share(job, parent, halves.piece(tree, piece), counter(tree, second ? 1 : 0),
                      trees.route(tree, rank));
      put.operation = operation_of(job.op, job.element);
      out.send(put);
    }
  }

  /// Counters 1 + 2 tree + child: the pieces from one child. (A node has children in one tree, the root one
  /// in each.)
  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter,
                                          std::uint32_t step) {
    if (counter == 0 || counter > 4) return 0;
    const unsigned tree = (counter - 1u) / 2, child = (counter - 1u) % 2;
    const TwoTrees trees(job.topology, job.root, true);
    const Rank from = trees.place(tree, rank).children[child];
    if (from == no_rank) return 0;
    const Halves halves(job, trees);
    const std::uint32_t first = first_step(trees, halves, tree, trees.place(tree, from));
    if (step <= first) return 0;
    const std::uint32_t begun = (step - first + 1) / 2, all = halves.pieces(tree);
    return begun < all ? begun : all;
  }

 private:
  struct Halves : PipelinedTrees::Halves {
    constexpr Halves(const Job& job, const TwoTrees& trees) : PipelinedTrees::Halves(job, trees, true) {}
  };

  static constexpr std::uint8_t counter(unsigned tree, unsigned child) {
    return static_cast<std::uint8_t>(1 + 2 * tree + child);
  }
  static constexpr std::uint32_t steps(const TwoTrees& trees, const Halves& halves) {
    return 2 * (trees.height() - 1 + halves.pieces(1));
  }
  /// The step in which a node sends its first piece: the last one leaves when the broadcast's first one came.
  static constexpr std::uint32_t first_step(const TwoTrees& trees, const Halves& halves, unsigned tree,
                                            const TwoTrees::Place& place) {
    return steps(trees, halves) - 2 * (place.depth - 1) - place.parity - 1 - 2 * (halves.pieces(tree) - 1);
  }
};

}  // namespace collnoc
