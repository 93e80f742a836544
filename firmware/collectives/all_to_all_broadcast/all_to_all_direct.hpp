// All-to-all broadcast `direct`: every rank sends its block directly to every other rank, in N - 1 rounds. In
// round i, rank r sends to rank r + i mod N.
//
//   round 1: r -> r+1     round 2: r -> r+2     ...     each rank sends and receives one block per round
//
// alpha = N - 1, beta = N - 1 (in blocks). Port model: one-port. A rank waits only at the end, so no message
// depends on another message. The cost: every block crosses the network N - 1 times, and messages share
// links.
#pragma once
#include "collnoc/firmware/collectives/common/table_schedules.hpp"

namespace collnoc {

struct AllToAllDirect : DirectInTable {
  static constexpr const char* summary =
      "each rank sends its block to all others; in round i rank r sends to r + i mod N";
  static constexpr Collective collective = Collective::all_to_all_broadcast;
  static constexpr bool contention_free = false;

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    out.send(share_blocks(job, partner(job, rank, step), rank, 1, 1, {}));
  }

  /// Counter 1 counts all messages. A rank waits for it only at the end.
  static constexpr std::uint32_t arrivals(const Job&, Rank, std::uint8_t counter, std::uint32_t step) {
    return counter == 1 ? step : 0;
  }
};

}  // namespace collnoc
