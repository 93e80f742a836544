// The points of a sweep, from one TOML file:
//
//   command = "run broadcast"          the command, and its arguments
//   [options]                          the same for every point
//   nic = "all-port"
//   [grid]                             every combination; the last key of the file varies fastest
//   topology = ["mesh:4x4", "torus:8x8"]
//   bytes = [64, "1K"]
//
// Keys are the names of the command's options without "--".
#pragma once
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace collnoc {

struct SweepPlan {
  /// Names of options and their values, in the order of the file.
  using Options = std::vector<std::pair<std::string, std::string>>;

  std::vector<std::string> command;  ///< "run", "broadcast"
  Options options;
  std::vector<std::pair<std::string, std::vector<std::string>>> grid;
  std::string where;  ///< the file, for messages

  /// Combinations of the grid; 1 without a grid.
  std::size_t size() const;
  /// The values of the grid at point `index`.
  Options at(std::size_t index) const;
  /// What to type after `collnoc` for point `index`: results as JSON on standard output, no table.
  std::vector<std::string> arguments(std::size_t index) const;
  /// What makes two sweeps the same: command, options and grid.
  nlohmann::ordered_json identity() const;
};

/// Throws UserError with file and line.
SweepPlan read_sweep(const std::string& file);

}  // namespace collnoc
