// The commands of the program.
#include "sim/program/command.hpp"

namespace collnoc {

std::vector<std::unique_ptr<Command>> make_commands(CLI::App& program) {
  std::vector<std::unique_ptr<Command>> commands;
  commands.push_back(make_run_command(program));
  commands.push_back(make_schedule_command(program));
  commands.push_back(make_check_command(program));
  commands.push_back(make_synthesize_command(program));
  commands.push_back(make_traffic_command(program));
  commands.push_back(make_replay_command(program));
  commands.push_back(make_regress_command(program));
  commands.push_back(make_tune_command(program));
  commands.push_back(make_sweep_command(program));
  commands.push_back(make_report_command(program));
  commands.push_back(make_list_command(program));
  commands.push_back(make_completion_command(program));
  commands.push_back(make_manual_command(program));
  return commands;
}

}  // namespace collnoc
