// What a schedule costs, for the comparison with bounds.
#pragma once
#include "sim/schedule/algorithm.hpp"
#include "sim/theory/broadcast.hpp"

namespace collnoc {

/// Preconditions: the algorithm runs on the network of the job and has no multicasts.
theory::ScheduleCosts schedule_costs(const Algorithm& algorithm, const Job& job);

}  // namespace collnoc
