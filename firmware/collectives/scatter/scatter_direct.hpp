// Scatter `direct`: the root sends every rank its block, one after the other.
//
//   root 0:   0 -1-> 1   0 -2-> 2   0 -3-> 3   ...     in round i to root + i mod N
//
// alpha = N - 1, beta = N - 1 blocks, the minimum. Port model: one-port; on an all-port NIC, consecutive
// messages that leave over different links overlap. No rank waits for anything but its own block, and every
// block takes a shortest path.
#pragma once
#include "collnoc/firmware/collectives/common/table_schedules.hpp"

namespace collnoc {

struct ScatterDirect : DirectInTable {
  static constexpr const char* summary = "the root sends every rank its block; in round i to root + i mod N";
  static constexpr Collective collective = Collective::scatter;
  static constexpr bool contention_free = true;

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    if (rank != job.root) return;
    const Rank dst = partner(job, rank, step);
    out.send(share_blocks(job, dst, dst, 1, 1, {}));
  }

  /// Counter 1: the only message that a rank receives.
  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter,
                                          std::uint32_t step) {
    const Rank round = (rank + job.topology.size() - job.root) % job.topology.size();
    return counter == 1 && round != 0 && round <= step ? 1 : 0;
  }
};

}  // namespace collnoc
