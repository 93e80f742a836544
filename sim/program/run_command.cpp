// collnoc run: simulate, check every byte, print the table.
#include <chrono>
#include <optional>

#include "sim/program/collective_options.hpp"
#include "sim/program/command.hpp"
#include "sim/program/platform_options.hpp"
#include "sim/program/progress_line.hpp"
#include "sim/program/report_output.hpp"
#include "sim/results/result_json.hpp"
#include "sim/results/result_table.hpp"

namespace collnoc {
namespace {

/// Waves and timeline: the engine writes to the hidden name, the file appears when the run is over.
class Recordings {
 public:
  explicit Recordings(std::vector<RunConfig>& plan) {
    claim("--trace", plan.front().trace_file, trace_);
    claim("--timeline", plan.front().timeline_file, timeline_);
  }
  void commit() {
    if (trace_) trace_->commit();
    if (timeline_) timeline_->commit();
  }
  void commit_what_is_there() {
    if (trace_) trace_->commit_what_is_there();
    if (timeline_) timeline_->commit_what_is_there();
  }

 private:
  static void claim(const std::string& option, std::string& name, std::optional<OutputFile>& file) {
    if (name.empty()) return;
    file.emplace(option, name);
    name = file->partial_name();
  }
  std::optional<OutputFile> trace_, timeline_;
};

ExitCode verdict(const std::vector<RunResult>& results) {
  ExitCode code = ExitCode::good;
  for (const RunResult& result : results) {
    if (result.bytes_wrong > 0) return ExitCode::wrong_data;
    if (result.mismatches > 0) code = ExitCode::lockstep_mismatch;
  }
  return code;
}

class RunCommand final : public Command {
 public:
  explicit RunCommand(CLI::App& program)
      : Command(program, "run", "run a collective, check every byte, print the table"),
        parser_(app(), collective_settings() + network_settings() + platform_settings() + run_settings() +
                           output_settings()) {}

  ExitCode execute(Context& context) override {
    const Settings settings = parser_.resolve();
    Platform platform;
    read_network(settings, context.catalogue, platform);
    read_platform(settings, platform);
    std::vector<RunConfig> plan = plan_collectives(settings, context.catalogue, platform);
    read_run(settings, plan);
    ReportOutput output(settings, context.console);
    Recordings recordings(plan);

    const auto start = std::chrono::steady_clock::now();
    const std::vector<RunResult> results = simulate(plan, settings, context, recordings);
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;

    recordings.commit();
    const ResultContext facts{context.command_line, platform.seed, platform.threads, wall.count()};
    output.write([&](const Palette& palette) { return result_table(results, palette); },
                 result_document(facts, results));
    return verdict(results);
  }

 private:
  static std::vector<RunResult> simulate(const std::vector<RunConfig>& plan, const Settings& settings,
                                         Context& context, Recordings& recordings) {
    ProgressLine line(context.console, settings.on("output.progress"));
    std::vector<RunResult> results;
    try {
      for (const RunConfig& config : plan) {
        results.push_back(
            context.engine.collective(config, line.part(results.size(), plan.size(), run_id(config))));
        results.back().config = config;
      }
    } catch (const Failure&) {
      recordings.commit_what_is_there();
      throw;
    }
    return results;
  }

  SettingsParser parser_;
};

}  // namespace

std::unique_ptr<Command> make_run_command(CLI::App& program) { return std::make_unique<RunCommand>(program); }

}  // namespace collnoc
