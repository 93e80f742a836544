// A schedule in time slots, for tests: the root sends to one rank after the other, to rank i no earlier than
// 100·i cycles after the start.
#pragma once
#include <string_view>

#include "collnoc/firmware/collectives/common/schedule.hpp"

namespace collnoc::test {

struct SlottedBroadcast {
  static constexpr std::string_view name = "slotted-broadcast";
  static constexpr Collective collective = Collective::broadcast;
  static constexpr std::uint32_t slot = 100;  ///< cycles

  static constexpr std::uint64_t bytes_needed(const Job& job) { return job.bytes; }
  static constexpr std::uint32_t steps(const Job& job) { return job.topology.size() - 1; }
  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    if (rank != 0) return;
    out.until(slot * (step + 1));
    out.send(share(job, step + 1, {0, job.bytes}, 1, {}));
  }
  static constexpr std::uint32_t arrivals(const Job&, Rank rank, std::uint8_t counter, std::uint32_t step) {
    return rank != 0 && counter == 1 && step >= rank ? 1 : 0;
  }
};

}  // namespace collnoc::test
