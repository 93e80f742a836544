#include "tests/sim/program/fakes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "sim/common/errors.hpp"
#include "sim/common/nearest.hpp"

namespace collnoc::test {

std::vector<AlgorithmInfo> FakeCatalogue::algorithms() const {
  return {{Collective::broadcast, "recursive-division", "halves"},
          {Collective::broadcast, "recursion-based", "quarters"},
          {Collective::total_exchange, "direct", "every pair"}};
}

std::vector<TopologyInfo> FakeCatalogue::topologies() const {
  return {{"mesh", "mesh:8x8", "lines"}, {"torus", "torus:8x8", "rings"}};
}

Topology FakeCatalogue::topology(const std::string& text) const {
  const auto refuse = [&](const std::string& what) { throw UserError("--topology " + text + ": " + what); };
  const std::string kind = text.substr(0, text.find(':'));
  if (kind != "mesh" && kind != "torus")
    refuse("unknown topology '" + kind + "'; " + suggestion(kind, {"mesh", "torus"}));
  if (text.find(':') == std::string::npos) refuse("sizes are missing; such as " + kind + ":8x8");
  unsigned x = 0, y = 0;
  const char* end = text.data() + text.size();
  const auto first = std::from_chars(text.data() + kind.size() + 1, end, x);
  if (first.ec != std::errc{} || first.ptr == end || *first.ptr != 'x') refuse("write " + kind + ":8x8");
  const auto second = std::from_chars(first.ptr + 1, end, y);
  if (second.ec != std::errc{} || second.ptr != end) refuse("write " + kind + ":8x8");
  if (x == 0 || y == 0) refuse("an extent of 0; at least 1");
  return kind == "mesh" ? Topology::mesh(x, y) : Topology::torus(x, y);
}

std::optional<std::string> FakeCatalogue::why_not(Collective collective, const std::string& algorithm,
                                                  const Topology& topology, const HardwareConfig&,
                                                  std::uint64_t bytes) const {
  if (bytes > addressable_bytes / form_of(collective).blocks(topology.size())) return "it exceeds the memory";
  if (algorithm == "recursion-based" && topology.extent(0) != topology.extent(1))
    return "it needs a square whose side is a power of two";
  return std::nullopt;
}

std::string FakeCatalogue::best(Collective, const Topology&, const HardwareConfig&, std::uint64_t bytes,
                                Executor executor, std::uint64_t,
                                const std::vector<std::string>& applicable) const {
  return executor == Executor::native && bytes < 512 ? applicable.front() : applicable.back();
}

LinkedPlans FakeCatalogue::plans(const ScheduleRequest& request) const {
  return {1, static_cast<std::uint32_t>(request.bytes), {{7}, {1, 2, 7}}};
}

nlohmann::ordered_json FakeCatalogue::schedule(const ScheduleRequest& request) const {
  nlohmann::ordered_json transfer{{"src", 0}, {"dst", 2}, {"route", {0, 1, 2}}};
  transfer["blocks"].push_back({{"origin", 0}, {"offset", 0}, {"length", request.bytes}});
  nlohmann::ordered_json step;
  step["transfers"].push_back(transfer);
  nlohmann::ordered_json json{{"schema", "collnoc.schedule/1"}, {"collective", word_of(request.collective)},
                              {"algorithm", request.algorithm}, {"topology", request.topology_text},
                              {"nic", word_of(request.nic)},    {"root", request.root},
                              {"bytes", request.bytes}};
  json["steps"].push_back(step);
  return json;
}

std::vector<CheckLine> FakeCatalogue::check(const ScheduleRequest&) const {
  return {{"delivery", !proof_fails, proof_fails ? "step 3: rank 7 lacks block 0" : "all bytes"},
          {"port model", true, "one send, one receive"}};
}

RunResult FakeEngine::collective(const RunConfig& config, const Progress&, const ConsoleLine&) {
  runs.push_back(config);
  RunResult result;
  result.config = config;
  result.steps = 6;
  result.alpha = 6;
  result.beta = 2.5;
  result.cycles = 100 + config.bytes / 8 + config.startup_cycles * 6;
  result.predicted_cycles = result.cycles - 3;
  result.bound_cycles = result.cycles / 2;
  result.messages = config.topology.size() - 1;
  result.flit_hops = config.bytes;
  result.finish_cycle_per_rank.assign(config.topology.size(), result.cycles);
  result.bytes_checked = config.bytes * config.topology.size();
  if (is_lockstep(config.backend)) result.link_cycles_compared = 1'234'567;
  if (config.firmware == Firmware::rv32) {
    Rv32Result& rv32 = result.rv32.emplace();
    rv32.instructions_per_rank.assign(config.topology.size(), 500);
    rv32.instructions_per_rank.front() = 700;
    rv32.startup = StartupCycles{20, 22, 31, 63};
    if (is_lockstep(config.backend)) rv32.processor_cycles_compared = 7'654;
  }
  TraceRecorder recorder(config.topology.links());
  for (std::uint64_t cycle = 10; cycle < 70; ++cycle) recorder.flit(cycle, 1, 0);
  result.trace = recorder.finish();
  if (disturb) disturb(config, result);
  return result;
}

TileProgramResult FakeEngine::tile_program(const TileProgramConfig& config, const Progress&,
                                           const ConsoleLine& console) {
  programs.push_back(config);
  const Rank size = config.topology.size();
  TileProgramResult result;
  result.config = config;
  result.cycles = 1000;
  result.exit_code_per_rank.assign(size, exit_code);
  result.finish_cycle_per_rank.assign(size, 1000);
  result.instructions_per_rank.assign(size, 800);
  console(0, "hello");
  return result;
}

TrafficResult FakeEngine::traffic(const TrafficConfig& config, double load, const Progress&) {
  traffics.push_back(config);
  TrafficResult result;
  result.load = load;
  result.offered = offered_by(config.classes.front(), config.topology, load);
  result.accepted = std::min(load, 0.4);
  // 1,000 packets: mean 20.25, median 19, 99 % at most 60, the longest 90.
  const auto add = [&](std::uint64_t latency, unsigned packets) {
    for (unsigned i = 0; i < packets; ++i)
      result.latency.add({0, 1, 0, false, 8, 0, 4, latency - 8, latency});
  };
  add(18, 420);
  add(19, 540);
  add(60, 39);
  add(90, 1);
  result.packets = result.latency.total.count();
  result.classes.assign(config.classes.size(), {load, load, result.accepted, result.latency, {}, {}});
  result.measured_cycles = config.measure_cycles;
  result.stability = load > 0.4 ? Stability::growing : load > 0.3 ? Stability::unknown : Stability::stable;
  if (load <= 0.3) result.half_width = 0.25;
  return result;
}

ReplayResult FakeEngine::replay(const ReplayConfig& config, const PartProgress& progress) {
  replays.push_back(config);
  progress(500, 0.25);
  ReplayResult result;
  result.cycles = 1000;
  result.messages = 1;
  result.latency.add({0, 1, 0, false, 0, 0, 4, 12, 20});
  result.held_by_window = 3;
  result.critical_path = {1, 1, 1, 980, 0, 4, 8, 8};
  return result;
}

Ended collnoc(const std::vector<std::string>& arguments, FakeEngine& engine,
              const AlgorithmCatalogue& catalogue) {
  std::ostringstream out, err;
  Console console{out, err};
  const int code = run_program(arguments, console, catalogue, engine);
  return {code, out.str(), err.str()};
}

Ended collnoc(const std::vector<std::string>& arguments) {
  FakeEngine engine;
  return collnoc(arguments, engine);
}

namespace fs = std::filesystem;

Folder::Folder() {
  std::string name = (fs::temp_directory_path() / "collnoc-test-XXXXXX").string();
  path_ = ::mkdtemp(name.data());
}

Folder::~Folder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::string Folder::path(const std::string& name) const { return (fs::path(path_) / name).string(); }

void Folder::write(const std::string& name, const std::string& text) const {
  std::ofstream(path(name)) << text;
}

std::string Folder::read(const std::string& name) const {
  std::ostringstream text;
  text << std::ifstream(path(name)).rdbuf();
  return text.str();
}

std::vector<std::string> Folder::names() const {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(path_)) names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace collnoc::test
