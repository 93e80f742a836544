// All-to-all broadcast `direct`: every rank puts its block to every other rank, N - 1 rounds; in round i rank
// r sends to r + i mod N.
//
//   round 1: r -> r+1     round 2: r -> r+2     ...     every rank sends once and receives once a round
//
// alpha = N - 1, beta = N - 1 (in blocks). One-port. Nobody waits before the end, so there is no chain of
// messages to wait for; but every block crosses the network once for every rank, and links are shared.
#pragma once
#include "collnoc/firmware/collectives/schedule.hpp"

namespace collnoc {

struct AllToAllDirect {
  static constexpr const char* name = "direct";
  static constexpr const char* summary =
      "a rank's block to everybody; in round i rank r sends to r + i mod N";
  static constexpr Collective collective = Collective::all_to_all_broadcast;
  static constexpr bool contention_free = false;
  static constexpr Structure needs = Structure::ranks;

  static constexpr const char* refusal(const Topology&, Nic) { return nullptr; }
  static constexpr std::uint64_t bytes_needed(const Job& job) {
    return job.topology.size() * padded(job.bytes);
  }
  static constexpr std::uint32_t steps(const Job& job) { return job.topology.size() - 1; }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    out.send(share_blocks(job, (rank + step + 1) % job.topology.size(), rank, 1, 1, {}));
  }

  /// Counter 1 has all messages, and is waited for at the end only.
  static constexpr std::uint32_t arrivals(const Job&, Rank, std::uint8_t counter, std::uint32_t step) {
    return counter == 1 ? step : 0;
  }
};

}  // namespace collnoc
