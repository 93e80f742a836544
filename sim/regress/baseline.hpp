// The numbers that a case must reproduce, and their files.
#pragma once
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "sim/run/run_result.hpp"

namespace collnoc {

/// One case: named numbers that must not change (cycles first), and the digest of its trace.
struct Baseline {
  nlohmann::ordered_json numbers;    ///< object of numbers
  std::optional<TraceDigest> trace;  ///< of a collective; nothing: of an own run
  friend bool operator==(const Baseline&, const Baseline&) = default;
};

/// By id, sorted.
using Baselines = std::map<std::string, Baseline>;

/// The part of a result that a baseline keeps.
Baseline to_baseline(const RunResult& result);

/// Of an own run: the numbers in the JSON of its command, but for those that depend on the backend. Truth
/// values are 0 or 1. Lists of anything but
/// numbers are left out. With several results, names begin with which one it is.
Baseline to_baseline(const nlohmann::ordered_json& document);

/// All *.jsonl of a folder. Throws UserError with file and line.
Baselines read_baselines(const std::string& folder);

/// Writes FOLDER/NAME.jsonl (of a collective or an own run), sorted, one case per line, and removes those
/// that no case belongs to.
void write_baselines(const std::string& folder, const Baselines& baselines);

/// One line of a file.
std::string baseline_line(const std::string& id, const Baseline& baseline);
/// The reverse. Throws some std::exception when the line is not a baseline.
std::pair<std::string, Baseline> baseline_from_line(const std::string& text);

}  // namespace collnoc
