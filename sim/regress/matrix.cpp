#include "sim/regress/matrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "collnoc/arch/node_parameters.hpp"
#include "collnoc/model/legality.hpp"
#include "sim/common/errors.hpp"
#include "sim/common/nearest.hpp"
#include "sim/common/toml_text.hpp"
#include "sim/sweep/sweep_table.hpp"
#include "sim/topology/topology_text.hpp"

namespace collnoc {
namespace {

/// What a [[case]] may hold: its lists, and parameters of the hardware.
std::vector<std::string> known_keys() {
  std::vector<std::string> keys{"collectives", "algorithms", "topologies", "nics",
                                "bytes",       "backends",   "executors"};
  for (const NodeParameter& p : node_parameters)
    if (!p.option.empty()) keys.emplace_back(p.field);
  return keys;
}
const std::vector<std::string> keys = known_keys();

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

std::vector<Backend> backends_of(const toml::table& table, const std::string& file) {
  std::vector<Backend> backends;
  if (!table.contains("backends")) return backends;
  for (const std::string& backend : list<std::string>(table, "backends", file))
    backends.push_back(word<Backend>(backend, "backend", place(file, table)));
  return backends;
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

  void add_to(std::vector<RegressCase>& cases, LeftOut& left_out) const {
    const auto collectives = list<std::string>(table_, "collectives", file_);
    const auto topologies = list<std::string>(table_, "topologies", file_);
    const auto nics = list<std::string>(table_, "nics", file_);
    const auto sizes = list<std::int64_t>(table_, "bytes", file_);
    RegressCase config;
    config.record_digest = true;
    config.backends = backends_of(table_, file_);
    std::vector<Executor> executors{Executor::native};
    if (table_.contains("executors")) {
      executors.clear();
      for (const std::string& executor : list<std::string>(table_, "executors", file_))
        executors.push_back(word<Executor>(executor, "executor", place(file_, table_)));
    }
    for (const std::string& collective : collectives)
      for (const std::string& topology : topologies)
        for (const std::string& nic : nics) {
          config.collective = word<Collective>(collective, "collective", place(file_, table_));
          config.topology = catalogue_.topology(topology);
          config.topology_text = to_text(config.topology);
          config.hardware.fit(config.topology);
          config.hardware.all_port = word<PortModel>(nic, "NIC", place(file_, table_)) == PortModel::all_port;
          read_hardware(config.hardware);
          for (const std::int64_t size : sizes) {
            const bool has_data = form_of(config.collective).has_data();
            if (size < 1 && has_data)
              throw UserError(fmt::format("{}: bytes must be at least 1", place(file_, table_)));
            if (size != 0 && !has_data)
              throw UserError(fmt::format("{}: {} has no bytes, give 0", place(file_, table_), collective));
            config.bytes = static_cast<std::uint64_t>(size);
            for (const Executor executor : executors) {
              RegressCase performed = config;
              performed.executor = executor;
              performed.hardware = with_executor(config.hardware, executor, config.collective);
              for (const std::string& name : algorithms(performed, left_out)) {
                cases.push_back(performed);
                cases.back().algorithm = name;
              }
            }
          }
        }
  }

 private:
  std::vector<std::string> algorithms(const RunConfig& config, LeftOut& left_out) const {
    const auto wanted = list<std::string>(table_, "algorithms", file_);
    const bool all = std::find(wanted.begin(), wanted.end(), "all") != wanted.end();
    std::vector<std::string> known, applying;
    for (const AlgorithmInfo& info : catalogue_.algorithms())
      if (info.collective == config.collective) known.push_back(info.name);
    for (const std::string& name : all ? known : wanted) {
      if (std::find(known.begin(), known.end(), name) == known.end())
        throw UserError(fmt::format("{}: unknown algorithm '{}' for {}; {}", place(file_, table_), name,
                                    word_of(config.collective), suggestion(name, known)));
      if (const auto reason =
              catalogue_.why_not(config.collective, name, config.topology, config.hardware, config.bytes))
        left_out.add({name, *reason, "", 1});
      else
        applying.push_back(name);
    }
    return applying;
  }

  void read_hardware(HardwareConfig& hardware) const {
    hardware.vcs = hardware.default_vcs();
    for (const NodeParameter& p : node_parameters) {
      const toml::node* node = p.option.empty() ? nullptr : table_.get(p.field);
      if (!node) continue;
      std::optional<unsigned> value = node->value<unsigned>();
      if (const auto word = node->value<std::string>()) {
        const auto at = std::find(p.words.begin(), p.words.end(), *word);
        if (at != p.words.end()) value = static_cast<unsigned>(at - p.words.begin());
      } else if (!p.words.empty()) {
        value.reset();
      }
      if (!value || !p.legal(*value))
        throw UserError(fmt::format(
            "{}: {} must be {}", place(file_, *node), p.field,
            p.words.empty() ? std::string(p.allowed) : fmt::format("one of {}", fmt::join(p.words, ", "))));
      p.set(hardware, *value);
    }
    if (const auto broken = why_illegal(hardware))
      throw UserError(fmt::format("{}: {}", place(file_, table_), broken->text()));
  }

  const toml::table& table_;
  const std::string& file_;
  const AlgorithmCatalogue& catalogue_;
};

}  // namespace

std::string case_id(const RunConfig& config) {
  const HardwareConfig usual;
  std::string id = run_id(config);
  if (config.hardware.vc_depth != usual.vc_depth) id += fmt::format("/depth-{}", config.hardware.vc_depth);
  if (config.hardware.hop_cycles != usual.hop_cycles)
    id += fmt::format("/hop-{}", config.hardware.hop_cycles);
  return id;
}

std::string OwnRun::id(std::size_t point) const {
  std::string id = name;
  for (const auto& [key, value] : plan.at(point)) id += "/" + value;
  return id;
}

namespace {

/// Reads one [[run]].
OwnRun own_run(const toml::table& table, const std::string& file) {
  const auto name = table["name"].value<std::string>().value_or("");
  const auto plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_';
  };
  if (name.empty() || !std::all_of(name.begin(), name.end(), plain))
    throw UserError(fmt::format("{}: name must be letters, digits, - and _", place(file, table)));
  if (from_text<Collective>(name))
    throw UserError(
        fmt::format("{}: name {} is that of a collective, whose cases have it", place(file, table), name));
  OwnRun run{name, sweep_plan(table, file, {"name", "backends"}), backends_of(table, file)};
  const auto refuse = [&](const std::string& key) {
    if (key == "backend" || key == "json")
      throw UserError(fmt::format("{}: {} is chosen by regress{}", place(file, table), key,
                                  key == "backend" ? ": `backends` lists those to run on" : ""));
  };
  for (const auto& [key, value] : run.plan.options) refuse(key);
  for (const auto& [key, values] : run.plan.grid) refuse(key);
  for (const std::string& word : run.plan.command)
    if (word.starts_with("--")) refuse(word.substr(2, word.find('=') - 2));
  return run;
}

template <class F>
void each_table(const toml::table& matrix, const char* key, const std::string& file, F&& f) {
  if (!matrix.contains(key)) return;
  const toml::array* tables = matrix[key].as_array();
  if (!tables || !tables->is_array_of_tables())
    throw UserError(fmt::format("{}: {} must be tables: [[{}]]", place(file, *matrix.get(key)), key, key));
  for (const toml::node& node : *tables) f(*node.as_table());
}

}  // namespace

