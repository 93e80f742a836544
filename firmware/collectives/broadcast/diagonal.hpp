// Phases of the broadcasts that use diagonals (Zhuang & Liberatore, sections 4 and 5): scatter the message
// over the source's diagonal, then share it within squares that hold it on their diagonals.
//
// Flint z of 2^k is the piece at position reversed(z, k). So pieces with equal lowest bits are adjacent, and
// everything that a node holds at any time is one contiguous range.
#pragma once
#include "collnoc/firmware/collectives/broadcast/phases.hpp"

namespace collnoc {

/// Flint z of 2^k: pieces are numbered in bit-reversed order.
constexpr Parts flint(std::uint32_t z, unsigned k) { return one_part(reversed(z, k), 1u << k); }

/// Distributes the message to the 2^d nodes (x_s^z, y_s^z, ..), flint z of 2^d each, in d steps: C_1 first.
template <class Visit>
constexpr void scatter_over_diagonal(const Job& job, unsigned d, Visit&& visit) {
  const unsigned dims = job.topology.dims();
  for (unsigned i = 0; i < d; ++i) {
    const std::uint32_t bit = 1u << i;
    Coordinates mask{};
    for (unsigned e = 0; e < dims; ++e) mask[e] = bit;
    const auto sends = [=](const Coordinates& r) -> Parts {
      for (unsigned e = 1; e < dims; ++e) {
        if (r[e] != r[0]) return {};
      }
      return r[0] < bit ? flint(r[0] | bit, i + 1) : Parts{};
    };
    visit(Exchange{mask, false, sends}, i > 0);
  }
}

/// Stage 2. At the start, node z of the diagonal of every aligned square of side 2^m holds flint z of 2^m.
/// V_k flips the lowest k bits of `across`; H_k flips bit k-1 of `along`. After k = m .. 1, all nodes hold
/// all.
template <class Visit>
constexpr void share_in_squares(unsigned m, unsigned along, unsigned across, Visit&& visit) {
  for (unsigned k = m; k > 0; --k) {
    const std::uint32_t ones = (1u << k) - 1;
    Coordinates vertical{}, horizontal{};
    vertical[across] = ones;
    horizontal[along] = 1u << (k - 1);
    const auto sends_v = [=](const Coordinates& r) -> Parts {
      const std::uint32_t u = r[along] & ones, v = r[across] & ones;
      if (k == m) return u == v ? flint(u, m) : Parts{};
      if (u != v && u != (~v & ones)) return {};
      const std::uint32_t upper = (r[across] >> k & 1) ^ (u == v ? 0u : 1u);
      return flint(upper << k | u, k + 1);
    };
    const auto sends_h = [=](const Coordinates& r) -> Parts {
      const std::uint32_t u = r[along] & ones, v = r[across] & ones;
      return u == v || u == (~v & ones) ? flint(u, k) : Parts{};
    };
    visit(Exchange{vertical, k == m, sends_v});
    visit(Exchange{horizontal, false, sends_h});
  }
}

}  // namespace collnoc
