// The phases of broadcast `recursion-based` in cubes of three and four dimensions. Zhuang & Liberatore,
// section 7.1, and section 7: "applications to higher dimensional meshes can be handled in a similar manner".
//
// A cube of side 2^k in d dimensions has 2^(d-1) main diagonals, on which z, of dimension 2, is any
// coordinate and every other one is z or its inverse. `f` says which of y and w, of dimensions 1 and 3, are
// inverted; where x is not, the diagonals f get pieces (f, a) at z = a. In a round, cubes that have the
// message on their diagonals share along x with the mirrored node, then with half a cube along the other
// dimensions. After these d steps each part of side 2^(k-1) has the message on its diagonals.
//
//   d = 3: y is split off, alpha = 1 + n + 3n, beta = 5/2 - 1/2^n - 1/2^(n+1); shared along z, y
//   d = 4: w and y,        alpha = 2 + n + 4n, beta = 19/8 - 1/2^n;            shared along y, w, z
//
// beta, d = 4: the scatter sends all but 1/2^(n+2), the mirror steps 1/8, the other steps of round k
// 3/2^(k+2), but of the last one 7/8, as all nodes of a cube of side 2 are on diagonals.
//
// Free of contention: a line along a dimension has two nodes with data, which send in opposite directions.
#pragma once
#include "collnoc/firmware/collectives/broadcast/phases.hpp"

namespace collnoc::cubes {

/// Of pieces (f, a), those with the lowest k bits of a, k > 0: adjacent. So is what nodes of a cube of side 2
/// have before a step: in three dimensions all pieces with the same y in it, in four with the same z, and of
/// these with the same w.
constexpr Parts part(unsigned dims, std::uint32_t f, std::uint32_t a, unsigned k) {
  const std::uint32_t low = a & 1, rest = reversed(a >> 1, k - 1);
  const std::uint32_t lowest =  // the coordinates of cubes of side 2, that which is shared last first
      dims == 3 ? (f ^ low) << 1 | low : low << 2 | (low != 0 ? f ^ 3 : f);
  return one_part(lowest << (k - 1) | rest, 1u << (dims - 2 + k));
}

inline constexpr std::uint32_t none = 4;
/// Which of y and w are inverted in a cube whose coordinates have the bits `ones`; none: it is on no
/// diagonal.
constexpr std::uint32_t flips(unsigned dims, const Coordinates& r, std::uint32_t ones) {
  const std::uint32_t y = (r[1] ^ r[2]) & ones, w = dims == 3 ? 0 : (r[3] ^ r[2]) & ones;
  if ((y != 0 && y != ones) || (w != 0 && w != ones)) return none;
  return (y != 0 ? 1u : 0u) | (w != 0 ? 2u : 0u);
}

/// The i-th dimension along which half cubes share.
constexpr unsigned shared(unsigned dims, unsigned i) {
  constexpr std::array<unsigned, 2> in_three{2, 1};
  constexpr std::array<unsigned, 3> in_four{1, 3, 2};
  return dims == 3 ? in_three[i] : in_four[i];
}

/// What a node sends in one of the phases. One type for all of them, as every type is code on a processor.
struct Sends {
  enum class Phase : std::uint8_t { split, scatter, mirror, share };
  Phase phase;
  unsigned dims, n;  ///< the network has sides of 2^n
  unsigned k = 0;    ///< scatter: of 2^k nodes that have data; mirror, share: within cubes of side 2^k
  unsigned i = 0;    ///< split, share: how many dimensions there were before

  constexpr Parts operator()(const Coordinates& r) const {
    const std::uint32_t all = (1u << n) - 1, ones = (1u << k) - 1;
    if (phase == Phase::split) return split(r, all);
    if (phase == Phase::scatter) {
      const std::uint32_t a = r[2], bit = 1u << k, f = flips(dims, r, all);
      return r[0] != a || a >= bit || f == none ? Parts{} : part(dims, f, a | bit, k + 1);
    }
    if (phase == Phase::mirror) {
      const std::uint32_t z = r[2] & ones, x = (r[0] & ones) ^ z, f = flips(dims, r, ones);
      if (f == none || (x != 0 && (x != ones || k == n))) return {};
      if (k == n) return part(dims, f, z, n);
      const std::uint32_t upper = (r[0] >> k & 1) ^ (x != 0 ? 1u : 0u);
      return part(dims, f, upper << k | z, k + 1);
    }
    if (k == 1) {
      const std::uint32_t y = r[1] & 1, z = r[2] & 1;
      return one_part((dims == 3 ? y << 1 | z : z << 2 | (r[3] & 1) << 1 | y) >> i, 1u << (dims - 1 - i));
    }
    // Data is also where dimensions that were shared before are half a cube away from a diagonal.
    for (unsigned away = 0; away < 1u << i; ++away) {
      Coordinates at = r;
      for (unsigned j = 0; j < i; ++j) at[shared(dims, j)] ^= (away >> j & 1) << (k - 1);
      const std::uint32_t x = (at[0] ^ at[2]) & ones, f = flips(dims, at, ones);
      if ((x == 0 || x == ones) && f != none) return part(dims, f, at[2] & ones, k);
    }
    return {};
  }

 private:
  /// The source, and then the begins of diagonals, give half of what they have to the begin of another one.
  constexpr Parts split(const Coordinates& r, std::uint32_t all) const {
    if (r[0] != 0 || r[1] != 0 || r[2] != 0) return {};
    const std::uint32_t unit = 1u << (n - 1), of = 1u << (dims - 2 + n);
    if (dims == 3) return {unit, 2 * unit, of, 1, 0};
    if (i == 0) return r[3] == 0 ? Parts{2 * unit, 4 * unit, of, 1, 0} : Parts{};
    if (r[3] == all) return {3 * unit, 2 * unit, of, 1, 0};
    return r[3] == 0 ? Parts{unit, unit, of, 2, 5 * unit} : Parts{};
  }
};

template <class Visit>
constexpr void phases(unsigned dims, unsigned n, Visit&& visit) {
  using Phase = Sends::Phase;
  const std::uint32_t all = (1u << n) - 1;
  const unsigned splits = dims - 2, begin = splits + n;
  for (unsigned step = 0; step < begin + dims * n; ++step) {
    Coordinates mask{};
    Sends sends{Phase::split, dims, n};
    bool may_wrap = false;
    if (step < splits) {
      sends.i = step;
      mask[dims == 4 && step == 0 ? 3 : 1] = all;
      may_wrap = true;
    } else if (step < begin) {
      sends.phase = Phase::scatter;
      sends.k = step - splits;
      for (unsigned d = 0; d < dims; ++d) mask[d] = 1u << sends.k;
    } else {
      const unsigned in_round = (step - begin) % dims;
      sends.k = n - (step - begin) / dims;
      if (in_round == 0) {
        sends.phase = Phase::mirror;
        mask[0] = (1u << sends.k) - 1;
        may_wrap = sends.k == n;
      } else {
        sends.phase = Phase::share;
        sends.i = in_round - 1;
        mask[shared(dims, sends.i)] = 1u << (sends.k - 1);
      }
    }
    visit(Exchange{mask, may_wrap, sends}, step > 0 && step < begin);
  }
}

}  // namespace collnoc::cubes
