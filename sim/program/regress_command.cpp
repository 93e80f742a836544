// collnoc regress: compares every number with its baseline.
#include <fmt/format.h>

#include <chrono>
#include <optional>

#include "sim/common/output_file.hpp"
#include "sim/program/command.hpp"
#include "sim/program/progress_line.hpp"
#include "sim/program/values.hpp"
#include "sim/regress/regress.hpp"
#include "sim/results/result_json.hpp"
#include "sim/results/table.hpp"

namespace collnoc {
namespace {

class RegressCommand final : public Command {
 public:
  explicit RegressCommand(CLI::App& program)
      : Command(program, "regress", "compare every cycle count with its baseline",
                {"collnoc regress --backend model --markdown summary.md",
                 "collnoc regress --baselines my-baselines --json result.json --benchmark history.json",
                 "collnoc regress --only 'broadcast/*' --update"}) {
    app().add_flag("--update", options_.update, "make the numbers of this build the baseline");
    app().add_option("--only", options_.only, "run only the cases whose id matches")->type_name("GLOB");
    app()
        .add_option("--backend", backends_,
                    "comma list of model, rtl, lockstep, netlist, netlist-lockstep [model,rtl]")
        ->type_name("NAMES");
    app()
        .add_option("--baselines", options_.folder, "folder of matrix.toml and *.jsonl [tests/baselines]")
        ->type_name("DIR");
    app().add_option("--junit", junit_name_, "write JUnit XML")->type_name("FILE");
    app().add_option("--markdown", markdown_name_, "write a Markdown summary")->type_name("FILE");
    app()
        .add_option("--benchmark", benchmark_name_,
                    "write the cycles as JSON for github-action-benchmark (customSmallerIsBetter)")
        ->type_name("FILE");
    app()
        .add_option("--json", json_name_, "write the results of all runs, for `collnoc report`")
        ->type_name("FILE");
  }

  ExitCode execute(Context& context) override {
    read_backends();
    std::optional<OutputFile> junit, markdown, benchmark, json;
    if (!junit_name_.empty()) junit.emplace("--junit", junit_name_);
    if (!markdown_name_.empty()) markdown.emplace("--markdown", markdown_name_);
    if (!benchmark_name_.empty()) benchmark.emplace("--benchmark", benchmark_name_);
    if (!json_name_.empty()) json.emplace("--json", json_name_);
    options_.keep_results = json.has_value();

    const Palette palette{context.console.out_is_terminal};
    const auto start = std::chrono::steady_clock::now();
    const RegressReport report = run(context, palette);
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
    context.console.out << palette.note(fmt::format(
                               "# {} equal, {} differ, {} failed, {} skipped{}",
                               report.count(Outcome::Kind::equal), report.count(Outcome::Kind::differs),
                               report.count(Outcome::Kind::failed), report.count(Outcome::Kind::skipped),
                               report.updated ? "; baselines written" : ""))
                        << '\n'
                        << std::flush;
    return verdict(report);
  }

 private:
  void read_backends() {
    if (backends_.empty()) return;
    options_.backends.clear();
    const Given given{backends_, "--backend " + backends_};
    for (const std::string& name : parse_list(given))
      options_.backends.push_back(parse_word<Backend>({name, given.quoted}, "backend"));
    for (const Backend backend : options_.backends)
      if (backend == Backend::mixed)
        fail(given, "mixed has no regression; model, rtl or lockstep, netlist or netlist-lockstep");
  }

  RegressReport run(Context& context, const Palette& palette) const {
    ProgressLine line(context.console, false);
    RegressOptions options = options_;
    if (context.console.run_apart) options.run_apart = context.console.run_apart;
    options.progress = [&](std::size_t index, std::size_t count, const std::string& id) {
      return line.part(index, count, id);
    };
    return regress(options, context.catalogue, context.engine, [&](const Outcome& outcome) {
      if (outcome.kind != Outcome::Kind::differs && outcome.kind != Outcome::Kind::failed) return;
      line.clear();
      context.console.out << palette.alarm(outcome.text) << '\n' << std::flush;
    });
  }

  /// Worst first: a failed run, a difference, a skipped backend.
  ExitCode verdict(const RegressReport& report) const {
    const std::size_t all = report.outcomes.size();
    if (const std::size_t failed = report.count(Outcome::Kind::failed))
      throw WrongData(fmt::format("{} of {} runs failed", failed, all));
    if (const std::size_t differ = report.count(Outcome::Kind::differs))
      throw BaselineDiffers(fmt::format("{} of {} cases; {}", differ, all,
                                        options_.update ? "the backends disagree, nothing was written"
                                                        : "--update accepts the new numbers"));
    for (const Outcome& outcome : report.outcomes)
      if (outcome.kind == Outcome::Kind::skipped)
        throw NotInstalled(fmt::format("{} of {} cases skipped; {}", report.count(Outcome::Kind::skipped),
                                       all, outcome.text.substr(outcome.text.find("skipped"))));
    return ExitCode::good;
  }

  RegressOptions options_;
  std::string backends_, junit_name_, markdown_name_, benchmark_name_, json_name_;
};

}  // namespace

std::unique_ptr<Command> make_regress_command(CLI::App& program) {
  return std::make_unique<RegressCommand>(program);
}

}  // namespace collnoc
