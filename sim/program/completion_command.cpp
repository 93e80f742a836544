// collnoc completion, collnoc manual: print what shells and man(1) read.
#include <fmt/format.h>

#include "sim/common/nearest.hpp"
#include "sim/program/command.hpp"
#include "sim/program/command_line_description.hpp"

namespace collnoc {
namespace {

class CompletionCommand final : public Command {
 public:
  explicit CompletionCommand(CLI::App& program)
      : Command(program, "completion", "print a script that completes the command line in a shell",
                {"source <(collnoc completion bash)", "collnoc completion zsh > ~/.zfunc/_collnoc",
                 "collnoc completion fish > ~/.config/fish/completions/collnoc.fish"}),
        program_(program) {
    app().add_option("SHELL", shell_, "bash, zsh or fish")->type_name("bash|zsh|fish");
  }

  ExitCode execute(Context& context) override {
    using Writer = std::string (*)(const std::vector<DescribedCommand>&);
    const std::vector<std::pair<std::string, Writer>> writers{
        {"bash", bash_completion}, {"zsh", zsh_completion}, {"fish", fish_completion}};
    std::vector<std::string> names;
    for (const auto& [name, writer] : writers) {
      if (name == shell_) {
        context.console.out << writer(describe(program_, context.catalogue));
        return ExitCode::good;
      }
      names.push_back(name);
    }
    if (shell_.empty()) throw UserError("completion for which shell? " + suggestion("", names));
    throw UserError(fmt::format("no completion for '{}'; {}", shell_, suggestion(shell_, names)));
  }

 private:
  const CLI::App& program_;
  std::string shell_;
};

class ManualCommand final : public Command {
 public:
  explicit ManualCommand(CLI::App& program)
      : Command(program, "manual", "print the manual page", {"collnoc manual | man -l -"}),
        program_(program) {}

  ExitCode execute(Context& context) override {
    context.console.out << manual_page(describe(program_, context.catalogue));
    return ExitCode::good;
  }

 private:
  const CLI::App& program_;
};

}  // namespace

std::unique_ptr<Command> make_completion_command(CLI::App& program) {
  return std::make_unique<CompletionCommand>(program);
}
std::unique_ptr<Command> make_manual_command(CLI::App& program) {
  return std::make_unique<ManualCommand>(program);
}

}  // namespace collnoc
