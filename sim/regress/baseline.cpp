#include "sim/regress/baseline.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <stdexcept>
#include <vector>

#include "sim/common/errors.hpp"
#include "sim/common/json_problem.hpp"
#include "sim/common/output_file.hpp"
#include "sim/schema/schemas.hpp"
#include "sim/sweep/sweep_results.hpp"

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

namespace {

/// These depend on the backend, or on what the numbers were made with.
const std::set<std::string> not_compared{"hardware",  "threads",        "link_cycles_compared",
                                         "seed",      "pins_compared",  "processor_cycles_compared",
                                         "memory_kb", "sequencer_nodes"};

void add_numbers(const Json& value, const std::string& name, Json& numbers) {
  if (value.is_object()) {
    for (const auto& [key, inner] : value.items())
      if (!not_compared.contains(key)) add_numbers(inner, name.empty() ? key : name + "." + key, numbers);
  } else if (value.is_array()) {
    for (std::size_t n = 0; n < value.size(); ++n)
      if (!value[n].is_structured()) add_numbers(value[n], fmt::format("{}[{}]", name, n), numbers);
  } else if (value.is_boolean()) {
    numbers[name] = value.get<bool>() ? 1 : 0;
  } else if (value.is_number()) {
    numbers[name] = value;
  }
}

/// What tells each result from others of the same command.
std::vector<std::string> labels_of(const std::vector<Json>& rows) {
  std::vector<std::string> labels;
  const auto repeat = [&] { return std::set(labels.begin(), labels.end()).size() != labels.size(); };
  for (const Json& row : rows) {
    labels.push_back(row.contains("algorithm") && row.contains("bytes")
                         ? fmt::format("{}/{}", row["algorithm"].get<std::string>(), row["bytes"].dump())
                     : row.contains("load") ? "load " + row["load"].dump()
                                            : "result");
  }
  const bool with_root = repeat();
  for (std::size_t n = 0; with_root && n < rows.size(); ++n)
    if (rows[n].contains("root")) labels[n] += "/root " + rows[n]["root"].dump();
  if (repeat())
    for (std::size_t n = 0; n < labels.size(); ++n) labels[n] += fmt::format(" {}", n + 1);
  return labels;
}

}  // namespace

Baseline to_baseline(const Json& document) {
  Baseline baseline;
  baseline.numbers = Json::object();
  Json results = document;
  results.erase("context");  // the time it took
  std::vector<Json> rows = rows_of(results);
  const std::vector<std::string> labels = labels_of(rows);
  for (std::size_t n = 0; n < rows.size(); ++n) {
    if (rows[n].contains("result")) {  // of a replay
      const Json result = rows[n]["result"];
      rows[n].erase("result");
      rows[n].update(result);
    }
    if (rows.size() == 1 && rows[n].contains("cycles"))
      baseline.numbers["cycles"] = rows[n]["cycles"];  // first
    add_numbers(rows[n], rows.size() > 1 ? labels[n] : "", baseline.numbers);
  }
  if (results.contains("traffic") && results["traffic"].contains("saturation"))
    add_numbers(results["traffic"]["saturation"], "saturation", baseline.numbers);
  return baseline;
}

std::string baseline_line(const std::string& id, const Baseline& baseline) {
  Json line{{"id", id}};
  if (!baseline.trace) {
    line["numbers"] = baseline.numbers;
    return line.dump();
  }
  line.update(baseline.numbers);
  const TraceDigest& trace = *baseline.trace;
  line["trace"] = {{"window_cycles", trace.window_cycles},
                   {"windows", windows_to_text(trace.windows)},
                   {"exact_until", nullptr},
                   {"toggles", toggles_to_text(trace.toggles)}};
  if (trace.exact_until != TraceDigest::complete) line["trace"]["exact_until"] = trace.exact_until;
  return line.dump();
}

std::pair<std::string, Baseline> baseline_from_line(const std::string& text) {
  const Json line = parse_json(text);
  const bool own = line.is_object() && line.contains("numbers");
  check_schema(line, "baseline-1", own ? "/oneOf/1" : "/oneOf/0");
  Baseline baseline;
  if (own) {
    baseline.numbers = line["numbers"];
    return {line.at("id").get<std::string>(), baseline};
  }
  baseline.numbers = Json::object();
  for (const auto& [key, value] : line.items()) {
    if (key == "id" || key == "trace") continue;
    baseline.numbers[key] = value;
  }
  const Json& trace = line.at("trace");
  TraceDigest& digest = baseline.trace.emplace();
  digest.window_cycles = trace.at("window_cycles").get<std::uint64_t>();
  if (digest.window_cycles < 16 || (digest.window_cycles & (digest.window_cycles - 1)) != 0)
    throw std::invalid_argument("window_cycles must be a power of two from 16");
  digest.windows = windows_from_text(trace.at("windows").get<std::string>());
  digest.toggles = toggles_from_text(trace.at("toggles").get<std::string>());
  if (!trace.at("exact_until").is_null()) digest.exact_until = trace.at("exact_until").get<std::uint64_t>();
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

/// Not a file of somebody else, such as a trace for a replay.
bool holds_baselines(const fs::path& path) {
  std::ifstream stream(path);
  std::string line;
  std::getline(stream, line);
  const Json first = Json::parse(line, nullptr, false);
  return first.is_object() && first.contains("id") && (first.contains("trace") || first.contains("numbers"));
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
    if (entry.path().extension() == ".jsonl" && !files.count(entry.path().filename().string()) &&
        holds_baselines(entry.path()))
      fs::remove(entry.path());
}

}  // namespace collnoc
