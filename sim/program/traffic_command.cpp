// collnoc traffic: latency and accepted throughput over offered load.
#include <chrono>
#include <limits>

#include "sim/program/command.hpp"
#include "sim/program/platform_options.hpp"
#include "sim/program/progress_line.hpp"
#include "sim/program/report_output.hpp"
#include "sim/program/traffic_options.hpp"
#include "sim/program/values.hpp"
#include "sim/results/result_json.hpp"
#include "sim/results/result_table.hpp"

namespace collnoc {

std::vector<Setting> traffic_settings() {
  return {
      {"pattern", "traffic.pattern", alternatives<Pattern>(), "uniform", "see `collnoc list patterns`"},
      {"load", "traffic.load", "LOADS", "0.1", "offered load in flits/node/cycle: 0.1,0.2 or 0.05:0.5:0.05"},
      {"packet-flits", "traffic.packet_flits", "FLITS", "8", "flits of a packet, head included"},
      {"warmup", "traffic.warmup", "CYCLES", "1000", "cycles before measuring"},
      {"measure", "traffic.measure", "CYCLES", "10000", "cycles measured"},
      {"drain", "traffic.drain", "CYCLES", "100000", "most cycles to wait for the last packet"}};
}

namespace {

TrafficConfig read_traffic(const Settings& settings, const AlgorithmCatalogue& catalogue) {
  constexpr std::uint64_t most_cycles = 1'000'000'000'000;
  TrafficConfig config;
  read_network(settings, catalogue, config);
  read_platform(settings, config);
  const Given pattern = settings.get("traffic.pattern");
  config.pattern = parse_word<Pattern>(pattern, "pattern");
  const Topology& net = config.topology;
  if (config.pattern == Pattern::transpose && (net.dims() != 2 || net.extent(0) != net.extent(1)))
    fail(pattern, fmt::format("needs a square network of 2 dimensions, such as mesh:8x8, not {}",
                              config.topology_text));
  if (net.size() < 2) fail(settings.get("topology"), "traffic needs at least 2 nodes");
  config.loads = parse_loads(settings.get("traffic.load"), config.hardware.channels());
  const Given packet = settings.get("traffic.packet_flits");
  config.packet_flits = static_cast<unsigned>(parse_count(packet, 1, 256));
  if (config.packet_flits > config.hardware.max_packet_flits)
    fail(packet, fmt::format("longer than the longest packet, {} flits; give --max-packet-flits{}",
                             config.hardware.max_packet_flits,
                             config.hardware.switching == Switching::wormhole ? "" : " and --vc-depth"));
  config.warmup_cycles = parse_count(settings.get("traffic.warmup"), 0, most_cycles);
  config.measure_cycles = parse_count(settings.get("traffic.measure"), 1, most_cycles);
  config.drain_cycles = parse_count(settings.get("traffic.drain"), 0, most_cycles);
  return config;
}

class TrafficCommand final : public Command {
 public:
  explicit TrafficCommand(CLI::App& program)
      : Command(program, "traffic", "synthetic traffic: latency against offered load",
                {"collnoc traffic --topology mesh:8x8 --load 0.05:0.4:0.05",
                 "collnoc traffic --pattern transpose --load 0.2 --vcs 4 --json traffic.json"}),
        parser_(app(), network_settings() + traffic_settings() + platform_settings() + output_settings()) {}

  ExitCode execute(Context& context) override {
    const Settings settings = parser_.resolve();
    const TrafficConfig config = read_traffic(settings, context.catalogue);
    ReportOutput output(settings, context.console);

    const auto start = std::chrono::steady_clock::now();
    std::vector<TrafficResult> results;
    {
      ProgressLine line(context.console, settings.on("output.progress"));
      for (const double load : config.loads)
        results.push_back(context.engine.traffic(
            config, load, line.part(results.size(), config.loads.size(), fmt::format("load {}", load))));
    }
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;

    const ResultContext facts{context.command_line, config.seed, config.threads, wall.count()};
    output.write([&](const Palette& palette) { return traffic_table(config, results, palette); },
                 traffic_document(facts, config, results));
    return ExitCode::good;
  }

 private:
  SettingsParser parser_;
};

}  // namespace

std::unique_ptr<Command> make_traffic_command(CLI::App& program) {
  return std::make_unique<TrafficCommand>(program);
}

}  // namespace collnoc
