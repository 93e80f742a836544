// A trace of all links, small enough to keep beside a baseline: enough to say where two runs part.
//
// Two parts. *Toggles*: every change of a link between carrying a flit and not, exactly, for the first
// `toggle_budget` changes (whole cycles only). *Windows*: for the whole run, one sum of event hashes per
// window of cycles; 16 cycles a window, doubled until 64 windows are enough. Two traces that part while
// both are exact are told apart to the cycle and the link; later, to the window.
#pragma once
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "collnoc/arch/topology/topology.hpp"

namespace collnoc {

/// Link `number` = rank * links of a node + link begins or stops to carry flits in `cycle`.
struct Toggle {
  std::uint64_t cycle = 0;
  std::uint32_t number = 0;
  friend auto operator<=>(const Toggle&, const Toggle&) = default;
};

/// See the head of this file.
struct TraceDigest {
  static constexpr std::size_t toggle_budget = 1024;
  static constexpr std::size_t max_windows = 64;
  static constexpr std::uint64_t complete = std::numeric_limits<std::uint64_t>::max();

  std::uint64_t window_cycles = 16;
  std::vector<std::uint64_t> windows;    ///< sums of event hashes
  std::uint64_t exact_until = complete;  ///< toggles of cycles before this one are all there
  std::vector<Toggle> toggles;           ///< sorted
  friend bool operator==(const TraceDigest&, const TraceDigest&) = default;
};

/// Observer of a run that makes its digest. Cycles do not go backwards; the order within one is free.
class TraceRecorder {
 public:
  explicit TraceRecorder(unsigned links_per_node) : links_(links_per_node) {}
  /// The node `rank` drives a flit onto its external link `link` in `cycle`.
  void flit(std::uint64_t cycle, Rank rank, Link link);
  /// Ends the trace and gives its digest.
  TraceDigest finish();

 private:
  void close_cycle();

  unsigned links_;
  std::uint64_t cycle_ = 0;
  std::vector<std::uint32_t> busy_, was_busy_;
  std::uint64_t was_cycle_ = 0;
  TraceDigest digest_;
};

/// Where two traces part: in [cycle, end); the link when it is known (then end = cycle + 1).
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
