#include "sim/regress/baseline.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <vector>

#include "sim/common/errors.hpp"
#include "sim/common/json_problem.hpp"
#include "sim/common/output_file.hpp"
#include "sim/schema/schemas.hpp"

namespace collnoc {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

Baseline to_baseline(const RunResult& result) {
  return {{{"cycles", result.cycles},
           {"steps", result.steps},
           {"alpha", result.alpha},
           {"beta", result.beta},
           {"predicted_cycles", result.predicted_cycles},
           {"bound_cycles", result.bound_cycles},
           {"messages", result.messages},
           {"message_hops", result.message_hops},
           {"flit_hops", result.flit_hops},
           {"peak_link_flits", result.peak_link_flits},
           {"stalls.credit", result.stalls.credit},
           {"stalls.arbitration", result.stalls.arbitration},
           {"stalls.bank", result.stalls.bank},
           {"bytes_checked", result.bytes_checked}},
          result.trace.value_or(TraceDigest{})};
}

std::string baseline_line(const std::string& id, const Baseline& baseline) {
  Json line{{"id", id}};
  line.update(baseline.numbers);
  const TraceDigest& trace = baseline.trace;
  line["trace"] = {{"window_cycles", trace.window_cycles},
                   {"windows", windows_to_text(trace.windows)},
                   {"exact_until", nullptr},
                   {"toggles", toggles_to_text(trace.toggles)}};
  if (trace.exact_until != TraceDigest::complete) line["trace"]["exact_until"] = trace.exact_until;
  return line.dump();
}

std::pair<std::string, Baseline> baseline_from_line(const std::string& text) {
  const Json line = parse_json(text);
  check_schema(line, "baseline-1");
  Baseline baseline;
  baseline.numbers = Json::object();
  for (const auto& [key, value] : line.items()) {
    if (key == "id" || key == "trace") continue;
    baseline.numbers[key] = value;
  }
  const Json& trace = line.at("trace");
  baseline.trace.window_cycles = trace.at("window_cycles").get<std::uint64_t>();
  if (baseline.trace.window_cycles < 16 ||
      (baseline.trace.window_cycles & (baseline.trace.window_cycles - 1)) != 0)
    throw std::invalid_argument("window_cycles must be a power of two from 16");
  baseline.trace.windows = windows_from_text(trace.at("windows").get<std::string>());
  baseline.trace.toggles = toggles_from_text(trace.at("toggles").get<std::string>());
  if (!trace.at("exact_until").is_null())
    baseline.trace.exact_until = trace.at("exact_until").get<std::uint64_t>();
  return {line.at("id").get<std::string>(), baseline};
}

namespace {

void read_file(const fs::path& path, Baselines& baselines) {
  std::ifstream stream(path);
  if (!stream) throw UserError(fmt::format("{}: cannot be read", path.string()));
  std::string line;
  for (unsigned number = 1; std::getline(stream, line); ++number) {
    const std::string where = fmt::format("{}:{}", path.string(), number);
    try {
      auto [id, baseline] = baseline_from_line(line);
      if (!baselines.emplace(id, std::move(baseline)).second)
        throw std::invalid_argument(fmt::format("the case {} is listed twice", id));
    } catch (const std::exception& error) {
      throw UserError(fmt::format("{}: not a baseline: {}; `collnoc regress --update` rewrites it", where,
                                  json_problem(error)));
    }
  }
}

}  // namespace

Baselines read_baselines(const std::string& folder) {
  std::error_code error;
  Baselines baselines;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == ".jsonl") read_file(entry.path(), baselines);
  if (error) throw UserError(fmt::format("--baselines {}: cannot be read: {}", folder, error.message()));
  return baselines;
}

void write_baselines(const std::string& folder, const Baselines& baselines) {
  std::map<std::string, std::string> files;
  for (const auto& [id, baseline] : baselines)
    files[id.substr(0, id.find('/')) + ".jsonl"] += baseline_line(id, baseline) + "\n";
  std::vector<std::unique_ptr<OutputFile>> all;
  for (const auto& [name, text] : files) {
    all.push_back(std::make_unique<OutputFile>("--baselines", (fs::path(folder) / name).string()));
    all.back()->write(text);
    all.back()->close();
  }
  for (const auto& file : all) file->commit();
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".jsonl" && !files.count(entry.path().filename().string()))
      fs::remove(entry.path());
}

}  // namespace collnoc
