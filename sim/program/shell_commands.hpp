// The commands that only the command line has: completion and manual.
#pragma once
#include "sim/commands/command.hpp"

namespace collnoc {

/// All commands of the command line: make_commands() and, last, those that shells and man(1) need.
Commands all_commands();

}  // namespace collnoc
