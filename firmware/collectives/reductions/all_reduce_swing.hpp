// All-reduce `swing`: recursive halving and doubling (rabenseifner.hpp) with partners that swing from side to
// side of a ring. De Sensi, Bonato, Saam & Hoefler, "Swing: Short-cutting rings for higher bandwidth
// allreduce" (NSDI 2024), Section 3.
//
//   ring of 8, rank 0:   round 0: 1    round 1: 7    round 2: 3     distances 1, 1, 3 instead of 1, 2, 4
//
// In round s of a ring, an even coordinate c meets c + rho(s), an odd one c - rho(s), with rho(s) the sum of
// (-2)^0 .. (-2)^s: 1, -1, 3, -5, 11. On a torus the dimensions take turns, the lowest first; the longest
// messages go to ring neighbours of every dimension.
//
// alpha = 2 log2 N, beta = 2 - 2/N vectors, the minimum. Port model: one-port. Tori whose extents are powers
// of two (a ring of two nodes is a line). From the third round of a ring on, messages share links.
#pragma once
#include "collnoc/firmware/collectives/reductions/rabenseifner.hpp"

namespace collnoc {

/// The pieces of one vector, in the order in which the rounds divide the ranks: every round halves a range.
struct SwingPieces : VectorPieces {
  /// The round's dimension, and which of its rounds it is.
  struct Turn {
    unsigned dimension = 0;
    std::uint32_t step = 0;
  };
  static constexpr Turn turn(const Topology& topology, std::uint32_t round) {
    for (Turn at;; at.dimension = 0, ++at.step) {
      for (; at.dimension < topology.dims(); ++at.dimension) {
        if (at.step >= log2_ceil(topology.extent(at.dimension))) continue;
        if (round-- == 0) return at;
      }
    }
  }

  /// (1 - (-2)^(step+1)) / 3
  static constexpr std::int32_t rho(std::uint32_t step) {
    const std::int32_t power = std::int32_t{1} << (step + 1);
    return (1 - (step % 2 == 0 ? -power : power)) / 3;
  }
  static constexpr Rank partner(const Job& job, Rank rank, std::uint32_t round) {
    const Topology& topology = job.topology;
    const Turn at = turn(topology, round);
    Coordinates c = topology.coordinates(rank);
    std::uint32_t& x = c[at.dimension];
    const auto far = static_cast<std::uint32_t>(rho(at.step));
    x = (x % 2 == 0 ? x + far : x - far) % topology.extent(at.dimension);  // a power of two
    return topology.rank(c);
  }

  /// The rounds of a ring of 2^rounds nodes that lead from coordinate 0 to c, as bits: their sum of rho with
  /// alternating signs is c. Times 3 that is a sum of powers of -2, whose lowest bit gives the next round.
  static constexpr std::uint32_t rounds_to(std::uint32_t c, std::uint32_t rounds) {
    std::uint32_t found = 0, left = 3 * c - c % 2;
    bool odd = false;
    for (std::uint32_t s = 0; s + 1 < rounds; ++s) {
      const std::uint32_t power = std::uint32_t{1} << (s + 1);
      if ((left & power) == 0) continue;
      const bool negative = (s % 2 == 0) != !odd;  // of the term that is taken away
      left = negative ? left + power : left - power;
      found |= std::uint32_t{1} << s;
      odd = !odd;
    }
    if (rounds != 0 && odd != (c % 2 != 0)) found |= std::uint32_t{1} << (rounds - 1);
    return found;
  }
  static constexpr Rank position(const Job& job, Rank number) {
    const Topology& topology = job.topology;
    const Coordinates c = topology.coordinates(number);
    std::array<std::uint32_t, max_dims> ways{};
    for (unsigned d = 0; d < topology.dims(); ++d) ways[d] = rounds_to(c[d], log2_ceil(topology.extent(d)));
    Rank position = 0;
    const unsigned rounds = reduction::Fold{topology.size()}.rounds();
    for (std::uint32_t round = 0; round < rounds; ++round) {
      const Turn at = turn(topology, round);
      position = 2 * position + (ways[at.dimension] >> at.step & 1u);
    }
    return position;
  }
};

struct AllReduceSwing : RabenseifnerAllReduce<AllReduceSwing, SwingPieces> {
  static constexpr const char* name = "swing";
  static constexpr const char* summary =
      "recursive halving and doubling with partners on alternating sides of a ring (De Sensi et al.)";
  static constexpr Structure needs = Structure::dimensions;

  static constexpr const char* refusal(const Topology& topology, PortModel) {
    for (unsigned d = 0; d < topology.dims(); ++d) {
      const std::uint32_t n = topology.extent(d);
      if ((n & (n - 1)) != 0 || (n > 2 && !topology.wraps(d)))
        return "it needs a torus whose extents are powers of two";
    }
    return topology.size() < 2 ? "it needs 2 or more nodes" : nullptr;
  }
};

}  // namespace collnoc
