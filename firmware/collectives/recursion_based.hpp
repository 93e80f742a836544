// Broadcast `recursion-based`, square, one-port. Zhuang & Liberatore, sections 4.1 and 5.
//
// The source scatters its message over its diagonal {(x_s^z, y_s^z)}, a piece a node. Then, in squares of
// side 2^k that halve every round, owners share all they have with V_k (mirrored vertically in the square)
// and then with H_k (half a square to the side): now each quarter holds the whole message on its two
// diagonals.
//
//   1 . . .      1 . . 4      1 4 4 1      every 2x2 holds all:
//   . 2 . .  V   . 2 3 .  H   2 3 3 2      V, H within it
//   . . 3 .  ->  . 2 3 .  ->  3 2 2 3      (digits: which pieces)
//   . . . 4      1 . . 4      4 1 1 4
//
// alpha = 3n, beta = 5/2 - 1/2^(n-1). Free of contention: scattering and V have one message a row and
// column, H two in opposite directions of a row, which need full duplex links (the proof of the paper's
// Lemma 6 overlooks them). On a torus H_n is exactly half way, so it is told not to wrap; V_n may wrap.
//
// One difference: the scatter visits C_1 first and C_n last, where the paper goes from C_n to C_1. Lemma 6
// holds in any order, alpha, beta and payload times hops are the same, and with the pieces in bit-reversed
// order all that a node ever sends is one contiguous range: one put a message.
#pragma once
#include "firmware/collectives/schedule.hpp"

namespace collnoc {

struct RecursionBased {
  static constexpr const char* name = "recursion-based";
  static constexpr const char* summary =
      "scatter over a diagonal, then share in ever smaller squares (Zhuang & Liberatore, 4.1, 5)";
  static constexpr Collective collective = Collective::broadcast;
  static constexpr bool contention_free = true;

  static constexpr const char* refusal(const Topology& topology, Nic) {
    const std::uint32_t side = topology.extent(0);
    if (topology.dims() != 2 || side != topology.extent(1) || side < 2 || !is_power_of_two(side)) {
      return "it needs a square of two dimensions whose side is a power of two, at least 2";
    }
    return nullptr;
  }
  static constexpr std::uint64_t bytes_needed(const Job& job) { return padded(job.bytes); }
  static constexpr std::uint32_t steps(const Job& job) { return 3 * order(job); }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    wait_for_last_step<RecursionBased>(job, rank, step, 1 + 2 * order(job), out);
    const Message message = sent(job, rank, step);
    if (message.range.empty()) return;
    const Route route = message.may_wrap ? Route{} : without_wrap(job.topology, rank, message.dst);
    out.send(share(job, message.dst, message.range, message.counter, route));
  }

  /// Counter 1: the scatter; 2k: V_k; 2k + 1: H_k. Each has one message at most.
  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter,
                                          std::uint32_t step) {
    const unsigned n = order(job);
    if (counter == 0 || counter > 2 * n + 1) return 0;
    if (counter > 1) {
      const std::uint32_t s = n + 2 * (n - counter / 2) + counter % 2;
      return s < step ? received(job, rank, s) : 0;
    }
    for (std::uint32_t s = 0; s < n && s < step; ++s) {
      if (received(job, rank, s)) return 1;
    }
    return 0;
  }

 private:
  struct Message {
    Rank dst = 0;
    Range range;
    std::uint8_t counter = 0;
    bool may_wrap = false;
  };

  static constexpr unsigned order(const Job& job) { return log2_ceil(job.topology.extent(0)); }

  /// Coordinates relative to the root: by xor.
  static constexpr Coordinates relative(const Job& job, Rank rank) {
    const Coordinates me = job.topology.coordinates(rank), root = job.topology.coordinates(job.root);
    return {me[0] ^ root[0], me[1] ^ root[1], 0, 0};
  }

  /// Flint z of 2^k: a contiguous 1/2^k of the message.
  static constexpr Range flint(const Job& job, std::uint32_t z, unsigned k) {
    const std::uint32_t at = reversed(z, k);
    return pieces(job, at, at + 1, 1u << k);
  }

  /// What `rank` sends in `step`; an empty range when it sends nothing.
  static constexpr Message sent(const Job& job, Rank rank, std::uint32_t step) {
    const unsigned n = order(job);
    const std::uint32_t side = 1u << n;
    const Coordinates r = relative(job, rank);
    const auto at = [&](std::uint32_t dx, std::uint32_t dy) {
      const Coordinates c = job.topology.coordinates(rank);
      return job.topology.rank({c[0] ^ dx, c[1] ^ dy, 0, 0});
    };
    if (step < n) {  // to C_(step+1)
      const std::uint32_t bit = 1u << step;
      if (r[0] != r[1] || r[0] >= bit) return {};
      return {at(bit, bit), flint(job, r[0] | bit, step + 1), 1, false};
    }
    const unsigned k = n - (step - n) / 2;
    const std::uint32_t mask = (1u << k) - 1, u = r[0] & mask, v = r[1] & mask;
    const bool diagonal = u == v, anti = u == (~v & mask);
    if ((step - n) % 2 == 0) {  // V_k
      const auto counter = static_cast<std::uint8_t>(2 * k);
      if (k == n) return diagonal ? Message{at(0, mask), flint(job, u, n), counter, true} : Message{};
      if (!diagonal && !anti) return {};
      const std::uint32_t upper = (r[1] >> k & 1) ^ (diagonal ? 0u : 1u);
      return {at(0, mask), flint(job, upper << k | u, k + 1), counter, false};
    }
    if (!diagonal && !anti) return {};  // H_k
    return {at(side >> (n - k + 1), 0), flint(job, u, k), static_cast<std::uint8_t>(2 * k + 1), false};
  }

  /// Whether `rank` receives in `step`: its partner of that step sends.
  static constexpr bool received(const Job& job, Rank rank, std::uint32_t step) {
    const unsigned n = order(job);
    Coordinates c = job.topology.coordinates(rank);
    const unsigned k = step < n ? step + 1 : n - (step - n) / 2;
    const bool vertical = step >= n && (step - n) % 2 == 0;
    if (!vertical) c[0] ^= 1u << (k - 1);
    if (step < n) c[1] ^= 1u << (k - 1);
    if (vertical) c[1] ^= (1u << k) - 1;
    return !sent(job, job.topology.rank(c), step).range.empty();
  }
};

}  // namespace collnoc
