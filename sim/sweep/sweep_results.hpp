// The results of a sweep in a folder. While it runs, results.jsonl has a line for every point that has ended,
// in the order of their ends; a sweep that was killed continues from there. finish() sorts the lines and
// writes results.csv, so that the files hang on the points alone.
//
//   {"sweep":{"command":…,"options":…,"grid":…},"points":200,"shard":"1/1"}
//   {"point":0,"options":{"topology":"mesh:4x4"},"result":{…}}     the JSON of the command without its
//   context
//   {"point":1,"options":{…},"exit_code":1,"error":"…"}            a point that failed
#pragma once
#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "sim/run/left_out.hpp"
#include "sim/sweep/child_process.hpp"
#include "sim/sweep/sweep_plan.hpp"

namespace collnoc {

/// Every `count`-th point, from point `index` - 1 on.
struct Shard {
  std::size_t index = 1, count = 1;
  bool has(std::size_t point) const { return point % count == index - 1; }
};

/// Checks a line of results.jsonl, with the result in it. Throws UserError.
void check_sweep_line(const nlohmann::ordered_json& line);

/// What of a command's JSON is a result of its own: the runs of a collective, the offered loads of traffic;
/// otherwise the one result.
std::vector<nlohmann::ordered_json> rows_of(const nlohmann::ordered_json& document);

/// The line of a point that has ended. Precondition: no signal ended it.
std::string result_line(const SweepPlan& plan, std::size_t point, const ChildResult& child);

class SweepResults {
 public:
  /// Makes the folder, or continues with the points that it holds. Throws UserError if it cannot be written,
  /// holds another sweep or a broken line, or if another process uses it.
  SweepResults(const std::string& folder, const SweepPlan& plan, Shard shard);
  ~SweepResults();
  SweepResults(SweepResults&&) = delete;

  /// The points of the shard that are still to be run.
  std::vector<std::size_t> missing() const;
  /// Appends a line; whole or, if the process is killed, removed by the next one.
  void add(std::size_t point, const std::string& line);
  /// Adds the points of another folder of the same sweep. Throws UserError if it holds another sweep, or
  /// points that are already there with another result.
  void add_all_of(const std::string& folder);
  /// Sorts results.jsonl and writes results.csv: a row for every run or offered load.
  void finish();
  /// Points that failed, and the error of the first one.
  std::pair<std::size_t, std::string> failures() const;
  /// The schedules that the commands of the points left out.
  LeftOut left_out() const;

 private:
  std::string header() const;
  void append(const std::string& line) const;
  void read(const std::string& file, const std::string& expected, bool repair);

  std::string folder_, file_;
  const SweepPlan& plan_;
  Shard shard_;
  std::map<std::size_t, std::string> lines_;
  int journal_ = -1;
};

}  // namespace collnoc
