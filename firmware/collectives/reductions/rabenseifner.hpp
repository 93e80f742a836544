// What Rabenseifner's reduce and all-reduce share: recursive halving (halving_reduction.hpp); then the pieces
// go back over the same pairs in reverse, to all ranks or only towards the root.
//
// An algorithm is a struct of this base with
//   receives(job, rank, round)   whether pieces come in a round of the way back
//   sends(job, rank, round)      whether they go
//   result_to(job, rank)         a rank to which `rank` sends the result at last, or no_rank
#pragma once
#include "collnoc/firmware/collectives/reductions/halving_reduction.hpp"

namespace collnoc {

template <class Algorithm, class Pieces = VectorPieces>
struct Rabenseifner {
  static constexpr const char* name = "rabenseifner";
  static constexpr bool contention_free = false;
  static constexpr Structure needs = Structure::ranks;
  using Halves = HalvingReduction<Pieces>;

  static constexpr const char* refusal(const Topology&, PortModel) { return nullptr; }
  static constexpr std::uint64_t bytes_needed(const Job& job) { return Halves::bytes_needed(job); }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    const reduction::Fold f = Halves::fold(job);
    const std::uint32_t first = Halves::halving_steps(job), rounds = f.rounds();
    const std::uint32_t vector = reduction::result(job);
    if (f.size == 1) return reduction::copy(job.base, vector, job.bytes, out);
    if (step < first) return Halves::halve(job, rank, step, out);
    if (f.gives(rank)) return;
    if (step == first) Halves::absorb(job, rank, rounds, vector, out);
    const std::uint32_t round = rounds - 1 - (step - first);  // the step after the rounds has none
    if (step > first && Algorithm::receives(job, rank, round + 1)) out.wait(counter(job, round + 1), 1);
    if (step == first + rounds) {
      const Rank to = Algorithm::result_to(job, rank);
      if (to != no_rank) Halves::send(job, to, vector, vector, {0, job.bytes}, 1, out);
      return;
    }
    if (!Algorithm::sends(job, rank, round)) return;
    const Range own = Halves::own(job, rank, round + 1);
    Halves::send(job, Halves::partner(job, rank, round), vector + own.begin, vector + own.begin, own,
                 counter(job, round), out);
  }

  /// Those of the halving. Behind them, a counter for each round of the way back. Counter 1 of a rank that
  /// does not take part: the result.
  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t c, std::uint32_t step) {
    const reduction::Fold f = Halves::fold(job);
    if (f.gives(rank))
      return c == 1 && step == Algorithm::steps(job) && Algorithm::result_to(job, rank + 1) == rank ? 1 : 0;
    if (c < 2 + f.rounds()) return Halves::halving_arrivals(job, rank, c, step);
    const std::uint32_t round = c - 2u - f.rounds();
    if (round >= f.rounds() || step <= Halves::halving_steps(job) + (f.rounds() - 1 - round)) return 0;
    return Algorithm::receives(job, rank, round) ? 1 : 0;
  }

 private:
  static constexpr std::uint8_t counter(const Job& job, std::uint32_t round) {
    return static_cast<std::uint8_t>(2 + Halves::fold(job).rounds() + round);
  }
};

/// The pieces go back to all ranks.
template <class Algorithm, class Pieces = VectorPieces>
struct RabenseifnerAllReduce : Rabenseifner<Algorithm, Pieces> {
  static constexpr Collective collective = Collective::all_reduce;
  using typename Rabenseifner<Algorithm, Pieces>::Halves;

  static constexpr std::uint32_t steps(const Job& job) {
    const reduction::Fold f = Halves::fold(job);
    return f.size == 1 ? 1 : 2 * f.steps() + 2 * f.rounds();
  }
  static constexpr bool receives(const Job& job, Rank rank, std::uint32_t round) {
    return !Halves::half(job, rank, round, false).empty();
  }
  static constexpr bool sends(const Job&, Rank, std::uint32_t) { return true; }
  static constexpr Rank result_to(const Job& job, Rank rank) {
    return Halves::fold(job).takes(rank) ? rank - 1 : no_rank;
  }
};

}  // namespace collnoc
