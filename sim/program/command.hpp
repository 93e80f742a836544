// A subcommand: declares its options, then does its work. One file each.
#pragma once
#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "sim/common/errors.hpp"
#include "sim/program/program.hpp"
#include "sim/program/settings.hpp"

namespace collnoc {

/// What every command gets.
struct Context {
  Console& console;
  const AlgorithmCatalogue& catalogue;
  Engine& engine;
  std::string command_line;  ///< as typed, for the results
};

/// A line on stderr that is no error.
void tell(const std::string& what, Console& console);

class Command {
 public:
  virtual ~Command() = default;
  virtual ExitCode execute(Context& context) = 0;

  CLI::App& app() { return *app_; }

 protected:
  /// `examples`: commands, for the help.
  Command(CLI::App& program, const std::string& name, const std::string& help,
          const std::vector<std::string>& examples)
      : app_(program.add_subcommand(name, help)) {
    app_->allow_extras();
    std::string text = "Examples:";
    for (const std::string& example : examples) text += "\n  " + example;
    app_->footer(text);
  }

 private:
  CLI::App* app_;
};

/// All subcommands, added to `program`.
std::vector<std::unique_ptr<Command>> make_commands(CLI::App& program);

std::unique_ptr<Command> make_run_command(CLI::App& program);
std::unique_ptr<Command> make_schedule_command(CLI::App& program);
std::unique_ptr<Command> make_check_command(CLI::App& program);
std::unique_ptr<Command> make_traffic_command(CLI::App& program);
std::unique_ptr<Command> make_replay_command(CLI::App& program);
std::unique_ptr<Command> make_regress_command(CLI::App& program);
std::unique_ptr<Command> make_synthesize_command(CLI::App& program);
std::unique_ptr<Command> make_tune_command(CLI::App& program);
std::unique_ptr<Command> make_sweep_command(CLI::App& program);
std::unique_ptr<Command> make_report_command(CLI::App& program);
std::unique_ptr<Command> make_list_command(CLI::App& program);
std::unique_ptr<Command> make_completion_command(CLI::App& program);
std::unique_ptr<Command> make_manual_command(CLI::App& program);

}  // namespace collnoc
