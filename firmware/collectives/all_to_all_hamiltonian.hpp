// All-to-all broadcast `hamiltonian` on a star graph: blocks go round a cycle through all nodes, as on a
// ring; every node passes on what it got last. Fragopoulou & Akl, as Tseng & Sheu describe it (section 6.2).
//
// The cycle is a word of dimensions that starts at the identity and is repeated until it is there again:
//
//   S_3  (12)^3      S_4  (121213212123)^2      S_5  (121213121214212123212123)^5
//
// alpha = beta = n! - 1: beta is the least for one port. Free of contention, every message one hop, one put.
// Star graphs only.
#pragma once
#include "firmware/collectives/schedule.hpp"

namespace collnoc {

/// The cycle in S_n: the nodes in order, and each one's place.
struct StarCycle {
  std::array<std::uint8_t, star::factorial(star::max_symbols)> node{}, place{};

  constexpr explicit StarCycle(unsigned n) {
    const char* word = n == 3 ? "12" : n == 4 ? "121213212123" : "121213121214212123212123";
    const char* next = word;
    star::Permutation at = star::Permutation::identity(n);
    for (std::uint32_t i = 0; i < star::factorial(n); ++i) {
      const std::uint32_t rank = star::rank(n, at);
      node[i] = static_cast<std::uint8_t>(rank);
      place[rank] = static_cast<std::uint8_t>(i);
      at = at.along(static_cast<unsigned>(*next++ - '0'));
      if (*next == 0) next = word;
    }
  }
};
/// Of S_3, S_4, S_5.
inline constexpr std::array<StarCycle, 3> star_cycles{StarCycle(3), StarCycle(4), StarCycle(5)};

struct AllToAllHamiltonian {
  static constexpr const char* name = "hamiltonian";
  static constexpr const char* summary =
      "star graphs: round a cycle through all nodes (Fragopoulou & Akl, by Tseng & Sheu, 6.2)";
  static constexpr Collective collective = Collective::all_to_all_broadcast;
  static constexpr bool contention_free = true;
  static constexpr bool on_star = true;

  static constexpr const char* refusal(const Topology& topology, Nic) {
    return topology.is_star() ? nullptr : "it needs a star graph";
  }
  static constexpr std::uint64_t bytes_needed(const Job& job) {
    return job.topology.size() * padded(job.bytes);
  }
  static constexpr std::uint32_t steps(const Job& job) { return job.topology.size() - 1; }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    wait_for_last_step<AllToAllHamiltonian>(job, rank, step, 1, out);
    const Rank size = job.topology.size();
    const StarCycle& cycle = star_cycles[job.topology.symbols() - star::min_symbols];
    const std::uint32_t at = cycle.place[rank];
    const Rank next = cycle.node[(at + 1) % size], origin = cycle.node[(at + size - step) % size];
    out.send(share_blocks(job, next, origin, 1, 1, {}));
  }

  /// Counter 1: the node before in the cycle.
  static constexpr std::uint32_t arrivals(const Job&, Rank, std::uint8_t counter, std::uint32_t step) {
    return counter == 1 ? step : 0;
  }
};

}  // namespace collnoc
