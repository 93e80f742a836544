// The actions of one rank as words in its memory, of any algorithm: what a processor performs that cannot
// compute the schedule (firmware/apps/planned.cpp).
#pragma once
#include <vector>

#include "collnoc/arch/put.hpp"
#include "sim/schedule/algorithm.hpp"

namespace collnoc {

/// With the last one, as firmware/runtime/prepared_actions.hpp stores them.
std::vector<PreparedPut> rank_actions(const Algorithm& algorithm, const Job& job, Rank rank,
                                      bool step_barrier);

}  // namespace collnoc
