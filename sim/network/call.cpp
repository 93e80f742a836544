#include "sim/network/call.hpp"

#include <sstream>

#include "sim/engine/simulator.hpp"
#include "sim/program/program.hpp"
#include "sim/program/schedule_catalogue.hpp"

namespace collnoc {
namespace {

/// Ends work from within. Not a std::exception, which would become an error of the program.
struct Ended {};

}  // namespace

std::optional<CommandOutput> call_program(const std::vector<std::string>& arguments,
                                          const CommandProgress& progress) {
  std::ostringstream out, err;
  Console console{out, err};
  console.progress = [&](std::size_t done, std::size_t count, const std::string& what) {
    if (progress && !progress(done, count, what)) throw Ended{};
  };
  const ScheduleCatalogue catalogue(&TunedTable::built_in);
  Simulator engine;
  try {
    const int code = run_program(arguments, console, catalogue, engine);
    return CommandOutput{code, out.str(), err.str()};
  } catch (const Ended&) {
    return std::nullopt;
  }
}

}  // namespace collnoc
