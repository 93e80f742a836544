// collnoc report: one page with the pictures of results.
#include <fmt/format.h>

#include <filesystem>

#include "sim/commands/command.hpp"
#include "sim/commands/progress_line.hpp"
#include "sim/commands/report_output.hpp"
#include "sim/commands/setting_groups.hpp"
#include "sim/common/output_file.hpp"
#include "sim/report/report_input.hpp"
#include "sim/report/report_page.hpp"

namespace collnoc {
namespace {

class ReportCommand final : public Command {
 public:
  ReportCommand()
      : Command("report", "one page with pictures of results, for a browser",
                {"collnoc report result.json -o report.html", "collnoc report before.json after.json",
                 "collnoc report sweep-results --title \"Broadcasts on small networks\"",
                 "collnoc report result.json timeline.json traffic.json"},
                report_command_settings()) {}

  ExitCode execute(const Settings& settings, Context& context) const override {
    const std::vector<std::string> files = settings.texts("report.file");
    const std::string output = settings.text("report.output");
    OutputFile file("--output", output);
    ProgressLine progress(context.console, false);
    progress.watch("report");
    nlohmann::ordered_json document = read_report(files);
    for (const AlgorithmInfo& info : context.catalogue.algorithms())
      document["order"][word_of(info.collective)].push_back(info.name);
    std::string title = settings.text("report.title");
    if (title.empty())
      for (const std::string& name : files)
        title += (title.empty() ? "" : ", ") + std::filesystem::path(name).filename().string();
    const std::string page = report_page(std::move(document), title);
    file.write(page);
    file.commit();
    progress.clear();
    conclude(context.console,
             fmt::format("# {}, {:.1f} MB\n", output, static_cast<double>(page.size()) / 1e6), [&] {
               return nlohmann::ordered_json{{"page", output}};
             });
    return ExitCode::good;
  }
};

}  // namespace

std::unique_ptr<Command> make_report_command() { return std::make_unique<ReportCommand>(); }

}  // namespace collnoc
