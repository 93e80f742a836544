// The playground's commands.
#include "sim/program/command.hpp"

namespace collnoc {

std::vector<std::unique_ptr<Command>> make_commands(CLI::App& program) {
  std::vector<std::unique_ptr<Command>> commands;
  commands.push_back(make_run_command(program));
  commands.push_back(make_schedule_command(program));
  commands.push_back(make_check_command(program));
  commands.push_back(make_list_command(program));
  return commands;
}

}  // namespace collnoc
