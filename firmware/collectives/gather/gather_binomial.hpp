// Gather `binomial`: the tree of scatter `binomial`, upwards. A rank sends the blocks of its subtree when all
// of them have arrived.
//
//   N = 8, root 0:   1 -1-> 0   3 -3-> 2   5 -5-> 4   7 -7-> 6     2 --23--> 0   6 --67--> 4     4 --4567-->
//   0
//
// alpha = ceil(log2 N), the minimum; beta = N - 1 blocks if N is a power of two, the minimum: the root
// receives every block once. Port model: one-port. Any network, any N, any root. A subtree is a range of
// ranks, so every message is one put, to the same place. Free of contention if all extents are powers of two.
#pragma once
#include "collnoc/firmware/collectives/common/table_schedules.hpp"

namespace collnoc {

struct GatherBinomial : BinomialInTable {
  static constexpr const char* summary =
      "a tree: each rank collects the blocks of its subtree and sends them on";
  static constexpr Collective collective = Collective::gather;

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    const std::uint32_t level = steps(job) - 1 - step;
    if (!tree(job).learns(rank, level)) return;
    if (const std::uint32_t all = arrivals(job, rank, 1, step); all != 0) out.wait(1, all);
    const Segment whole = tree(job).subtree(rank, level), own = whole.towards(rank);
    out.send(share_blocks(job, whole.informed, own.begin, own.length, 1, {}));
  }

  /// Counter 1: all messages. A rank waits for it only when all its messages must have arrived.
  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter,
                                          std::uint32_t step) {
    return counter == 1 ? tree(job).children(rank, steps(job) - step, steps(job)) : 0;
  }
};

}  // namespace collnoc
