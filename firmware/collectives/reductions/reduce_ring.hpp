// Reduce `ring`: reduce-scatter around the rings of every dimension (ring_reduction.hpp), then the tree of
// gather `binomial` brings the pieces to the root.
//
//   4x4, root 0:   slabs along y, pieces along x, all combined; then pieces 2 <- 3, 0 <- 1, rows, halves to
//   the root
//
// alpha = 2 sum (n_d - 1) + ceil(log2 N); beta = 2 - 2/N vectors if N is a power of two. Port model:
// one-port. No link is shared if extents are powers of two. Any extents, any root. For long vectors.
#pragma once
#include "collnoc/firmware/collectives/common/segment.hpp"
#include "collnoc/firmware/collectives/reductions/all_reduce_ring.hpp"

namespace collnoc {

struct ReduceRing {
  static constexpr const char* name = "ring";
  static constexpr const char* summary =
      "reduce-scatter around the rings of every dimension, then a gather by a tree";
  static constexpr Collective collective = Collective::reduce;
  static constexpr bool contention_free = false;
  static constexpr Structure needs = Structure::ring;
  using Pieces = AllReduceRing::Pieces;
  using Ring = RingReduction<Pieces>;

  static constexpr const char* refusal(const Topology&, PortModel) { return nullptr; }
  static constexpr std::uint64_t bytes_needed(const Job& job) { return Ring::bytes_needed(job); }
  static constexpr std::uint32_t steps(const Job& job) {
    return job.topology.size() == 1 ? 1 : Ring::steps(job) + tree(job).levels();
  }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    if (step < Ring::steps(job)) return Ring::plan(job, rank, step, out);
    if (step == Ring::steps(job)) Ring::finish(job, rank, out);
    if (job.topology.size() == 1) return;
    const std::uint32_t level = steps(job) - 1 - step;
    if (!tree(job).learns(rank, level)) return;
    const std::uint8_t counter = gathered(job);
    if (const std::uint32_t all = arrivals(job, rank, counter, step); all != 0) out.wait(counter, all);
    const Segment whole = tree(job).subtree(rank, level);
    const Range own = pieces_of(job, whole.towards(rank));
    if (own.empty()) return;
    const std::uint32_t address = reduction::result(job) + own.begin;
    out.send(Put{whole.informed, address, address, own.bytes(), counter, false, {}});
  }

  /// Those of the reduce-scatter. The counter behind them: all messages of the gather. A rank waits for it
  /// only when all its messages must have arrived.
  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t c, std::uint32_t step) {
    if (c != gathered(job)) return Ring::arrivals(job, rank, c, step);
    std::uint32_t count = 0;
    for (std::uint32_t level = 0; level < tree(job).levels(); ++level) {
      if (step + level < steps(job) || !tree(job).informs(rank, level)) continue;
      const Segment whole = tree(job).subtree(rank, level);
      count += !pieces_of(job, whole.towards(whole.counterpart())).empty();
    }
    return count;
  }

 private:
  static constexpr RankTree tree(const Job& job) { return {job.topology.size(), job.root}; }
  static constexpr std::uint8_t gathered(const Job& job) {
    return static_cast<std::uint8_t>(1 + job.topology.dims());
  }
  static constexpr Range pieces_of(const Job& job, const Segment& ranks) {
    return {Pieces::begin(job, ranks.begin), Pieces::begin(job, ranks.begin + ranks.length)};
  }
};

}  // namespace collnoc
