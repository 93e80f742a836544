// Total exchange `direct-timed`: the phases of `direct-phased`, in which no two messages share a link, each
// started at a fixed time. Nobody waits for a message, so ranks do not drift apart.
//
//   phase p      | head .. tail |                   T(p+1) - T(p) = F + gap: the head of phase p + 1 follows
//   phase p+1               gap | head .. tail |    the tail of phase p on every link, however far each of
//                                                   them has travelled
//
// F: flits of a message. A message is on link number k of its path k hops after its start. If a link is
// number k of a path in phase p and number j in the next phase that uses it, that phase must start F + (k -
// j) hops later. On every network, k - j is at most D - 1, with D the longest path; so slots of F + D - 1
// cycles are free of contention at all times, not only within a phase. On a torus of 8x8, `gaps` has for each
// phase the sum of the gaps so far that its own paths need: 212 instead of 441 cycles; and on a mesh of 8x8,
// a gap of 7 is enough. Gaps are in hops, and do not depend on the length of the messages.
//
// alpha = beta = number of phases (beta in blocks). Port model: one-port; it also runs on all-port hardware.
// Phases: contention_free_phases.hpp, after Hinrichs, Kosak, O'Hallaron, Stricker and Take, "An architecture
// for optimal all-to-all personalized communication" (SPAA 1994).
#pragma once
#include <array>

#include "collnoc/firmware/collectives/contention_free_phases.hpp"
#include "collnoc/firmware/collectives/pipeline.hpp"
#include "collnoc/firmware/collectives/schedule.hpp"

namespace collnoc {

struct DirectTimed {
  static constexpr const char* name = "direct-timed";
  static constexpr const char* summary =
      "one message per pair, in phases that share no link, each started at a fixed time";
  static constexpr Collective collective = Collective::total_exchange;
  static constexpr bool contention_free = true;
  static constexpr bool closed_form = false;

  static constexpr const char* refusal(const Topology&, PortModel) { return nullptr; }
  static constexpr std::uint64_t bytes_needed(const Job& job) {
    return 2 * job.topology.size() * padded(job.bytes);
  }
  static constexpr std::uint32_t steps(const Job& job) { return Phases::count(job.topology); }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    const PhaseMessage message = Phases::message(job.topology, rank, step);
    if (!message.any) return;
    out.until(begin(job, step));
    out.send(Put{message.to, send_block(job, message.to), receive_block(job, rank), job.bytes, 1, false,
                 message.route});
  }

  /// Counter 1 counts all messages.
  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter,
                                          std::uint32_t step) {
    return counter == 1 ? Phases::arrivals(job.topology, rank, step) : 0;
  }

  /// T: the cycle in which a phase starts. The first put of a plan is late by `start_cycles` at most.
  static constexpr std::uint32_t begin(const Job& job, std::uint32_t phase) {
    const std::uint32_t flits = message_flits(job.timing, job.bytes);
    const std::uint32_t gap = is_8x8(job.topology, true)    ? gaps[phase]
                              : is_8x8(job.topology, false) ? phase * gap_of_mesh
                                                            : phase * (longest_path(job.topology) - 1);
    return start_cycles + phase * flits + gap * job.timing.hop_cycles;
  }
  static constexpr std::uint32_t start_cycles = 4;

  /// Hops of the longest path of any message.
  static constexpr std::uint32_t longest_path(const Topology& topology) {
    std::uint32_t hops = 0;
    for (unsigned d = 0; d < topology.dims(); ++d) {
      const std::uint32_t n = topology.extent(d);
      if (n > 1) hops += topology.one_hop_dimensions() ? 1 : topology.wraps(d) ? (n + 1) / 2 : n - 1;
    }
    return hops == 0 ? 1 : hops;
  }
  static constexpr bool is_8x8(const Topology& t, bool wraps) {
    return t.has_directions() && t.dims() == 2 && t.wraps(0) == wraps && t.wraps(1) == wraps &&
           t.extent(0) == 8 && t.extent(1) == 8;
  }
  /// Largest gap between successive phases of a mesh of 8x8; the longest path has 14 hops.
  static constexpr std::uint32_t gap_of_mesh = 7;
  static constexpr std::array<std::uint8_t, 64> gaps{
      0,   4,   7,   9,   12,  16,  17,  23,  28,  32,  35,  37,  40,  44,  45,  51,
      55,  57,  59,  60,  62,  64,  65,  69,  72,  74,  76,  77,  79,  81,  82,  86,
      90,  94,  97,  99,  102, 106, 107, 113, 118, 122, 125, 127, 130, 134, 135, 141,
      147, 153, 158, 162, 167, 173, 174, 176, 183, 189, 194, 198, 203, 209, 210, 212};
};

}  // namespace collnoc
