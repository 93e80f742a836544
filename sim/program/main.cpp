// The program `collnoc`: binds the command line to the simulator and to the schedules.
#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <iostream>

#include "sim/commands/schedule_catalogue.hpp"
#include "sim/common/errors.hpp"
#include "sim/engine/distributed_engine.hpp"
#include "sim/engine/simulator.hpp"
#include "sim/program/descriptor_buffer.hpp"
#include "sim/program/processes.hpp"
#include "sim/program/program.hpp"

namespace collnoc {
namespace {

/// A standard stream that is closed stays unusable: no file that is opened later gets its number. A file that
/// grows over the limit of the user (ulimit -f) is an error of the write, not the end of the program.
void prepare_files() {
  for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(file, F_GETFD) < 0) static_cast<void>(::open("/dev/null", O_RDONLY));
  std::signal(SIGXFSZ, SIG_IGN);
}

Console terminal() {
  static DescriptorBuffer buffer(STDOUT_FILENO);
  static std::ostream out(&buffer);
  const bool direct = !is_started_by_mpi();
  return {out, std::cerr, direct && ::isatty(STDOUT_FILENO) != 0, direct && ::isatty(STDERR_FILENO) != 0,
          true};
}

int failed(const std::string& kind, const std::string& message, ExitCode code) {
  if (is_first_process()) std::cerr << "collnoc: " << kind << ": " << message << '\n';
  return static_cast<int>(code);
}

/// One of several processes: the first one prints and writes, all end with its exit code.
int run_in_parts(const std::vector<std::string>& arguments, std::unique_ptr<Transport> transport) {
  const NetworkParts parts(std::move(transport));
  std::ostream nowhere(nullptr);
  Console console = parts.first() ? terminal() : Console{nowhere, nowhere, false, false, false, false};
  const ScheduleCatalogue catalogue(&TunedTable::built_in);
  DistributedEngine engine(parts);
  try {
    check_for_processes(arguments);
    return parts.end(run_program(arguments, console, catalogue, engine));
  } catch (const UserError& error) {
    return failed("error", error.what(), ExitCode::user_error);
  } catch (const NetworkParts::Ended& ended) {
    return ended.code;
  }
}

int run_alone_or_in_parts(const std::vector<std::string>& arguments) {
  if (std::unique_ptr<Transport> transport = connect_processes())
    return run_in_parts(arguments, std::move(transport));
  Console console = terminal();
  const ScheduleCatalogue catalogue(&TunedTable::built_in);
  Simulator engine;
  return run_program(arguments, console, catalogue, engine);
}

}  // namespace
}  // namespace collnoc

int main(int argc, char** argv) {
  collnoc::prepare_files();
  try {
    return collnoc::run_alone_or_in_parts({argv + 1, argv + argc});
  } catch (const collnoc::Failure& failure) {  // before the processes are connected
    return collnoc::failed(failure.kind(), failure.what(), failure.code());
  } catch (const std::exception& error) {
    return collnoc::failed("error", error.what(), collnoc::ExitCode::user_error);
  }
}
