// Which algorithm was the fastest on the model, case by case: what `collnoc tune` writes and `auto` reads.
#pragma once
#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/run/names.hpp"

namespace collnoc {

/// Start-up of NIC and path of a message, in cycles, as `auto` estimates it: start-ups of the software count on
/// top of it, so that 0 and 1 cycles are nearly the same.
inline constexpr std::uint64_t hardware_startup = 10;

/// What a measurement is for. Hardware is the default one, the root rank 0.
struct TunedCase {
  Collective collective = Collective::broadcast;
  std::string topology;  ///< normalised text
  Nic nic = Nic::one_port;
  std::uint64_t startup_cycles = 0;
  std::uint64_t bytes = 0;
  friend auto operator<=>(const TunedCase&, const TunedCase&) = default;
};

struct TunedEntry {
  TunedCase key;
  std::string algorithm;     ///< the fastest
  std::uint64_t cycles = 0;  ///< its
  friend bool operator==(const TunedEntry&, const TunedEntry&) = default;
};

class TunedTable {
 public:
  TunedTable() = default;
  explicit TunedTable(std::vector<TunedEntry> entries);  ///< in any order
  /// Reads schema collnoc.tuned/1. Throws std::runtime_error that says what is wrong.
  static TunedTable parse(const std::string& text);
  /// The table this program was built with, sim/tune/tuned.json.
  static const TunedTable& built_in();

  /// JSON, sorted, an entry a line: equal tables give equal bytes.
  std::string text() const;
  const std::vector<TunedEntry>& entries() const { return entries_; }

  /// The entry for the same collective, topology and NIC whose start-up, and then whose size, is the nearest
  /// by ratio; nullptr where there is none.
  const TunedEntry* nearest(const TunedCase& wanted) const;

 private:
  std::vector<TunedEntry> entries_;  // sorted by key
};

extern const char* const tuned_json;

}  // namespace collnoc
