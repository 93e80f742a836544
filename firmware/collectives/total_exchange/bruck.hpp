// Total exchange `bruck`, for very short blocks. Bruck, Ho, Kipnis, Upfal & Weathersby, "Efficient algorithms
// for all-to-all communications in multiport message-passing systems" (1997), index operation, radix 2.
//
// The block from rank r to rank r + j must travel j ranks (modulo N). In round k, every rank sends one
// message to the rank 2^k ahead. The message contains all blocks, its own and those in transit, for which bit
// k of j is set.
//
//   N = 8, block 0 -> 5 (j = 101):   round 0: 0 -> 1      round 2: 1 -> 5
//
// alpha = ceil(log2 N); beta = number of blocks with bit k set, summed over k (N/2 · log2 N for powers of
// two). Any N. Port model: one-port. Messages share links.
//
// Memory. A block that arrives in round k and must travel on waits in the table of that round, which is
// written once. For every u = j >> (k+1), the table stores the blocks with descending lower bits of j. Blocks
// with the same u and the same highest lower bit are therefore adjacent, both at the sender and at the
// receiver. Blocks that end at a rank are adjacent too, because their origins descend as j ascends. Each such
// run is one put. For each put, a rank scans the N/2 blocks of a message. This is practical for networks of
// up to about 1000 nodes.
#pragma once
#include "collnoc/firmware/collectives/common/schedule.hpp"
#include "collnoc/firmware/collectives/total_exchange/bundle.hpp"

namespace collnoc {

struct Bruck {
  static constexpr const char* name = "bruck";
  static constexpr const char* summary =
      "log2 N rounds of combined blocks, for very short blocks (Bruck, Ho, Kipnis, Upfal & Weathersby)";
  static constexpr Collective collective = Collective::total_exchange;
  static constexpr bool contention_free = false;
  static constexpr bool gathers = true;
  static constexpr Structure needs = Structure::ranks;

  static constexpr const char* refusal(const Topology&, PortModel) { return nullptr; }
  /// Send and receive tables, and one table per round.
  static constexpr std::uint64_t bytes_needed(const Job& job) {
    return table(job, steps(job)) * padded(job.bytes);
  }
  static constexpr std::uint32_t steps(const Job& job) { return log2_ceil(job.topology.size()); }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    if (step > 0) out.wait(static_cast<std::uint8_t>(step), 1);
    const Rank size = job.topology.size(), bit = Rank{1} << step, dst = (rank + bit) % size;
    Bundle<Out> bundle(job, dst, static_cast<std::uint8_t>(1 + step), {}, out);
    for (Rank u = 0; u <= (size - 1) >> (step + 1); ++u) {
      for (Rank low = bit; low-- > 0;) {
        const Rank j = u << (step + 1) | bit | low;
        if (j >= size) continue;
        const std::uint32_t from = low == 0 ? (rank + j) % size : waiting(job, log2_floor(low), j);
        const std::uint32_t to = u == 0 ? size + (dst + size - j) % size : waiting(job, step, j);
        bundle.add(from, to, 1);
      }
    }
    bundle.end();
  }

  /// Counter 1 + k: the message of round k.
  static constexpr std::uint32_t arrivals(const Job& job, Rank, std::uint8_t counter, std::uint32_t step) {
    return counter != 0 && counter <= step && counter <= steps(job) ? 1 : 0;
  }

 private:
  /// Position of the highest bit set in value > 0.
  static constexpr unsigned log2_floor(std::uint32_t value) { return log2_ceil(value + 1) - 1; }

  /// First block of the table of a round.
  static constexpr std::uint32_t table(const Job& job, unsigned round) {
    const Rank size = job.topology.size();
    std::uint32_t first = 2 * size;
    for (unsigned k = 0; k < round; ++k) first += (((size - 1) >> (k + 1)) + 1) << k;
    return first;
  }
  /// Where the block with index j waits after it arrived in `round`.
  static constexpr std::uint32_t waiting(const Job& job, unsigned round, Rank j) {
    const Rank bit = Rank{1} << round;
    return table(job, round) + ((j >> (round + 1)) << round) + (bit - 1 - j % bit);
  }
};

}  // namespace collnoc
