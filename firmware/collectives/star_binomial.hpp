// Broadcast `binomial` on a star graph, one-port: the number of informed nodes about doubles in every step.
// After Akl et al. and Mendia & Sarkar. Tseng & Sheu compare with them (section 6.1) without describing the
// algorithm.
//
// An i-star consists of i substars, which are (i-1)-stars; the symbol in the last place selects the substar.
// One node of an i-star has the message. First, it informs nodes of its substar with all different first
// symbols, as in a binomial tree. Then each of these sends the message to the substar of its first symbol.
// This repeats for i - 1.
//
//   S_4, from 0123:   0123 -1- 1023      0123 -2- 2103      0123, 1023, 2103 -3- 3120, 3021, 3102
//                     step 1             step 2             step 3; then four 3-stars, from 0123 ..
//
// The first symbol of helper j is the symbol at place j of the first node. In step k, helper j sends to
// helper j + 2^k, over dimension j + 2^k.
//
// alpha = beta = sum over i = 2 .. n of (1 + ceil(log2(i-1))): 3, 6, 9 for n = 3, 4, 5. (Tseng & Sheu give
// the sum of ceil(log2 i) for the published algorithms, 3, 5, 8: one less for each i > 2 that is a power of
// two plus 0 or 1.) No node receives twice: nodes that an earlier step informed are skipped. Port model:
// one-port. Every message takes one hop. Any root.
#pragma once
#include "collnoc/firmware/collectives/schedule.hpp"

namespace collnoc {

struct StarBinomial {
  static constexpr const char* name = "binomial";
  static constexpr const char* summary =
      "star graphs: informed nodes about double per step, substar by substar (after Akl; Mendia & Sarkar)";
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
    for (unsigned i = 2; i <= n; ++i) sum += phases(i);
    return sum;
  }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    wait_for_last_step<StarBinomial>(job, rank, step, 1, out);
    const unsigned n = job.topology.radix();
    const star::Permutation node = relative(job, rank);
    const unsigned d = sends(n, node, step);
    if (d == 0 || hears(n, node.along(d)) != step) return;
    const Rank dst = job.topology.neighbour(rank, d - 1);
    out.send(share(job, dst, {0, job.bytes}, 1, {}));
  }

  /// Counter 1 counts the message.
  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter,
                                          std::uint32_t step) {
    return counter == 1 && hears(job.topology.radix(), relative(job, rank)) < step ? 1 : 0;
  }

 private:
  /// Number of steps from one node of an i-star to one node in each of its substars.
  static constexpr unsigned phases(unsigned i) { return 1 + log2_ceil(i - 1); }

  static constexpr star::Permutation relative(const Job& job, Rank rank) {
    const unsigned n = job.topology.radix();
    return star::product(n, star::inverse(n, star::permutation(n, job.root)), star::permutation(n, rank));
  }

  static constexpr star::Permutation helper(star::Permutation first, unsigned j) {
    for (unsigned at = 0, bit = 1; bit <= j; bit *= 2) {
      if ((j & bit) == 0) continue;
      at |= bit;
      first = first.along(at);
    }
    return first;
  }

  /// The dimension over which `node` sends in a step, ignoring which nodes are already informed; 0: none. All
  /// labels are relative to the root.
  static constexpr unsigned sends(unsigned n, star::Permutation node, std::uint32_t step) {
    star::Permutation first = star::Permutation::identity(n);
    unsigned i = n;
    for (; step >= phases(i); --i) {  // to the first informed node of the node's substar
      step -= phases(i);
      unsigned j = 0;
      while (first[j] != node[i - 1]) ++j;
      if (j != i - 1) first = helper(first, j).along(i - 1);
    }
    const bool over = step + 1 == phases(i);
    for (unsigned j = 0; j < i - 1; ++j) {
      if (helper(first, j) != node) continue;
      if (over) return i - 1;
      const unsigned bit = 1u << step;
      return j < bit && j + bit < i - 1 ? j + bit : 0;
    }
    return 0;
  }

  /// The step in which `node` is informed, the first in which a node sends to it; steps(n) for the root.
  static constexpr std::uint32_t hears(unsigned n, star::Permutation node) {
    const std::uint32_t all = steps(n);
    if (node == star::Permutation::identity(n)) return all;
    for (std::uint32_t step = 0; step < all; ++step) {
      for (unsigned d = 1; d < n; ++d) {
        if (sends(n, node.along(d), step) == d) return step;
      }
    }
    return all;
  }
};

}  // namespace collnoc
