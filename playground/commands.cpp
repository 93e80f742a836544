// The playground's commands.
#include "sim/program/shell_commands.hpp"

namespace collnoc {

Commands make_commands() {
  Commands commands;
  commands.push_back(make_run_command());
  commands.push_back(make_schedule_command());
  commands.push_back(make_check_command());
  commands.push_back(make_list_command());
  return commands;
}

Commands all_commands() { return make_commands(); }

}  // namespace collnoc
