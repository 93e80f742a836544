// Broadcasts that cut a cube of side 2^k in halves, one dimension per step, and send the whole message to one
// node of the other half. d steps lead to 2^d cubes of half the side, so there are d·k steps. The algorithm
// chooses the dimension and the node.
//
//   . . . . | . . . .      . . . . | . . . .      . . | . . | . . | . .
//   . s ------> x . .      . s . . | . x . .      . s | . . | . x | . .
//   . . . . | . . . .      - -|- - + - -|- -      - - + - - + - - + - -
//   . . . . | . . . .      . .v. . | . .v. .      . . | . . | . . | . .
//   1: cut and cross       2: both cut and cross  3, 4: the same in all quarters
//
// After every step, the boxes of the informed nodes tile the mesh, and every message stays within its box. So
// any such schedule is free of contention under any minimal route.
//
// In a torus every node is an eye (Cang & Wu, section 5): the coordinates are shifted so that the root
// becomes an eye. Messages use the directions of the shifted mesh, so they stay within their boxes.
#pragma once
#include "collnoc/firmware/collectives/common/schedule.hpp"

namespace collnoc {

/// Side of the eye square of a mesh of side 2^k, a_k = (2^k - (-1)^k) / 3. Cang & Wu, Eq. 2.
constexpr std::uint32_t eye_square(unsigned k) {
  return k % 2 == 0 ? ((1u << k) - 1) / 3 : ((1u << k) + 1) / 3;
}
/// The lower coordinate of its eyes, e_k; the other one is 2^k - 1 - e_k.
constexpr std::uint32_t eye(unsigned k) { return ((1u << k) - 1 - eye_square(k)) / 2; }

/// A set of dimensions, one bit each.
using Dimensions = std::uint32_t;

/// The holder of a message in a cube of side 2^k that is being cut. Coordinates are relative to the cube's
/// corner.
struct Cut {
  unsigned dims = 0;
  unsigned k = 0;
  Dimensions whole = 0;  ///< dimensions that are not yet cut
  Coordinates holder{};

  constexpr std::uint32_t half() const { return 1u << (k - 1); }
  constexpr bool is_whole(unsigned d) const { return whole >> d & 1; }
  constexpr bool is_upper(unsigned d) const { return holder[d] >= half(); }
  /// Coordinate c of dimension d measured from the holder's end of the cube, and the inverse.
  constexpr std::uint32_t near(unsigned d, std::uint32_t c) const {
    return is_upper(d) ? 2 * half() - 1 - c : c;
  }
  /// The same from the opposite end.
  constexpr std::uint32_t far(unsigned d, std::uint32_t c) const { return 2 * half() - 1 - near(d, c); }
};

/// The holder's action: it cuts dimension `dimension` and sends to `partner` in the other half.
struct Halving {
  unsigned dimension = 0;
  Coordinates partner{};
};

/// Base of an algorithm that has a `static constexpr Halving halve(const Cut&)`.
template <class Algorithm>
struct HalvingTree {
  static constexpr Collective collective = Collective::broadcast;
  static constexpr bool contention_free = true;

  static constexpr std::uint64_t bytes_needed(const Job& job) { return padded(job.bytes); }
  static constexpr std::uint32_t steps(const Job& job) { return job.topology.dims() * order(job.topology); }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    const Coordinates me = shifted(job, rank);
    Descent at(job);
    while (at.step < step) at.follow(me);
    if (at.holder != me) return;
    if (rank != job.root) out.wait(1, 1);
    // The shifted mesh has no wrap links.
    const Topology& topology = job.topology;
    const Route route = without_wrap(topology, topology.rank(me), topology.rank(at.partner));
    out.send(share(job, unshifted(job, at.partner), {0, job.bytes}, 1, route));
  }

  /// Counter 1 counts the message.
  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter,
                                          std::uint32_t step) {
    if (counter != 1 || rank == job.root) return 0;
    const Coordinates me = shifted(job, rank);
    Descent at(job);
    while (at.holder != me) at.follow(me);
    return at.step <= step ? 1 : 0;
  }

 protected:
  static constexpr bool is_cube(const Topology& topology) {
    const std::uint32_t side = topology.extent(0);
    for (unsigned d = 1; d < topology.dims(); ++d) {
      if (topology.extent(d) != side) return false;
    }
    return topology.has_directions() && side > 1 && is_power_of_two(side);
  }
  static constexpr unsigned order(const Topology& topology) { return log2_ceil(topology.extent(0)); }

 private:
  /// The path from the root's cube down to the box of one node.
  struct Descent {
    unsigned dims, k;
    std::uint32_t step = 0;
    Dimensions whole;
    Coordinates holder;      ///< the node that has the message in the box
    unsigned dimension = 0;  ///< the dimension in which it cuts the box
    Coordinates partner{};   ///< the node to which it sends

    constexpr explicit Descent(const Job& job)
        : dims(job.topology.dims()),
          k(order(job.topology)),
          whole((1u << dims) - 1),
          holder(shifted(job, job.root)) {
      choose();
    }
    /// Descends one step, to the half of `target`. Precondition: it is not the last step.
    constexpr void follow(const Coordinates& target) {
      if ((target[dimension] ^ holder[dimension]) >> (k - 1) & 1) holder = partner;
      whole &= ~(1u << dimension);
      ++step;
      if (whole == 0) {
        whole = (1u << dims) - 1;
        --k;
      }
      if (k != 0) choose();
    }

   private:
    constexpr void choose() {
      const std::uint32_t mask = (1u << k) - 1;
      Cut cut{dims, k, whole, {}};
      for (unsigned d = 0; d < dims; ++d) cut.holder[d] = holder[d] & mask;
      const Halving halving = Algorithm::halve(cut);
      dimension = halving.dimension;
      for (unsigned d = 0; d < dims; ++d) partner[d] = (holder[d] & ~mask) | halving.partner[d];
    }
  };

  /// Offset to add to a coordinate of dimension d; on a ring, it makes the root an eye.
  static constexpr std::uint32_t shift(const Job& job, unsigned d) {
    const std::uint32_t side = job.topology.extent(d);
    if (!job.topology.wraps(d)) return 0;
    return side + eye(order(job.topology)) - job.topology.coordinates(job.root)[d];
  }
  static constexpr Coordinates shifted(const Job& job, Rank rank) {
    Coordinates c = job.topology.coordinates(rank);
    for (unsigned d = 0; d < job.topology.dims(); ++d) c[d] = (c[d] + shift(job, d)) % job.topology.extent(d);
    return c;
  }
  static constexpr Rank unshifted(const Job& job, Coordinates c) {
    for (unsigned d = 0; d < job.topology.dims(); ++d) {
      const std::uint32_t side = job.topology.extent(d);
      c[d] = (c[d] + 2 * side - shift(job, d)) % side;
    }
    return job.topology.rank(c);
  }
};

}  // namespace collnoc
