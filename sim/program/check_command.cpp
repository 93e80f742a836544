// collnoc check: proves a schedule without simulation.
#include <fmt/format.h>

#include "sim/common/version.hpp"
#include "sim/program/platform_options.hpp"
#include "sim/program/progress_line.hpp"
#include "sim/program/report_output.hpp"
#include "sim/program/schedule_request.hpp"

namespace collnoc {

namespace {

class CheckCommand final : public Command {
 public:
  explicit CheckCommand(CLI::App& program)
      : Command(program, "check",
                "prove a schedule: delivery, port model, link sharing, freedom from deadlock",
                {"collnoc check broadcast --algorithm recursive-division --topology mesh:8x8 --root all"}),
        parser_(app(), schedule_settings() + output_settings()) {}

  ExitCode execute(Context& context) override {
    const Settings settings = parser_.resolve();
    const std::vector<ScheduleRequest> requests = schedule_requests(settings, context.catalogue);
    ReportOutput output(settings, context.console);
    Table table(
        {{"bytes"}, {"algorithm", true}, {"root"}, {"question", true}, {"proved", true}, {"answer", true}});
    nlohmann::ordered_json checks = nlohmann::ordered_json::array();
    bool good = true;
    ProgressLine progress(context.console, settings.on("output.progress"), settings.on("output.quiet"));
    std::size_t index = 0;
    for (const ScheduleRequest& request : requests) {
      progress.step(index++, requests.size(), fmt::format("{} root {}", request.algorithm, request.root));
      for (const CheckLine& line : context.catalogue.check(request)) {
        good = good && line.good;
        table.add({std::to_string(request.bytes), request.algorithm, std::to_string(request.root),
                   line.question,
                   !line.claimed ? "not claimed"
                   : line.good   ? "yes"
                                 : "NO",
                   line.answer});
        checks.push_back({{"algorithm", request.algorithm},
                          {"bytes", request.bytes},
                          {"root", request.root},
                          {"question", line.question},
                          {"good", line.good},
                          {"claimed", line.claimed},
                          {"answer", line.answer}});
      }
    }
    progress.clear();
    const ScheduleRequest& first = requests.front();
    const std::string heading =
        fmt::format("# collnoc {}  check  {}  {}  {}", version, word_of(first.collective),
                    first.topology_text, word_of(first.nic));
    output.write([&](const Palette& palette) { return palette.note(heading) + "\n" + table.text(palette); },
                 {{"schema", "collnoc.check/1"},
                  {"collective", word_of(first.collective)},
                  {"topology", first.topology_text},
                  {"nic", word_of(first.nic)},
                  {"checks", checks}});
    return good ? ExitCode::good : ExitCode::wrong_data;
  }

 private:
  SettingsParser parser_;
};

}  // namespace

std::unique_ptr<Command> make_check_command(CLI::App& program) {
  return std::make_unique<CheckCommand>(program);
}

}  // namespace collnoc
