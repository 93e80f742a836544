#include "sim/results/profile_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace collnoc {
namespace {

constexpr std::size_t most_functions = 20;  // shown; the rest is one line

std::string share(std::uint64_t part, std::uint64_t whole) {
  return fmt::format("{:.1f}",
                     whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

/// The functions of all tiles together, those with the most cycles first.
std::vector<FunctionProfile> all_tiles(const Profile& profile) {
  std::map<std::string, FunctionProfile> found;
  for (const auto& tile : profile) {
    for (const FunctionProfile& function : tile) {
      FunctionProfile& sum = found[function.name];
      sum.calls += function.calls;
      sum.uses += function.uses;
    }
  }
  std::vector<FunctionProfile> functions;
  for (auto& [name, function] : found) {
    function.name = name;
    functions.push_back(std::move(function));
  }
  std::stable_sort(functions.begin(), functions.end(),
                   [](const auto& a, const auto& b) { return a.uses.total() > b.uses.total(); });
  if (functions.size() <= most_functions) return functions;
  FunctionProfile rest{fmt::format("({} more)", functions.size() - most_functions), 0, {}};
  for (std::size_t i = most_functions; i < functions.size(); ++i) {
    rest.calls += functions[i].calls;
    rest.uses += functions[i].uses;
  }
  functions.resize(most_functions);
  functions.push_back(rest);
  return functions;
}

}  // namespace

std::string profile_table(const Profile& profile, const Palette& palette) {
  const std::vector<FunctionProfile> functions = all_tiles(profile);
  CycleUses sum;
  for (const FunctionProfile& function : functions) sum += function.uses;

  Table uses({{"use", true}, {"cycles"}, {"%"}});
  for (std::size_t use = 0; use < cycle_uses.size(); ++use) {
    if (sum.cycles[use] == 0) continue;
    uses.add(
        {std::string(cycle_uses[use]), std::to_string(sum.cycles[use]), share(sum.cycles[use], sum.total())});
  }
  uses.add({"all", std::to_string(sum.total()), share(sum.total(), sum.total())});

  std::vector<Table::Column> columns{{"calls"}, {"cycles"}, {"%"}};
  for (std::size_t use = 0; use < cycle_uses.size(); ++use)
    if (sum.cycles[use] != 0) columns.push_back({std::string(cycle_uses[use])});
  columns.push_back({"function", true});
  Table table(columns);
  for (const FunctionProfile& function : functions) {
    const std::uint64_t total = function.uses.total();
    std::vector<std::string> cells{std::to_string(function.calls), std::to_string(total),
                                   share(total, sum.total())};
    for (std::size_t use = 0; use < cycle_uses.size(); ++use)
      if (sum.cycles[use] != 0) cells.push_back(std::to_string(function.uses.cycles[use]));
    cells.push_back(function.name);
    table.add(cells);
  }
  return palette.note(fmt::format("# cycles of {} processors", profile.size())) + "\n" + uses.text(palette) +
         palette.note("# functions, without those that they call") + "\n" + table.text(palette);
}

}  // namespace collnoc
