#include "sim/report/report_input.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>
#include <string_view>

#include "sim/common/user_error.hpp"
#include "sim/report/compact.hpp"
#include "sim/schema/schemas.hpp"
#include "sim/sweep/sweep_results.hpp"
#include "sim/topology/topology_text.hpp"

namespace collnoc {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* what_to_give =
    "give results of run, traffic, replay, tune or sweep, a schedule, or a timeline";

std::string read_text(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  if (!stream || !(text << stream.rdbuf()))
    throw UserError(fmt::format("{}: cannot be read or is empty", file));
  return text.str();
}

class Report {
 public:
  Report() {
    for (const char* list :
         {"sources", "runs", "traffic", "replays", "programs", "schedules", "tuned", "timelines"})
      document_[list] = Json::array();
    document_["networks"] = Json::object();
    document_["ranks"] = Json::object();
  }

  void add_file(std::string file) {
    if (std::filesystem::is_directory(file)) file = (std::filesystem::path(file) / "results.jsonl").string();
    const std::string text = read_text(file);
    Json& sources = document_["sources"];
    source_ = sources.size();
    sources.push_back({{"name", file}});
    try {
      if (text.find("\"traceEvents\"") < 100) {
        sources.back()["kind"] = "timeline";
        append("timelines", compact_timeline(text));
      } else if (const Json whole = Json::parse(text, nullptr, false);
                 !whole.is_discarded() && !is_header(whole)) {
        add(whole, sources.back());
      } else {
        add_sweep(text, sources.back());
      }
    } catch (const UserError& error) {
      throw UserError(fmt::format("{}: {}", file, error.what()));
    }
  }
  Json finish() && { return std::move(document_); }

 private:
  static bool is_header(const Json& line) { return line.is_object() && line.contains("sweep"); }

  /// A document of one of the commands.
  void add(const Json& document, Json& source, bool checked = false) {
    if (!document.is_object() || !document.contains("schema"))
      throw UserError(fmt::format("is not as collnoc writes it, it has no schema; {}", what_to_give));
    const std::string name = schema_of(document), schema = document["schema"];
    const auto found = adders_.find(schema);
    if (found == adders_.end())
      throw UserError(fmt::format("a report does not show {}; {}", schema, what_to_give));
    if (!checked) check_schema(document, name);
    if (!source.contains("kind")) source["kind"] = schema;
    source["schema"] = schema;
    if (document.contains("context"))
      for (const char* fact : {"version", "command", "seed"}) source[fact] = document["context"].at(fact);
    (this->*found->second)(document);
  }

  /// The lines of a sweep: its header, then a line for each point that has ended.
  void add_sweep(const std::string& text, Json& source) {
    std::istringstream lines(text);
    std::string line;
    std::uint64_t number = 0, ended = 0, failed = 0;
    while (std::getline(lines, line)) {
      ++number;
      const Json json = Json::parse(line, nullptr, false);
      if (json.is_discarded()) {
        if (lines.eof() && number > 1) break;  // the sweep is writing it
        throw UserError(number == 1 ? fmt::format("is not JSON; {}", what_to_give)
                                    : fmt::format("line {} is not JSON", number));
      }
      if (number == 1 && !is_header(json))
        throw UserError(fmt::format("is not as collnoc writes it; {}", what_to_give));
      try {
        add_line(json, number == 1, source, ended, failed);
      } catch (const UserError& error) {
        throw UserError(fmt::format("line {}: {}", number, error.what()));
      }
    }
    source["ended"] = ended;
    source["failed"] = failed;
  }

  void add_line(const Json& json, bool first, Json& source, std::uint64_t& ended, std::uint64_t& failed) {
    check_sweep_line(json);
    if (is_header(json) != first) throw UserError("a sweep has one header, its first line");
    if (first) {
      source["kind"] = "sweep";
      source["points"] = points_of_shard(json);
      source["command"] = command_of(json.at("sweep"));
      return;
    }
    ++ended;
    if (json.contains("result"))
      add(json.at("result"), source, true);
    else if (failed++ == 0)
      source["error"] = json.at("error");
  }

  static std::uint64_t points_of_shard(const Json& header) {
    const auto points = header.at("points").get<std::uint64_t>();
    const std::string shard = header.at("shard");
    const std::size_t slash = shard.find('/');
    const std::uint64_t index = std::strtoull(shard.c_str(), nullptr, 10),
                        count = std::strtoull(shard.c_str() + slash + 1, nullptr, 10);
    if (index < 1 || count < index) throw UserError(fmt::format("shard {}: must be I/N", shard));
    return points / count + (points % count >= index ? 1 : 0);
  }

