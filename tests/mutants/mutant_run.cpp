// Runs the mutants of one library (scripts/mutants) in lockstep with the model, 255 in the lanes of a process
// (mutant_lanes.hpp). A mutant is caught by the first difference.
//
//   mutant_run brief|full|edges LIBRARY MUTANT[,MUTANT...] CYCLES JOBS processor|NETWORK[,NETWORK...]
//   [NAME=VALUE...]
//
// processor: the library has a processor, otherwise nodes. brief: only random traffic or programs, CYCLES of
// them. full: also what takes longer. edges: only single nodes, at the edges of what they accept. NAME=VALUE:
// the parameters with which the library was made. Prints one line per mutant, in order: its number, "caught"
// or "alive", and how it was caught. Exit 1 if the unmutated hardware, which is one more lane, is caught.
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <deque>
#include <iostream>
#include <sstream>
#include <stdexcept>

#include "tests/mutants/mutant_job.hpp"
#include "tests/mutants/mutant_lanes.hpp"

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

constexpr unsigned seconds_at_most = 3600;  // of processor time per process

/// The mutants of one process. It writes a line for each: empty, or how it was caught.
struct Child {
  std::vector<unsigned> mutants;
  pid_t id;
  int pipe;
};

void write_all(int file, const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t n = write(file, text.data() + at, text.size() - at);
    if (n <= 0) _exit(1);
    at += static_cast<std::size_t>(n);
  }
}

Child start(const CaughtBy& caught_by, std::vector<unsigned> mutants) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe");
  const pid_t id = fork();
  if (id < 0) throw std::runtime_error("no process");
  if (id == 0) {
    close(ends[0]);
    const rlimit most{seconds_at_most, seconds_at_most + 1};
    setrlimit(RLIMIT_CPU, &most);
    try {
      std::string lines;
      for (std::string how : caught_by(mutants)) {
        std::replace(how.begin(), how.end(), '\n', ' ');
        lines += how + '\n';
      }
      write_all(ends[1], lines);
      _exit(0);
    } catch (const std::exception& error) {
      write_all(ends[1], error.what());
      _exit(1);
    }
  }
  close(ends[1]);
  return {std::move(mutants), id, ends[0]};
}

/// How the mutants of a process were caught. Throws std::runtime_error if the process failed.
std::vector<std::string> finish(const Child& child) {
  std::string text;
  char buffer[4096];
  for (ssize_t n = 0; (n = read(child.pipe, buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<std::size_t>(n));
  close(child.pipe);
  int status = 0;
  waitpid(child.id, &status, 0);
  if (WIFSIGNALED(status))
    text = WTERMSIG(status) == SIGXCPU ? "a process takes too long" : "a process crashes";
  if (status != 0) throw std::runtime_error(text);
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  if (lines.size() != child.mutants.size()) throw std::runtime_error("a process wrote too few lines");
  return lines;
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
  if (arguments.size() < 6 ||
      (arguments[0] != "brief" && arguments[0] != "full" && arguments[0] != "edges")) {
    throw std::runtime_error(
        "usage: mutant_run brief|full|edges LIBRARY MUTANT[,MUTANT...] CYCLES JOBS "
        "processor|NETWORK[,NETWORK...] "
        "[NAME=VALUE...]");
  }
  MutantJob job{arguments[0] == "full", arguments[0] == "edges", arguments[1],
                number(arguments[3]),   parts(arguments[5]),     {}};
  job.settings.assign(arguments.begin() + 6, arguments.end());
  const bool is_processor = job.where == std::vector<std::string>{"processor"};
  const CaughtBy caught_by = is_processor ? processor_mutants(job) : node_mutants(job);
  std::deque<std::vector<unsigned>> waiting;
  for (const std::string& mutant : parts(arguments[2])) {
    if (waiting.empty() || waiting.back().size() == MutantLanes::most) waiting.emplace_back();
    waiting.back().push_back(number(mutant));
  }
  const unsigned jobs = std::max(1u, number(arguments[4]));
  std::deque<Child> running;
  while (!waiting.empty() || !running.empty()) {
    for (; !waiting.empty() && running.size() < jobs; waiting.pop_front())
      running.push_back(start(caught_by, waiting.front()));
    const Child first = running.front();
    running.pop_front();
    const std::vector<std::string> how = finish(first);
    for (std::size_t k = 0; k < how.size(); ++k) {
      fmt::print("{} {} {}\n", first.mutants[k], how[k].empty() ? "alive" : "caught", how[k]);
      if (first.mutants[k] == 0 && !how[k].empty())
        throw std::runtime_error("the unmutated processor is caught");
    }
    std::fflush(stdout);
  }
  return 0;
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
