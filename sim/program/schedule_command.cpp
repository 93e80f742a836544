// collnoc schedule: prints the static schedule without simulation.
#include <fmt/format.h>

#include <string>

#include "sim/program/collective_options.hpp"
#include "sim/program/plan_header.hpp"
#include "sim/program/platform_options.hpp"
#include "sim/program/progress_line.hpp"
#include "sim/program/report_output.hpp"
#include "sim/program/schedule_request.hpp"
#include "sim/program/schedule_svg.hpp"
#include "sim/program/schedule_text.hpp"
#include "sim/program/setting_groups.hpp"

namespace collnoc {
namespace {

class ScheduleCommand final : public Command {
 public:
  explicit ScheduleCommand(CLI::App& program)
      : Command(program, "schedule", "print the static schedule as a table, JSON or a drawing",
                {"collnoc schedule broadcast --algorithm recursive-division --topology mesh:8x8 --draw",
                 "collnoc schedule broadcast --topology torus:4x4 --draw steps.svg",
                 "collnoc schedule broadcast --topology mesh:8x8 --json -"}),
        parser_(app(), schedule_command_settings()) {
    app()
        .add_option("--plan", plan_,
                    "write the plans of all ranks for the NICs' sequencers as a C++ header FILE.hpp")
        ->type_name("FILE.hpp");
    draw_ =
        app()
            .add_option("--draw", svg_,
                        "draw the network with the steps in which nodes receive; with FILE.svg: every step, "
                        "as pictures")
            ->type_name("[FILE.svg]")
            ->expected(0, 1);
  }

  ExitCode execute(Context& context) override {
    const Settings settings = parser_.resolve();
    LeftOut left_out;
    const std::vector<ScheduleRequest> requests = schedule_requests(
        settings, context.catalogue, left_out, plan_.empty() ? Executor::native : Executor::nic);
    if (requests.size() > 1)
      throw UserError(
          fmt::format("schedule shows one schedule, but this command asks for {}; give one "
                      "algorithm, size and root",
                      requests.size()));
    ReportOutput output(settings, context.console);
    tell_choices(left_out, settings, requests.front().topology, context.console);
    if (!svg_.empty() && !svg_.ends_with(".svg"))
      throw UserError(fmt::format("--draw {}: must end with .svg; without a file, --draw comes last", svg_));
    ProgressLine progress(context.console, settings.on("output.progress"), settings.on("output.quiet"));
    progress.watch("schedule of " + requests.front().algorithm);
    if (!plan_.empty()) write_plan_header(requests.front(), context);
    const nlohmann::ordered_json schedule = context.catalogue.schedule(requests.front());
    const Topology& topology = requests.front().topology;
    if (!svg_.empty()) {
      OutputFile file("--draw", svg_);
      file.write(schedule_svg(schedule, topology));
      file.commit();
    }
    const bool drawn = draw_->count() > 0 && svg_.empty();
    const std::string drawing = drawn ? schedule_drawing(schedule, topology) : "";
    progress.clear();
    output.write([&](const Palette& palette) { return drawn ? drawing : schedule_table(schedule, palette); },
                 schedule);
    return ExitCode::good;
  }

 private:
  void write_plan_header(const ScheduleRequest& request, const Context& context) const {
    require_hardware({plan_, "--plan " + plan_}, request.topology);
    const std::string name = plan_namespace(plan_);
    if (name.empty())
      throw UserError(
          fmt::format("--plan {}: the name must be an identifier of C++ followed by .hpp: the "
                      "plans are in a namespace of that name",
                      plan_));
    OutputFile file("--plan", plan_);
    file.write(plan_header(name, request, context.catalogue.plans(request), context.command_line));
    file.commit();
  }

  SettingsParser parser_;
  std::string plan_;
  CLI::Option* draw_ = nullptr;
  std::string svg_;
};

}  // namespace

std::unique_ptr<Command> make_schedule_command(CLI::App& program) {
  return std::make_unique<ScheduleCommand>(program);
}

}  // namespace collnoc
