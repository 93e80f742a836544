// Which cases have a baseline: one data file, tests/baselines/matrix.toml.
#pragma once
#include <string>
#include <vector>

#include "sim/run/catalogue.hpp"
#include "sim/run/run_config.hpp"

namespace collnoc {

/// The cases of a matrix file, sorted by id, each recording its trace digest. A `[[case]]` names lists:
/// collectives, algorithms (or ["all"], those that apply), topologies, nics, bytes; every combination is a
/// case. Throws UserError with file and line.
std::vector<RunConfig> read_matrix(const std::string& file, const AlgorithmCatalogue& catalogue);

}  // namespace collnoc
