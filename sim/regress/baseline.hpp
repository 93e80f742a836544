// The numbers a case is held to, and the files they live in.
#pragma once
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "sim/run/run_result.hpp"

namespace collnoc {

/// One case: named numbers that must not change (cycles first), and the digest of its trace.
struct Baseline {
  nlohmann::ordered_json numbers;  ///< object of numbers
  TraceDigest trace;
  friend bool operator==(const Baseline&, const Baseline&) = default;
};

/// By id, sorted.
using Baselines = std::map<std::string, Baseline>;

/// What is kept of a result.
Baseline to_baseline(const RunResult& result);

/// All *.jsonl of a folder. Throws UserError with file and line.
Baselines read_baselines(const std::string& folder);

/// Writes FOLDER/COLLECTIVE.jsonl, one case a line, sorted, and removes files no case belongs to.
void write_baselines(const std::string& folder, const Baselines& baselines);

/// One line of a file.
std::string baseline_line(const std::string& id, const Baseline& baseline);
/// And back. Throws std::exception of any kind when the line is not one.
std::pair<std::string, Baseline> baseline_from_line(const std::string& text);

}  // namespace collnoc
