// Reduce-scatter `ring`: around the rings of every dimension (ring_reduction.hpp), with the blocks of the
// table as pieces.
//
//   4x4: planes of 4 blocks along y, each rank adds its own; then blocks along x
//
// alpha = 2 sum (n_d - 1) (slabs travel as two halves), beta = N - 1 blocks, the minimum. Port model:
// one-port. No link is shared. Any extents. For all but the shortest blocks.
#pragma once
#include "collnoc/firmware/collectives/reductions/ring_reduction.hpp"

namespace collnoc {

struct ReduceScatterRing {
  static constexpr const char* name = "ring";
  static constexpr const char* summary =
      "blocks travel around the rings of every dimension; each rank adds its own (Patarasuk & Yuan)";
  static constexpr Collective collective = Collective::reduce_scatter;
  static constexpr bool contention_free = true;
  static constexpr Structure needs = Structure::ring;

  /// A table of what is being combined lies behind input and result.
  struct Pieces {
    static constexpr std::uint32_t begin(const Job& job, Rank rank) {
      return rank * static_cast<std::uint32_t>(padded(job.bytes));
    }
    static constexpr std::uint32_t work(const Job& job) {
      return block_address(job, job.topology.size() + 1);
    }
    static constexpr std::uint32_t ends_at(const Job& job, Rank rank) {
      return reduction::table_result(job) - begin(job, rank);
    }
    static constexpr std::uint64_t scratch(const Job& job) {
      return (2 * std::uint64_t{job.topology.size()} + 1) * padded(job.bytes);
    }
  };
  using Ring = RingReduction<Pieces>;

  static constexpr const char* refusal(const Topology&, PortModel) { return nullptr; }
  static constexpr std::uint64_t bytes_needed(const Job& job) { return Ring::bytes_needed(job); }
  static constexpr std::uint32_t steps(const Job& job) { return Ring::steps(job) + 1; }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    if (step < Ring::steps(job)) return Ring::plan(job, rank, step, out);
    Ring::finish(job, rank, out);
  }
  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t c, std::uint32_t step) {
    return Ring::arrivals(job, rank, c, step);
  }
};

}  // namespace collnoc
