// collnoc report: one page with the pictures of results.
#include <fmt/format.h>

#include <filesystem>

#include "sim/common/output_file.hpp"
#include "sim/program/command.hpp"
#include "sim/program/progress_line.hpp"
#include "sim/report/report_input.hpp"
#include "sim/report/report_page.hpp"

namespace collnoc {
namespace {

class ReportCommand final : public Command {
 public:
  explicit ReportCommand(CLI::App& program)
      : Command(program, "report", "one page with pictures of results, for a browser",
                {"collnoc report result.json -o report.html", "collnoc report before.json after.json",
                 "collnoc report sweep-results --title \"Broadcasts on small networks\"",
                 "collnoc report result.json timeline.json traffic.json"}) {
    app()
        .add_option("FILE", files_,
                    "JSON of run, traffic, replay, schedule, tune; timelines; folders of sweeps")
        ->type_name("FILE")
        ->required();
    app().add_option("-o,--output", output_, "the page [report.html]")->type_name("FILE");
    app().add_option("--title", title_, "of the page (default: names of the files)")->type_name("TEXT");
  }

  ExitCode execute(Context& context) override {
    OutputFile file("--output", output_);
    ProgressLine progress(context.console, false);
    progress.watch("report");
    nlohmann::ordered_json document = read_report(files_);
    for (const AlgorithmInfo& info : context.catalogue.algorithms())
      document["order"][word_of(info.collective)].push_back(info.name);
    std::string title = title_;
    if (title.empty())
      for (const std::string& name : files_)
        title += (title.empty() ? "" : ", ") + std::filesystem::path(name).filename().string();
    const std::string page = report_page(std::move(document), title);
    file.write(page);
    file.commit();
    progress.clear();
    context.console.out << fmt::format("# {}, {:.1f} MB\n", output_, static_cast<double>(page.size()) / 1e6)
                        << std::flush;
    return ExitCode::good;
  }

 private:
  std::vector<std::string> files_;
  std::string output_ = "report.html", title_;
};

}  // namespace

std::unique_ptr<Command> make_report_command(CLI::App& program) {
  return std::make_unique<ReportCommand>(program);
}

}  // namespace collnoc
