// collnoc sweep: runs a command at every point of a grid, several points at once, and continues where it was
// stopped.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <exception>
#include <fstream>
#include <future>
#include <mutex>
#include <thread>

#include "sim/commands/command.hpp"
#include "sim/commands/progress_line.hpp"
#include "sim/commands/report_output.hpp"
#include "sim/commands/setting_groups.hpp"
#include "sim/commands/values.hpp"
#include "sim/common/nearest.hpp"
#include "sim/sweep/sweep_results.hpp"

namespace collnoc {
namespace {

using namespace std::chrono_literals;

/// Options that a point cannot have: the sweep sets them, or all points would write to the same file.
const std::vector<std::string> not_for_points{
    "json", "quiet", "progress", "trace", "timeline", "trace-instructions", "flame-graph", "gdb"};

/// Every name in [options] and [grid] must be an option of the command.
void check_names(const SweepPlan& plan) {
  std::vector<std::string> names;
  for (const auto& command : make_commands()) {
    if (command->name() != plan.command.front()) continue;
    for (const Setting& setting : command->settings())
      if (!setting.positional) names.push_back(setting.flag);
    if (command->reads_files()) names.insert(names.end(), {"config", "set"});
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

/// The first line of results.jsonl, and the others.
nlohmann::ordered_json document_in(const std::string& folder) {
  nlohmann::ordered_json document{{"head", nullptr}, {"points", nlohmann::ordered_json::array()}};
  std::ifstream file(folder + "/results.jsonl");
  for (std::string line; std::getline(file, line);)
    if (document["head"].is_null())
      document["head"] = nlohmann::ordered_json::parse(line);
    else
      document["points"].push_back(nlohmann::ordered_json::parse(line));
  return document;
}

class SweepCommand final : public Command {
 public:
  SweepCommand()
      : Command(
            "sweep", "run a command at every point of a grid, and continue where it was stopped",
            {"collnoc sweep grid.toml --output results", "collnoc sweep grid.toml --output part1 --shard 1/4",
             "collnoc sweep grid.toml --output results --merge part1,part2,part3,part4"},
            sweep_command_settings()) {}

  ExitCode execute(const Settings& settings, Context& context) const override {
    const std::string folder = settings.text("sweep.output");
    const SweepPlan plan = read_sweep(settings.text("sweep.file"));
    check_names(plan);
    const Shard shard =
        !settings.text("sweep.shard").empty() ? parse_shard(settings.get("sweep.shard")) : Shard{};
    const std::uint64_t jobs = !settings.text("sweep.jobs").empty()
                                   ? parse_count(settings.get("sweep.jobs"), 1, 1024)
                                   : std::max(1u, std::thread::hardware_concurrency());
    SweepResults results(folder, plan, shard);
    const bool merges = !settings.text("sweep.merge").empty();
    if (merges)
      for (const std::string& part : parse_list(settings.get("sweep.merge"))) results.add_all_of(part);
    const std::vector<std::size_t> missing = results.missing();
    if (merges && !missing.empty())
      throw UserError(fmt::format("--merge {}: {} of {} points are missing, the first is {}",
                                  settings.text("sweep.merge"), missing.size(), plan.size(),
                                  missing.front()));
    run(plan, missing, jobs, results, settings.on("sweep.progress"), context);
    results.finish();
    conclude(context.console,
             fmt::format("# {} points, {} of them run now; {}/results.jsonl, {}/results.csv\n", plan.size(),
                         missing.size(), folder, folder),
             [&] { return document_in(folder); });
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
           SweepResults& results, bool progress, Context& context) const {
    ProgressLine line(context.console, progress);
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
};

}  // namespace

std::unique_ptr<Command> make_sweep_command() { return std::make_unique<SweepCommand>(); }

}  // namespace collnoc
