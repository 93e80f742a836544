// Plans for the NIC's sequencer, of any algorithm and rank (firmware/runtime/action_plan.hpp).
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "collnoc/firmware/runtime/action_plan.hpp"
#include "sim/schedule/algorithm.hpp"

namespace collnoc {

/// The plan of one rank.
struct RankPlan {
  std::vector<std::uint64_t> words;  ///< to be written to the tile's memory at the plan's address
  std::vector<std::uint32_t> steps;  ///< of the action at each word; after the last step, their number
};

/// Plans of larger networks are not made again and again to find a limit of sizes.
inline constexpr Rank most_ranks_planned_again = 1024;
/// Says so to the user.
std::string not_planned_again();

/// Where plans lie in tile memory, and for which NIC they are.
struct PlanPlace {
  std::uint32_t base = 0;  ///< byte address, multiple of 8
  unsigned channels = 1;   ///< of the NIC
  bool step_barrier = false;
  bool compact = false;  ///< without empty words: planned twice
};

/// Passes all actions of the rank to `plan`, which must be new. Host's counterpart of write_plan<Schedule>.
void write_plan(const Algorithm& algorithm, const Job& job, bool step_barrier, ActionPlan& plan);

/// The plans of all ranks. Throws UserError if the longest one does not fit behind place.base in a memory of
/// `memory_bytes`. Precondition: why_not(algorithm, job, nic) is empty.
std::vector<RankPlan> rank_plans(const Algorithm& algorithm, const Job& job, const PlanPlace& place,
                                 std::uint64_t memory_bytes = addressable_bytes);

/// Whether the collective and the plans of all ranks fit the tiles' memory.
bool plans_fit(const Algorithm& algorithm, const Job& job, const PlanPlace& place);

/// The most bytes of the job with which the collective and the plans of all ranks fit the tiles' memory;
/// 0: none, or the network is so large that this is not tried.
std::uint64_t most_bytes_with_plans(const Algorithm& algorithm, const Job& job, const PlanPlace& place);

/// The same as text: "at most 4096 fit", or why that is not known; empty: no size fits.
std::string limit_with_plans(const Algorithm& algorithm, const Job& job, const PlanPlace& place);

}  // namespace collnoc
