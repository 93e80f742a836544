#include "sim/regress/matrix.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>

#include "sim/common/errors.hpp"
#include "sim/common/nearest.hpp"
#include "sim/topology/topology_text.hpp"

namespace collnoc {
namespace {

const std::vector<std::string> keys{"collectives", "algorithms", "topologies",  "nics",
                                    "bytes",       "vcs",        "route_orders"};

std::string place(const std::string& file, const toml::node& node) {
  return fmt::format("{}:{}", file, node.source().begin.line);
}

template <class T>
std::vector<T> list(const toml::table& table, const std::string& key, const std::string& file) {
  const toml::array* array = table[key].as_array();
  if (!array || array->empty())
    throw UserError(fmt::format("{}: {} must be a list with at least one element", place(file, table), key));
  std::vector<T> values;
  for (const toml::node& node : *array) {
    const auto value = node.value_exact<T>();
    if (!value) throw UserError(fmt::format("{}: {}: an element has the wrong type", place(file, node), key));
    values.push_back(*value);
  }
  return values;
}

template <class E>
E word(const std::string& text, const std::string& noun, const std::string& where) {
  if (const auto value = from_text<E>(text)) return *value;
  throw UserError(fmt::format("{}: unknown {} '{}'; {}", where, noun, text, suggestion(text, words_of<E>())));
}

/// Reads one [[case]].
class CaseReader {
 public:
  CaseReader(const toml::table& table, const std::string& file, const AlgorithmCatalogue& catalogue)
      : table_(table), file_(file), catalogue_(catalogue) {
    for (const auto& [key, node] : table)
      if (std::find(keys.begin(), keys.end(), key.str()) == keys.end())
        throw UserError(fmt::format("{}: unknown key '{}'; {}", place(file, node), key.str(),
                                    suggestion(key.str(), keys)));
  }

  void add_to(std::vector<RunConfig>& cases) const {
    const auto collectives = list<std::string>(table_, "collectives", file_);
    const auto topologies = list<std::string>(table_, "topologies", file_);
    const auto nics = list<std::string>(table_, "nics", file_);
    const auto sizes = list<std::int64_t>(table_, "bytes", file_);
    RunConfig config;
    config.record_digest = true;
    for (const std::string& collective : collectives)
      for (const std::string& topology : topologies)
        for (const std::string& nic : nics) {
          config.collective = word<Collective>(collective, "collective", place(file_, table_));
          config.topology = catalogue_.topology(topology);
          config.topology_text = to_text(config.topology);
          config.hardware.fit(config.topology);
          config.hardware.all_port = word<Nic>(nic, "NIC", place(file_, table_)) == Nic::all_port;
          config.hardware.vcs = number("vcs", config.hardware.default_vcs(), 4);
          config.hardware.route_orders = number("route_orders", config.hardware.route_orders, 2);
          if (config.hardware.vcs % config.hardware.route_orders != 0)
            throw UserError(
                fmt::format("{}: each of 2 route orders has half of the virtual channels; vcs is 2 or 4",
                            place(file_, table_)));
          for (const std::int64_t size : sizes) {
            if (size < 1) throw UserError(fmt::format("{}: bytes must be at least 1", place(file_, table_)));
            config.bytes = static_cast<std::uint64_t>(size);
            for (const std::string& name : algorithms(config)) {
              config.algorithm = name;
              cases.push_back(config);
            }
          }
        }
  }

 private:
  std::vector<std::string> algorithms(const RunConfig& config) const {
    const auto wanted = list<std::string>(table_, "algorithms", file_);
    const bool all = wanted == std::vector<std::string>{"all"};
    std::vector<std::string> known, applying;
    for (const AlgorithmInfo& info : catalogue_.algorithms())
      if (info.collective == config.collective) known.push_back(info.name);
    for (const std::string& name : all ? known : wanted) {
      if (std::find(known.begin(), known.end(), name) == known.end())
        throw UserError(fmt::format("{}: unknown algorithm '{}' for {}; {}", place(file_, table_), name,
                                    word_of(config.collective), suggestion(name, known)));
      if (!catalogue_.why_not(config.collective, name, config.topology, config.hardware, config.bytes))
        applying.push_back(name);
    }
    return applying;
  }

  /// An optional key of the hardware, from 1 to `most`.
  unsigned number(const std::string& key, unsigned otherwise, unsigned most) const {
    if (!table_.contains(key)) return otherwise;
    const auto value = table_[key].value<unsigned>();
    if (!value || *value < 1 || *value > most)
      throw UserError(fmt::format("{}: {} must be a number from 1 to {}", place(file_, table_), key, most));
    return *value;
  }

  const toml::table& table_;
  const std::string& file_;
  const AlgorithmCatalogue& catalogue_;
};

}  // namespace

std::vector<RunConfig> read_matrix(const std::string& file, const AlgorithmCatalogue& catalogue) {
  std::vector<RunConfig> cases;
  try {
    const toml::table matrix = toml::parse_file(file);
    const toml::array* tables = matrix["case"].as_array();
    if (!tables || !tables->is_array_of_tables())
      throw UserError(file + ": has no [[case]]; see tests/baselines/matrix.toml of the sources");
    for (const toml::node& node : *tables) CaseReader(*node.as_table(), file, catalogue).add_to(cases);
  } catch (const toml::parse_error& error) {
    const auto& at = error.source().begin;
    throw UserError(
        at.line == 0 ? fmt::format("{}: cannot be read", file)
                     : fmt::format("{}:{}:{}: not TOML: {}", file, at.line, at.column, error.description()));
  }
  std::sort(cases.begin(), cases.end(),
            [](const RunConfig& a, const RunConfig& b) { return run_id(a) < run_id(b); });
  for (std::size_t i = 1; i < cases.size(); ++i)
    if (run_id(cases[i]) == run_id(cases[i - 1]))
      throw UserError(fmt::format("{}: the case {} is there twice", file, run_id(cases[i])));
  return cases;
}

}  // namespace collnoc