  static std::string command_of(const Json& sweep) {
    std::string text = "collnoc";
    for (const Json& word : sweep.at("command")) text += " " + word.get<std::string>();
    for (const auto& [name, value] : sweep.at("options").items())
      text += fmt::format(" --{} {}", name, value.get<std::string>());
    for (const auto& [name, values] : sweep.at("grid").items())
      text += fmt::format(", {} values of --{}", values.size(), name);
    return text;
  }

  void append(const char* list, Json element) {
    element["source"] = source_;
    document_[list].push_back(std::move(element));
  }
  /// Remembers the network of `topology`; the page draws it.
  void need_network(const std::string& topology) {
    if (!document_["networks"].contains(topology)) document_["networks"][topology] = network_json(topology);
  }
  /// Remembers the number of ranks: networks are compared where they have as many.
  /// Without a number for a graph whose file is not here.
  void count_ranks(const std::string& topology) {
    if (document_["ranks"].contains(topology)) return;
    try {
      document_["ranks"][topology] = parse_topology(topology).size();
    } catch (const UserError&) {
      if (!topology.starts_with("graph:")) throw;
    }
  }
  /// Replaces the lists of links and tiles by columns, if there are any.
  void compact(Json& owner, const std::string& topology) {
    if (!owner.contains("links")) return;
    need_network(topology);
    owner["links"] = compact_links(owner["links"], topology);
    if (owner.contains("tiles")) owner["tiles"] = compact_tiles(owner["tiles"], topology);
  }
  /// A list with a number for each rank. Those of many ranks are left out when there is no space for more.
  void limit(Json& owner, const char* list) {
    const Topology net = parse_topology(owner.at("topology").get<std::string>());
    if (owner.at(list).size() != net.size())
      throw UserError(fmt::format("{} has {} elements; {} has {} ranks", list, owner.at(list).size(),
                                  owner.at("topology").get<std::string>(), net.size()));
    per_rank_ += owner.at(list).size();
    if (per_rank_ > most_per_rank) owner.erase(list);
  }

  void add_runs(const Json& document) {
    for (Json run : document.at("runs")) {
      limit(run, "finish_cycle_per_rank");
      if (run.contains("rv32")) run["rv32"] = {{"startup_cycles", run["rv32"].at("startup_cycles")}};
      compact(run, run.at("topology"));
      count_ranks(run.at("topology"));
      append("runs", std::move(run));
    }
  }
  void add_traffic(const Json& document) {
    Json traffic = document.at("traffic");
    for (Json& load : traffic.at("loads")) {
      compact(load.at("link_use"), traffic.at("topology"));
      for (Json& kind : load.at("latency")) kind.erase("histogram");
      for (const char* list : {"classes", "pairs"}) load.erase(list);
    }
    count_ranks(traffic.at("topology"));
    append("traffic", std::move(traffic));
  }
  void add_replay(const Json& document) {
    Json replay = document.at("replay");
    Json& result = replay.at("result");
    compact(result.at("link_use"), replay.at("topology"));
    for (Json& kind : result.at("latency")) kind.erase("histogram");
    result.erase("pairs");
    append("replays", std::move(replay));
  }
  void add_program(const Json& document) {
    Json program = document.at("program");
    limit(program, "finish_cycle_per_rank");
    for (const char* list :
         {"profile_per_rank", "exit_code_per_rank", "instructions_per_rank", "links", "tiles"})  // not drawn
      program.erase(list);
    append("programs", std::move(program));
  }
  void add_schedule(const Json& document) {
    need_network(document.at("topology"));
    append("schedules", compact_schedule(document));
  }
  void add_tuned(const Json& document) {
    for (const Json& entry : document.at("entries")) {
      count_ranks(entry.at("topology"));
      append("tuned", entry);
    }
  }

  static constexpr std::size_t most_per_rank = 1'000'000;
  using Adder = void (Report::*)(const Json&);
  const std::map<std::string, Adder> adders_{
      {"collnoc.result/1", &Report::add_runs},       {"collnoc.traffic/2", &Report::add_traffic},
      {"collnoc.replay/1", &Report::add_replay},     {"collnoc.program/1", &Report::add_program},
      {"collnoc.schedule/1", &Report::add_schedule}, {"collnoc.tuned/1", &Report::add_tuned}};

  Json document_;
  std::size_t source_ = 0, per_rank_ = 0;
};

}  // namespace

Json read_report(const std::vector<std::string>& files) {
  Report report;
  for (const std::string& file : files) report.add_file(file);
  return std::move(report).finish();
}

}  // namespace collnoc
