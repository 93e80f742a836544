// Runs the mutants of one library (scripts/mutants), each in a separate process, in lockstep with the model.
// A mutant is caught by the first difference, a wrong byte or counter, a crash, or a run that takes too long.
//
//   mutant_run brief|full LIBRARY MUTANT[,MUTANT...] CYCLES JOBS processor|NETWORK[,NETWORK...]
//   [NAME=VALUE...]
//
// processor: the library has a processor, otherwise nodes. brief: only random traffic or programs, CYCLES of
// them. full: also what takes longer. NAME=VALUE: the parameters with which the library was made. Prints one
// line per mutant, in order: its number, "caught" or "alive", and how it was caught. Mutant 0 is the
// unmutated hardware and must be alive, else exit 1.
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <iostream>
#include <map>
#include <stdexcept>

#include "tests/mutants/mutant_job.hpp"

namespace collnoc::test {

unsigned number(const std::string& text) {
  unsigned value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || text.empty()) {
    throw std::runtime_error(fmt::format("'{}' is not a number", text));
  }
  return value;
}

std::pair<std::string, unsigned> split_setting(const std::string& setting) {
  const std::size_t equals = setting.find('=');
  if (equals == std::string::npos) throw std::runtime_error(fmt::format("'{}' is not NAME=VALUE", setting));
  return {setting.substr(0, equals), number(setting.substr(equals + 1))};
}

namespace {

constexpr unsigned seconds_at_most = 600;  // of processor time per mutant; a mutant takes a few

struct Child {
  pid_t id;
  int pipe;
};

Child start(const CaughtBy& caught_by, unsigned mutant) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe");
  const pid_t id = fork();
  if (id < 0) throw std::runtime_error("no process");
  if (id == 0) {
    close(ends[0]);
    const rlimit most{seconds_at_most, seconds_at_most + 1};
    setrlimit(RLIMIT_CPU, &most);
    setenv("COLLNOC_MUTANT", std::to_string(mutant).c_str(), 1);
    std::string how;
    try {
      how = caught_by();
    } catch (const std::exception& error) {
      how = error.what();
    }
    how.resize(std::min<std::size_t>(how.size(), 4000));
    _exit(write(ends[1], how.data(), how.size()) == static_cast<ssize_t>(how.size()) ? 0 : 1);
  }
  close(ends[1]);
  return {id, ends[0]};
}

/// How a mutant was caught in its process.
std::string finish(const Child& child) {
  std::string how;
  char buffer[4096];
  for (ssize_t n = 0; (n = read(child.pipe, buffer, sizeof buffer)) > 0;)
    how.append(buffer, static_cast<std::size_t>(n));
  close(child.pipe);
  int status = 0;
  waitpid(child.id, &status, 0);
  if (WIFSIGNALED(status)) return WTERMSIG(status) == SIGXCPU ? "takes too long" : "crashes";
  return how.empty() && WEXITSTATUS(status) != 0 ? "the simulator stops" : how;
}

/// The parts of a comma-separated list.
std::vector<std::string> parts(const std::string& list) {
  std::vector<std::string> all;
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t comma = std::min(list.find(',', at), list.size());
    all.push_back(list.substr(at, comma - at));
    at = comma + 1;
  }
  return all;
}

int run(const std::vector<std::string>& arguments) {
  if (arguments.size() < 6 || (arguments[0] != "brief" && arguments[0] != "full")) {
    throw std::runtime_error(
        "usage: mutant_run brief|full LIBRARY MUTANT[,MUTANT...] CYCLES JOBS processor|NETWORK[,NETWORK...] "
        "[NAME=VALUE...]");
  }
  MutantJob job{arguments[0] == "full", arguments[1], number(arguments[3]), parts(arguments[5]), {}};
  job.settings.assign(arguments.begin() + 6, arguments.end());
  const bool is_processor = job.where == std::vector<std::string>{"processor"};
  const CaughtBy caught_by = is_processor ? processor_mutants(job) : node_mutants(job);
  std::vector<unsigned> mutants;
  for (const std::string& mutant : parts(arguments[2])) mutants.push_back(number(mutant));
  const unsigned jobs = std::max(1u, number(arguments[4]));
  std::map<unsigned, Child> running;
  auto next = mutants.begin();
  bool sound = true;
  for (const unsigned mutant : mutants) {
    for (; next != mutants.end() && running.size() < jobs; ++next) running[*next] = start(caught_by, *next);
    const std::string how = finish(running.at(mutant));
    running.erase(mutant);
    fmt::print("{} {} {}\n", mutant, how.empty() ? "alive" : "caught", how);
    std::fflush(stdout);
    if (mutant == 0 && !how.empty()) {
      sound = false;
      break;
    }
  }
  for (const auto& [mutant, child] : running) finish(child);
  if (!sound) std::cerr << "mutant_run: the unmutated hardware is caught too: see above\n";
  return sound ? 0 : 1;
}

}  // namespace
}  // namespace collnoc::test

int main(int argc, char** argv) {
  try {
    return collnoc::test::run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::cerr << "mutant_run: " << error.what() << '\n';
    return 1;
  }
}
