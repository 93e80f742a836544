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

/// A point of a sweep.
ChildResult run_point(const std::vector<std::string>& arguments, const std::stop_token& stop,
                      const std::vector<std::string>& program) {
  if (!program.empty()) {
    std::vector<std::string> words = program;
    words.insert(words.end(), arguments.begin(), arguments.end());
    return run_child(program.front(), std::move(words), stop);
  }
  const auto goes_on = [&](std::size_t, std::size_t, const std::string&) { return !stop.stop_requested(); };
  std::optional<CommandOutput> output = call_program(arguments, goes_on);
  if (!output) return {};
  return {output->code, 0, std::move(output->out), std::move(output->err)};
}

}  // namespace

std::optional<CommandOutput> call_program(const std::vector<std::string>& arguments,
                                          const CommandProgress& progress,
                                          const std::vector<std::string>& program) {
  std::ostringstream out, err;
  Console console{out, err};
  console.progress = [&](std::size_t done, std::size_t count, const std::string& what) {
    if (progress && !progress(done, count, what)) throw Ended{};
  };
  console.run_apart = [&](const std::vector<std::string>& words, const std::stop_token& stop) {
    return run_point(words, stop, program);
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
