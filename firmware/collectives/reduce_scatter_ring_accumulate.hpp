// Reduce-scatter `ring-accumulate` and `ring-accumulate-all-port`: around the rings of every dimension by
// NICs that accumulate (ring_accumulation.hpp), with the blocks of the table as pieces.
//
//   torus 4x4: rows of 4 blocks along y, each rank's own row is combined there; then blocks along x
//
// alpha = 2 sum (n_d - 1), since slabs travel as two halves; beta = N - 1 blocks, the minimum. All-port:
// alpha = 2 d (n - 1) with d extents n; beta divided by the number of parts, d, on tori 2 d, the minimum. A
// rank's result takes the place of its own block in the table: no other memory is needed. No link is shared.
// Any extents. For all but the shortest blocks.
#pragma once
#include "collnoc/firmware/collectives/ring_accumulation.hpp"

namespace collnoc {

template <bool all_ports>
struct ReduceScatterRingAccumulateOn {
  static constexpr const char* name = all_ports ? "ring-accumulate-all-port" : "ring-accumulate";
  static constexpr const char* summary =
      all_ports ? "the same in all dimensions and directions at once"
                : "blocks travel around the rings of every dimension; NICs accumulate in place";
  static constexpr Collective collective = Collective::reduce_scatter;
  static constexpr bool contention_free = true;
  static constexpr bool closed_form = false;
  static constexpr bool accumulates = true;
  static constexpr Structure needs = all_ports ? Structure::dimensions : Structure::ring;
  using Rings = RingAccumulation<TableShares<all_ports>>;

  static constexpr const char* refusal(const Topology&, PortModel nic) {
    return all_ports && nic != PortModel::all_port ? "it needs an all-port NIC" : nullptr;
  }
  static constexpr std::uint64_t bytes_needed(const Job& job) {
    return job.topology.size() * padded(job.bytes);
  }
  static constexpr std::uint32_t steps(const Job& job) { return Rings::steps(job); }
  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    Rings::plan(job, rank, step, out);
  }
  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter,
                                          std::uint32_t step) {
    return Rings::arrivals(job, rank, counter, step);
  }
};

using ReduceScatterRingAccumulate = ReduceScatterRingAccumulateOn<false>;
using ReduceScatterRingAccumulateAllPort = ReduceScatterRingAccumulateOn<true>;

}  // namespace collnoc
