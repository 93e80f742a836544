#include "sim/program/program.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <cerrno>
#include <cstring>
#include <memory>

#include "sim/commands/command.hpp"
#include "sim/common/nearest.hpp"
#include "sim/common/perform.hpp"
#include "sim/common/version.hpp"
#include "sim/program/help_format.hpp"
#include "sim/program/option_parser.hpp"
#include "sim/program/shell_commands.hpp"

namespace collnoc {
namespace {

int report(Console& console, const Ended& ended) {
  fmt::print(console.err, "collnoc: {}: {}\n", ended.kind, one_line(ended.message));
  return ended.code;
}

Ended user_error(const std::string& message) {
  return {static_cast<int>(ExitCode::user_error), "error", message};
}

[[noreturn]] void refuse_command(const CLI::App& program) {
  std::vector<std::string> names;
  for (const CLI::App* command : program.get_subcommands({})) names.push_back(command->get_name());
  const std::vector<std::string> left = program.remaining();
  if (left.empty()) throw UserError("no command given; " + suggestion("", names) + "; see collnoc --help");
  if (left.front()[0] == '-') {
    const std::string name = left.front().substr(0, left.front().find('='));
    throw UserError(
        fmt::format("unknown option '{}' before a command; {}", name, suggestion(name, long_names(program))));
  }
  throw UserError(fmt::format("unknown command '{}'; {}", left.front(), suggestion(left.front(), names)));
}

/// A command on the command line.
class Subcommand {
 public:
  Subcommand(CLI::App& program, const Command& command)
      : command_(command),
        app_(*program.add_subcommand(command.name(), command.help())),
        parser_(app_, command.settings(), command.reads_files()) {
    app_.allow_extras();
    std::string examples = "Examples:";
    for (const std::string& example : command.examples()) examples += "\n  " + example;
    app_.footer(examples);
  }

  bool chosen() const { return app_.parsed(); }
  ExitCode execute(Context& context) const {
    refuse_leftovers(app_);
    return command_.execute(merged(command_.settings(), parser_.choices()), context);
  }

 private:
  const Command& command_;
  CLI::App& app_;
  OptionParser parser_;
};

std::string join(const std::vector<std::string>& arguments) {
  std::string line = "collnoc";
  for (const std::string& argument : arguments) line += " " + argument;
  return line;
}

int run_command(const std::vector<std::string>& arguments, Console& console,
                const AlgorithmCatalogue& catalogue, Engine& engine) {
  CLI::App program("A network-on-chip and the collectives that run on it.", "collnoc");
  program.formatter(std::make_shared<HelpFormat>());  // of subcommands, too
  program.set_version_flag("--version", "collnoc " + std::string(version));
  program.footer(
      "Examples:\n"
      "  collnoc run broadcast --topology torus:8x8 --algorithm all\n"
      "  collnoc run --firmware my_program.elf --topology mesh:4x4\n"
      "  collnoc COMMAND --help");
  program.require_subcommand(0, 1);
  program.allow_extras();
  const Commands commands = all_commands();
  std::vector<std::unique_ptr<Subcommand>> subcommands;
  for (const auto& command : commands) subcommands.push_back(std::make_unique<Subcommand>(program, *command));
  Context context{console, catalogue, engine, join(arguments)};
  try {
    if (arguments.empty()) fmt::print(console.err, "{}\n", program.help());
    program.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::Success& wanted) {  // --help, --version
    return program.exit(wanted, console.out, console.err);
  } catch (const CLI::ParseError& error) {
    return report(console, user_error(error.what()));
  }
  const Ended ended = perform([&] {
    for (const auto& subcommand : subcommands)
      if (subcommand->chosen()) {
        refuse_leftovers(program);
        return subcommand->execute(context);
      }
    refuse_command(program);
  });
  return ended.kind.empty() ? ended.code : report(console, ended);
}

}  // namespace

int run_program(const std::vector<std::string>& arguments, Console& console,
                const AlgorithmCatalogue& catalogue, Engine& engine) {
  const int code = run_command(arguments, console, catalogue, engine);
  if (console.out.flush()) return code;
  console.out.clear();
  errno = 0;
  console.out.flush();  // reports the first error again (DescriptorBuffer)
  const int failed =
      report(console, user_error(std::string("standard output: cannot be written") +
                                 (errno != 0 ? ": " + std::string(std::strerror(errno)) : "")));
  return code != 0 ? code : failed;
}

}  // namespace collnoc
