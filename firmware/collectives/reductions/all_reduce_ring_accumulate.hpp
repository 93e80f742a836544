// All-reduce `ring-accumulate` and `ring-accumulate-all-port`: reduce-scatter, then all-gather, around the
// rings of every dimension by NICs that accumulate (ring_accumulation.hpp).
//
//   torus 4x4: slabs of a quarter along y, pieces along x, combined; then pieces along x, slabs along y
//
// alpha = 4 sum (n_d - 1), since slabs travel as two halves; beta = 2 - 2/N vectors, the minimum. All-port:
// alpha = 4 d (n - 1) with d extents n; beta divided by the number of parts, d, on tori 2 d, the minimum. The
// result takes the place of the input. No link is shared. Any extents. For long vectors.
#pragma once
#include "collnoc/firmware/collectives/reductions/ring_accumulation.hpp"

namespace collnoc {

template <bool all_ports>
struct AllReduceRingAccumulateOn : RingAccumulate<VectorShares<all_ports, true>> {
  static constexpr const char* summary =
      all_ports
          ? "the same in all dimensions and directions at once"
          : "reduce-scatter, then all-gather, around the rings of every dimension; NICs accumulate in place";
  static constexpr Collective collective = Collective::all_reduce;
  static constexpr std::uint64_t bytes_needed(const Job& job) { return padded(job.bytes); }
};

using AllReduceRingAccumulate = AllReduceRingAccumulateOn<false>;
using AllReduceRingAccumulateAllPort = AllReduceRingAccumulateOn<true>;

}  // namespace collnoc
