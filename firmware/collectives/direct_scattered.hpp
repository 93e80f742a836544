// Total exchange `direct-scattered`: one message a pair, as `direct`, in an order as good as random.
//
//   step k: r -> r xor a_k      a_0 a_1 a_2 ..  all numbers 1 .. N-1, each the next state of a shift register
//
// a_k = start · x^k in the field of N = 2^n elements, x primitive: a maximal-length linear feedback shift
// register (Golomb, "Shift register sequences"). In every step ranks are paired, so everybody sends and
// receives once. In any few steps offsets near and far, in x and in y, are mixed: with buffers that hold some
// messages (--vcs 4
// --vc-depth 32 or 64) every link always finds something to send, and nobody waits before the end. `direct`
// goes through the offsets in order, and all ranks want the same links at the same time.
//
// alpha = beta = N - 1 (beta in blocks). Links are shared within a step. One-port, and legal on all-port
// hardware.
#pragma once
#include <array>
#include <cstdint>

#include "collnoc/firmware/collectives/schedule.hpp"

namespace collnoc {

struct DirectScattered {
  static constexpr const char* name = "direct-scattered";
  static constexpr const char* summary =
      "one message a pair, in the order of a shift register; for networks with deep buffers";
  static constexpr Collective collective = Collective::total_exchange;
  static constexpr bool contention_free = false;
  static constexpr Structure needs = Structure::ranks;

  static constexpr const char* refusal(const Topology& topology, Nic) {
    const Rank size = topology.size();
    return size >= 2 && is_power_of_two(size) && log2_ceil(size) <= fields.size()
               ? nullptr
               : "it needs a power of two of ranks, 2 to 65536";
  }
  static constexpr std::uint64_t bytes_needed(const Job& job) {
    return 2 * job.topology.size() * padded(job.bytes);
  }
  static constexpr std::uint32_t steps(const Job& job) { return job.topology.size() - 1; }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    const Rank dst = rank ^ offset(job.topology.size(), step);
    out.send(Put{dst, send_block(job, dst), receive_block(job, rank), job.bytes, 1, false, {}});
  }

  /// Counter 1 has all messages, and is waited for at the end only.
  static constexpr std::uint32_t arrivals(const Job&, Rank, std::uint8_t counter, std::uint32_t step) {
    return counter == 1 ? step : 0;
  }

  /// a_step, for a power of two of ranks.
  static constexpr std::uint32_t offset(Rank size, std::uint32_t step) {
    const Field field = fields[log2_ceil(size) - 1];
    std::uint32_t result = field.start % size, power = size == 2 ? 1 : 2;
    for (; step != 0; step >>= 1) {
      if (step & 1) result = product(size, field.polynomial, result, power);
      power = product(size, field.polynomial, power, power);
    }
    return result;
  }

 private:
  /// A primitive polynomial of degree 1, 2, .., bit i the coefficient of x^i; and a_0. That of 64 ranks is
  /// the best on an 8x8 mesh of all polynomials with every third start (one-port and all-port, 64 bytes); the
  /// others are usual ones.
  struct Field {
    std::uint32_t polynomial;
    std::uint32_t start;
  };
  static constexpr std::array<Field, 16> fields{{{0x3, 1},
                                                 {0x7, 1},
                                                 {0xb, 1},
                                                 {0x13, 1},
                                                 {0x25, 1},
                                                 {0x67, 46},
                                                 {0x83, 1},
                                                 {0x11d, 1},
                                                 {0x211, 1},
                                                 {0x409, 1},
                                                 {0x805, 1},
                                                 {0x1053, 1},
                                                 {0x201b, 1},
                                                 {0x4443, 1},
                                                 {0x8003, 1},
                                                 {0x1100b, 1}}};

  static constexpr std::uint32_t product(Rank size, std::uint32_t polynomial, std::uint32_t a,
                                         std::uint32_t b) {
    std::uint32_t sum = 0;
    for (; b != 0; b >>= 1) {
      if (b & 1) sum ^= a;
      a <<= 1;
      if (a & size) a ^= polynomial;
    }
    return sum;
  }
};

}  // namespace collnoc
