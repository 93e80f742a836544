#include "sim/network/call.hpp"

#include <sstream>
#include <utility>

#include "sim/engine/simulator.hpp"
#include "sim/program/program.hpp"
#include "sim/program/schedule_catalogue.hpp"

namespace collnoc {
namespace {

/// Ends work from within. Not a std::exception, which would become an error of the program.
struct Ended {};

/// A point of a sweep, in this process.
ChildResult call_point(const std::vector<std::string>& arguments, const Stopped& stopped) {
  const auto goes_on = [&](std::size_t, std::size_t, const std::string&) { return !stopped || !stopped(); };
  std::optional<CommandOutput> output = call_program(arguments, goes_on);
  if (!output) return {};
  return {output->code, 0, std::move(output->out), std::move(output->err)};
}

}  // namespace

std::optional<CommandOutput> call_program(const std::vector<std::string>& arguments,
                                          const CommandProgress& progress, const RunApart& run_apart) {
  std::ostringstream out, err;
  Console console{out, err};
  console.progress = [&](std::size_t done, std::size_t count, const std::string& what) {
    if (progress && !progress(done, count, what)) throw Ended{};
  };
  console.run_apart = run_apart ? run_apart : call_point;
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
