// The program `collnoc`: binds the command line to the simulator and to the schedules.
#include <unistd.h>

#include <iostream>

#include "sim/common/errors.hpp"
#include "sim/engine/distributed_engine.hpp"
#include "sim/engine/simulator.hpp"
#include "sim/program/processes.hpp"
#include "sim/program/program.hpp"
#include "sim/program/schedule_catalogue.hpp"

namespace collnoc {
namespace {

Console terminal() {
  const bool direct = !is_started_by_mpi();
  return {std::cout, std::cerr, direct && ::isatty(STDOUT_FILENO) != 0,
          direct && ::isatty(STDERR_FILENO) != 0, true};
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
  try {
    return collnoc::run_alone_or_in_parts({argv + 1, argv + argc});
  } catch (const collnoc::Failure& failure) {  // before the processes are connected
    return collnoc::failed(failure.kind(), failure.what(), failure.code());
  } catch (const std::exception& error) {
    return collnoc::failed("error", error.what(), collnoc::ExitCode::user_error);
  }
}
