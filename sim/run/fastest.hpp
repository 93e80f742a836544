// The rule of "fastest": all schedules with the fewest cycles, in the order of the registry
// (firmware/collectives/registry.toml). The scripts (scripts/collnoc_tables/fastest.py) and report pages
// (report/source/fastest.js) have the same rule.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace collnoc {

class Fastest {
 public:
  /// Schedules are added in the order of the registry.
  void add(const std::string& name, std::uint64_t cycles) {
    if (!names_.empty() && cycles > cycles_) return;
    if (cycles < cycles_) names_.clear();
    cycles_ = cycles;
    names_.push_back(name);
  }
  bool empty() const { return names_.empty(); }
  /// All that are equally fast, in the order in which they were added.
  const std::vector<std::string>& names() const { return names_; }
  /// The cycles of each of them. Precondition: not empty.
  std::uint64_t cycles() const { return cycles_; }

 private:
  std::vector<std::string> names_;
  std::uint64_t cycles_ = 0;
};

}  // namespace collnoc
