#include "sim/results/table.hpp"

#include <fmt/color.h>
#include <fmt/format.h>

#include <algorithm>

namespace collnoc {

std::string Palette::note(const std::string& text) const {
  return on ? fmt::format(fmt::fg(fmt::terminal_color::cyan), "{}", text) : text;
}

std::string Palette::alarm(const std::string& text) const {
  return on ? fmt::format(fmt::emphasis::bold | fmt::fg(fmt::terminal_color::red), "{}", text) : text;
}

void Table::add_cells(const std::vector<Cell>& cells, const std::vector<std::string_view>& without) {
  std::vector<std::string> row;
  for (const Cell& cell : cells) {
    if (std::find(without.begin(), without.end(), cell.heading) != without.end()) continue;
    if (rows_.empty()) columns_.push_back({cell.heading, cell.is_name});
    row.push_back(cell.text);
  }
  add(std::move(row));
}

std::string Table::text(const Palette& palette) const {
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    widths.push_back(columns_[c].heading.size());
    for (const auto& row : rows_) widths[c] = std::max(widths[c], row[c].size());
  }
  const auto line = [&](char first, const auto& cell) {
    std::string text(1, first);
    for (std::size_t c = 0; c < columns_.size(); ++c)
      text += columns_[c].is_name ? fmt::format("  {:<{}}", cell(c), widths[c])
                                  : fmt::format("  {:>{}}", cell(c), widths[c]);
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
  };
  std::string text = palette.note(line('#', [&](std::size_t c) { return columns_[c].heading; })) + "\n";
  for (const auto& row : rows_) text += line(' ', [&](std::size_t c) { return row[c]; }) + "\n";
  return text;
}

std::vector<Table::Row> Table::rows() const {
  std::vector<Row> all;
  for (const auto& cells : rows_) {
    Row& row = all.emplace_back();
    for (std::size_t c = 0; c < columns_.size(); ++c) row.emplace_back(columns_[c].heading, cells[c]);
  }
  return all;
}

std::string grouped(unsigned long long number) {
  std::string digits = fmt::format("{}", number);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
  return digits;
}

std::string shortest(double number, int digits) {
  std::string text = fmt::format("{:.{}f}", number, digits);
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return text;
}

}  // namespace collnoc
