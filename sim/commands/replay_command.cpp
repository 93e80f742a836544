// collnoc replay: the messages of a trace, with their dependencies.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "sim/commands/command.hpp"
#include "sim/commands/platform_options.hpp"
#include "sim/commands/progress_line.hpp"
#include "sim/commands/report_output.hpp"
#include "sim/commands/setting_groups.hpp"
#include "sim/commands/values.hpp"
#include "sim/results/result_json.hpp"
#include "sim/results/result_table.hpp"
#include "sim/results/table.hpp"

namespace collnoc {
namespace {

ReplayConfig read_replay(const Settings& settings, const AlgorithmCatalogue& catalogue) {
  ReplayConfig config;
  config.trace = settings.text("replay.trace");
  if (config.trace.empty()) throw UserError("no trace given; collnoc replay TRACE");
  read_network(settings, catalogue, config);
  read_platform(settings, config);
  if (config.topology.size() < 2) fail(settings.get("topology"), "a replay needs at least 2 nodes");
  read_values(settings, config);
  check_outputs(config);
  return config;
}

class ReplayCommand final : public Command {
 public:
  ReplayCommand()
      : Command("replay", "send the messages of a trace, each after those that it waits for",
                {"collnoc replay trace.jsonl --topology torus:8x8",
                 "collnoc replay trace.jsonl --backend lockstep --per-pair --json replay.json"},
                replay_command_settings(), true) {}

  ExitCode execute(const Settings& settings, Context& context) const override {
    const ReplayConfig config = read_replay(settings, context.catalogue);
    ReportOutput output(settings, context.console);

    const auto start = std::chrono::steady_clock::now();
    ReplayResult result;
    {
      ProgressLine line(context.console, settings.on("output.progress"), settings.on("output.quiet"));
      result = context.engine.replay(config, [&](std::uint64_t cycle, std::optional<double> part) {
        const std::string what = fmt::format("cycle {}", grouped(cycle));
        if (part)
          line.step(static_cast<std::size_t>(*part * 999), 1000, what);
        else
          line.step(0, 1, what);
      });
    }
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;

    const ResultContext facts{context.command_line, config.seed, config.threads, wall.count()};
    output.write([&](const Palette& palette) { return replay_table(config, result, palette); },
                 replay_document(facts, config, result));
    return ExitCode::good;
  }
};

}  // namespace

std::unique_ptr<Command> make_replay_command() { return std::make_unique<ReplayCommand>(); }

}  // namespace collnoc
