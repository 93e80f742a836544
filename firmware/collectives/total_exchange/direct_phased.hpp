// Total exchange `direct-phased`: one message per pair of nodes, as in `direct`, but in phases in which no
// two messages share a link. Phases: contention_free_phases.hpp, after Hinrichs, Kosak, O'Hallaron, Stricker
// & Take, "An architecture for optimal all-to-all personalized communication" (SPAA 1994).
//
//   ring of 8, one phase, all links and all nodes busy:   0 -> 1 -> 4 -> 5 -> 0    2 <- 3 <- 6 <- 7 <- 2
//
// alpha = beta = number of phases (beta in blocks). For n x n, n a multiple of 4: n^3/4 on a mesh, n^3/8 on a
// torus (n = 4: 16). This equals the load of the middle links: 128 and 64 for 8x8. Other networks work too,
// with phases that leave some links idle. Port model: one-port; it also runs on all-port hardware.
//
// No rank needs a message before the end. But a rank that runs ahead of its phase occupies links that others
// need. So in each phase a rank waits for the message of two phases earlier, or three where ranks receive
// nothing in some phases. A shorter lag adds a message latency to every phase; a longer lag lets ranks drift
// (measured: docs/reference/algorithms).
#pragma once
#include "collnoc/firmware/collectives/total_exchange/phased_exchange.hpp"

namespace collnoc {

struct DirectPhased : PhasedExchange {
  static constexpr const char* name = "direct-phased";
  static constexpr const char* summary =
      "one message per pair, in phases that share no link (patterns of Hinrichs et al.)";
  static constexpr bool contention_free = true;

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    const std::uint32_t lag = Phases::ways(job.topology) == 2 ? 2 : 3;
    if (step >= lag) {
      const std::uint32_t count = arrivals(job, rank, 1, step - lag + 1);
      if (count != arrivals(job, rank, 1, step - lag)) out.wait(1, count);
    }
    const PhaseMessage message = Phases::message(job.topology, rank, step);
    if (message.any) out.send(put(job, rank, message));
  }

  /// Counter 1 counts all messages.
  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter,
                                          std::uint32_t step) {
    return counter == 1 ? Phases::arrivals(job.topology, rank, step) : 0;
  }
};

}  // namespace collnoc
