#include "sim/sweep/sweep_results.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "sim/common/output_file.hpp"
#include "sim/common/user_error.hpp"
#include "sim/common/write_all.hpp"
#include "sim/schema/schemas.hpp"

namespace collnoc {
namespace {

using Json = nlohmann::ordered_json;

/// Scalars of a result as columns: "hardware.vcs". Lists are left out: they are in the JSON.
void flatten(const Json& value, const std::string& name,
             std::vector<std::pair<std::string, std::string>>& row) {
  if (value.is_object()) {
    for (const auto& [key, inner] : value.items()) flatten(inner, name.empty() ? key : name + "." + key, row);
  } else if (value.is_string()) {
    row.emplace_back(name, value.get<std::string>());
  } else if (!value.is_array()) {
    row.emplace_back(name, value.is_null() ? "" : value.dump());
  }
}

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

std::string csv(const std::map<std::size_t, std::string>& lines) {
  std::vector<std::string> columns{"point"};
  std::vector<std::map<std::string, std::string>> table;
  for (const auto& [point, text] : lines) {
    const Json line = Json::parse(text);
    const std::vector<Json> results =
        line.contains("result") ? rows_of(line["result"]) : std::vector<Json>(1);
    for (const Json& result : results) {
      std::vector<std::pair<std::string, std::string>> cells{{"point", fmt::format("{}", point)}};
      for (const auto& [key, value] : line["options"].items())
        cells.emplace_back(key, value.get<std::string>());
      if (result.is_object()) flatten(result, "", cells);
      if (line.contains("error")) cells.emplace_back("error", line["error"].get<std::string>());
      auto& row = table.emplace_back();
      for (const auto& [name, value] : cells) {
        if (std::find(columns.begin(), columns.end(), name) == columns.end()) columns.push_back(name);
        row.emplace(name, value);  // what the user gave comes first
      }
    }
  }
  std::string text;
  for (const std::string& name : columns) text += (text.empty() ? "" : ",") + csv_cell(name);
  text += '\n';
  for (const auto& row : table) {
    std::string cells;
    for (const std::string& name : columns) {
      const auto cell = row.find(name);
      if (&name != &columns.front()) cells += ',';
      if (cell != row.end()) cells += csv_cell(cell->second);
    }
    text += cells + '\n';
  }
  return text;
}

}  // namespace

std::vector<Json> rows_of(const Json& document) {
  for (const char* list : {"/runs", "/traffic/loads"}) {
    const Json::json_pointer at(list);
    if (document.contains(at)) return document[at].get<std::vector<Json>>();
  }
  for (const Json& value : document)
    if (value.is_object()) return {value};
  return {};
}

void check_sweep_line(const Json& line) {
  if (line.is_object() && line.contains("sweep")) return check_schema(line, "sweep-1", "/oneOf/0");
  const bool ended = line.is_object() && line.contains("result");
  check_schema(line, "sweep-1", ended ? "/oneOf/1" : "/oneOf/2");
  if (!ended) return;
  const Json& result = line["result"];
  check_schema(result, schema_of(result), "", "/result");
}

std::string result_line(const SweepPlan& plan, std::size_t point, const ChildResult& child) {
  Json line{{"point", point}};
  Json options = Json::object();
  for (const auto& [key, value] : plan.at(point)) options[key] = value;
  line["options"] = options;
  if (child.exit_code == 0) {
    Json document = Json::parse(child.out);
    document.erase("context");  // the time it took
    line["result"] = document;
  } else {
    line["exit_code"] = child.exit_code;
    line["error"] = error_of(child);
  }
  return line.dump();
}

SweepResults::SweepResults(const std::string& folder, const SweepPlan& plan, Shard shard)
    : folder_(folder), file_(folder + "/results.jsonl"), plan_(plan), shard_(shard) {
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  if (problem) throw UserError(fmt::format("--output {}: {}", folder, problem.message()));
  journal_ = open(file_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (journal_ < 0) throw UserError(fmt::format("--output {}: {}", file_, std::strerror(errno)));
  // A sweep that was killed holds the lock for a moment, as long as a child of it has not begun its program.
  for (int tries = 0; flock(journal_, LOCK_EX | LOCK_NB) != 0; ++tries) {
    if (tries == 40) throw UserError(fmt::format("--output {}: another sweep is writing there", folder));
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  read(file_, header(), true);
}

SweepResults::~SweepResults() {
  if (journal_ >= 0) close(journal_);
}

std::string SweepResults::header() const {
  return Json{{"sweep", plan_.identity()},
              {"points", plan_.size()},
              {"shard", fmt::format("{}/{}", shard_.index, shard_.count)}}
      .dump();
}

void SweepResults::read(const std::string& file, const std::string& expected, bool repair) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream content;
  content << stream.rdbuf();
  std::string text = content.str();
  const std::size_t whole = text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1;
  if (repair && whole < text.size() && ftruncate(journal_, static_cast<off_t>(whole)) != 0)
    throw UserError(fmt::format("{}: {}", file, std::strerror(errno)));
  text.resize(whole);
  if (text.empty()) {
    if (!repair) throw UserError(fmt::format("{}: has no results", file));
    append(expected);
    return;
  }
  std::istringstream lines(text);
  std::string line;
  std::getline(lines, line);
  if (line != expected)
    throw UserError(fmt::format("{}: holds another sweep; remove it, or choose another folder", file));
  for (std::size_t number = 2; std::getline(lines, line); ++number) {
    const Json point = Json::parse(line, nullptr, false);
    try {
      if (point.is_discarded()) throw UserError("is not JSON");
      check_sweep_line(point);
      if (point["point"] >= plan_.size())
        throw UserError(
            fmt::format("/point: is {}; the sweep has {} points", point["point"].dump(), plan_.size()));
    } catch (const UserError& error) {
      throw UserError(fmt::format("{}:{}: not the result of a point: {}", file, number, error.what()));
    }
    const auto [known, is_new] = lines_.emplace(point["point"].get<std::size_t>(), line);
    if (!is_new && known->second != line)
      throw UserError(fmt::format("{}:{}: point {} has two results", file, number, known->first));
  }
}

std::vector<std::size_t> SweepResults::missing() const {
  std::vector<std::size_t> points;
  for (std::size_t point = shard_.index - 1; point < plan_.size(); point += shard_.count)
    if (!lines_.contains(point)) points.push_back(point);
  return points;
}

void SweepResults::add(std::size_t point, const std::string& line) {
  lines_.emplace(point, line);
  append(line);
}

void SweepResults::append(const std::string& line) const {
  if (const int error = write_all(journal_, line + '\n'); error != 0)
    throw UserError(fmt::format("--output {}: cannot be written: {}", file_, std::strerror(error)));
}

void SweepResults::add_all_of(const std::string& folder) {
  const std::string file = folder + "/results.jsonl";
  std::ifstream stream(file);
  std::string line;
  if (!stream || !std::getline(stream, line)) throw UserError(fmt::format("{}: cannot be read", file));
  // Any shard of the same sweep.
  Json other = Json::parse(line, nullptr, false), own = Json::parse(header());
  const std::string expected = line;
  if (other.is_discarded() || !other.is_object()) throw UserError(fmt::format("{}:1: not a sweep", file));
  other.erase("shard");
  own.erase("shard");
  if (other != own) throw UserError(fmt::format("{}: results of another sweep", file));
  read(file, expected, false);
}

void SweepResults::finish() {
  OutputFile json("--output", file_), table("--output", folder_ + "/results.csv");
  std::string text = header() + '\n';
  for (const auto& [point, line] : lines_) text += line + '\n';
  json.write(text);
  table.write(csv(lines_));
  json.close();
  table.close();
  json.commit();
  table.commit();
}

std::pair<std::size_t, std::string> SweepResults::failures() const {
  std::pair<std::size_t, std::string> all{0, ""};
  for (const auto& [point, line] : lines_) {
    const Json result = Json::parse(line);
    if (result.contains("error") && all.first++ == 0)
      all.second = fmt::format("point {}: {}", point, result["error"].get<std::string>());
  }
  return all;
}

LeftOut SweepResults::left_out() const {
  LeftOut all;
  const Json::json_pointer list("/result/left_out");
  for (const auto& [point, text] : lines_) {
    const Json line = Json::parse(text);
    if (!line.contains(list)) continue;
    for (const Json& schedule : line[list])
      all.add({schedule.at("algorithm").get<std::string>(), schedule.at("reason").get<std::string>(),
               schedule.value("instead", ""), 1});
  }
  return all;
}

}  // namespace collnoc
