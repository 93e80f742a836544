// Reduce `rabenseifner`: recursive halving (halving_reduction.hpp), then the pieces are gathered at the root,
// over the same pairs in reverse.
//
//   P = 4, root A:   AB <-> CD   A <-> B   C <-> D     then   B -> A   D -> C   CD -> AB
//
// alpha = 2 log2 N, beta = 2 - 2/N vectors if N is a power of two; else P is the next smaller one and up to
// two steps with a whole vector are added. Port model: one-port. Any network, any root. For medium and long
// vectors.
#pragma once
#include "collnoc/firmware/collectives/reductions/rabenseifner.hpp"

namespace collnoc {

struct ReduceRabenseifner : Rabenseifner<ReduceRabenseifner> {
  static constexpr const char* summary = "recursive halving, then a gather of the pieces (Rabenseifner)";
  static constexpr Collective collective = Collective::reduce;

  static constexpr std::uint32_t steps(const Job& job) {
    const reduction::Fold f = Halves::fold(job);
    return f.size == 1 ? 1 : f.steps() + 2 * f.rounds() + (f.gives(job.root) ? 1 : 0);
  }
  /// Rounds count down.
  static constexpr bool receives(const Job& job, Rank rank, std::uint32_t round) {
    return active(job, rank, round) && (away(job, rank) & Halves::bit(job, round)) == 0 &&
           !Halves::half(job, rank, round, false).empty();
  }
  static constexpr bool sends(const Job& job, Rank rank, std::uint32_t round) {
    return active(job, rank, round) && (away(job, rank) & Halves::bit(job, round)) != 0;
  }
  static constexpr Rank result_to(const Job& job, Rank rank) {
    return rank == job.root + 1 && Halves::fold(job).gives(job.root) ? job.root : no_rank;
  }

 private:
  /// The bits in which the position differs from that of the root, or of the root's partner.
  static constexpr Rank away(const Job& job, Rank rank) {
    const reduction::Fold f = Halves::fold(job);
    const Rank root = f.gives(job.root) ? job.root + 1 : job.root;
    return Halves::position(job, rank) ^ Halves::position(job, root);
  }
  /// Whether the rank still has pieces before `round`.
  static constexpr bool active(const Job& job, Rank rank, std::uint32_t round) {
    return (away(job, rank) & (Halves::bit(job, round) - 1)) == 0;
  }
};

}  // namespace collnoc
