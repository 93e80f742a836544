// All-to-all broadcast `recursive-doubling`: in step i, rank r and rank r xor 2^i exchange all blocks that
// they hold, so the number of blocks per rank doubles. Bits are used in ascending order. So a rank's blocks
// are one contiguous range, and every message is one put.
//
//   0 <-> 1   2 <-> 3        01 <-> 23 (0 with 2, 1 with 3)        0123 <-> 4567 ...
//
// alpha = log2 N and beta = N - 1 blocks: both are the minimum for one port. But messages share links on
// lines and rings. 2^j pairs at distance 2^j cross the middle link of their 2^(j+1) nodes, each with the
// blocks of 2^j nodes. So on a line the time of a step grows with 4^j instead of 2^j. It is free of
// contention where all partners are neighbours: extents of 2 and (generalized) hypercubes. It is also free
// of contention on rings of 4, where half of the pairs at distance 2 use the other direction. Extents must be
// powers of two.
#pragma once
#include "collnoc/firmware/collectives/common/schedule.hpp"

namespace collnoc {

struct AllToAllRecursiveDoubling {
  static constexpr const char* name = "recursive-doubling";
  static constexpr const char* summary = "in step i, ranks r and r xor 2^i exchange all blocks they hold";
  static constexpr Collective collective = Collective::all_to_all_broadcast;
  static constexpr bool contention_free = false;
  static constexpr Structure needs = Structure::ranks;

  static constexpr const char* refusal(const Topology& topology, PortModel) {
    for (unsigned d = 0; d < topology.dims(); ++d) {
      if (!is_power_of_two(topology.extent(d))) {
        return "it needs extents that are powers of two";
      }
    }
    return nullptr;
  }
  static constexpr std::uint64_t bytes_needed(const Job& job) {
    return job.topology.size() * padded(job.bytes);
  }
  static constexpr std::uint32_t steps(const Job& job) { return log2_ceil(job.topology.size()); }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    if (step > 0) out.wait(static_cast<std::uint8_t>(step), 1);
    const std::uint32_t have = 1u << step;
    out.send(
        share_blocks(job, rank ^ have, rank & ~(have - 1), have, static_cast<std::uint8_t>(1 + step), {}));
  }

  /// Counter 1 + i: the message of step i.
  static constexpr std::uint32_t arrivals(const Job& job, Rank, std::uint8_t counter, std::uint32_t step) {
    return counter != 0 && counter <= steps(job) && counter <= step ? 1 : 0;
  }
};

}  // namespace collnoc
