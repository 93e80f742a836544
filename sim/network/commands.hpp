// The program's commands as C++ functions: settings and results are structs.
//
//   collnoc::RunSettings settings;
//   settings.topology = "torus:8x8"; settings.algorithm = "all"; settings.bytes = {64, 1024, 16384};
//   for (const collnoc::RunResult& run : collnoc::run("broadcast", settings).runs)
//     std::cout << run.algorithm << ' ' << run.cycles << '\n';
//
// Everything is inline, on top of collnoc.h; needs C++17, nlohmann-json and libcollnoc. Settings are members
// with the names of options, `_` for `-`; results are the fields of the JSON (docs/schemas), and `document`
// is the JSON itself. A failure is an exception with the line that the program prints (commands/call.hpp).
// `progress` may end a command by returning false, which throws NetworkError. All functions may be called by
// several threads at once. docs/user/embedding.md has examples.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "collnoc/commands/results.hpp"
#include "collnoc/commands/settings.hpp"

namespace collnoc {
inline namespace commands {

/// `collnoc run`: the runs of a collective; or, with settings.firmware "FILE.elf", the program.
inline RunResults run(const RunSettings& settings, const CallProgress& progress = {}) {
  return detail::perform<RunResults>("run", settings.named(), progress);
}
inline RunResults run(const Value& collective, RunSettings settings, const CallProgress& progress = {}) {
  settings.collective = collective;
  return run(settings, progress);
}

/// `collnoc traffic`: latency and throughput of every load.
inline TrafficResults traffic(const TrafficSettings& settings, const CallProgress& progress = {}) {
  return detail::perform<TrafficResults>("traffic", settings.named(), progress);
}

/// `collnoc replay`: the messages of a trace.
inline ReplayResults replay(const ReplaySettings& settings, const CallProgress& progress = {}) {
  return detail::perform<ReplayResults>("replay", settings.named(), progress);
}
inline ReplayResults replay(const Value& trace, ReplaySettings settings, const CallProgress& progress = {}) {
  settings.trace = trace;
  return replay(settings, progress);
}

/// `collnoc check`: what is proved of schedules, without simulation. Throws RunFailed if a claim is wrong.
inline CheckResults check(const CheckSettings& settings, const CallProgress& progress = {}) {
  return detail::perform<CheckResults>("check", settings.named(), progress);
}
inline CheckResults check(const Value& collective, CheckSettings settings,
                          const CallProgress& progress = {}) {
  settings.collective = collective;
  return check(settings, progress);
}

/// `collnoc schedule`: the steps of one schedule.
inline ScheduleResults schedule(const ScheduleSettings& settings, const CallProgress& progress = {}) {
  return detail::perform<ScheduleResults>("schedule", settings.named(), progress);
}
inline ScheduleResults schedule(const Value& collective, ScheduleSettings settings,
                                const CallProgress& progress = {}) {
  settings.collective = collective;
  return schedule(settings, progress);
}

/// `collnoc synthesize`: the schedule that it has made and written to settings.output.
inline ScheduleResults synthesize(const SynthesizeSettings& settings, const CallProgress& progress = {}) {
  return detail::perform<ScheduleResults>("synthesize", settings.named(), progress);
}
inline ScheduleResults synthesize(const Value& collective, SynthesizeSettings settings,
                                  const CallProgress& progress = {}) {
  settings.collective = collective;
  return synthesize(settings, progress);
}

/// `collnoc tune`: the table that it has written to settings.output.
inline TuneResults tune(const TuneSettings& settings, const CallProgress& progress = {}) {
  return detail::perform<TuneResults>("tune", settings.named(), progress);
}

/// What a sweep has in its folder: all of its points, or those of its shard.
struct SweepResults : Results {
  results::SweepHead head;                  ///< the sweep
  std::vector<results::SweepPoint> points;  ///< results_of<RunResults>(*point.result) has its fields
  /// Sets the fields from the JSON: {"head": first line of results.jsonl, "points": [the others]}.
  void read(const Json& json) {
    detail::Reader::member(json, "head", head);
    detail::Reader::member(json, "points", points);
  }
};

/// `collnoc sweep`: all points of settings.output. Throws UserError, with these results, if points have
/// failed. Points run in this process, settings.jobs at once.
inline SweepResults sweep(const SweepSettings& settings, const CallProgress& progress = {}) {
  return detail::perform<SweepResults>("sweep", settings.named(), progress);
}
inline SweepResults sweep(const Value& file, SweepSettings settings, const CallProgress& progress = {}) {
  settings.file = file;
  return sweep(settings, progress);
}

/// How many numbers are as in their baselines.
struct RegressResults : Results {
  std::uint64_t equal = 0, differ = 0, failed = 0, skipped = 0;
  bool updated = false;              ///< baselines were written
  std::vector<std::string> changes;  ///< a line for each that differs or has failed
  /// Sets the fields from the JSON, whose members are these.
  void read(const Json& json) {
    detail::Reader::member(json, "equal", equal);
    detail::Reader::member(json, "differ", differ);
    detail::Reader::member(json, "failed", failed);
    detail::Reader::member(json, "skipped", skipped);
    detail::Reader::member(json, "updated", updated);
    detail::Reader::member(json, "changes", changes);
  }
};

/// `collnoc regress`: numbers that differ are a result; failed runs throw RunFailed, skipped ones
/// NotInstalled, both with these results.
inline RegressResults regress(const RegressSettings& settings = {}, const CallProgress& progress = {}) {
  constexpr int baseline_differs = 3;
  return detail::perform<RegressResults>("regress", settings.named(), progress, baseline_differs);
}

/// The page that `collnoc report` has written.
struct ReportResults : Results {
  std::string page;  ///< its file
  /// Sets the fields from the JSON, whose member this is.
  void read(const Json& json) { detail::Reader::member(json, "page", page); }
};

/// `collnoc report`: one page with pictures of the results in files.
inline ReportResults report(const ReportSettings& settings, const CallProgress& progress = {}) {
  return detail::perform<ReportResults>("report", settings.named(), progress);
}
inline ReportResults report(const Value& files, ReportSettings settings, const CallProgress& progress = {}) {
  settings.file = files;
  return report(settings, progress);
}

/// The rows of a list, or the numbers of a network.
struct ListResults : Results {
  std::optional<results::Network> network;               ///< of list("network")
  std::vector<std::map<std::string, std::string>> rows;  ///< of the others: by the heading of the column
  /// Sets the fields from the JSON: the document of `list network`, or {"rows": [...]}.
  void read(const Json& json) {
    if (json.contains("rows"))
      detail::Reader::member(json, "rows", rows);
    else
      detail::Reader::value(json, network);
  }
};

/// `collnoc list`: list("algorithms") and others, or list("network", settings).
inline ListResults list(const ListSettings& settings, const CallProgress& progress = {}) {
  return detail::perform<ListResults>("list", settings.named(), progress);
}
inline ListResults list(const Value& what, ListSettings settings = {}, const CallProgress& progress = {}) {
  settings.what = what;
  return list(settings, progress);
}

}  // namespace commands
}  // namespace collnoc
