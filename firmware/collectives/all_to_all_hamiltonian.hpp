// All-to-all broadcasts on a star graph along Hamiltonian paths. Fragopoulou & Akl, as described by Tseng &
// Sheu (section 6.2).
//
// `hamiltonian`, one-port: blocks travel round a Hamiltonian cycle, as on a ring. In each step, every node
// forwards the block that it received in the step before. The cycle is given as a word of dimensions. It
// starts at the identity, and the word is repeated until the cycle returns to the identity:
//
//   S_3  (12)^3      S_4  (132121231212)^2      S_5  (121213121214212123212123)^5
//
// alpha = beta = n! - 1 (beta in blocks). This beta is the minimum for one port.
//
// `hamiltonian-all-port`: `multi-tree` with a different tree T of height (n-1)! + n - 2. T contains a
// Hamiltonian path through the identity's substar, along the word of S_(n-1). At the first node with a new
// first symbol, T branches to the substar of that symbol and follows the same word there.
//
//   S_4:  I - . - . - . - . - .        5 links each: 12121
//         |   |   |
//         .   .   .                    three substars, entered from the first three nodes
//         :   :   :
//
// alpha = 3, 8, 27 for n = 3, 4, 5; beta = (n! - 1)/(n-1), the minimum.
//
// Both are free of contention, and every message takes one hop. Star graphs only.
#pragma once
#include "collnoc/firmware/collectives/all_to_all_multi_tree.hpp"

namespace collnoc {

/// Dimension of the `index`-th link of a Hamiltonian cycle through S_n, n = 2 .. 5.
constexpr unsigned star_cycle_dimension(unsigned n, std::uint32_t index) {
  constexpr std::array<const char*, 4> words{"1", "12", "132121231212", "121213121214212123212123"};
  constexpr std::array<std::uint32_t, 4> lengths{1, 2, 12, 24};
  return static_cast<unsigned>(words[n - 2][index % lengths[n - 2]] - '0');
}

/// The Hamiltonian cycle in S_n: `node` by position, and `place`, the position of each node.
struct StarCycle {
  std::array<std::uint8_t, star::factorial(star::max_symbols)> node{}, place{};

  constexpr explicit StarCycle(unsigned n) {
    star::Permutation at = star::Permutation::identity(n);
    for (std::uint32_t i = 0; i < star::factorial(n); ++i) {
      const std::uint32_t rank = star::rank(n, at);
      node[i] = static_cast<std::uint8_t>(rank);
      place[rank] = static_cast<std::uint8_t>(i);
      at = at.along(star_cycle_dimension(n, i));
    }
  }
};
/// The cycles of S_3, S_4 and S_5.
inline constexpr std::array<StarCycle, 3> star_cycles{StarCycle(3), StarCycle(4), StarCycle(5)};

/// The tree of Hamiltonian paths for `hamiltonian-all-port`.
constexpr StarLevels path_levels(unsigned n) {
  std::array<std::uint8_t, star::factorial(star::max_symbols)> level{}, dimension{};
  const auto walk = [&](star::Permutation at, unsigned from, unsigned entered) {
    for (std::uint32_t i = 0; i < star::factorial(n - 1); ++i) {
      const std::uint32_t rank = star::rank(n, at);
      level[rank] = static_cast<std::uint8_t>(from + i);
      dimension[rank] = static_cast<std::uint8_t>(i == 0 ? entered : star_cycle_dimension(n - 1, i - 1));
      at = at.along(star_cycle_dimension(n - 1, i));
    }
  };
  star::Permutation at = star::Permutation::identity(n);
  walk(at, 0, 0);
  unsigned entered = 0;  // bit s: the substar whose last symbol is s
  for (unsigned i = 0; entered + 1 != 1u << (n - 1); ++i) {
    if ((entered >> at[0] & 1u) == 0) walk(at.along(n - 1), i + 1, n - 1);
    entered |= 1u << at[0];
    at = at.along(star_cycle_dimension(n - 1, i));
  }
  return {n, [&](star::Permutation y) { return level[star::rank(n, y)]; },
          [&](star::Permutation y) { return dimension[star::rank(n, y)]; }};
}
inline constexpr StarForests path_forests{path_levels(3), path_levels(4), path_levels(5)};

struct AllToAllHamiltonian {
  static constexpr const char* name = "hamiltonian";
  static constexpr const char* summary =
      "star graphs: blocks travel round a Hamiltonian cycle (Fragopoulou & Akl; Tseng & Sheu, 6.2)";
  static constexpr Collective collective = Collective::all_to_all_broadcast;
  static constexpr bool contention_free = true;
  static constexpr Structure needs = Structure::ranks;

  static constexpr const char* refusal(const Topology& topology, PortModel) {
    return topology.kind() == TopologyKind::star ? nullptr : "it needs a star graph";
  }
  static constexpr std::uint64_t bytes_needed(const Job& job) {
    return job.topology.size() * padded(job.bytes);
  }
  static constexpr std::uint32_t steps(const Job& job) { return job.topology.size() - 1; }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    wait_for_last_step<AllToAllHamiltonian>(job, rank, step, 1, out);
    const Rank size = job.topology.size();
    const StarCycle& cycle = star_cycles[job.topology.radix() - star::min_symbols];
    const std::uint32_t at = cycle.place[rank];
    const Rank next = cycle.node[(at + 1) % size], origin = cycle.node[(at + size - step) % size];
    out.send(share_blocks(job, next, origin, 1, 1, {}));
  }

  /// Counter 1: messages from the predecessor in the cycle.
  static constexpr std::uint32_t arrivals(const Job&, Rank, std::uint8_t counter, std::uint32_t step) {
    return counter == 1 ? step : 0;
  }
};

struct AllToAllHamiltonianAllPort : StarTreesOfAll<path_forests, false> {
  static constexpr const char* name = "hamiltonian-all-port";
  static constexpr const char* summary =
      "star graphs: trees of Hamiltonian paths, balanced links (Fragopoulou & Akl; Tseng & Sheu, 6.2)";
};

}  // namespace collnoc
