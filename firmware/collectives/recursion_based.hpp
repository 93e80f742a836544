// Broadcast `recursion-based`, one-port. Zhuang & Liberatore, sections 4.1 and 5 (squares), 6 (rectangles)
// and 7.1 (cubes).
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
// Cubes: scatter over two main diagonals. Then for k = n .. 1, in cubes of side 2^k: mirror along x (four
// diagonals), half a cube along z, half a cube along y. After that, each eighth holds the message on its four
// diagonals. alpha = 4n + 1, beta = 5/2 - 1/2^n - 1/2^(n+1).
//
// Four dimensions: tesseract.hpp, alpha = 5n + 2, beta = 19/8 - 1/2^n.
//
// Differences: the paper scatters to C_n first and C_1 last, and over squares before diagonals. Lemma 6 holds
// in any order; alpha, beta and payload times hops are the same. With pieces in bit-reversed order,
// everything that a node sends in squares and cubes is one contiguous range: one put per message. Between the
// squares of a rectangle, a message has 2^(k-j) ranges.
#pragma once
#include "collnoc/firmware/collectives/diagonal.hpp"
#include "collnoc/firmware/collectives/tesseract.hpp"

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
    if (topology.dims() == 4) return tesseract::phases(log2_ceil(topology.extent(0)), visit);
    if (topology.dims() == 3) return cube(log2_ceil(topology.extent(0)), visit);
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

  /// Pieces (w, a): w = 0 starts on the diagonal (a, a, a), w = 1 on (a, ~a, a). Pieces with equal w and
  /// equal lowest k bits of a, k > 0, are adjacent; so are all pieces with equal w ^ (a & 1).
  static constexpr Parts cube_part(std::uint32_t w, std::uint32_t a, unsigned k) {
    return one_part((w ^ (a & 1)) << k | reversed(a, k), 2u << k);
  }

  template <class Visit>
  static constexpr void cube(unsigned n, Visit&& visit) {
    const std::uint32_t all = (1u << n) - 1;
    const auto sends_half = [=](const Coordinates& r) -> Parts {
      if (r[0] != 0 || r[1] != 0 || r[2] != 0) return {};
      return {1u << (n - 1), 1u << n, 2u << n, 1, 0};  // all with w = 1
    };
    visit(Exchange{{0, all, 0}, true, sends_half});
    for (unsigned i = 0; i < n; ++i) {
      const std::uint32_t bit = 1u << i;
      const auto sends = [=](const Coordinates& r) -> Parts {
        const std::uint32_t a = r[0], mirrored = r[1] ^ a;
        if (r[2] != a || a >= bit || (mirrored != 0 && mirrored != all)) return {};
        return cube_part(mirrored != 0, a | bit, i + 1);
      };
      visit(Exchange{{bit, bit, bit}, false, sends}, true);
    }
    for (unsigned k = n; k > 0; --k) share_in_cubes(n, k, visit);
  }

  /// Shares within cubes of side 2^k that have the message on their four diagonals (two for k = n).
  template <class Visit>
  static constexpr void share_in_cubes(unsigned n, unsigned k, Visit&& visit) {
    const std::uint32_t ones = (1u << k) - 1, half = 1u << (k - 1);
    const auto sends_x = [=](const Coordinates& r) -> Parts {
      const std::uint32_t z = r[2] & ones, x = (r[0] & ones) ^ z, y = (r[1] & ones) ^ z;
      if ((x != 0 && (x != ones || k == n)) || (y != 0 && y != ones)) return {};
      if (k == n) return cube_part(y != 0, z, n);
      const std::uint32_t upper = (r[0] >> k & 1) ^ (x != 0 ? 1u : 0u);
      return cube_part(y != 0, upper << k | z, k + 1);
    };
    const auto of_diagonals = [=](const Coordinates& r, std::uint32_t z) -> Parts {
      const std::uint32_t x = (r[0] ^ z) & ones, y = (r[1] ^ z) & ones;
      if ((x != 0 && x != ones) || (y != 0 && y != ones)) return {};
      return cube_part(y != 0, z & ones, k);
    };
    const auto sends_z = [=](const Coordinates& r) { return of_diagonals(r, r[2]); };
    const auto sends_y = [=](const Coordinates& r) {
      if (k == 1) return one_part(r[1] & 1, 2);
      const Parts own = of_diagonals(r, r[2]);
      return own.count != 0 ? own : of_diagonals(r, r[2] ^ half);
    };
    visit(Exchange{{ones, 0, 0}, k == n, sends_x});
    visit(Exchange{{0, 0, half}, false, sends_z});
    visit(Exchange{{0, half, 0}, false, sends_y});
  }
};

}  // namespace collnoc
