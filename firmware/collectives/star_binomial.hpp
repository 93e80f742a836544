// Broadcast `binomial` on a star graph, one-port, in the fewest steps: the number of informed nodes about
// doubles in every step. Tseng & Sheu, section 6.1, give sum over i = 2 .. n of ceil(log2 i) steps for Akl,
// Qiu & Stojmenovic and Mendia & Sarkar, without describing the algorithm. Here, trees that were found by
// search take as many; each is stored for the root 0 .. n-1, and all other roots rename the symbols.
//
//   S_3, from 012:   012 -1- 102     012 -2- 210, 102 -2- 201     210 -1- 120, 201 -1- 021
//                    step 0          step 1                       step 2
//
// alpha = beta = sum over i = 2 .. n of ceil(log2 i): 3, 5, 8 for n = 3, 4, 5. This is the minimum
// (docs/reference/algorithms/multi-tree.md). No node receives twice. Port model: one-port. Every message
// takes one hop. Any root.
#pragma once
#include <array>

#include "collnoc/firmware/collectives/schedule.hpp"

namespace collnoc {

/// How the nodes of a star graph, numbered relative to the root, receive the message of a broadcast.
class StarBroadcastTree {
 public:
  /// Of the node `relative`, which is no root: the dimension of the link to its parent, and the step.
  struct Edge {
    unsigned dimension = 0;  ///< 0: the root, which has no parent
    std::uint32_t step = 0;
  };
  static constexpr Edge edge(unsigned n, star::Permutation relative) {
    const std::uint32_t node = star::rank(n, relative);
    const unsigned digits = n == 3 ? s3_[node] : n == 4 ? s4_[node] : s5_[node];
    return {digits / 10, digits % 10};
  }

 private:
  // By the number of the node, two digits: dimension, step.
  static constexpr std::array<std::uint8_t, 6> s3_{0, 10, 12, 21, 12, 21};
  static constexpr std::array<std::uint8_t, 24> s4_{0,  10, 13, 21, 13, 21, 24, 24, 13, 32, 13, 32,
                                                    14, 23, 14, 32, 34, 34, 14, 23, 14, 32, 34, 34};
  static constexpr std::array<std::uint8_t, 120> s5_{
      0,  13, 24, 26, 13, 20, 25, 16, 24, 15, 13, 32, 35, 26, 36, 35, 36, 35, 14, 23, 15, 32, 37, 35,
      36, 17, 37, 37, 17, 36, 36, 37, 46, 46, 15, 44, 36, 46, 45, 16, 36, 46, 15, 44, 15, 44, 26, 46,
      25, 16, 37, 37, 14, 33, 22, 14, 44, 16, 14, 41, 27, 35, 27, 47, 36, 36, 15, 33, 16, 45, 35, 16,
      17, 26, 45, 35, 45, 16, 47, 46, 45, 44, 45, 46, 26, 17, 27, 47, 36, 45, 46, 27, 47, 46, 36, 36,
      16, 25, 14, 33, 26, 17, 15, 24, 12, 41, 23, 16, 27, 36, 37, 37, 35, 46, 17, 36, 26, 46, 34, 47};
};

struct StarBinomial {
  static constexpr const char* name = "binomial";
  static constexpr const char* summary =
      "star graphs: informed nodes about double per step (the steps of Akl et al. and Mendia & Sarkar)";
  static constexpr Collective collective = Collective::broadcast;
  static constexpr bool contention_free = true;
  static constexpr Structure needs = Structure::ranks;

  static constexpr const char* refusal(const Topology& topology, PortModel) {
    return topology.kind() == TopologyKind::star ? nullptr : "it needs a star graph";
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
