// Scatter `binomial`: the root sends the blocks of the other half of all ranks to its counterpart there; then
// both continue in their own half (segment.hpp).
//
//   N = 8, root 0:   0 --4567--> 4     0 --23--> 2   4 --67--> 6     0 -1-> 1   2 -3-> 3   4 -5-> 5   6 -7->
//   7
//
// alpha = ceil(log2 N), the minimum; beta = N - 1 blocks if N is a power of two, the minimum: the root sends
// every block once. Port model: one-port. Any network, any N, any root. A half is a range of ranks, so every
// message is one put, from the place of the blocks in the table to the same place. Free of contention if all
// extents are powers of two.
#pragma once
#include "collnoc/firmware/collectives/common/table_schedules.hpp"

namespace collnoc {

struct ScatterBinomial : BinomialInTable {
  static constexpr const char* summary =
      "each holder sends the other half of the ranks their blocks, then halves";
  static constexpr Collective collective = Collective::scatter;

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    if (!tree(job).informs(rank, step)) return;
    if (rank != job.root) out.wait(1, 1);
    const Segment own = tree(job).subtree(rank, step), other = own.towards(own.counterpart());
    out.send(share_blocks(job, own.counterpart(), other.begin, other.length, 1, {}));
  }

  /// Counter 1: the only message that a rank receives.
  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter,
                                          std::uint32_t step) {
    for (std::uint32_t level = 0; counter == 1 && level < step; ++level) {
      if (tree(job).learns(rank, level)) return 1;
    }
    return 0;
  }
};

}  // namespace collnoc
