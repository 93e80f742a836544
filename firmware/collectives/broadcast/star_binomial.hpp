// Broadcast `binomial` on a star graph, one-port, in the fewest steps: the number of informed nodes about
// doubles in every step. Tseng & Sheu, section 6.1, give sum over i = 2 .. n of ceil(log2 i) steps for Akl,
// Qiu & Stojmenovic and Mendia & Sarkar, without describing the algorithm. Here, trees that were found by
// search take as many; each is stored for the root 0 .. n-1, and all other roots rename the symbols.
//
//   S_3, from 012:   012 -1- 102     012 -2- 210, 102 -2- 201     210 -1- 120, 201 -1- 021
//                    step 0          step 1                       step 2
//
// alpha = beta = sum over i = 2 .. n of ceil(log2 i): 3, 5, 8, 11, 14 for n = 3 .. 7. Up to S_5 this is the
// minimum (docs/reference/algorithms/multi-tree.md); for S_6 and S_7 it is one step above ceil(log2 n!). No
// node receives twice. Port model: one-port. Every message takes one hop. Any root.
#pragma once
#include "collnoc/firmware/collectives/broadcast/star_broadcast_tree.hpp"
#include "collnoc/firmware/collectives/common/schedule.hpp"

namespace collnoc {

struct StarBinomial {
  static constexpr const char* name = "binomial";
  static constexpr const char* summary =
      "star graphs: informed nodes about double per step (the steps of Akl et al. and Mendia & Sarkar)";
  static constexpr Collective collective = Collective::broadcast;
  static constexpr bool contention_free = true;
  static constexpr Structure needs = Structure::ranks;

  static constexpr const char* refusal(const Topology& topology, PortModel) {
    return topology.symbols() == 0 ? "it needs a star graph" : nullptr;
  }
  static constexpr std::uint64_t bytes_needed(const Job& job) { return padded(job.bytes); }
  static constexpr std::uint32_t steps(const Job& job) { return steps(job.topology.radix()); }
  static constexpr std::uint32_t steps(unsigned n) {
    std::uint32_t sum = 0;
    for (unsigned i = 2; i <= n; ++i) sum += log2_ceil(i);
    return sum;
  }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    wait_for_last_step<StarBinomial>(job, rank, step, 1, out);
    const unsigned n = job.topology.radix();
    const star::Permutation node = relative(job, rank);
    for (unsigned d = 1; d < n; ++d) {
      const StarBroadcastTree::Edge edge = StarBroadcastTree::edge(n, node.along(d));
      if (edge.dimension != d || edge.step != step) continue;
      const Rank dst = job.topology.neighbour(rank, d - 1);
      out.send(share(job, dst, {0, job.bytes}, 1, {}));
    }
  }

  /// Counter 1 counts the message.
  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter,
                                          std::uint32_t step) {
    if (counter != 1 || rank == job.root) return 0;
    return StarBroadcastTree::edge(job.topology.radix(), relative(job, rank)).step < step ? 1 : 0;
  }

 private:
  static constexpr star::Permutation relative(const Job& job, Rank rank) {
    const unsigned n = job.topology.radix();
    return star::product(n, star::inverse(n, star::permutation(n, job.root)), star::permutation(n, rank));
  }
};

}  // namespace collnoc
