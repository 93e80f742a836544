#include "sim/program/auto_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "sim/common/output_file.hpp"
#include "sim/common/user_error.hpp"
#include "sim/program/values.hpp"
#include "sim/results/json_parts.hpp"
#include "sim/run/fastest.hpp"

namespace collnoc {
namespace {

/// What a case of the table does not say by itself, and differs from the usual: "root 5, vc_depth 8".
std::string conditions_of(const RunConfig& config) {
  std::vector<std::string> all;
  if (config.root != 0) all.push_back(fmt::format("root {}", config.root));
  if (config.op != Op::sum) all.push_back(word_of(config.op));
  if (config.element != Element::u32) all.push_back(word_of(config.element));
  if (config.firmware == Firmware::rv32) all.push_back("rv32");
  if (config.step_barrier) all.emplace_back("step barriers");
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
  std::ifstream stream(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (!stream) throw UserError(fmt::format("--tuned {}: cannot be read", file));
  try {
    return TunedTable::parse(text);
  } catch (const std::exception& error) {
    throw UserError(fmt::format("--tuned {}: {}", file, error.what()));
  }
}

}  // namespace

AutoChoice::AutoChoice(const Settings& settings, const AlgorithmCatalogue& catalogue, Measure measure)
    : catalogue_(catalogue), measure_(std::move(measure)), file_(settings.text("tuned")) {
  const Given by = settings.get("auto");
  if (by.text != "predict" && by.text != "measure") fail(by, suggestion(by.text, {"predict", "measure"}));
  measures_ = by.text == "measure";
  const Given algorithm = settings.get("algorithm");
  for (const char* key : {"auto", "tuned"})
    if (settings.given(key) && std::ranges::count(parse_list(algorithm), "auto") == 0)
      fail(settings.get(key), fmt::format("is for --algorithm auto, and not for {}", algorithm.text));
  std::error_code none;
  if (settings.given("tuned") && (!measures_ || std::filesystem::exists(file_, none)))
    table_ = read_table(file_);
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
  std::vector<TunedEntry> entries = table_.entries();
  std::erase_if(entries, [&](const TunedEntry& entry) { return entry.key == wanted; });
  const std::vector<std::string>& names = fastest.names();
  entries.push_back({wanted, names.front(), fastest.cycles(), {names.begin() + 1, names.end()}});
  table_ = TunedTable(std::move(entries));
  is_new_ = true;
  return names.front();
}

void AutoChoice::save() const {
  if (file_.empty() || !is_new_) return;
  OutputFile file("--tuned", file_);
  file.write(table_.text());
  file.commit();
}

}  // namespace collnoc
