// The program's commands as functions of the process, for the C interface and the Python module: by settings,
// and as words of a command line.
#pragma once
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/commands/settings.hpp"
#include "sim/sweep/child_process.hpp"

namespace collnoc {

/// `done` of `count` parts have ended; called a few times per second. False ends the command.
using CommandProgress = std::function<bool(std::size_t done, std::size_t count, const std::string& what)>;

/// What a command has given.
struct CommandResult {
  int code = 0;                    ///< exit code of the program
  std::string document;            ///< its results as JSON (docs/schemas); empty: there are none
  std::string printed;             ///< what programs on tiles have printed
  std::vector<std::string> notes;  ///< lines, such as which schedules were left out
  std::string error;               ///< the line that says what is wrong; empty: nothing is
};

/// A command with the settings of these names (choices_of()); nothing if `progress`, which may be empty, has
/// ended it. Several threads may call it at the same time. `run_apart` runs the points of a sweep, for
/// example as processes, so that each fails or runs out of memory alone; empty: they run in this process.
std::optional<CommandResult> call_command(const std::string& command, const NamedTexts& settings,
                                          const CommandProgress& progress, const RunApart& run_apart = {});

struct CommandOutput {
  int code = 0;          ///< exit code
  std::string out, err;  ///< what the command printed
};

/// The same of `collnoc ARGUMENTS`, whose results are text.
std::optional<CommandOutput> call_program(const std::vector<std::string>& arguments,
                                          const CommandProgress& progress, const RunApart& run_apart = {});

}  // namespace collnoc
