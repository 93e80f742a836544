// All-reduce `rabenseifner`: recursive halving, then recursive doubling (halving_reduction.hpp).
//
//   P = 4, pieces ABCD:   AB <-> CD   A <-> B   C <-> D     then   A <-> B   C <-> D   AB <-> CD
//
// alpha = 2 log2 N, beta = 2 - 2/N vectors, the minimum, if N is a power of two; else P is the next smaller
// one, alpha = 2 log2 P + 2 and beta = 4 - 2/P. Port model: one-port. Any network. The longest messages go to
// neighbours in rank. For medium and long vectors.
#pragma once
#include "collnoc/firmware/collectives/rabenseifner.hpp"

namespace collnoc {

struct AllReduceRabenseifner : Rabenseifner<AllReduceRabenseifner> {
  static constexpr const char* summary =
      "recursive halving, then recursive doubling of the pieces (Rabenseifner)";
  static constexpr Collective collective = Collective::all_reduce;

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
