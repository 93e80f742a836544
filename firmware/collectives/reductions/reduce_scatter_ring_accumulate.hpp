// Reduce-scatter `ring-accumulate` and `ring-accumulate-all-port`: around the rings of every dimension by
// NICs that accumulate (ring_accumulation.hpp), with the blocks of the table as pieces.
//
//   torus 4x4: rows of 4 blocks along y, each rank's own row is combined there; then blocks along x
//
// alpha = 2 sum (n_d - 1), since slabs travel as two halves; beta = N - 1 blocks, the minimum. All-port:
// alpha = 2 d (n - 1) with d extents n; beta divided by the number of parts, d, on tori 2 d, the minimum. A
// rank's result replaces its own block in the table: no other memory is needed. No link is shared.
// Any extents. For all but the shortest blocks.
#pragma once
#include "collnoc/firmware/collectives/reductions/ring_accumulation.hpp"

namespace collnoc {

template <bool all_ports>
struct ReduceScatterRingAccumulateOn : RingAccumulate<TableShares<all_ports>> {
  static constexpr const char* summary =
      all_ports ? "the same in all dimensions and directions at once"
                : "blocks travel around the rings of every dimension; NICs accumulate in place";
  static constexpr Collective collective = Collective::reduce_scatter;
  static constexpr std::uint64_t bytes_needed(const Job& job) {
    return job.topology.size() * padded(job.bytes);
  }
};

using ReduceScatterRingAccumulate = ReduceScatterRingAccumulateOn<false>;
using ReduceScatterRingAccumulateAllPort = ReduceScatterRingAccumulateOn<true>;

}  // namespace collnoc
