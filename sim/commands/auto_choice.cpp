#include "sim/commands/auto_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "sim/commands/values.hpp"
#include "sim/common/user_error.hpp"
#include "sim/results/json_parts.hpp"
#include "sim/run/fastest.hpp"

namespace collnoc {
namespace {

/// Of the links of a graph, by which networks with the same name differ after a change of its file.
std::uint32_t fingerprint(const Topology& topology) {
  std::uint32_t hash = 2166136261;  // FNV-1a
  const auto add = [&](std::uint32_t value) { hash = (hash ^ value) * 16777619; };
  for (Rank rank = 0; rank < topology.nodes(); ++rank)
    for (Link link = 0; link < topology.links(); ++link) {
      add(topology.neighbour(rank, link));
      add(topology.timing(rank, link).delay);
      add(topology.timing(rank, link).interval);
    }
  return hash;
}

/// What a case of the table does not say by itself, and differs from the usual: "root 5, vc_depth_flits 8".
std::string conditions_of(const RunConfig& config) {
  std::vector<std::string> all;
  if (config.root != 0) all.push_back(fmt::format("root {}", config.root));
  if (config.op != Op::sum) all.push_back(word_of(config.op));
  if (config.element != Element::u32) all.push_back(word_of(config.element));
  if (config.firmware == Firmware::rv32) all.push_back("rv32");
  if (config.step_barrier) all.emplace_back("step barriers");
  if (config.topology_text.find("graph:") != std::string::npos)
    all.push_back(fmt::format("network {:08x}", fingerprint(config.topology)));
  HardwareConfig usual;
  usual.fit(config.topology);
  usual.vcs = usual.default_vcs();
  usual.all_port = config.hardware.all_port;
  usual.multicast = config.hardware.multicast;
  usual = with_executor(usual, config.executor, config.collective, config.element);
  const auto usually = hardware_json(usual), here = hardware_json(config.hardware);
  for (const auto& [key, value] : here.items())
    if (!usually.contains(key) || usually.at(key) != value) all.push_back(key + " " + value.dump());
  return fmt::format("{}", fmt::join(all, ", "));
}

TunedCase case_of(const RunConfig& config) {
  return {config.collective,
          config.topology_text,
          config.nic(),
          config.executor == Executor::nic ? 0 : config.startup_cycles,
          config.bytes,
          config.executor,
          config.hardware.multicast,
          conditions_of(config)};
}

TunedTable read_table(const std::string& file) {
  std::error_code none;
  std::ifstream stream(file, std::ios::binary);
  if (!stream || !std::filesystem::is_regular_file(file, none))
    throw UserError(fmt::format("--tuned {}: cannot be read", file));
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  try {
    return TunedTable::parse(text);
  } catch (const std::exception& error) {
    throw UserError(fmt::format("--tuned {}: {}", file, error.what()));
  }
}

/// The first ones, and of the others those of other cases.
TunedTable joined(std::vector<TunedEntry> entries, const TunedTable& others) {
  const TunedTable known(entries);
  for (const TunedEntry& entry : others.entries())
    if (known.find(entry.key) == nullptr) entries.push_back(entry);
  return TunedTable(std::move(entries));
}

}  // namespace

AutoChoice::AutoChoice(const Settings& settings, const AlgorithmCatalogue& catalogue, bool writes,
                       Measure measure)
    : catalogue_(catalogue), measure_(std::move(measure)), name_(settings.text("tuned")) {
  const Given by = settings.get("auto");
  if (by.text != "predict" && by.text != "measure") fail(by, suggestion(by.text, {"predict", "measure"}));
  measures_ = by.text == "measure";
  const Given algorithm = settings.get("algorithm");
  for (const char* key : {"auto", "tuned"})
    if (settings.given(key) && std::ranges::count(parse_list(algorithm), "auto") == 0)
      fail(settings.get(key), fmt::format("is for --algorithm auto, and not for {}", algorithm.text));
  if (!settings.given("tuned")) return;
  std::error_code none;
  if (!measures_ || std::filesystem::is_regular_file(name_, none)) table_ = read_table(name_);
  if (measures_ && writes) file_.emplace("--tuned", name_);
}

std::string AutoChoice::best(const RunConfig& config, const std::vector<std::string>& applicable) {
  const TunedCase wanted = case_of(config);
  if (const TunedEntry* known = table_.find(wanted);
      known != nullptr && std::ranges::count(applicable, known->algorithm) != 0)
    return known->algorithm;
  if (!measures_)
    return catalogue_.best(config.collective, config.topology, config.hardware, config.bytes, config.executor,
                           config.startup_cycles, applicable);
  Fastest fastest;
  for (const std::string& name : applicable) {
    RunConfig run = config;
    run.algorithm = name;
    fastest.add(name, measure_(run));
  }
  const std::vector<std::string>& names = fastest.names();
  measured_.push_back({wanted, names.front(), fastest.cycles(), {names.begin() + 1, names.end()}});
  table_ = joined({measured_.back()}, table_);
  return names.front();
}

void AutoChoice::save() {
  if (!file_ || measured_.empty()) return;
  // Another run may have added cases since this one has begun.
  std::error_code none;
  if (std::filesystem::is_regular_file(name_, none)) table_ = joined(measured_, read_table(name_));
  file_->write(table_.text());
  file_->commit();
}

}  // namespace collnoc
