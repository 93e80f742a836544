// Broadcast `multicast-all-port`: parts of the message over multicast trees that share no link
// (multicast_trees.hpp), in pieces, in hardware with multicast.
//
//   8x8 torus, quarters:   A   +x along the root's row, then +y along the columns     C   +y, then +x
//                          B   -x                            -y                       D   -y, then -x
//
// T trees: 4 on a torus of two dimensions, 6 of three, d on a mesh or hypercube of d dimensions, 1 on a star
// graph. P pieces of
// a part: alpha = P + 2, beta = (1 + 2/P) / T, in one dimension P and 1/T. Port model: all-port. Free of
// contention. Any star graph, or mesh, torus or generalized hypercube of extents of 2 or more, any root. The
// length of a piece is that for which the last one arrives soonest. Counter 1 + tree: its pieces, in order: a
// node receives a part from one node.
#pragma once
#include "collnoc/firmware/collectives/broadcast/multicast_trees.hpp"
#include "collnoc/firmware/collectives/common/pipeline.hpp"
#include "collnoc/firmware/collectives/common/schedule.hpp"

namespace collnoc {

struct MulticastAllPort {
  static constexpr const char* name = "multicast-all-port";
  static constexpr const char* summary = "parts over multicast trees that share no link, in pieces";
  static constexpr Collective collective = Collective::broadcast;
  static constexpr bool contention_free = true;
  static constexpr bool closed_form = false;
  static constexpr bool own_waits = true;
  static constexpr bool multicasts = true;
  static constexpr Structure needs = Structure::ranks;

  static constexpr const char* refusal(const Topology& topology, PortModel nic) {
    if (!has_multicasts(topology)) return no_multicasts;
    if (nic != PortModel::all_port) return "it needs an all-port NIC";
    for (unsigned d = 0; d < topology.dims(); ++d) {
      if (topology.extent(d) < 2) return "it needs extents of at least 2; leave out those of 1";
    }
    return nullptr;
  }
  static constexpr std::uint64_t bytes_needed(const Job& job) { return padded(job.bytes); }
  static constexpr std::uint32_t steps(const Job& job) {
    const MulticastTrees trees(job.topology, job.root);
    return Parts(job, trees).pieces(0) + trees.relays();
  }

  /// Predicted cycles.
  static constexpr std::uint64_t cycles(const Job& job) {
    return Parts(job, MulticastTrees(job.topology, job.root)).cycles();
  }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    const MulticastTrees trees(job.topology, job.root);
    const Parts parts(job, trees);
    for (unsigned tree = 0; tree < trees.count(); ++tree) {
      const std::uint32_t depth = trees.depth(tree, rank);
      if (step < depth || step - depth >= parts.pieces(tree)) continue;
      const std::uint32_t piece = step - depth;
      const auto counter = static_cast<std::uint8_t>(1 + tree);
      Put put = share(job, no_rank, parts.piece(tree, piece), counter, {});
      const auto wait = [&] {
        if (depth != 0) out.wait(counter, piece + 1);
      };
      trees.for_each_send(
          tree, rank,
          [&](const Box& box, Route route) {
            wait();
            put.route = route;
            out.multicast(put, box);
          },
          [&](Rank dst, Route route) {
            wait();
            put.dst = dst;
            put.route = route;
            out.send(put);
          });
    }
  }

  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter,
                                          std::uint32_t step) {
    const MulticastTrees trees(job.topology, job.root);
    if (counter == 0 || counter > trees.count() || rank == job.root) return 0;
    const std::uint32_t depth = trees.depth(counter - 1u, rank), all = Parts(job, trees).pieces(counter - 1u);
    if (step < depth) return 0;
    return step - depth + 1 < all ? step - depth + 1 : all;
  }

 private:
  /// Parts of the message, which begin where packets of a multicast end if it is long enough.
  class Parts : public PiecesOfParts {
   public:
    constexpr Parts(const Job& job, const MulticastTrees& trees) : PiecesOfParts(job, trees.count()) {
      constexpr std::uint32_t aligned = 16;
      fixed_ = most_words();
      if (fixed_ >= 2 * aligned) fixed_ = (fixed_ + aligned - 1) / aligned * aligned;
      const std::uint32_t part = fixed_;
      std::uint32_t far = 0;
      for (unsigned d = 0; d < job.topology.dims(); ++d) far += job.topology.extent(d);
      const std::uint32_t software = job.timing.software_cycles;
      for (std::uint32_t piece = 1; piece <= part && piece <= 8 * aligned; ++piece) {
        // A piece that crosses the end of a packet's block needs one more head flit.
        if (part >= 2 * aligned && aligned % piece != 0 && piece % aligned != 0) continue;
        const std::uint32_t flits = multicast_flits(job.timing, 0, piece * 8);
        const std::uint64_t slot = flits < software ? software : flits;
        const std::uint64_t all =
            trees.relays() * (relay_cycles(job.timing, far / 2, flits) + std::uint64_t{software}) +
            (part + piece - 1) / piece * slot;
        if (all >= cycles_) continue;
        cycles_ = all;
        piece_ = piece;
      }
    }
    constexpr std::uint64_t cycles() const { return cycles_; }

   private:
    std::uint64_t cycles_ = ~std::uint64_t{0};
  };
};

}  // namespace collnoc
