// The phases of broadcast `recursion-based` in four dimensions, as Zhuang & Liberatore, section 7, has them
// in three: "applications to higher dimensional meshes can be handled in a similar manner".
//
// A cube of side 2^k in d dimensions has 2^(d-1) main diagonals, on which z is any coordinate and every other
// one is z or its inverse. Here z is the coordinate of dimension 2, and the inverted ones of dimensions 1 and
// 3 are `f`: pieces (f, a) start where z is a and x, of dimension 0, is a, too; four diagonals, 4·2^n pieces.
// In a round, cubes that have the message on their diagonals share along x with the mirrored node, then half
// a cube along y, w and z: four steps, after which each sixteenth has it on its diagonals.
//
// alpha = 2 + n + 4n, beta = 19/8 - 1/2^n: the scatter sends all but 1/2^(n+2), the mirror 1/8 in all rounds,
// the other steps of round k 3/2^(k+2), of the last one 7/8, as the diagonals of a cube of side 2 are all of
// its nodes.
//
// Free of contention: a line along a dimension has two nodes with data, which send in opposite directions.
#pragma once
#include "collnoc/firmware/collectives/phases.hpp"

namespace collnoc::tesseract {

/// Of pieces (f, a), those with the lowest k bits of a, k > 0: adjacent. What two nodes of a round's end
/// share, too: pieces with equal lowest bit of z, and then of w.
constexpr Parts part(std::uint32_t f, std::uint32_t a, unsigned k) {
  const std::uint32_t own = (a & 1) != 0 ? f ^ 3 : f;  // the lowest bits of y and w
  const std::uint32_t rest = reversed(a >> 1, k - 1);
  return one_part(((a & 1) << 2 | own) << (k - 1) | rest, 4u << k);
}

inline constexpr std::uint32_t none = 4;
/// Which of y and w are inverted in a cube whose coordinates have the bits `ones`; none: it is on no
/// diagonal.
constexpr std::uint32_t flips(const Coordinates& r, std::uint32_t ones) {
  const std::uint32_t y = (r[1] ^ r[2]) & ones, w = (r[3] ^ r[2]) & ones;
  if ((y != 0 && y != ones) || (w != 0 && w != ones)) return none;
  return (y != 0 ? 1u : 0u) | (w != 0 ? 2u : 0u);
}

/// The source, and then the begins of the diagonals, give half of what they have to another begin.
template <class Visit>
constexpr void split(unsigned n, Visit&& visit) {
  const std::uint32_t all = (1u << n) - 1, eighth = 1u << (n - 1);
  const auto sends_w = [=](const Coordinates& r) -> Parts {
    if (r[0] != 0 || r[1] != 0 || r[2] != 0 || r[3] != 0) return {};
    return {2 * eighth, 4 * eighth, 8 * eighth, 1, 0};
  };
  const auto sends_y = [=](const Coordinates& r) -> Parts {
    if (r[0] != 0 || r[1] != 0 || r[2] != 0 || (r[3] != 0 && r[3] != all)) return {};
    if (r[3] != 0) return {3 * eighth, 2 * eighth, 8 * eighth, 1, 0};
    return {eighth, eighth, 8 * eighth, 2, 5 * eighth};
  };
  visit(Exchange{{0, 0, 0, all}, true, sends_w});
  visit(Exchange{{0, all, 0, 0}, true, sends_y}, true);
}

template <class Visit>
constexpr void scatter(unsigned n, Visit&& visit) {
  const std::uint32_t all = (1u << n) - 1;
  for (unsigned i = 0; i < n; ++i) {
    const std::uint32_t bit = 1u << i;
    const auto sends = [=](const Coordinates& r) -> Parts {
      const std::uint32_t a = r[2], f = flips(r, all);
      return r[0] != a || a >= bit || f == none ? Parts{} : part(f, a | bit, i + 1);
    };
    visit(Exchange{{bit, bit, bit, bit}, false, sends}, true);
  }
}

/// Shares within cubes of side 2^k that have the message on their eight diagonals (four for k = n).
template <class Visit>
constexpr void share(unsigned n, unsigned k, Visit&& visit) {
  const std::uint32_t ones = (1u << k) - 1, half = 1u << (k - 1);
  const auto sends_x = [=](const Coordinates& r) -> Parts {
    const std::uint32_t z = r[2] & ones, x = (r[0] & ones) ^ z, f = flips(r, ones);
    if (f == none || (x != 0 && (x != ones || k == n))) return {};
    if (k == n) return part(f, z, n);
    const std::uint32_t upper = (r[0] >> k & 1) ^ (x != 0 ? 1u : 0u);
    return part(f, upper << k | z, k + 1);
  };
  visit(Exchange{{ones, 0, 0, 0}, k == n, sends_x});
  // Before the i-th of these steps, data is also where y, then w, is half a cube away from a diagonal.
  constexpr std::array<unsigned, 3> dimensions{1, 3, 2};
  for (unsigned i = 0; i < dimensions.size(); ++i) {
    const auto sends = [=](Coordinates r) -> Parts {
      if (k == 1) return one_part(((r[2] & 1) << 2 | (r[3] & 1) << 1 | (r[1] & 1)) >> i, 8u >> i);
      const std::uint32_t x = (r[0] ^ r[2]) & ones;
      if (x != 0 && x != ones) return {};
      for (unsigned away = 0; away < 1u << i; ++away) {
        Coordinates at = r;
        if ((away & 1) != 0) at[1] ^= half;
        if ((away & 2) != 0) at[3] ^= half;
        if (const std::uint32_t f = flips(at, ones); f != none) return part(f, r[2] & ones, k);
      }
      return {};
    };
    Coordinates mask{};
    mask[dimensions[i]] = half;
    visit(Exchange{mask, false, sends});
  }
}

template <class Visit>
constexpr void phases(unsigned n, Visit&& visit) {
  split(n, visit);
  scatter(n, visit);
  for (unsigned k = n; k > 0; --k) share(n, k, visit);
}

}  // namespace collnoc::tesseract
