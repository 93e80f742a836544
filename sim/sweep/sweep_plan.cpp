#include "sim/sweep/sweep_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "sim/common/toml_text.hpp"
#include "sim/sweep/sweep_table.hpp"

namespace collnoc {
namespace {

constexpr std::size_t most_points = 10'000'000;

std::string scalar(const toml::node& node, const std::string& file, const std::string& key) {
  if (auto text = scalar_text(node)) return *text;
  throw UserError(fmt::format("{}: {}: must be a text, a number, true or false", place(file, node), key));
}

/// The entries of a table in the order of the file.
std::vector<std::pair<std::string, const toml::node*>> in_order(const toml::table& table) {
  std::vector<std::pair<std::string, const toml::node*>> entries;
  for (const auto& [key, node] : table) entries.emplace_back(std::string(key.str()), &node);
  std::stable_sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) {
    const auto &x = a.second->source().begin, &y = b.second->source().begin;
    return std::pair(x.line, x.column) < std::pair(y.line, y.column);
  });
  return entries;
}

const toml::table& table_of(const toml::node& node, const std::string& file, const std::string& key) {
  if (const toml::table* table = node.as_table()) return *table;
  throw UserError(fmt::format("{}: {} must be a table: [{}]", place(file, node), key, key));
}

std::vector<std::string> words(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> all;
  for (std::string word; stream >> word;) all.push_back(word);
  return all;
}

void read_grid(const toml::table& table, SweepPlan& plan) {
  for (const auto& [key, node] : in_order(table)) {
    const toml::array* list = node->as_array();
    if (!list || list->empty())
      throw UserError(
          fmt::format("{}: {}: must be a list with at least one value", place(plan.where, *node), key));
    std::vector<std::string> values;
    for (const toml::node& item : *list) {
      values.push_back(scalar(item, plan.where, key));
      if (std::count(values.begin(), values.end(), values.back()) > 1)
        throw UserError(fmt::format("{}: {}: {} occurs twice", place(plan.where, item), key, values.back()));
    }
    if (plan.size() > most_points / values.size())
      throw UserError(fmt::format("{}: more than {} points", place(plan.where, *node), most_points));
    plan.grid.emplace_back(key, std::move(values));
  }
}

}  // namespace

std::size_t SweepPlan::size() const {
  std::size_t points = 1;
  for (const auto& [key, values] : grid) points *= values.size();
  return points;
}

SweepPlan::Options SweepPlan::at(std::size_t index) const {
  Options point(grid.size());
  for (std::size_t n = grid.size(); n-- > 0;) {
    const auto& [key, values] = grid[n];
    point[n] = {key, values[index % values.size()]};
    index /= values.size();
  }
  return point;
}

std::vector<std::string> SweepPlan::arguments(std::size_t index) const {
  std::vector<std::string> all = command;
  for (const Options& some : {options, at(index)})
    for (const auto& [key, value] : some) all.push_back(fmt::format("--{}={}", key, value));
  all.insert(all.end(), {"--json=-", "--quiet"});
  return all;
}

nlohmann::ordered_json SweepPlan::identity() const {
  nlohmann::ordered_json same{{"command", command}}, fixed = nlohmann::ordered_json::object(),
                                                     lists = nlohmann::ordered_json::object();
  for (const auto& [key, value] : options) fixed[key] = value;
  for (const auto& [key, values] : grid) lists[key] = values;
  same["options"] = fixed;
  same["grid"] = lists;
  return same;
}

SweepPlan sweep_plan(const toml::table& table, const std::string& file,
                     const std::vector<std::string>& others) {
  SweepPlan plan;
  plan.where = file;
  for (const auto& [key, node] : in_order(table)) {
    if (key == "command")
      plan.command = words(scalar(*node, file, key));
    else if (key == "options")
      for (const auto& [name, value] : in_order(table_of(*node, file, key)))
        plan.options.emplace_back(name, scalar(*value, file, name));
    else if (key == "grid")
      read_grid(table_of(*node, file, key), plan);
    else if (std::find(others.begin(), others.end(), key) == others.end())
      throw UserError(fmt::format("{}: unknown key '{}'; command, [options], [grid]{}{}", place(file, *node),
                                  key, others.empty() ? "" : ", ", fmt::join(others, ", ")));
  }
  if (plan.command.empty())
    throw UserError(fmt::format("{}: no command; for example command = \"run broadcast\"", file));
  for (const auto& [key, value] : plan.options)
    for (const auto& [name, values] : plan.grid)
      if (key == name) throw UserError(fmt::format("{}: {} is in [options] and in [grid]", file, key));
  return plan;
}

SweepPlan read_sweep(const std::string& file) { return sweep_plan(parse_toml_file(file, file), file, {}); }

}  // namespace collnoc
