// All-reduce `rabenseifner`: recursive halving, then recursive doubling (halving_reduction.hpp).
//
//   P = 4, pieces ABCD:   AB <-> CD   A <-> B   C <-> D     then   A <-> B   C <-> D   AB <-> CD
//
// alpha = 2 log2 N, beta = 2 - 2/N vectors, the minimum, if N is a power of two; else P is the next smaller
// one, alpha = 2 log2 P + 2 and beta = 4 - 2/P. Port model: one-port. Any network. The longest messages go to
// neighbours in rank. For medium and long vectors.
#pragma once
#include "collnoc/firmware/collectives/halving_reduction.hpp"

namespace collnoc {

struct AllReduceRabenseifner {
  static constexpr const char* name = "rabenseifner";
  static constexpr const char* summary =
      "recursive halving, then recursive doubling of the pieces (Rabenseifner)";
  static constexpr Collective collective = Collective::all_reduce;
  static constexpr bool contention_free = false;
  static constexpr Structure needs = Structure::ranks;
  using Halves = HalvingReduction<VectorPieces>;

  static constexpr const char* refusal(const Topology&, PortModel) { return nullptr; }
  static constexpr std::uint64_t bytes_needed(const Job& job) { return Halves::bytes_needed(job); }
  static constexpr std::uint32_t steps(const Job& job) {
    const reduction::Fold f = Halves::fold(job);
    return f.size == 1 ? 1 : 2 * f.steps() + 2 * f.rounds();
  }

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
    if (step > first && !other(job, rank, round + 1).empty()) out.wait(counter(job, round + 1), 1);
    if (step == first + rounds) {
      if (f.takes(rank)) Halves::send(job, rank - 1, vector, vector, {0, job.bytes}, 1, out);
      return;
    }
    const Range own = Halves::own(job, rank, round + 1);
    Halves::send(job, Halves::partner(job, rank, round), vector + own.begin, vector + own.begin, own,
                 counter(job, round), out);
  }

  /// Those of the halving. Behind them, a counter for each round of the doubling. Counter 1 of a rank that
  /// does not take part: the result.
  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t c, std::uint32_t step) {
    const reduction::Fold f = Halves::fold(job);
    if (f.gives(rank)) return c == 1 && step == steps(job) ? 1 : 0;
    if (c < 2 + f.rounds()) return Halves::halving_arrivals(job, rank, c, step);
    const std::uint32_t round = c - 2u - f.rounds();
    if (round >= f.rounds() || step <= Halves::halving_steps(job) + (f.rounds() - 1 - round)) return 0;
    return other(job, rank, round).empty() ? 0 : 1;
  }

 private:
  static constexpr std::uint8_t counter(const Job& job, std::uint32_t round) {
    return static_cast<std::uint8_t>(2 + Halves::fold(job).rounds() + round);
  }
  /// What arrives in a round of the doubling.
  static constexpr Range other(const Job& job, Rank rank, std::uint32_t round) {
    return Halves::half(job, rank, round, false);
  }
};

}  // namespace collnoc
