// The program as a function: arguments in, exit code out. main() binds it to the simulator.
#pragma once
#include <cstddef>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "sim/run/catalogue.hpp"
#include "sim/run/engine.hpp"
#include "sim/sweep/child_process.hpp"

namespace collnoc {

/// Where the program writes.
struct Console {
  std::ostream& out;
  std::ostream& err;
  bool out_is_terminal = false;
  bool err_is_terminal = false;
  bool plain_progress = false;  ///< long work prints lines on `err` if that is no terminal
  bool writes_results = true;   ///< false in all but the first of the processes that simulate one network
  /// Gets the progress in place of `err`, a few times per second: `done` of `count` parts have ended. It may
  /// end the work by an exception that is no std::exception.
  std::function<void(std::size_t done, std::size_t count, const std::string& what)> progress{};
  /// Runs a point of a sweep, or an own run of a regression; empty: as a child process (run_self).
  RunApart run_apart{};
};

/// Runs `collnoc ARGUMENTS` and returns the exit code. Every error is one line on `console.err`.
int run_program(const std::vector<std::string>& arguments, Console& console,
                const AlgorithmCatalogue& catalogue, Engine& engine);

}  // namespace collnoc
