// Broadcast `flat`: the root sends the whole message to every other rank, one after the other. An example for
// docs/user/own-algorithm.md.
//
//   0 -> 1,  0 -> 2,  0 -> 3, ..
//
// alpha = beta = N - 1. Port model: one-port. A step has one message, so no link is shared.
#pragma once
#include "collnoc/firmware/collectives/common/schedule.hpp"

namespace collnoc {

struct Flat {
  static constexpr const char* name = "flat";
  static constexpr const char* summary = "the root sends to every rank, one after the other";
  static constexpr Collective collective = Collective::broadcast;
  static constexpr bool contention_free = true;
  static constexpr bool closed_form = false;

  static constexpr const char* refusal(const Topology&, PortModel) { return nullptr; }
  static constexpr std::uint64_t bytes_needed(const Job& job) { return padded(job.bytes); }
  static constexpr std::uint32_t steps(const Job& job) { return job.topology.size() - 1; }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    if (rank == job.root) out.send(share(job, receiver(job, step), {0, job.bytes}, 1, {}));
  }

  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter,
                                          std::uint32_t step) {
    if (counter != 1 || rank == job.root) return 0;
    return step_of(job, rank) < step ? 1 : 0;
  }

 private:
  /// Who gets the message in this step: all ranks after the root, then those before it.
  static constexpr Rank receiver(const Job& job, std::uint32_t step) {
    return (job.root + 1 + step) % job.topology.size();
  }
  static constexpr std::uint32_t step_of(const Job& job, Rank rank) {
    return (rank + job.topology.size() - job.root - 1) % job.topology.size();
  }
};

}  // namespace collnoc
