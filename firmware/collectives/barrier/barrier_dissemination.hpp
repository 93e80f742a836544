// Barrier `dissemination`: in round k, every rank signals the rank 2^k further on. Hensgen, Finkel & Manber,
// "Two algorithms for barrier synchronization" (1988).
//
//   N = 8   round 0: r -> r+1     round 1: r -> r+2     round 2: r -> r+4     modulo N
//
// After round k a rank knows that the 2^(k+1) - 1 ranks before it have entered, so after ceil(log2 N) rounds
// it knows it of all: alpha = ceil(log2 N), the minimum. A signal has no bytes: beta = 0. Port model:
// one-port. Any network, any N. On tori whose extents are powers of two the rounds stay in one dimension
// each.
#pragma once
#include "collnoc/firmware/collectives/common/schedule.hpp"

namespace collnoc {

struct BarrierDissemination {
  static constexpr const char* name = "dissemination";
  static constexpr const char* summary = "in round k rank r signals r + 2^k mod N (Hensgen, Finkel & Manber)";
  static constexpr Collective collective = Collective::barrier;
  static constexpr bool contention_free = false;
  static constexpr Structure needs = Structure::ranks;

  static constexpr const char* refusal(const Topology&, PortModel) { return nullptr; }
  static constexpr std::uint64_t bytes_needed(const Job&) { return 0; }
  static constexpr std::uint32_t steps(const Job& job) { return log2_ceil(job.topology.size()); }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    if (step > 0) out.wait(static_cast<std::uint8_t>(step), 1);
    const Rank dst = (rank + (Rank{1} << step)) % job.topology.size();
    out.send(signal(dst, static_cast<std::uint8_t>(1 + step)));
  }

  /// Counter 1 + k: the signal of round k.
  static constexpr std::uint32_t arrivals(const Job& job, Rank, std::uint8_t counter, std::uint32_t step) {
    return counter != 0 && counter <= steps(job) && counter <= step ? 1 : 0;
  }
};

}  // namespace collnoc
