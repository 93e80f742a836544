// collnoc regress: compares every number with its baseline.
#include <fmt/format.h>

#include <chrono>
#include <optional>

#include "sim/commands/command.hpp"
#include "sim/commands/progress_line.hpp"
#include "sim/commands/report_output.hpp"
#include "sim/commands/setting_groups.hpp"
#include "sim/commands/values.hpp"
#include "sim/common/output_file.hpp"
#include "sim/regress/regress.hpp"
#include "sim/results/result_json.hpp"
#include "sim/results/table.hpp"

namespace collnoc {
namespace {

class RegressCommand final : public Command {
 public:
  RegressCommand()
      : Command("regress", "compare every cycle count with its baseline",
                {"collnoc regress --backend model --markdown summary.md",
                 "collnoc regress --baselines my-baselines --json result.json --benchmark history.json",
                 "collnoc regress --only 'broadcast/*' --update"},
                regress_command_settings()) {}

  ExitCode execute(const Settings& settings, Context& context) const override {
    RegressOptions options;
    options.update = settings.on("regress.update");
    options.only = settings.text("regress.only");
    options.folder = settings.text("regress.baselines");
    options.backends = read_backends(settings.get("regress.backend"));
    std::optional<OutputFile> junit, markdown, benchmark, json;
    const auto open = [&](const char* name, std::optional<OutputFile>& file) {
      if (const std::string path = settings.text(std::string("regress.") + name); !path.empty())
        file.emplace(std::string("--") + name, path);
    };
    open("junit", junit);
    open("markdown", markdown);
    open("benchmark", benchmark);
    open("json", json);
    options.keep_results = json.has_value();

    const Palette palette{context.console.out_is_terminal};
    const auto start = std::chrono::steady_clock::now();
    const RegressReport report = run(options, context, palette);
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
    if (!report.left_out.empty())
      tell(fmt::format("the matrix leaves out {} schedules that do not apply to a case: {}",
                       report.left_out.times(), report.left_out.numbers_by_reason()),
           context.console);
    if (junit) junit->write(junit_xml(report));
    if (markdown) markdown->write(markdown_summary(report));
    if (benchmark) benchmark->write(benchmark_json(report));
    if (json) {
      const Platform platform;
      const ResultContext facts{context.command_line, platform.seed, platform.threads, wall.count()};
      json->write(document_text(result_document(facts, report.results)));
    }
    for (auto* file : {&junit, &markdown, &benchmark, &json})
      if (*file) (*file)->close();
    for (auto* file : {&junit, &markdown, &benchmark, &json})
      if (*file) (*file)->commit();
    conclude(context.console,
             palette.note(fmt::format(
                 "# {} equal, {} differ, {} failed, {} skipped{}", report.count(Outcome::Kind::equal),
                 report.count(Outcome::Kind::differs), report.count(Outcome::Kind::failed),
                 report.count(Outcome::Kind::skipped), report.updated ? "; baselines written" : "")) +
                 "\n",
             [&] { return document_of(report); });
    return verdict(report, options.update);
  }

 private:
  static std::vector<Backend> read_backends(const Given& given) {
    std::vector<Backend> backends;
    for (const std::string& name : parse_list(given))
      backends.push_back(parse_word<Backend>({name, given.quoted}, "backend"));
    for (const Backend backend : backends)
      if (backend == Backend::mixed)
        fail(given, "mixed has no regression; model, rtl or lockstep, netlist or netlist-lockstep");
    return backends;
  }

  static bool is_change(const Outcome& outcome) {
    return outcome.kind == Outcome::Kind::differs || outcome.kind == Outcome::Kind::failed;
  }

  /// How many numbers are as in their baselines, and a line for each that differs or has failed.
  static nlohmann::ordered_json document_of(const RegressReport& report) {
    nlohmann::ordered_json document{{"equal", report.count(Outcome::Kind::equal)},
                                    {"differ", report.count(Outcome::Kind::differs)},
                                    {"failed", report.count(Outcome::Kind::failed)},
                                    {"skipped", report.count(Outcome::Kind::skipped)},
                                    {"updated", report.updated},
                                    {"changes", nlohmann::ordered_json::array()}};
    for (const Outcome& outcome : report.outcomes)
      if (is_change(outcome)) document["changes"].push_back(outcome.text);
    return document;
  }

  static RegressReport run(RegressOptions& options, Context& context, const Palette& palette) {
    ProgressLine line(context.console, false);
    if (context.console.run_apart) options.run_apart = context.console.run_apart;
    options.progress = [&](std::size_t index, std::size_t count, const std::string& id) {
      return line.part(index, count, id);
    };
    return regress(options, context.catalogue, context.engine, [&](const Outcome& outcome) {
      if (!is_change(outcome) || context.console.results) return;
      line.clear();
      context.console.out << palette.alarm(outcome.text) << '\n' << std::flush;
    });
  }

  /// Worst first: a failed run, a difference, a skipped backend.
  static ExitCode verdict(const RegressReport& report, bool update) {
    const std::size_t all = report.outcomes.size();
    if (const std::size_t failed = report.count(Outcome::Kind::failed))
      throw WrongData(fmt::format("{} of {} runs failed", failed, all));
    if (const std::size_t differ = report.count(Outcome::Kind::differs))
      throw BaselineDiffers(fmt::format(
          "{} of {} cases; {}", differ, all,
          update ? "the backends disagree, nothing was written" : "--update accepts the new numbers"));
    for (const Outcome& outcome : report.outcomes)
      if (outcome.kind == Outcome::Kind::skipped)
        throw NotInstalled(fmt::format("{} of {} cases skipped; {}", report.count(Outcome::Kind::skipped),
                                       all, outcome.text.substr(outcome.text.find("skipped"))));
    return ExitCode::good;
  }
};

}  // namespace

std::unique_ptr<Command> make_regress_command() { return std::make_unique<RegressCommand>(); }

}  // namespace collnoc
