// The cases that have a baseline, from one data file, tests/baselines/matrix.toml.
#pragma once
#include <algorithm>
#include <string>
#include <vector>

#include "sim/run/catalogue.hpp"
#include "sim/run/left_out.hpp"
#include "sim/run/run_config.hpp"
#include "sim/sweep/sweep_plan.hpp"

namespace collnoc {

/// One case; `backend` is not chosen yet.
struct RegressCase : RunConfig {
  std::vector<Backend> backends;  ///< it runs on these only; empty: on all

  bool runs_on(Backend which) const {
    return backends.empty() || std::find(backends.begin(), backends.end(), which) != backends.end();
  }
};

/// A run of one's own: a command of the program with options, such as a tile program or traffic, whose
/// numbers have baselines; each point of its grid is a case.
struct OwnRun {
  std::string name;
  SweepPlan plan;
  std::vector<Backend> backends;  ///< as of a case

  std::string id(std::size_t point) const;  ///< name, and the values of the grid
  bool runs_on(Backend which) const {
    return backends.empty() || std::find(backends.begin(), backends.end(), which) != backends.end();
  }
};

/// The name of a case: its run_id(), with "/depth-16" and "/hop-2" on hardware with other values than the
/// default ones.
std::string case_id(const RunConfig& config);

struct Matrix {
  std::vector<RegressCase> cases;  ///< sorted by id
  std::vector<OwnRun> own;         ///< in the order of the file
};

/// The cases of a matrix file, sorted by id, each recording its trace digest. A `[[case]]` has the lists
/// collectives, algorithms ("all" stands for those that apply), topologies, nics and bytes; every combination
/// is a case; what does not apply goes to `left_out`. Optional: vcs, vc_depth, hop_cycles, route_orders
/// (numbers) and backends (a list). A `[[run]]` has a name, and what a file of a sweep has; optionally
/// backends. Throws UserError with file and line.
Matrix read_matrix(const std::string& file, const AlgorithmCatalogue& catalogue, LeftOut& left_out);

}  // namespace collnoc
