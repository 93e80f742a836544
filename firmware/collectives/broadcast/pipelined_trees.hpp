// Broadcast `pipelined-trees`, one-port: half of the message travels down each of two trees in which no node
// is inner twice (two_trees.hpp), in pieces.
//
//   root --2--> o --1--> o --0--> o        in each tree; a node sends a piece to its two children while it
//                 \--1--> o \--0--> o      receives one piece of either tree
//
// P: pieces of a tree; h: rounds from the root to the last leaf, about the extent of x plus half of the
// number of rows, on an 8x8 torus 8. alpha = 2 (h - 1 + P) or less, beta = alpha/(2 P) -> 1, which is
// optimal. Port model: one-port. In every step, a node sends and receives at most one piece. Links may be
// shared within a step (on tori of even extents they are not). Any mesh, torus or generalized hypercube of
// two or more nodes, any root.
//
// A step is a time slot of the length of a piece. All nodes keep to the slots, because they use their ports
// in every slot: two pieces that meet at a receiver would delay all that follow. The length of a piece is
// that for which all slots together are shortest. A rank that ignores the slots is late, never wrong: it
// waits for every piece that it forwards.
//
// The length of a slot. The NIC fetches the three words of a piece's actions, in two turns, while it sends
// another piece. A fetch meets the payload in the same one of the two banks with probability 1/2, and every
// second time it is the payload that waits for a cycle. So a piece loses 1/2 cycle on average. A slot has 1/8
// more than that to spare, else lost time is never made up. A relay happens within two slots: they must be
// long enough for the farthest child, three hops away, and a loss of all three cycles. With fewer pieces than
// rounds, slots of two hops without any loss are better, since pieces that are late then delay only few
// others.
//
// Two trees: Sanders, Speck and Traeff, "Two-tree algorithms for full bandwidth broadcast, reduction and
// scan" (Parallel Computing 35, 2009). One counter per tree: a node receives a tree's pieces from one parent,
// in order.
#pragma once
#include "collnoc/firmware/collectives/broadcast/two_trees.hpp"
#include "collnoc/firmware/collectives/common/pipeline.hpp"
#include "collnoc/firmware/collectives/common/schedule.hpp"

namespace collnoc {

/// What the broadcast and the reduce share.
struct InTwoTrees {
  static constexpr const char* name = "pipelined-trees";
  static constexpr bool contention_free = false;
  static constexpr bool closed_form = false;

  static constexpr const char* refusal(const Topology& topology, PortModel) {
    return topology.size() < 2 ? "it needs 2 or more nodes" : nullptr;
  }
  static constexpr std::uint64_t bytes_needed(const Job& job) { return padded(job.bytes); }
};

struct PipelinedTrees : InTwoTrees {
  static constexpr const char* summary =
      "pieces follow each other down two trees in which no node is inner twice (after Sanders, Speck & "
      "Traeff)";
  static constexpr Collective collective = Collective::broadcast;

  static constexpr std::uint32_t steps(const Job& job) {
    const TwoTrees trees(job.topology, job.root, false);
    return 2 * (trees.height() - 1 + Halves(job, trees).pieces(1));
  }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    const TwoTrees trees(job.topology, job.root, false);
    const Halves halves(job, trees);
    for (unsigned tree = 0; tree < 2; ++tree) {
      const auto counter = static_cast<std::uint8_t>(1 + tree);
      for (const Rank child : trees.place(tree, rank).children) {
        if (child == no_rank) continue;
        const std::uint32_t first = first_step(trees.place(tree, child));
        if (step < first || (step - first) % 2 == 1 || (step - first) / 2 >= halves.pieces(tree)) continue;
        const std::uint32_t piece = (step - first) / 2;
        if (rank != job.root) out.wait(counter, piece + 1);
        out.until(halves.begin(step));
        out.send(share(job, child, halves.piece(tree, piece), counter, trees.route(tree, child)));
      }
    }
  }

  /// Counter 1 + tree: the pieces from the node's parent.
  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter,
                                          std::uint32_t step) {
    if (counter == 0 || counter > 2 || rank == job.root) return 0;
    const TwoTrees trees(job.topology, job.root, false);
    const std::uint32_t first = first_step(trees.place(counter - 1u, rank));
    const std::uint32_t all = Halves(job, trees).pieces(counter - 1u);
    if (step <= first) return 0;
    const std::uint32_t begun = (step - first + 1) / 2;
    return begun < all ? begun : all;
  }

  /// Two halves of the message.
  class Halves : public PiecesOfParts {
   public:
    /// `accumulates`: pieces go upwards and are combined (reduce_pipelined_trees.hpp).
    constexpr Halves(const Job& job, const TwoTrees& trees, bool accumulates = false)
        : PiecesOfParts(job, 2) {
      const std::uint32_t half = most_words();
      const std::uint32_t packet = (job.timing.packet_flits - 1) * job.timing.flit_bytes / 8;
      std::uint64_t least = ~std::uint64_t{0};
      for (std::uint32_t piece = 1; piece <= half && piece <= packet; ++piece) {
        if (accumulates && piece % 2 == 1 && piece != 1) continue;
        const std::uint32_t count = (half + piece - 1) / piece;
        const std::uint32_t slot = eighths_of_slot(job.timing, piece, count < trees.height(),
                                                   accumulates ? cycles_to_combine(job.element) : 0);
        const std::uint64_t all = std::uint64_t{slot} * (trees.height() + count);
        if (all >= least) continue;
        least = all;
        piece_ = piece;
        slot_ = slot;
      }
    }
    /// The cycle in which a step begins.
    constexpr std::uint32_t begin(std::uint32_t step) const {
      return static_cast<std::uint32_t>(std::uint64_t{step} * slot_ / 8);
    }

   private:
    /// Length of a slot in eighths of a cycle, for pieces of `piece` words; `few` of them. `to_combine`:
    /// cycles for it at each node, or 0.
    static constexpr std::uint32_t eighths_of_slot(const Timing& timing, std::uint32_t piece, bool few,
                                                   std::uint32_t to_combine) {
      constexpr std::uint32_t lost = 4, made_up = 1, action_words = 3;
      const std::uint32_t flits = message_flits(timing, piece * 8), full = 8 * flits + lost + made_up;
      std::uint32_t relay =
          4 * (few ? relay_cycles(timing, 2, flits) : relay_cycles(timing, 3, flits) + action_words);
      if (to_combine != 0 && !few)
        relay = 4 * (relay_cycles(timing, 3, flits) + 2 * action_words + to_combine);
      return full < relay ? relay : full;
    }
    std::uint32_t slot_ = 8;
  };

 private:
  /// The step in which the parent of a node sends it the first piece.
  static constexpr std::uint32_t first_step(const TwoTrees::Place& place) {
    return 2 * (place.depth - 1) + place.parity;
  }
};

}  // namespace collnoc
