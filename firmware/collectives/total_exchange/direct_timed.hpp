// Total exchange `direct-timed`: the phases of `direct-phased`, in which no two messages share a link, each
// started at a fixed time. Nobody waits for a message, so ranks do not drift apart.
//
//   phase p      | head .. tail |                   T(p+1) - T(p) = F + gap: the head of phase p + 1 follows
//   phase p+1               gap | head .. tail |    the tail of phase p on every link, however far each of
//                                                   them has travelled
//
// F: flits of a message. A message is on link number k of its path k hops after its start. If a link is
// number k of a path in one phase and number j in the next phase that uses it, that phase must start F + (k -
// j) hops later. k - j is at most D - 1, with D the longest path, so phases F + D - 1 cycles apart are free
// of contention at all times. On a mesh of 8x8, a gap of 7 instead of D - 1 = 13 is enough for
// successive phases. On a torus of 8x8, torus_times.hpp orders the phases and starts each
// message as soon as its own path allows: the gaps are less than 1 on average. Gaps are in hops, and do not
// depend on the length of the messages.
//
// alpha = beta = number of phases (beta in blocks). Port model: one-port; it also runs on all-port hardware.
// Phases: contention_free_phases.hpp, after Hinrichs, Kosak, O'Hallaron, Stricker and Take, "An architecture
// for optimal all-to-all personalized communication" (SPAA 1994).
#pragma once
#include "collnoc/firmware/collectives/common/pipeline.hpp"
#include "collnoc/firmware/collectives/total_exchange/phased_exchange.hpp"
#include "collnoc/firmware/collectives/total_exchange/torus_times.hpp"

namespace collnoc {

struct DirectTimed : PhasedExchange {
  static constexpr const char* name = "direct-timed";
  static constexpr const char* summary =
      "one message per pair, in phases that share no link, each started at a fixed time";
  static constexpr bool contention_free = true;
  static constexpr bool closed_form = false;

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    const PhaseMessage message = Phases::message(job.topology, rank, phase(job, step));
    if (!message.any) return;
    out.until(begin(job, rank, step));
    out.send(put(job, rank, message));
  }

  /// Counter 1 counts all messages.
  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter,
                                          std::uint32_t step) {
    if (counter != 1) return 0;
    if (!starts_by_path(job) || step == steps(job)) return Phases::arrivals(job.topology, rank, step);
    std::uint32_t count = 0;
    for (std::uint32_t s = 0; s < step; ++s) {
      const std::uint32_t p = phase(job, s);
      count += Phases::arrivals(job.topology, rank, p + 1) - Phases::arrivals(job.topology, rank, p);
    }
    return count;
  }

  /// Whether every message starts as its own path allows. Messages of several packets need exact senders:
  /// between the packets of a late one, another message passes, and all are late from then on.
  static constexpr bool starts_by_path(const Job& job) {
    return TorusTimes::suits(job.topology) &&
           (job.timing.head_wait != 0 || message_flits(job.timing, job.bytes) <= job.timing.packet_flits);
  }
  /// The phase of a step.
  static constexpr std::uint32_t phase(const Job& job, std::uint32_t step) {
    return starts_by_path(job) ? TorusTimes::order[step] : step;
  }
  /// The time from which a rank sends in a step. Its first put waits for nothing.
  static constexpr std::uint32_t begin(const Job& job, Rank rank, std::uint32_t step) {
    if (step == 0) return 0;
    const std::uint32_t gap =
        starts_by_path(job)
            ? TorusTimes::gap(job.topology.coordinates(rank), step,
                              TorusTimes::allowed_wait(job.timing, last_packet_flits(job.timing, job.bytes)))
            : step * (is_8x8_mesh(job.topology) ? gap_of_mesh : longest_path(job.topology) - 1);
    const std::uint32_t time = step * message_flits(job.timing, job.bytes) + gap * job.timing.hop_cycles;
    return time < job.timing.until_cycles ? 0 : time - job.timing.until_cycles;
  }

  /// Hops of the longest path of any message.
  static constexpr std::uint32_t longest_path(const Topology& topology) {
    std::uint32_t hops = 0;
    for (unsigned d = 0; d < topology.dims(); ++d) {
      const std::uint32_t n = topology.extent(d);
      if (n > 1) hops += topology.one_hop_dimensions() ? 1 : topology.wraps(d) ? (n + 1) / 2 : n - 1;
    }
    return hops == 0 ? 1 : hops;
  }
  static constexpr bool is_8x8_mesh(const Topology& t) {
    return t.has_directions() && t.dims() == 2 && !t.wraps(0) && !t.wraps(1) && t.extent(0) == 8 &&
           t.extent(1) == 8;
  }
  /// Largest gap between successive phases of a mesh of 8x8; the longest path has 14 hops.
  static constexpr std::uint32_t gap_of_mesh = 7;
};

}  // namespace collnoc
