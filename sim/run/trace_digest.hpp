// A digest of a trace of all links, small enough to be kept with a baseline. It shows where two runs diverge.
//
// It has two parts. *Toggles* are all changes of links between carrying a flit and carrying none, up to the
// first `toggle_budget` changes (whole cycles only). *Windows* cover the whole run with one sum of event
// hashes per window of cycles; a window has 16 cycles, doubled until 64 windows suffice. If two traces
// diverge while both have toggles, the digest gives the cycle and the link; later, the window.
#pragma once
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "collnoc/arch/topology/topology.hpp"

namespace collnoc {

/// Link `number` = rank * links of a node + link starts or stops carrying flits in `cycle`.
struct Toggle {
  std::uint64_t cycle = 0;
  std::uint32_t number = 0;
  friend auto operator<=>(const Toggle&, const Toggle&) = default;
};

/// See the comment at the top.
struct TraceDigest {
  static constexpr std::size_t toggle_budget = 1024;
  static constexpr std::size_t max_windows = 64;
  static constexpr std::uint64_t complete = std::numeric_limits<std::uint64_t>::max();

  std::uint64_t window_cycles = 16;
  std::vector<std::uint64_t> windows;    ///< sums of event hashes
  std::uint64_t exact_until = complete;  ///< all toggles before this cycle are known
  std::vector<Toggle> toggles;           ///< sorted
  friend bool operator==(const TraceDigest&, const TraceDigest&) = default;
};

/// Makes the digest of a run. Cycles must not decrease; the order within a cycle does not matter.
class TraceRecorder {
 public:
  explicit TraceRecorder(unsigned links_per_node) : links_(links_per_node) {}
  /// The node `rank` drives a flit on its link `link` in `cycle`.
  void flit(std::uint64_t cycle, Rank rank, Link link);
  /// Ends the trace and returns its digest.
  TraceDigest finish();

 private:
  void close_cycle();

  unsigned links_;
  std::uint64_t cycle_ = 0;
  std::vector<std::uint32_t> busy_, was_busy_;
  std::uint64_t was_cycle_ = 0;
  TraceDigest digest_;
};

/// Where two traces diverge: in [cycle, end), with the link if it is known (then end = cycle + 1).
struct FirstDifference {
  std::uint64_t cycle = 0;
  std::uint64_t end = 0;
  std::optional<std::uint32_t> number;
};

/// Nothing when the traces are equal.
std::optional<FirstDifference> first_difference(const TraceDigest& a, const TraceDigest& b);

/// "cycle 61, link (3,2)->+x", or "cycles 1024..1151" past the exact part.
std::string describe(const FirstDifference& difference, const Topology& topology);

/// Compact text of the toggles and of the windows, and back. Throws std::invalid_argument.
std::string toggles_to_text(const std::vector<Toggle>& toggles);
std::vector<Toggle> toggles_from_text(const std::string& text);
std::string windows_to_text(const std::vector<std::uint64_t>& windows);
std::vector<std::uint64_t> windows_from_text(const std::string& text);

}  // namespace collnoc