Matrix read_matrix(const std::string& file, const AlgorithmCatalogue& catalogue, LeftOut& left_out) {
  Matrix all;
  std::vector<RegressCase>& cases = all.cases;
  const toml::table matrix = parse_toml_file(file, file);
  if (!matrix.contains("case") && !matrix.contains("run"))
    throw UserError(file +
                    ": has no [[case]] and no [[run]]; see tests/baselines/matrix.toml of the sources");
  each_table(matrix, "case", file,
             [&](const toml::table& t) { CaseReader(t, file, catalogue).add_to(cases, left_out); });
  each_table(matrix, "run", file, [&](const toml::table& t) {
    all.own.push_back(own_run(t, file));
    for (std::size_t n = 0; n + 1 < all.own.size(); ++n)
      if (all.own[n].name == all.own.back().name)
        throw UserError(fmt::format("{}: the run {} is listed twice", place(file, t), all.own.back().name));
  });
  std::sort(cases.begin(), cases.end(),
            [](const RunConfig& a, const RunConfig& b) { return case_id(a) < case_id(b); });
  for (std::size_t i = 1; i < cases.size(); ++i)
    if (case_id(cases[i]) == case_id(cases[i - 1]))
      throw UserError(fmt::format("{}: the case {} is listed twice", file, case_id(cases[i])));
  return all;
}

}  // namespace collnoc
