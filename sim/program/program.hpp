// The program as a function: arguments in, exit code out. main() binds it to the simulator.
#pragma once
#include <string>
#include <vector>

#include "sim/commands/console.hpp"
#include "sim/run/catalogue.hpp"
#include "sim/run/engine.hpp"

namespace collnoc {

/// Runs `collnoc ARGUMENTS` and returns the exit code. Every error is one line on `console.err`.
int run_program(const std::vector<std::string>& arguments, Console& console,
                const AlgorithmCatalogue& catalogue, Engine& engine);

}  // namespace collnoc
