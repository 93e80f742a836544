#include "sim/network/call.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

#include "sim/commands/command.hpp"
#include "sim/commands/schedule_catalogue.hpp"
#include "sim/common/nearest.hpp"
#include "sim/common/perform.hpp"
#include "sim/engine/simulator.hpp"
#include "sim/program/program.hpp"

namespace collnoc {
namespace {

/// Ends work from within. Not a std::exception, which would become an error of the program.
struct Stop {};

/// A point of a sweep, in this process.
ChildResult call_point(const std::vector<std::string>& arguments, const Stopped& stopped) {
  const auto goes_on = [&](std::size_t, std::size_t, const std::string&) { return !stopped || !stopped(); };
  std::optional<CommandOutput> output = call_program(arguments, goes_on);
  if (!output) return {};
  return {output->code, 0, std::move(output->out), std::move(output->err)};
}

/// Without places for results.
Console quiet_console(std::ostream& out, std::ostream& err, const CommandProgress& progress,
                      const RunApart& run_apart) {
  Console console{out, err};
  console.progress = [&progress](std::size_t done, std::size_t count, const std::string& what) {
    if (progress && !progress(done, count, what)) throw Stop{};
  };
  console.run_apart = run_apart ? run_apart : call_point;
  return console;
}

const Command& command_called(const std::string& name, const Commands& commands) {
  const auto found = std::ranges::find(commands, name, [](const auto& command) { return command->name(); });
  if (found != commands.end()) return **found;
  std::vector<std::string> names;
  for (const auto& command : commands) names.push_back(command->name());
  throw UserError("unknown command '" + name + "'; " + suggestion(name, names));
}

std::string line_of(const Command& command, const Choices& choices) {
  std::string line = "collnoc " + command.name();
  for (const std::string& word : words_of(command.settings(), choices)) line += " " + word;
  return line;
}

}  // namespace

std::optional<CommandResult> call_command(const std::string& command, const NamedTexts& settings,
                                          const CommandProgress& progress, const RunApart& run_apart) {
  CommandResult result;
  std::ostringstream out;
  Console console = quiet_console(out, out, progress, run_apart);
  console.results = [&](const nlohmann::ordered_json& document) { result.document = document.dump(); };
  console.note = [&](const std::string& line) { result.notes.push_back(line); };
  const ScheduleCatalogue catalogue(&TunedTable::built_in);
  Simulator engine;
  try {
    const Ended ended = perform([&] {
      const Commands commands = make_commands();
      const Command& called = command_called(command, commands);
      const Choices choices = choices_of(called.settings(), called.reads_files(), settings);
      Context context{console, catalogue, engine, line_of(called, choices)};
      return called.execute(merged(called.settings(), choices), context);
    });
    result.code = ended.code;
    if (!ended.kind.empty())
      result.error = one_line(ended.kind == "error" ? ended.message : ended.kind + ": " + ended.message);
  } catch (const Stop&) {
    return std::nullopt;
  }
  result.printed = out.str();
  return result;
}

std::optional<CommandOutput> call_program(const std::vector<std::string>& arguments,
                                          const CommandProgress& progress, const RunApart& run_apart) {
  std::ostringstream out, err;
  Console console = quiet_console(out, err, progress, run_apart);
  const ScheduleCatalogue catalogue(&TunedTable::built_in);
  Simulator engine;
  try {
    const int code = run_program(arguments, console, catalogue, engine);
    return CommandOutput{code, out.str(), err.str()};
  } catch (const Stop&) {
    return std::nullopt;
  }
}

}  // namespace collnoc
