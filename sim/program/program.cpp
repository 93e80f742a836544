#include "sim/program/program.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "sim/common/nearest.hpp"
#include "sim/common/version.hpp"
#include "sim/program/command.hpp"
#include "sim/program/help_format.hpp"

namespace collnoc {
namespace {

std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

int report(Console& console, const std::string& kind, const std::string& message, ExitCode code) {
  fmt::print(console.err, "collnoc: {}: {}\n", kind, one_line(message));
  return static_cast<int>(code);
}

std::vector<std::string> long_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

/// Options and arguments that CLI11 did not consume are errors.
void refuse_leftovers(const CLI::App& app) {
  const std::vector<std::string> left = app.remaining();
  for (const std::string& word : left)
    if (word.size() > 1 && word[0] == '-') {
      const std::string name = word.substr(0, word.find('='));
      throw UserError(fmt::format("unknown option '{}' of {}; {}", name, app.get_name(),
                                  suggestion(name, long_names(app))));
    }
  if (!left.empty())
    throw UserError(fmt::format("unexpected argument '{}' after {}; options begin with --", left.front(),
                                app.get_name()));
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

ExitCode dispatch(CLI::App& program, std::vector<std::unique_ptr<Command>>& commands, Context& context) {
  for (const auto& command : commands)
    if (command->app().parsed()) {
      refuse_leftovers(program);
      refuse_leftovers(command->app());
      return command->execute(context);
    }
  refuse_command(program);
}

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
  std::vector<std::unique_ptr<Command>> commands = make_commands(program);
  Context context{console, catalogue, engine, join(arguments)};
  try {
    if (arguments.empty()) fmt::print(console.err, "{}\n", program.help());
    program.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    return static_cast<int>(dispatch(program, commands, context));
  } catch (const CLI::Success& wanted) {  // --help, --version
    return program.exit(wanted, console.out, console.err);
  } catch (const CLI::ParseError& error) {
    return report(console, "error", error.what(), ExitCode::user_error);
  } catch (const UserError& error) {
    return report(console, "error", error.what(), ExitCode::user_error);
  } catch (const Failure& failure) {
    return report(console, failure.kind(), failure.what(), failure.code());
  } catch (const std::bad_alloc&) {
    return report(console, "error", "not enough memory for this network", ExitCode::user_error);
  } catch (const std::exception& error) {
    return report(console, "error", error.what(), ExitCode::user_error);
  }
}

}  // namespace

void tell(const std::string& what, Console& console) {
  fmt::print(console.err, "collnoc: note: {}\n", one_line(what));
  console.err.flush();
}

int run_program(const std::vector<std::string>& arguments, Console& console,
                const AlgorithmCatalogue& catalogue, Engine& engine) {
  const int code = run_command(arguments, console, catalogue, engine);
  if (console.out.flush()) return code;
  console.out.clear();
  errno = 0;
  console.out.flush();  // reports the first error again (DescriptorBuffer)
  const int failed = report(console, "error",
                            std::string("standard output: cannot be written") +
                                (errno != 0 ? ": " + std::string(std::strerror(errno)) : ""),
                            ExitCode::user_error);
  return code != 0 ? code : failed;
}

}  // namespace collnoc
