// Documents of the commands that print no JSON, made of what they print; null if it is not there.
#pragma once
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "collnoc/commands/call.hpp"

namespace collnoc {
inline namespace commands {
namespace detail {

/// What stands between two pieces of text; empty if it does not have them.
inline std::string between(const std::string& text, const std::string& left, const std::string& right) {
  const std::size_t at = text.find(left);
  const std::size_t end = at == std::string::npos ? at : text.find(right, at + left.size());
  return end == std::string::npos ? "" : text.substr(at + left.size(), end - at - left.size());
}

inline std::string text_of_file(const std::string& name) {
  std::ifstream file(name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The document in the file that stands between `left` and the end of the line.
inline Json document_after(const std::string& text, const std::string& left) {
  const std::string name = between(text, left, "\n");
  return name.empty() ? Json() : Json::parse(text_of_file(name));
}

/// The first line of results.jsonl, and the others.
inline Json document_of_sweep(const std::string& text) {
  const std::string folder = between(text, " run now; ", "/results.jsonl, ");
  if (folder.empty()) return {};
  Json document{{"head", nullptr}, {"points", Json::array()}};
  for (const std::string& line : lines_of(text_of_file(folder + "/results.jsonl")))
    if (document["head"].is_null())
      document["head"] = Json::parse(line);
    else
      document["points"].push_back(Json::parse(line));
  return document;
}

/// The numbers of the last line, and the lines before it.
inline Json document_of_regress(const std::string& text) {
  std::vector<std::string> lines = lines_of(text);
  unsigned long long equal = 0, differ = 0, failed = 0, skipped = 0;
  if (lines.empty() ||
      std::sscanf(lines.back().c_str(), "# %llu equal, %llu differ, %llu failed, %llu skipped", &equal,
                  &differ, &failed, &skipped) != 4)
    return {};
  const bool updated = lines.back().find("baselines written") != std::string::npos;
  lines.pop_back();
  return {{"equal", equal},     {"differ", differ},   {"failed", failed},
          {"skipped", skipped}, {"updated", updated}, {"changes", lines}};
}

/// The name of the page.
inline Json document_of_report(const std::string& text) {
  const std::size_t end = text.rfind(", ");
  return end == std::string::npos ? Json() : Json{{"page", text.substr(2, end - 2)}};
}

/// The cells of a line of a table: two spaces and more are between columns, of which the last may be any
/// text.
inline std::vector<std::string> cells_of(const std::string& line, std::size_t columns) {
  std::vector<std::string> cells;
  std::size_t at = line.find_first_not_of("# ");
  while (cells.size() + 1 < columns) {
    const std::size_t end = line.find("  ", at);
    if (end == std::string::npos) break;
    cells.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(' ', end);
  }
  cells.push_back(line.substr(at));
  return cells;
}

/// The rows of a table, by the headings of the columns.
inline Json document_of_list(const std::string& text) {
  std::vector<std::string> headings;
  Json rows = Json::array();
  for (const std::string& line : lines_of(text)) {
    if (headings.empty()) {
      headings = cells_of(line, line.size());
    } else if (line[0] != '#') {
      const std::vector<std::string> cells = cells_of(line, headings.size());
      Json row;
      for (std::size_t n = 0; n < cells.size(); ++n) row[headings[n]] = cells[n];
      rows.push_back(row);
    }
  }
  return rows.empty() ? Json() : Json{{"rows", rows}};
}

}  // namespace detail
}  // namespace commands
}  // namespace collnoc
