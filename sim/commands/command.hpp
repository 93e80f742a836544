// A command: the settings that it reads, and its work. One file each. The command line (sim/program) and the
// library (sim/network) give it settings, a place for results, schedules and a simulator.
#pragma once
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sim/commands/console.hpp"
#include "sim/commands/settings.hpp"
#include "sim/common/errors.hpp"
#include "sim/run/catalogue.hpp"
#include "sim/run/engine.hpp"

namespace collnoc {

/// What every command gets.
struct Context {
  Console& console;
  const AlgorithmCatalogue& catalogue;
  Engine& engine;
  std::string command_line;  ///< as typed, for the results
};

class Command {
 public:
  virtual ~Command() = default;
  /// Prints results, or gives them to the console. Throws UserError, other Failures, and what ends it.
  virtual ExitCode execute(const Settings& settings, Context& context) const = 0;

  const std::string& name() const { return name_; }
  const std::string& help() const { return help_; }  ///< one line
  const std::vector<std::string>& examples() const { return examples_; }
  const std::vector<Setting>& settings() const { return settings_; }
  /// Whether settings may stand in a file, and as KEY=VALUE: --config, --set.
  bool reads_files() const { return reads_files_; }

 protected:
  Command(std::string name, std::string help, std::vector<std::string> examples,
          std::vector<Setting> settings, bool reads_files = false)
      : name_(std::move(name)),
        help_(std::move(help)),
        examples_(std::move(examples)),
        settings_(std::move(settings)),
        reads_files_(reads_files) {}

 private:
  std::string name_, help_;
  std::vector<std::string> examples_;
  std::vector<Setting> settings_;
  bool reads_files_;
};

using Commands = std::vector<std::unique_ptr<Command>>;

/// All of them.
Commands make_commands();

std::unique_ptr<Command> make_run_command();
std::unique_ptr<Command> make_schedule_command();
std::unique_ptr<Command> make_check_command();
std::unique_ptr<Command> make_traffic_command();
std::unique_ptr<Command> make_replay_command();
std::unique_ptr<Command> make_regress_command();
std::unique_ptr<Command> make_synthesize_command();
std::unique_ptr<Command> make_tune_command();
std::unique_ptr<Command> make_sweep_command();
std::unique_ptr<Command> make_report_command();
std::unique_ptr<Command> make_list_command();

}  // namespace collnoc
