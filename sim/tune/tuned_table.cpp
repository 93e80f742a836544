#include "sim/tune/tuned_table.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "sim/common/json_problem.hpp"
#include "sim/schema/schemas.hpp"

namespace collnoc {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* format = "collnoc.tuned/1";

Json to_json(const TunedEntry& entry) {
  Json json{{"collective", word_of(entry.key.collective)},
            {"topology", entry.key.topology},
            {"nic", word_of(entry.key.nic)},
            {"startup_cycles", entry.key.startup_cycles},
            {"bytes", entry.key.bytes},
            {"executor", word_of(entry.key.executor)}};
  if (entry.key.multicast) json["multicast"] = true;
  if (!entry.key.conditions.empty()) json["conditions"] = entry.key.conditions;
  json["algorithm"] = entry.algorithm;
  json["cycles"] = entry.cycles;
  if (!entry.equal.empty()) json["equal"] = entry.equal;
  return json;
}

template <class E>
E word(const Json& json, const char* key) {
  const auto text = json.at(key).get<std::string>();
  if (const auto value = from_text<E>(text)) return *value;
  throw std::runtime_error("unknown " + std::string(key) + " '" + text + "'");
}

}  // namespace

TunedTable::TunedTable(std::vector<TunedEntry> entries) : entries_(std::move(entries)) {
  std::sort(entries_.begin(), entries_.end(),
            [](const TunedEntry& a, const TunedEntry& b) { return a.key < b.key; });
}

TunedTable TunedTable::parse(const std::string& text) {
  try {
    const Json json = parse_json(text);
    check_schema(json, "tuned-1");
    std::vector<TunedEntry> entries;
    for (const Json& entry : json.at("entries")) {
      entries.push_back({{word<Collective>(entry, "collective"), entry.at("topology").get<std::string>(),
                          word<PortModel>(entry, "nic"), entry.at("startup_cycles").get<std::uint64_t>(),
                          entry.at("bytes").get<std::uint64_t>(), word<Executor>(entry, "executor"),
                          entry.value("multicast", false), entry.value("conditions", std::string())},
                         entry.at("algorithm").get<std::string>(),
                         entry.at("cycles").get<std::uint64_t>(),
                         entry.value("equal", std::vector<std::string>())});
      const TunedCase& key = entries.back().key;
      if (key.bytes == 0 && form_of(key.collective).has_data())
        throw std::runtime_error("an entry of 0 bytes");
    }
    return TunedTable(std::move(entries));
  } catch (const std::exception& error) {
    throw std::runtime_error("tuned table: " + json_problem(error));
  }
}

const TunedTable& TunedTable::built_in() {
  static const TunedTable table = parse(tuned_json);
  return table;
}

std::string TunedTable::text() const {
  std::string text = R"({"schema": ")" + std::string(format) + R"(", "entries": [)";
  for (std::size_t i = 0; i < entries_.size(); ++i) text += (i ? ",\n" : "\n") + to_json(entries_[i]).dump();
  return text + "\n]}\n";
}

const TunedEntry* TunedTable::find(const TunedCase& wanted) const {
  const auto at = std::ranges::lower_bound(entries_, wanted, {}, &TunedEntry::key);
  return at != entries_.end() && at->key == wanted ? &*at : nullptr;
}

}  // namespace collnoc
