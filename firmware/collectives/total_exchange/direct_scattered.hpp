// Total exchange `direct-scattered`: one message per pair of nodes, as in `direct`, in a pseudo-random order.
//
//   step k: r -> r xor a_k      a_0 a_1 a_2 ..  all numbers 1 .. N-1, successive states of a shift register
//
// a_k = start · x^k in the field with N = 2^n elements, x primitive: a maximal-length linear feedback shift
// register (Golomb, "Shift register sequences"). In every step, ranks form pairs, so each rank sends and
// receives once. Any few consecutive steps mix near and far offsets in both x and y. With buffers that hold
// several messages (--vcs 4 --vc-depth 32 or 64), every link always has something to send, and no rank waits
// before the end. In contrast, `direct` takes the offsets in order, so all ranks need the same links at the
// same time.
//
// alpha = beta = N - 1 (beta in blocks). Messages of a step share links. Port model: one-port; it also runs
// on all-port hardware.
#pragma once
#include <array>
#include <cstdint>

#include "collnoc/firmware/collectives/common/schedule.hpp"

namespace collnoc {

struct DirectScattered {
  static constexpr const char* name = "direct-scattered";
  static constexpr const char* summary =
      "one message per pair, in the order of a shift register; for networks with deep buffers";
  static constexpr Collective collective = Collective::total_exchange;
  static constexpr bool contention_free = false;
  static constexpr bool closed_form = false;
  static constexpr Structure needs = Structure::ranks;

  static constexpr const char* refusal(const Topology& topology, PortModel) {
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

  /// Counter 1 counts all messages. A rank waits for it only at the end.
  static constexpr std::uint32_t arrivals(const Job&, Rank, std::uint8_t counter, std::uint32_t step) {
    return counter == 1 ? step : 0;
  }

  /// a_step; the number of ranks is a power of two.
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
  /// Primitive polynomials of degree 1, 2, .., where bit i is the coefficient of x^i, and a_0. The entry for
  /// 64 ranks is the best on an 8x8 mesh among all polynomials with every third start value (one-port and
  /// all-port, 64 bytes). The other entries are common choices.
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
