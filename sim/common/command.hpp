// Runs a command of the shell, and ends it when a signal ends this program.
#pragma once
#include <string>

namespace collnoc {

/// Exit code of the command; its standard output goes to standard error, and it reads nothing. It is a
/// process group of its own. If a signal that would end this program arrives meanwhile (Ctrl-C, SIGTERM,
/// SIGHUP), the whole group gets SIGTERM; when the command has ended, the program does by its signal, as at
/// any other time. Throws std::runtime_error if the command cannot be started, or if it was ended and the
/// program goes on.
int run_command(const std::string& command);

}  // namespace collnoc
