// The program as a function of the process, for the C interface and the Python module.
#pragma once
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/sweep/child_process.hpp"

namespace collnoc {

struct CommandOutput {
  int code = 0;          ///< exit code
  std::string out, err;  ///< what the command printed
};

/// `done` of `count` parts have ended; called a few times per second. False ends the command.
using CommandProgress = std::function<bool(std::size_t done, std::size_t count, const std::string& what)>;

/// `collnoc ARGUMENTS`; nothing if `progress`, which may be empty, has ended it. Several threads may call it
/// at the same time. `run_apart` runs the points of a sweep, for example as processes, so that each fails or
/// runs out of memory alone; empty: they run in this process.
std::optional<CommandOutput> call_program(const std::vector<std::string>& arguments,
                                          const CommandProgress& progress, const RunApart& run_apart = {});

}  // namespace collnoc
