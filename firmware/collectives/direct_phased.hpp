// Total exchange `direct-phased`: one message a pair, as `direct`, but in phases in which no two messages
// share a link. Phases: contention_free_phases.hpp, after Hinrichs, Kosak, O'Hallaron, Stricker & Take, "An
// architecture for optimal all-to-all personalized communication" (SPAA 1994).
//
//   ring of 8, one phase, all links and all nodes busy:   0 -> 1 -> 4 -> 5 -> 0    2 <- 3 <- 6 <- 7 <- 2
//
// alpha = beta = phases (beta in blocks). n x n, n a multiple of 4: mesh n^3/4, torus n^3/8 (n = 4: 16),
// which is what the links of the middle must carry: 8x8 128 and 64. Any other network too, with phases that
// leave some links free. One-port, and legal on all-port hardware.
//
// No rank needs a message before the end. But a rank that runs ahead of the phases takes links that others
// need, so it waits for what came two phases ago, or three where it has no message in some phases. More costs
// the way of a message every phase, less lets ranks drift (measured: docs/reference/algorithms).
#pragma once
#include "collnoc/firmware/collectives/contention_free_phases.hpp"
#include "collnoc/firmware/collectives/schedule.hpp"

namespace collnoc {

struct DirectPhased {
  static constexpr const char* name = "direct-phased";
  static constexpr const char* summary =
      "one message a pair, in phases that share no link (patterns of Hinrichs et al.)";
  static constexpr Collective collective = Collective::total_exchange;
  static constexpr bool contention_free = true;

  static constexpr const char* refusal(const Topology&, Nic) { return nullptr; }
  static constexpr std::uint64_t bytes_needed(const Job& job) {
    return 2 * job.topology.size() * padded(job.bytes);
  }
  static constexpr std::uint32_t steps(const Job& job) { return Phases::count(job.topology); }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    const std::uint32_t lag = Phases::ways(job.topology) == 2 ? 2 : 3;
    if (step >= lag) {
      const std::uint32_t count = arrivals(job, rank, 1, step - lag + 1);
      if (count != arrivals(job, rank, 1, step - lag)) out.wait(1, count);
    }
    const Errand errand = Phases::errand(job.topology, rank, step);
    if (!errand.any) return;
    out.send(Put{errand.to, send_block(job, errand.to), receive_block(job, rank), job.bytes, 1, false,
                 errand.route});
  }

  /// Counter 1 has all messages.
  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter,
                                          std::uint32_t step) {
    return counter == 1 ? Phases::arrivals(job.topology, rank, step) : 0;
  }
};

}  // namespace collnoc
