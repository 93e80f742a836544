// Where a command's results go: --json, --quiet and the terminal.
#pragma once
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "sim/common/output_file.hpp"
#include "sim/program/command.hpp"
#include "sim/results/table.hpp"

namespace collnoc {

/// Checks at construction that all outputs can be written, and writes them at the end.
class ReportOutput {
 public:
  ReportOutput(const Settings& settings, Console& console);
  /// Prints the table that `table` makes (unless --quiet) and writes the JSON (to the file of --json).
  void write(const std::function<std::string(const Palette&)>& table, const nlohmann::ordered_json& document);
  /// Whether standard output carries the JSON and nothing else.
  bool json_to_stdout() const { return json_to_stdout_; }

 private:
  Console& console_;
  bool quiet_;
  bool json_to_stdout_ = false;
  std::optional<OutputFile> json_;
};

}  // namespace collnoc
