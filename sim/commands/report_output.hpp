// Where a command's results go: --json, --quiet and the terminal.
#pragma once
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "sim/commands/command.hpp"
#include "sim/common/output_file.hpp"
#include "sim/results/table.hpp"

namespace collnoc {

/// The results of a command without --json: `text`, or a document for a console that takes it.
void conclude(Console& console, const std::string& text,
              const std::function<nlohmann::ordered_json()>& document);

/// Checks at construction that all outputs can be written, and writes them at the end.
class ReportOutput {
 public:
  ReportOutput(const Settings& settings, Console& console);
  /// Gives the document to a console that takes it, or prints the table that `table` makes (unless --quiet)
  /// and writes the JSON (to the file of --json).
  void write(const std::function<std::string(const Palette&)>& table, const nlohmann::ordered_json& document);
  /// Whether standard output carries the JSON and nothing else, or the console takes it.
  bool json_to_stdout() const { return json_to_stdout_ || console_.results; }

 private:
  Console& console_;
  bool quiet_;
  bool json_to_stdout_ = false;
  std::optional<OutputFile> json_;
};

}  // namespace collnoc
