// Aligned columns for a terminal. All lines except rows begin with '#', so scripts can read the table.
#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace collnoc {

/// Colours of a terminal, or none.
struct Palette {
  bool on = false;
  std::string note(const std::string& text) const;   ///< headings
  std::string alarm(const std::string& text) const;  ///< something is wrong
};

/// Rows of text under headings. Names are left-aligned, numbers right-aligned.
class Table {
 public:
  struct Column {
    std::string heading;
    bool is_name = false;
  };
  /// A value with the heading of its column.
  struct Cell {
    std::string heading, text;
    bool is_name = false;
  };
  Table() = default;
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}
  /// Precondition: one cell per column, none empty.
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  /// A row of cells except those `without`. The first row says which columns there are, the others have the
  /// same.
  void add_cells(const std::vector<Cell>& cells, const std::vector<std::string_view>& without = {});
  /// The heading line, then one line per row.
  std::string text(const Palette& palette) const;
  /// The texts of each row with the headings of their columns.
  using Row = std::vector<std::pair<std::string, std::string>>;
  std::vector<Row> rows() const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// "1,234,567".
std::string grouped(unsigned long long number);
/// At most `digits` digits after the point, no trailing zeros: 2.5, 6, 0.333.
std::string shortest(double number, int digits = 4);

}  // namespace collnoc
