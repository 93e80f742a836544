// Gather `direct`: every rank sends its block to the root.
//
//   root 0:   1 -1-> 0   2 -2-> 0   3 -3-> 0   ...     all at once; they queue before the root
//
// alpha = N - 1, beta = N - 1 blocks, the minimum: the root receives every block once. Port model: one-port
// (round i is the message of rank root + i mod N; no rank waits for its round). Messages of different rounds
// share links on their way, but the last link, to the root's NIC, is the narrowest place.
#pragma once
#include "collnoc/firmware/collectives/common/table_schedules.hpp"

namespace collnoc {

struct GatherDirect : DirectInTable {
  static constexpr const char* summary = "every rank sends its block to the root, all at once";
  static constexpr Collective collective = Collective::gather;
  static constexpr bool contention_free = true;

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    if (rank == partner(job, job.root, step)) {
      out.send(share_blocks(job, job.root, rank, 1, 1, {}));
    }
  }

  /// Counter 1: all messages to the root, which waits for them only at the end.
  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter,
                                          std::uint32_t step) {
    return counter == 1 && rank == job.root ? step : 0;
  }
};

}  // namespace collnoc
