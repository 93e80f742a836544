// collnoc run: simulates a collective, checks every byte and prints a table; or runs a program on every tile.
#include <algorithm>
#include <chrono>

#include "sim/commands/auto_choice.hpp"
#include "sim/commands/collective_options.hpp"
#include "sim/commands/command.hpp"
#include "sim/commands/platform_options.hpp"
#include "sim/commands/processor_options.hpp"
#include "sim/commands/progress_line.hpp"
#include "sim/commands/report_output.hpp"
#include "sim/commands/run_files.hpp"
#include "sim/commands/setting_groups.hpp"
#include "sim/commands/values.hpp"
#include "sim/results/result_json.hpp"
#include "sim/results/result_table.hpp"

namespace collnoc {
namespace {

ExitCode verdict(const std::vector<RunResult>& results) {
  for (const RunResult& result : results) {
    if (result.bytes_wrong > 0) return ExitCode::wrong_data;
  }
  return ExitCode::good;
}

class RunCommand final : public Command {
 public:
  RunCommand()
      : Command("run", "run a collective, check every byte and print a table; or run a program on every tile",
                {"collnoc run broadcast --topology torus:8x8 --bytes 64:64K:4x --algorithm all",
                 "collnoc run total-exchange --topology mesh:4x4 --bytes 256 --backend lockstep",
                 "collnoc run broadcast --nic all-port --executor nic --json result.json",
                 "collnoc run broadcast --topology torus:4x4 --firmware rv32 --profile",
                 "collnoc run --firmware ./my_program.elf --topology mesh:4x4 --sanitize"},
                run_command_settings(), true) {}

  ExitCode execute(const Settings& settings, Context& context) const override {
    Platform platform;
    read_network(settings, context.catalogue, platform);
    read_platform(settings, platform);
    if (is_program(settings)) return run_program(settings, platform, context);
    LeftOut left_out;
    const auto with_firmware = [&](RunConfig config) {
      config.firmware = parse_word<Firmware>(settings.get("firmware"), "firmware");
      return config;
    };
    AutoChoice choice(settings, context.catalogue, context.console.writes_results, [&](RunConfig config) {
      config.backend = Backend::model;
      config.sanitize = config.per_link = false;
      ProgressLine line(context.console, settings.on("output.progress"), settings.on("output.quiet"));
      return context.engine.collective(config, line.part(0, 1, "for auto, " + run_id(config)), {}).cycles;
    });
    std::vector<RunConfig> plan = plan_collectives(
        settings, context.catalogue, platform, read_executor(settings), left_out,
        [&](const RunConfig& config) { return context.engine.fits(with_firmware(config)); },
        [&](const RunConfig& config, const std::vector<std::string>& applicable) {
          return choice.best(with_firmware(config), applicable);
        });
    read_run(settings, plan);
    const ProcessorTools tools =
        read_processor_tools(settings, platform, plan.front().firmware == Firmware::rv32, plan.size());
    for (RunConfig& config : plan) config.tools = tools;
    ReportOutput output(settings, context.console);
    RunConfig& first = plan.front();
    RunFiles files(settings, first, first.trace_file,
                   first.firmware == Firmware::rv32 ? first.tools.timeline_file : first.timeline_file);
    tell_choices(left_out, settings, platform.topology, context.console);

    const auto start = std::chrono::steady_clock::now();
    const std::vector<RunResult> results = simulate(plan, settings, context, files);
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;

    if (!context.console.writes_results) return ExitCode::good;
    files.commit();
    choice.save();
    const ResultContext facts{context.command_line, platform.seed, platform.threads, wall.count()};
    output.write([&](const Palette& palette) { return result_table(results, palette); },
                 result_document(facts, results, left_out));
    return verdict(results);
  }

 private:
  static std::vector<RunResult> simulate(const std::vector<RunConfig>& plan, const Settings& settings,
                                         Context& context, RunFiles& files) {
    ProgressLine line(context.console, settings.on("output.progress"), settings.on("output.quiet"));
    std::vector<RunResult> results;
    try {
      for (const RunConfig& config : plan) {
        results.push_back(context.engine.collective(config,
                                                    line.part(results.size(), plan.size(), run_id(config)),
                                                    printer(context.console.err, line)));
        results.back().config = config;
      }
    } catch (const Failure&) {
      files.commit_what_is_there();
      throw;
    }
    return results;
  }

  static ExitCode run_program(const Settings& settings, const Platform& platform, Context& context) {
    TileProgramConfig config = read_tile_program(settings, platform);
    config.tools = read_processor_tools(settings, platform, true, 1);
    ReportOutput output(settings, context.console);
    RunFiles files(settings, config, config.trace_file, config.tools.timeline_file);

    const auto start = std::chrono::steady_clock::now();
    TileProgramResult result;
    {
      ProgressLine line(context.console, settings.on("output.progress"), settings.on("output.quiet"));
      std::ostream& out = output.json_to_stdout() ? context.console.err : context.console.out;
      try {
        result = context.engine.tile_program(config, line.part(0, 1, config.file), printer(out, line));
      } catch (const Failure&) {
        files.commit_what_is_there();
        throw;
      }
    }
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;

    if (!context.console.writes_results) return ExitCode::good;
    files.commit();
    const ResultContext facts{context.command_line, platform.seed, platform.threads, wall.count()};
    output.write([&](const Palette& palette) { return tile_program_table(result, palette); },
                 tile_program_document(facts, result));
    if (const std::string why = who_failed(result); !why.empty()) throw TileProgramFailed(why);
    return ExitCode::good;
  }

  /// Prints the lines that tiles write to their consoles.
  static ConsoleLine printer(std::ostream& out, ProgressLine& line) {
    return [&out, &line](Rank rank, const std::string& text) {
      line.clear();
      out << rank << ": " << text << std::endl;
    };
  }

  /// The tiles that ended with a nonzero exit code; empty when there is none.
  static std::string who_failed(const TileProgramResult& result) {
    const auto& codes = result.exit_code_per_rank;
    const auto failed = [](std::uint32_t code) { return code != 0; };
    const auto first = std::find_if(codes.begin(), codes.end(), failed);
    if (first == codes.end()) return {};
    std::string text =
        fmt::format("tile {} ends with exit code {} in cycle {}", first - codes.begin(), *first,
                    result.finish_cycle_per_rank[static_cast<std::size_t>(first - codes.begin())]);
    if (const auto more = std::count_if(first + 1, codes.end(), failed); more > 0)
      text += fmt::format("; {} more with a nonzero exit code", more);
    return text;
  }
};

}  // namespace

std::unique_ptr<Command> make_run_command() { return std::make_unique<RunCommand>(); }

}  // namespace collnoc
