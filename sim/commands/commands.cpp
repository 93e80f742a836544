// The commands, in the order of --help.
#include "sim/commands/command.hpp"

namespace collnoc {

Commands make_commands() {
  Commands commands;
  commands.push_back(make_run_command());
  commands.push_back(make_schedule_command());
  commands.push_back(make_check_command());
  commands.push_back(make_synthesize_command());
  commands.push_back(make_traffic_command());
  commands.push_back(make_replay_command());
  commands.push_back(make_regress_command());
  commands.push_back(make_tune_command());
  commands.push_back(make_sweep_command());
  commands.push_back(make_report_command());
  commands.push_back(make_list_command());
  return commands;
}

}  // namespace collnoc
