// collnoc sweep: runs a command at every point of a grid, several points at once, and continues where it was
// stopped.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <exception>
#include <future>
#include <mutex>
#include <thread>

#include "sim/common/nearest.hpp"
#include "sim/program/command.hpp"
#include "sim/program/progress_line.hpp"
#include "sim/program/values.hpp"
#include "sim/sweep/sweep_results.hpp"

namespace collnoc {
namespace {

using namespace std::chrono_literals;

/// Options that a point cannot have: the sweep sets them, or all points would write to the same file.
const std::vector<std::string> not_for_points{
    "json", "quiet", "progress", "help", "trace", "timeline", "trace-instructions", "flame-graph", "gdb"};

/// Every name in [options] and [grid] must be an option of the command.
void check_names(const SweepPlan& plan) {
  CLI::App program;
  const auto commands = make_commands(program);
  std::vector<std::string> names;
  for (const auto& command : commands) {
    if (command->app().get_name() != plan.command.front()) continue;
    for (const CLI::Option* option : command->app().get_options())
      for (const std::string& name : option->get_lnames()) names.push_back(name);
  }
  if (std::find(names.begin(), names.end(), "json") == names.end())
    throw UserError(fmt::format("{}: command '{}' has no results as JSON; run, traffic, schedule or check",
                                plan.where, plan.command.front()));
  for (const std::string& name : not_for_points) std::erase(names, name);
  const auto check = [&](const std::string& key) {
    if (std::find(names.begin(), names.end(), key) == names.end())
      throw UserError(fmt::format("{}: {} has no option '{}' for a point of a sweep; {}", plan.where,
                                  plan.command.front(), key, suggestion(key, names)));
  };
  const auto has = [&](const char* name) {
    const auto is = [&](const auto& option) { return option.first == name; };
    return std::ranges::any_of(plan.options, is) || std::ranges::any_of(plan.grid, is);
  };
  if (has("auto") && has("tuned"))
    throw UserError(fmt::format(
        "{}: 'tuned' with 'auto': points that measure would write it at the same time", plan.where));
  for (const auto& [key, value] : plan.options) check(key);
  for (const auto& [key, values] : plan.grid) check(key);
}

Shard parse_shard(const Given& given) {
  const std::size_t slash = given.text.find('/');
  if (slash == std::string::npos) fail(given, "must be I/N, such as 1/4");
  Shard shard;
  shard.count = parse_count({given.text.substr(slash + 1), given.quoted}, 1, 1'000'000);
  shard.index = parse_count({given.text.substr(0, slash), given.quoted}, 1, shard.count);
  return shard;
}

class SweepCommand final : public Command {
 public:
  explicit SweepCommand(CLI::App& program)
      : Command(
            program, "sweep", "run a command at every point of a grid, and continue where it was stopped",
            {"collnoc sweep grid.toml --output results", "collnoc sweep grid.toml --output part1 --shard 1/4",
             "collnoc sweep grid.toml --output results --merge part1,part2,part3,part4"}) {
    app().add_option("FILE", file_, "TOML: command, [options] of every point, [grid] of lists")->required();
    app()
        .add_option("--output", folder_, "folder of results.jsonl and results.csv [sweep-results]")
        ->type_name("DIR");
    app().add_option("--jobs", jobs_, "points at the same time (default: processors)")->type_name("N");
    app().add_option("--shard", shard_, "only every N-th point, from the I-th on")->type_name("I/N");
    app()
        .add_option("--merge", merge_, "run nothing; collect the points of these folders")
        ->type_name("DIRS");
    app().add_flag("--progress", progress_, "progress on stderr even when it is no terminal");
  }

  ExitCode execute(Context& context) override {
    const SweepPlan plan = read_sweep(file_);
    check_names(plan);
    const Shard shard = shard_.empty() ? Shard{} : parse_shard({shard_, "--shard " + shard_});
    const std::uint64_t jobs = jobs_.empty() ? std::max(1u, std::thread::hardware_concurrency())
                                             : parse_count({jobs_, "--jobs " + jobs_}, 1, 1024);
    SweepResults results(folder_, plan, shard);
    if (!merge_.empty())
      for (const std::string& folder : parse_list({merge_, "--merge " + merge_})) results.add_all_of(folder);
    const std::vector<std::size_t> missing = results.missing();
    if (!merge_.empty() && !missing.empty())
      throw UserError(fmt::format("--merge {}: {} of {} points are missing, the first is {}", merge_,
                                  missing.size(), plan.size(), missing.front()));
    run(plan, missing, jobs, results, context);
    results.finish();
    context.console.out << fmt::format("# {} points, {} of them run now; {}/results.jsonl, {}/results.csv\n",
                                       plan.size(), missing.size(), folder_, folder_);
    if (const LeftOut left_out = results.left_out(); !left_out.empty())
      tell(fmt::format("the points leave out {} schedules: {}", left_out.times(), left_out.names_by_reason()),
           context.console);
    const auto [failed, first] = results.failures();
    if (failed > 0) throw UserError(fmt::format("{} points failed; {}", failed, first));
    return ExitCode::good;
  }

 private:
  /// Runs the points with `jobs` threads that wait for child processes. The first exception ends the sweep;
  /// one of the console's progress, which only this thread calls, also the points that are under way.
  void run(const SweepPlan& plan, const std::vector<std::size_t>& points, std::uint64_t jobs,
           SweepResults& results, Context& context) const {
    ProgressLine line(context.console, progress_);
    std::mutex mutex;
    std::size_t next = 0;
    std::atomic<std::size_t> done = 0;
    std::exception_ptr problem;
    std::atomic<bool> stop = false;
    const std::string what = fmt::format("points, {} at once", jobs);
    const bool polled = context.console.progress != nullptr;
    const Stopped stopped = polled ? Stopped([&] { return stop.load(); }) : Stopped();
    const RunApart run_apart = context.console.run_apart ? context.console.run_apart : run_self;
    const auto work = [&] {
      for (;;) {
        std::size_t point = 0;
        {
          const std::lock_guard lock(mutex);
          if (problem || next == points.size()) return;
          point = points[next++];
        }
        try {
          const ChildResult child = run_apart(plan.arguments(point), stopped);
          if (stop) return;
          if (child.signal != 0)
            throw UserError(fmt::format("point {}: ended by signal {} ({}); the others are kept", point,
                                        child.signal, strsignal(child.signal)));
          const std::string text = result_line(plan, point, child);
          const std::lock_guard lock(mutex);
          results.add(point, text);
          ++done;
          if (!polled) line.ended(done, points.size(), what);
        } catch (...) {
          const std::lock_guard lock(mutex);
          if (!problem) problem = std::current_exception();
        }
      }
    };
    std::vector<std::future<void>> threads;
    for (std::uint64_t n = 0; n < std::min<std::uint64_t>(jobs, points.size()); ++n)
      threads.push_back(std::async(std::launch::async, work));
    for (std::future<void>& thread : threads)
      while (thread.wait_for(200ms) != std::future_status::ready) {
        if (!polled || stop) continue;
        try {
          line.ended(done, points.size(), what);
        } catch (...) {
          const std::lock_guard lock(mutex);
          problem = std::current_exception();
          stop = true;
        }
      }
    if (problem) std::rethrow_exception(problem);
    if (polled) line.ended(done, points.size(), what);
  }

  std::string file_, folder_ = "sweep-results", jobs_, shard_, merge_;
  bool progress_ = false;
};

}  // namespace

std::unique_ptr<Command> make_sweep_command(CLI::App& program) {
  return std::make_unique<SweepCommand>(program);
}

}  // namespace collnoc
