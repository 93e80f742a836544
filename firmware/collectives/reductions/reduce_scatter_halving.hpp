// Reduce-scatter `recursive-halving`: the first part of Rabenseifner's algorithm (halving_reduction.hpp) with
// the blocks of the table as pieces.
//
//   N = 4, blocks ABCD:   keep AB <-> keep CD     keep A <-> keep B     keep C <-> keep D
//
// alpha = log2 N and beta = N - 1 blocks, both the minimum, if N is a power of two; else P is the next
// smaller one and there are two steps more, one with the whole table. Port model: one-port. Any network.
// Blocks of a half are one range of ranks, so the longest messages go farthest, and messages share links. For
// short blocks.
#pragma once
#include "collnoc/firmware/collectives/reductions/halving_reduction.hpp"

namespace collnoc {

struct ReduceScatterHalving {
  static constexpr const char* name = "recursive-halving";
  static constexpr const char* summary =
      "partners keep one half of the blocks each and combine it (Rabenseifner)";
  static constexpr Collective collective = Collective::reduce_scatter;
  static constexpr bool contention_free = false;
  static constexpr Structure needs = Structure::ranks;
  using Halves = HalvingReduction<TablePieces>;

  static constexpr const char* refusal(const Topology&, PortModel) { return nullptr; }
  static constexpr std::uint64_t bytes_needed(const Job& job) { return Halves::bytes_needed(job); }
  static constexpr std::uint32_t steps(const Job& job) { return Halves::halving_steps(job) + 1; }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    const reduction::Fold f = Halves::fold(job);
    const std::uint32_t rounds = f.rounds(), result = reduction::table_result(job);
    const auto block = static_cast<std::uint32_t>(padded(job.bytes));
    if (f.size == 1) return reduction::copy(job.base, result, block, out);
    if (step < Halves::halving_steps(job)) return Halves::halve(job, rank, step, out);
    if (f.gives(rank)) return;
    out.wait(Halves::counter(rounds - 1), 1);
    const Range own{rank * block, (rank + 1) * block};
    Halves::combine(job, rank, rounds, own, result - own.begin, out);
    if (!f.takes(rank)) return;
    const Range given{own.begin - block, own.begin};
    const std::uint32_t work = TablePieces::work(job);
    Halves::combine(job, rank, rounds, given, work, out);
    Halves::send(job, rank - 1, work + given.begin, result, given, 1, out);
  }

  /// Those of the halving. Counter 1 of a rank that does not take part: the result.
  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t c, std::uint32_t step) {
    if (Halves::fold(job).gives(rank)) return c == 1 && step == steps(job) ? 1 : 0;
    return Halves::halving_arrivals(job, rank, c, step);
  }
};

}  // namespace collnoc
