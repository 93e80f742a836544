// Reduce `rabenseifner`: recursive halving (halving_reduction.hpp), then the pieces are gathered at the root,
// over the same pairs in reverse.
//
//   P = 4, root A:   AB <-> CD   A <-> B   C <-> D     then   B -> A   D -> C   CD -> AB
//
// alpha = 2 log2 N, beta = 2 - 2/N vectors if N is a power of two; else P is the next smaller one and up to
// two steps with a whole vector are added. Port model: one-port. Any network, any root. For medium and long
// vectors.
#pragma once
#include "collnoc/firmware/collectives/halving_reduction.hpp"

namespace collnoc {

struct ReduceRabenseifner {
  static constexpr const char* name = "rabenseifner";
  static constexpr const char* summary = "recursive halving, then a gather of the pieces (Rabenseifner)";
  static constexpr Collective collective = Collective::reduce;
  static constexpr bool contention_free = false;
  static constexpr Structure needs = Structure::ranks;
  using Halves = HalvingReduction<VectorPieces>;

  static constexpr const char* refusal(const Topology&, PortModel) { return nullptr; }
  static constexpr std::uint64_t bytes_needed(const Job& job) { return Halves::bytes_needed(job); }
  static constexpr std::uint32_t steps(const Job& job) {
    const reduction::Fold f = Halves::fold(job);
    return f.size == 1 ? 1 : f.steps() + 2 * f.rounds() + (f.gives(job.root) ? 1 : 0);
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
    if (step > first && receives(job, rank, round + 1)) out.wait(counter(job, round + 1), 1);
    if (step == first + rounds) {
      if (rank == job.root + 1) Halves::send(job, job.root, vector, vector, {0, job.bytes}, 1, out);
      return;
    }
    if (!active(job, rank, round) || (away(job, rank) & Halves::bit(job, round)) == 0) return;
    const Range own = Halves::own(job, rank, round + 1);
    Halves::send(job, Halves::partner(job, rank, round), vector + own.begin, vector + own.begin, own,
                 counter(job, round), out);
  }

  /// Those of the halving. Behind them, a counter for each round of the gather. Counter 1 of a root that does
  /// not take part: the result.
  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t c, std::uint32_t step) {
    const reduction::Fold f = Halves::fold(job);
    if (f.gives(rank)) return c == 1 && rank == job.root && step == steps(job) ? 1 : 0;
    if (c < 2 + f.rounds()) return Halves::halving_arrivals(job, rank, c, step);
    const std::uint32_t round = c - 2u - f.rounds();
    if (round >= f.rounds() || step <= Halves::halving_steps(job) + (f.rounds() - 1 - round)) return 0;
    return receives(job, rank, round) ? 1 : 0;
  }

 private:
  static constexpr std::uint8_t counter(const Job& job, std::uint32_t round) {
    return static_cast<std::uint8_t>(2 + Halves::fold(job).rounds() + round);
  }
  /// The bits in which the position differs from that of the root, or of the root's partner.
  static constexpr Rank away(const Job& job, Rank rank) {
    const reduction::Fold f = Halves::fold(job);
    const Rank root = f.gives(job.root) ? job.root + 1 : job.root;
    return Halves::position(job, rank) ^ Halves::position(job, root);
  }
  /// Whether the rank still has pieces before `round`; rounds count down.
  static constexpr bool active(const Job& job, Rank rank, std::uint32_t round) {
    return (away(job, rank) & (Halves::bit(job, round) - 1)) == 0;
  }
  static constexpr bool receives(const Job& job, Rank rank, std::uint32_t round) {
    return active(job, rank, round) && (away(job, rank) & Halves::bit(job, round)) == 0 &&
           !Halves::half(job, rank, round, false).empty();
  }
};

}  // namespace collnoc
