// What runs the mutants of one library, for each kind of hardware.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace collnoc::test {

struct MutantJob {
  bool full = true;                   ///< also what takes longer
  bool edges = false;                 ///< instead only single nodes at the edges of what they accept
  std::string library;                ///< built by scripts/mutants
  std::uint64_t cycles = 0;           ///< of the random part: of a network's routers, or of a processor
  std::vector<std::string> where;     ///< networks, or `processor`
  std::vector<std::string> settings;  ///< NAME=VALUE: parameters with which the library was made
};

/// How each of these mutants is caught: the first difference; empty if it is not caught.
using CaughtBy = std::function<std::vector<std::string>(const std::vector<unsigned>& mutants)>;

// Both throw std::runtime_error if the job makes no sense.
CaughtBy node_mutants(const MutantJob& job);
CaughtBy processor_mutants(const MutantJob& job);

unsigned number(const std::string& text);
std::pair<std::string, unsigned> split_setting(const std::string& setting);

}  // namespace collnoc::test
