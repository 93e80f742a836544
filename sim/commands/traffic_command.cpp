// collnoc traffic: latency and accepted throughput over offered load.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "sim/commands/command.hpp"
#include "sim/commands/platform_options.hpp"
#include "sim/commands/progress_line.hpp"
#include "sim/commands/report_output.hpp"
#include "sim/commands/setting_groups.hpp"
#include "sim/commands/traffic_options.hpp"
#include "sim/results/result_json.hpp"
#include "sim/results/result_table.hpp"

namespace collnoc {

namespace {

/// The load at which the network saturates, to this many flits/node/cycle.
constexpr double resolution = 0.005;

/// Looks for the largest load that the network accepts; `results` gets every load that was tried, in order.
TrafficSaturation bisect(Engine& engine, const TrafficConfig& config, ProgressLine& line,
                         std::vector<TrafficResult>& results) {
  TrafficSaturation found;
  const double most = most_load(config);
  const auto parts = static_cast<std::size_t>(std::ceil(std::log2(most / resolution))) + 1;
  const auto accepts = [&](double load) {
    results.push_back(engine.traffic(
        config, load, line.part(std::min(results.size(), parts - 1), parts, fmt::format("load {}", load))));
    if (results.back().saturated()) {
      found.above = load;
      found.above_offered = results.back().offered;
      return false;
    }
    found.load = load;
    found.offered = results.back().offered;
    found.accepted = results.back().accepted;
    return true;
  };
  if (!accepts(most))
    while (*found.above - found.load > resolution)
      accepts(std::round((found.load + *found.above) / 2 * 1e4) / 1e4);
  std::sort(results.begin(), results.end(),
            [](const TrafficResult& a, const TrafficResult& b) { return a.offered < b.offered; });
  return found;
}

class TrafficCommand final : public Command {
 public:
  TrafficCommand()
      : Command("traffic", "synthetic traffic: latency against offered load",
                {"collnoc traffic --topology mesh:8x8 --load 0.05:0.4:0.05",
                 "collnoc traffic --pattern transpose --load 0.2 --vcs 4 --json traffic.json",
                 "collnoc traffic --pattern tornado --topology torus:8x8 --saturation",
                 "collnoc traffic --lengths 1:0.8,9:0.2 --process bursty:50 --warmup auto --confidence 2",
                 "collnoc traffic --lengths 1 --reply-lengths 9 --outstanding 4 --load 0.01:0.05:0.01"},
                traffic_command_settings(), true) {}

  ExitCode execute(const Settings& settings, Context& context) const override {
    const TrafficConfig config = read_traffic(settings, context.catalogue);
    ReportOutput output(settings, context.console);

    const auto start = std::chrono::steady_clock::now();
    std::vector<TrafficResult> results;
    std::optional<TrafficSaturation> saturation;
    {
      ProgressLine line(context.console, settings.on("output.progress"), settings.on("output.quiet"));
      if (settings.on("traffic.saturation")) saturation = bisect(context.engine, config, line, results);
      for (const double load : saturation ? std::vector<double>{} : config.loads)
        results.push_back(context.engine.traffic(
            config, load, line.part(results.size(), config.loads.size(), fmt::format("load {}", load))));
    }
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;

    if (!context.console.writes_results) return ExitCode::good;
    const ResultContext facts{context.command_line, config.seed, config.threads, wall.count()};
    output.write([&](const Palette& palette) { return traffic_table(config, results, palette, saturation); },
                 traffic_document(facts, config, results, saturation));
    return ExitCode::good;
  }
};

}  // namespace

std::unique_ptr<Command> make_traffic_command() { return std::make_unique<TrafficCommand>(); }

}  // namespace collnoc
