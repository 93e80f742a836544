// collnoc check: proves a schedule without simulation.
#include <fmt/format.h>

#include "sim/commands/collective_options.hpp"
#include "sim/commands/platform_options.hpp"
#include "sim/commands/progress_line.hpp"
#include "sim/commands/report_output.hpp"
#include "sim/commands/schedule_request.hpp"
#include "sim/commands/setting_groups.hpp"
#include "sim/commands/theory_output.hpp"
#include "sim/common/version.hpp"
#include "sim/results/result_json.hpp"

namespace collnoc {
namespace {

/// What all proofs together say.
class Summary {
 public:
  void add(const ScheduleRequest& request, const CheckLine& line) {
    if (!line.claimed) {
      ++unclaimed_;
      return;
    }
    ++claimed_;
    if (line.good || failed_++ > 0) return;
    first_ = fmt::format("{} of {} with {} bytes", line.question, request.algorithm, request.bytes);
    if (form_of(request.collective).rooted()) first_ += fmt::format(" from root {}", request.root);
  }
  bool good() const { return failed_ == 0; }
  std::string line(std::size_t schedules, const Palette& palette) const {
    const std::string all =
        fmt::format("{} claims of {} schedule{}", claimed_, schedules, schedules == 1 ? "" : "s");
    const std::string others =
        unclaimed_ > 0 ? fmt::format("; {} properties that are not claimed", unclaimed_) : "";
    return (good() ? palette.note(fmt::format("# proved: all {}{}", all, others))
                   : palette.alarm(fmt::format("# NOT proved: {} of {}, the first is {}{}", failed_, all,
                                               first_, others))) +
           "\n";
  }

 private:
  std::size_t claimed_ = 0, failed_ = 0, unclaimed_ = 0;
  std::string first_;
};

class CheckCommand final : public Command {
 public:
  CheckCommand()
      : Command("check", "prove a schedule: delivery, port model, link sharing, freedom from deadlock",
                {"collnoc check broadcast --algorithm recursive-division --topology mesh:8x8 --root all"},
                check_command_settings(), true) {}

  ExitCode execute(const Settings& settings, Context& context) const override {
    LeftOut left_out;
    const std::vector<ScheduleRequest> requests = schedule_requests(settings, context.catalogue, left_out);
    ReportOutput output(settings, context.console);
    tell_choices(left_out, settings, requests.front().topology, context.console);
    Table table(
        {{"bytes"}, {"algorithm", true}, {"root"}, {"question", true}, {"proved", true}, {"answer", true}});
    nlohmann::ordered_json checks = nlohmann::ordered_json::array();
    Summary summary;
    ProgressLine progress(context.console, settings.on("output.progress"), settings.on("output.quiet"));
    std::size_t index = 0;
    for (const ScheduleRequest& request : requests) {
      progress.step(index++, requests.size(), fmt::format("{} root {}", request.algorithm, request.root));
      for (const CheckLine& line : context.catalogue.check(request)) {
        summary.add(request, line);
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
    nlohmann::ordered_json document{{"schema", "collnoc.check/1"},
                                    {"collective", word_of(first.collective)},
                                    {"topology", first.topology_text},
                                    {"nic", word_of(first.nic)},
                                    {"checks", checks}};
    const std::vector<theory::Statement> statements = statements_about(requests);
    if (!statements.empty()) document["theory"] = theory_json(statements);
    add_left_out(document, left_out);
    output.write(
        [&](const Palette& palette) {
          return palette.note(heading) + "\n" + table.text(palette) + theory_text(statements, palette) +
                 summary.line(requests.size(), palette);
        },
        document);
    return summary.good() ? ExitCode::good : ExitCode::wrong_data;
  }
};

}  // namespace

std::unique_ptr<Command> make_check_command() { return std::make_unique<CheckCommand>(); }

}  // namespace collnoc
