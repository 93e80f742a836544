// All-reduce `rabenseifner`: recursive halving, then recursive doubling (halving_reduction.hpp).
//
//   P = 4, pieces ABCD:   AB <-> CD   A <-> B   C <-> D     then   A <-> B   C <-> D   AB <-> CD
//
// alpha = 2 log2 N, beta = 2 - 2/N vectors, the minimum, if N is a power of two; else P is the next smaller
// one, alpha = 2 log2 P + 2 and beta = 4 - 2/P. Port model: one-port. Any network. The longest messages go to
// neighbours in rank. For medium and long vectors.
#pragma once
#include "collnoc/firmware/collectives/reductions/rabenseifner.hpp"

namespace collnoc {

struct AllReduceRabenseifner : RabenseifnerAllReduce<AllReduceRabenseifner> {
  static constexpr const char* summary =
      "recursive halving, then recursive doubling of the pieces (Rabenseifner)";
};

}  // namespace collnoc
