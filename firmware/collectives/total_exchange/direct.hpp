// Total exchange `direct`: one message per pair of nodes, in N - 1 rounds. In round i, rank r sends to rank
// r + i mod N.
//
//   round 1: r -> r+1     round 2: r -> r+2     ...     each rank sends and receives one block per round
//
// alpha = N - 1, beta = N - 1 (in blocks). Port model: one-port. Messages of a round share links and contend.
// A rank waits only at the end, so rounds overlap.
#pragma once
#include "collnoc/firmware/collectives/common/schedule.hpp"

namespace collnoc {

struct Direct {
  static constexpr const char* name = "direct";
  static constexpr const char* summary = "one message per pair; in round i rank r sends to r + i mod N";
  static constexpr Collective collective = Collective::total_exchange;
  static constexpr bool contention_free = false;
  static constexpr bool closed_form = false;
  static constexpr Structure needs = Structure::ranks;

  static constexpr const char* refusal(const Topology&, PortModel) { return nullptr; }
  static constexpr std::uint64_t bytes_needed(const Job& job) {
    return 2 * job.topology.size() * padded(job.bytes);
  }
  static constexpr std::uint32_t steps(const Job& job) { return job.topology.size() - 1; }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    const Rank dst = (rank + step + 1) % job.topology.size();
    out.send(Put{dst, send_block(job, dst), receive_block(job, rank), job.bytes, 1, false, {}});
  }

  /// Counter 1 counts all messages. A rank waits for it only at the end.
  static constexpr std::uint32_t arrivals(const Job&, Rank, std::uint8_t counter, std::uint32_t step) {
    return counter == 1 ? step : 0;
  }
};

}  // namespace collnoc
