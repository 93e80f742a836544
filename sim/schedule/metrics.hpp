// Static costs of a schedule: start-ups, lengths and distances as the papers count them.
#pragma once
#include <cstdint>

#include "sim/schedule/algorithm.hpp"

namespace collnoc {

/// Cost of a schedule under the papers' model (steps in lockstep, a message occupies its whole path).
struct Metrics {
  std::uint32_t steps = 0;
  std::uint32_t alpha = 0;       ///< start-ups on the critical path: steps with at least one message
  std::uint64_t beta_bytes = 0;  ///< sum over steps of the longest message, bytes
  double beta = 0;  ///< beta_bytes / job.bytes: message lengths on the critical path; of a barrier 0
  std::uint64_t messages = 0;
  std::uint64_t message_hops = 0;     ///< sum of hops over messages; Cang & Wu's TCD
  std::uint64_t byte_hops = 0;        ///< sum of bytes · hops
  std::uint64_t peak_link_bytes = 0;  ///< most bytes over one directed link in the whole schedule

  /// T_s·alpha + T_c·beta·L (Zhuang & Liberatore, section 3.3), in the unit of T_s and T_c (per byte).
  double time(double t_s, double t_c) const { return t_s * alpha + t_c * static_cast<double>(beta_bytes); }
};

/// Walks the schedule once without storing it. Precondition: why_not is empty.
Metrics measure(const Algorithm& algorithm, const Job& job);

/// Lower bound on the steps of a one-port, store-and-forward total exchange with unit packets: the average
/// status (1/N) sum over u, v of dist(u, v), rounded up (Dimakopoulos & Dimopoulos, section 3).
std::uint64_t status_bound(const Topology& topology);

}  // namespace collnoc
