// What `direct-phased` and `direct-timed` share: a total exchange with one message per pair of nodes, in the
// phases of contention_free_phases.hpp.
#pragma once
#include "collnoc/firmware/collectives/common/schedule.hpp"
#include "collnoc/firmware/collectives/total_exchange/contention_free_phases.hpp"

namespace collnoc {

struct PhasedExchange {
  static constexpr Collective collective = Collective::total_exchange;

  static constexpr const char* refusal(const Topology&, PortModel) { return nullptr; }
  static constexpr std::uint64_t bytes_needed(const Job& job) {
    return 2 * job.topology.size() * padded(job.bytes);
  }
  static constexpr std::uint32_t steps(const Job& job) { return Phases::count(job.topology); }

  /// What a rank sends in a phase, as a put. Counter 1 counts all messages.
  static constexpr Put put(const Job& job, Rank rank, const PhaseMessage& message) {
    return {message.to,   send_block(job, message.to), receive_block(job, rank), job.bytes, 1, false,
            message.route};
  }
};

}  // namespace collnoc
