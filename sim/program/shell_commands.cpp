// collnoc completion, collnoc manual: print what shells and man(1) read.
#include "sim/program/shell_commands.hpp"

#include <fmt/format.h>

#include <utility>

#include "sim/commands/setting_groups.hpp"
#include "sim/common/nearest.hpp"
#include "sim/program/command_line_description.hpp"

namespace collnoc {
namespace {

class CompletionCommand final : public Command {
 public:
  CompletionCommand()
      : Command("completion", "print a script that completes the command line in a shell",
                {"source <(collnoc completion bash)", "collnoc completion zsh > ~/.zfunc/_collnoc",
                 "collnoc completion fish > ~/.config/fish/completions/collnoc.fish"},
                completion_command_settings()) {}

  ExitCode execute(const Settings& settings, Context& context) const override {
    using Writer = std::string (*)(const std::vector<DescribedCommand>&);
    const std::vector<std::pair<std::string, Writer>> writers{
        {"bash", bash_completion}, {"zsh", zsh_completion}, {"fish", fish_completion}};
    const std::string shell = settings.text("completion.shell");
    std::vector<std::string> names;
    for (const auto& [name, writer] : writers) {
      if (name == shell) {
        context.console.out << writer(describe(all_commands(), context.catalogue));
        return ExitCode::good;
      }
      names.push_back(name);
    }
    if (shell.empty()) throw UserError("completion for which shell? " + suggestion("", names));
    throw UserError(fmt::format("no completion for '{}'; {}", shell, suggestion(shell, names)));
  }
};

class ManualCommand final : public Command {
 public:
  ManualCommand() : Command("manual", "print the manual page", {"collnoc manual | man -l -"}, {}) {}

  ExitCode execute(const Settings&, Context& context) const override {
    context.console.out << manual_page(describe(all_commands(), context.catalogue));
    return ExitCode::good;
  }
};

}  // namespace

Commands all_commands() {
  Commands commands = make_commands();
  commands.push_back(std::make_unique<CompletionCommand>());
  commands.push_back(std::make_unique<ManualCommand>());
  return commands;
}

}  // namespace collnoc
