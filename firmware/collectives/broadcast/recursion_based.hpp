// Broadcast `recursion-based`, one-port. Zhuang & Liberatore, sections 4.1 and 5 (squares), 6 (rectangles)
// and 7, 7.1 (cubes).
//
// Squares. The source scatters its message over its diagonal {(x_s^z, y_s^z)}, one piece per node. Then, in
// squares of side 2^k, which halves in every round, the owners of data send all they have with V_k (mirrored
// vertically within the square) and then with H_k (half a square to the side). After that, each quarter holds
// the whole message on its two diagonals.
//
//   1 . . .      1 . . 4      1 4 4 1      every 2x2 holds all pieces:
//   . 2 . .  V   . 2 3 .  H   2 3 3 2      V, H within it
//   . . 3 .  ->  . 2 3 .  ->  3 2 2 3      (a digit names a piece)
//   . . . 4      1 . . 4      4 1 1 4
//
// alpha = 3n, beta = 5/2 - 1/2^(n-1). Free of contention: scatter and V have one message per row and column.
// H has two messages in opposite directions of a row, which need full-duplex links (the proof of the paper's
// Lemma 6 overlooks them). On a torus, H_n is exactly half-way, so its route excludes wrap links; V_n may
// wrap.
//
// Rectangles 2^n x 2^m, k = n - m > 0 (for 2^m x 2^n, x and y change roles): the pieces of the diagonal are
// also scattered over the 2^k squares. Then squares at distance 2^(j-1) exchange all they have, j = k .. 1,
// and each square holds the message on its diagonal. The paths of these exchanges overlap, so they take
// turns: 2^(j-1) steps.
//
//   1a . |  . . |1b  . |  . .      j = 2: 1a<->1b.., 2a<->2b.. in two turns,
//    . 2a|  . . | . 2b |  . .      j = 1: neighbouring squares, then stage 2 within the squares
//
// alpha = 3m + k + 2^k - 1, beta = 5/2 + (k-2)/2^(m+1) - 1/2^n.
//
// Cubes of three and four dimensions: scatter over half of the main diagonals; then in cubes of side 2^n to
// 2, mirror along x, and half a cube along each other dimension (cubes.hpp). alpha = 4n + 1, 5n + 2, beta =
// 5/2 - 1/2^n - 1/2^(n+1), 19/8 - 1/2^n.
//
// Differences: the paper scatters to C_n first and C_1 last, and over squares before diagonals. Lemma 6 holds
// in any order; alpha, beta and payload times hops are the same. With pieces in bit-reversed order,
// everything that a node sends in squares and cubes is one contiguous range: one put per message. Between the
// squares of a rectangle, a message has 2^(k-j) ranges.
#pragma once
#include "collnoc/firmware/collectives/broadcast/cubes.hpp"
#include "collnoc/firmware/collectives/broadcast/diagonal.hpp"

namespace collnoc {

struct RecursionBased : Phased<RecursionBased> {
  static constexpr const char* name = "recursion-based";
  static constexpr const char* summary =
      "scatter over a diagonal, then share in smaller and smaller squares (Zhuang & Liberatore, 4 to 7)";
  static constexpr Collective collective = Collective::broadcast;
  static constexpr bool contention_free = true;

  static constexpr const char* refusal(const Topology& topology, PortModel) {
    const unsigned dims = topology.dims();
    bool fits = dims >= 2;
    for (unsigned d = 0; d < dims; ++d)
      fits &= topology.extent(d) >= 2 && is_power_of_two(topology.extent(d)) &&
              (dims == 2 || topology.extent(d) == topology.extent(0));
    return fits ? nullptr : "it needs a rectangle or a cube whose sides are powers of two, at least 2";
  }

  template <class Visit>
  static constexpr void phases(const Job& job, Visit&& visit) {
    const Topology& topology = job.topology;
    if (topology.dims() > 2) return cubes::phases(topology.dims(), log2_ceil(topology.extent(0)), visit);
    const unsigned along = topology.extent(0) < topology.extent(1) ? 1 : 0, across = 1 - along;
    const unsigned m = log2_ceil(topology.extent(across)), k = log2_ceil(topology.extent(along)) - m;
    scatter_over_diagonal(job, m, visit);
    if (k > 0) to_squares(m, k, along, across, visit);
    share_in_squares(m, along, across, visit);
  }

 private:
  /// From one square with flint z at node z of its diagonal to all 2^k squares of a row.
  template <class Visit>
  static constexpr void to_squares(unsigned m, unsigned k, unsigned along, unsigned across, Visit&& visit) {
    const auto on_diagonal = [=](const Coordinates& r) { return (r[along] & ((1u << m) - 1)) == r[across]; };
    for (unsigned j = k; j > 0; --j) {  // square b of the row gets the b-th 1/2^k of the flint
      const std::uint32_t half = 1u << (j - 1);
      Coordinates mask{};
      mask[along] = half << m;
      const auto sends = [=](const Coordinates& r) -> Parts {
        const std::uint32_t b = r[along] >> m;
        if (!on_diagonal(r) || (b & (2 * half - 1)) != 0) return {};
        return {reversed(r[across], m) << k | b | half, half, 1u << (m + k), 1, 0};
      };
      visit(Exchange{mask, false, sends}, true);
    }
    for (unsigned j = k; j > 0; --j) {  // b already has every 2^j-th part
      const std::uint32_t half = 1u << (j - 1);
      Coordinates mask{};
      mask[along] = half << m;
      const auto sends = [=](const Coordinates& r) -> Parts {
        if (!on_diagonal(r)) return {};
        const std::uint32_t b = r[along] >> m & (2 * half - 1);
        return {reversed(r[across], m) << k | b, 1, 1u << (m + k), 1u << (k - j), 2 * half};
      };
      visit(Exchange{mask, false, sends, half, along, m});
    }
  }
};

}  // namespace collnoc
