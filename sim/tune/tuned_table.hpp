// The fastest algorithm of each case on the model: `collnoc tune` writes this table and `auto` reads it.
#pragma once
#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/run/names.hpp"

namespace collnoc {

/// One measured case: on the default hardware, with or without multicast, and with root 0, unless the
/// conditions say otherwise.
struct TunedCase {
  Collective collective = Collective::broadcast;
  std::string topology;  ///< normalized text
  PortModel nic = PortModel::one_port;
  std::uint64_t startup_cycles = 0;
  std::uint64_t bytes = 0;
  Executor executor = Executor::native;  ///< nic: startup_cycles is 0
  bool multicast = false;                ///< in hardware with multicast
  std::string conditions{};              ///< what else differs from the usual: "root 5, vc_depth_flits 8"
  friend auto operator<=>(const TunedCase&, const TunedCase&) = default;
};

struct TunedEntry {
  TunedCase key;
  std::string algorithm;             ///< the fastest; of several, the first of the registry
  std::uint64_t cycles = 0;          ///< the cycles that it took
  std::vector<std::string> equal{};  ///< others that took the same, in the order of the registry
  friend bool operator==(const TunedEntry&, const TunedEntry&) = default;
};

class TunedTable {
 public:
  TunedTable() = default;
  explicit TunedTable(std::vector<TunedEntry> entries);  ///< in any order
  /// Parses schema collnoc.tuned/1. Throws std::runtime_error with a description of the problem.
  static TunedTable parse(const std::string& text);
  /// The table built into this program, sim/tune/tuned.json.
  static const TunedTable& built_in();

  /// JSON, sorted, one entry per line: equal tables give equal bytes.
  std::string text() const;
  const std::vector<TunedEntry>& entries() const { return entries_; }

  /// The entry for this case; nullptr if there is none.
  const TunedEntry* find(const TunedCase& wanted) const;

 private:
  std::vector<TunedEntry> entries_;  // sorted by key
};

extern const char* const tuned_json;

}  // namespace collnoc
