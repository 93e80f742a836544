// Reads the messages of a trace, one JSON object per line (docs/reference/replay.md), without keeping them.
#pragma once
#include <cstdint>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collnoc/arch/topology/topology.hpp"

namespace collnoc {

/// A message of a trace leaves at least `delay` cycles after the arrival of an earlier one.
struct TraceDependency {
  std::uint64_t line = 0;
  std::uint64_t delay = 0;
};

struct TraceMessage {
  std::uint64_t line = 0;   ///< its name, from 1
  std::uint64_t cycle = 0;  ///< the earliest cycle in which it leaves
  Rank src = 0, dst = 0;
  std::uint64_t bytes = 0;  ///< 0: a signal
  std::vector<TraceDependency> after;
};

/// Every function throws UserError "FILE:LINE: what is wrong".
class TraceReader {
 public:
  /// Bounds of cycles, delays and bytes: sums of them do not overflow.
  static constexpr std::uint64_t most_cycles = 1'000'000'000'000'000, most_bytes = 1'000'000'000'000;
  static constexpr std::size_t longest_line = 1 << 20;

  /// `size`: number of nodes.
  TraceReader(std::string file, Rank size);

  /// The next message; nothing at the end of the trace. Checks everything that the line alone shows, and that
  /// its dependencies are earlier lines.
  std::optional<TraceMessage> next();
  /// The part of the file that has been read; nothing if its length is not known.
  std::optional<double> part() const;
  [[noreturn]] void refuse(std::uint64_t line, const std::string& what) const;

 private:
  bool read_line();
  TraceMessage parse() const;

  std::string file_;
  std::vector<char> buffer_ = std::vector<char>(longest_line + 1);
  std::string_view text_;  ///< the line, in the buffer
  std::ifstream in_;
  Rank size_;
  std::uint64_t line_ = 0, bytes_ = 0, bytes_of_file_ = 0;
};

}  // namespace collnoc
