// collnoc schedule: prints the static schedule without simulation.
#include <fmt/format.h>

#include <string>

#include "sim/commands/collective_options.hpp"
#include "sim/commands/plan_header.hpp"
#include "sim/commands/platform_options.hpp"
#include "sim/commands/progress_line.hpp"
#include "sim/commands/report_output.hpp"
#include "sim/commands/schedule_request.hpp"
#include "sim/commands/schedule_svg.hpp"
#include "sim/commands/schedule_text.hpp"
#include "sim/commands/setting_groups.hpp"

namespace collnoc {
namespace {

class ScheduleCommand final : public Command {
 public:
  ScheduleCommand()
      : Command("schedule", "print the static schedule as a table, JSON or a drawing",
                {"collnoc schedule broadcast --algorithm recursive-division --topology mesh:8x8 --draw",
                 "collnoc schedule broadcast --topology torus:4x4 --draw steps.svg",
                 "collnoc schedule broadcast --topology mesh:8x8 --json -"},
                schedule_command_settings(), true) {}

  ExitCode execute(const Settings& settings, Context& context) const override {
    const std::string plan = settings.text("schedule.plan"), svg = settings.text("schedule.draw");
    LeftOut left_out;
    const std::vector<ScheduleRequest> requests = schedule_requests(
        settings, context.catalogue, left_out, plan.empty() ? Executor::native : Executor::nic);
    if (requests.size() > 1)
      throw UserError(
          fmt::format("schedule shows one schedule, but this command asks for {}; give one "
                      "algorithm, size and root",
                      requests.size()));
    ReportOutput output(settings, context.console);
    tell_choices(left_out, settings, requests.front().topology, context.console);
    if (!svg.empty() && !svg.ends_with(".svg"))
      throw UserError(fmt::format("--draw {}: must end with .svg; without a file, --draw comes last", svg));
    ProgressLine progress(context.console, settings.on("output.progress"), settings.on("output.quiet"));
    progress.watch("schedule of " + requests.front().algorithm);
    if (!plan.empty()) write_plan_header(plan, requests.front(), context);
    const nlohmann::ordered_json schedule = context.catalogue.schedule(requests.front());
    const Topology& topology = requests.front().topology;
    if (!svg.empty()) {
      OutputFile file("--draw", svg);
      file.write(schedule_svg(schedule, topology));
      file.commit();
    }
    const bool drawn = settings.given("schedule.draw") && svg.empty();
    const std::string drawing = drawn ? schedule_drawing(schedule, topology) : "";
    progress.clear();
    output.write([&](const Palette& palette) { return drawn ? drawing : schedule_table(schedule, palette); },
                 schedule);
    return ExitCode::good;
  }

 private:
  static void write_plan_header(const std::string& plan, const ScheduleRequest& request,
                                const Context& context) {
    require_hardware({plan, "--plan " + plan}, request.topology);
    const std::string name = plan_namespace(plan);
    if (name.empty())
      throw UserError(
          fmt::format("--plan {}: the name must be an identifier of C++ followed by .hpp: the "
                      "plans are in a namespace of that name",
                      plan));
    OutputFile file("--plan", plan);
    file.write(plan_header(name, request, context.catalogue.plans(request), context.command_line));
    file.commit();
  }
};

}  // namespace

std::unique_ptr<Command> make_schedule_command() { return std::make_unique<ScheduleCommand>(); }

}  // namespace collnoc
