// The cases that have a baseline, from one data file, tests/baselines/matrix.toml.
#pragma once
#include <algorithm>
#include <string>
#include <vector>

#include "sim/run/catalogue.hpp"
#include "sim/run/left_out.hpp"
#include "sim/run/run_config.hpp"

namespace collnoc {

/// One case; `backend` is not chosen yet.
struct RegressCase : RunConfig {
  std::vector<Backend> backends;  ///< it runs on these only; empty: on all

  bool runs_on(Backend which) const {
    return backends.empty() || std::find(backends.begin(), backends.end(), which) != backends.end();
  }
};

/// The name of a case: its run_id(), with "/depth-16" and "/hop-2" on hardware with other values than the
/// default ones.
std::string case_id(const RunConfig& config);

/// The cases of a matrix file, sorted by id, each recording its trace digest. A `[[case]]` has the lists
/// collectives, algorithms ("all" stands for those that apply), topologies, nics and bytes; every combination
/// is a case; what does not apply goes to `left_out`. Optional: vcs, vc_depth, hop_cycles, route_orders
/// (numbers) and backends (a list). Throws UserError with file and line.
std::vector<RegressCase> read_matrix(const std::string& file, const AlgorithmCatalogue& catalogue,
                                     LeftOut& left_out);

}  // namespace collnoc
