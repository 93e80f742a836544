// The blocks of one rank before and after a collective, from the collective's description
// (firmware/collectives/common/collective.hpp).
#pragma once
#include <cstdint>

#include "collnoc/firmware/collectives/common/schedule.hpp"

namespace collnoc {

/// A block of job.bytes bytes in a tile's memory.
struct Portion {
  std::uint32_t address = 0;
  Rank source = 0;        ///< whose data it is; no_rank: combined from all ranks
  Rank target = no_rank;  ///< for whom, where blocks differ from target to target
};

constexpr bool holds(Holders who, Rank rank, Rank root) {
  return who == Holders::everyone || (who == Holders::root && rank == root);
}

/// Calls visit(Portion) for every block that `rank` has at the start.
template <class Visit>
constexpr void for_each_start(Collective collective, const Job& job, Rank rank, Visit&& visit) {
  const CollectiveForm& form = form_of(collective);
  if (!holds(form.start.who, rank, job.root)) return;
  if (form.start.layout != Layout::table) {
    visit(Portion{block_address(job, form.start.layout == Layout::own ? rank : 0), rank, no_rank});
    return;
  }
  for (Rank target = 0; target < job.topology.size(); ++target) {
    visit(Portion{block_address(job, target), rank, target});
  }
}

/// Calls visit(Portion) for every block that `rank` must have at the end. `in_place`: where the collective
/// has results apart from its start, the algorithm leaves them in its place (Algorithm::accumulates).
template <class Visit>
constexpr void for_each_result(Collective collective, const Job& job, Rank rank, bool in_place,
                               Visit&& visit) {
  const CollectiveForm& form = form_of(collective);
  if (!holds(form.result.who, rank, job.root)) return;
  const auto first = static_cast<std::uint32_t>(
      form.apart && !in_place ? form.start_blocks(job.topology.size()) : std::uint64_t{0});
  const Rank target = form.personal() ? rank : no_rank;
  if (form.result.layout != Layout::table) {
    const bool own = form.result.layout == Layout::own || (in_place && form.start.layout == Layout::table);
    const std::uint32_t place = own ? rank : 0;
    visit(Portion{block_address(job, first + place), form.combines ? no_rank : job.root, target});
    return;
  }
  for (Rank origin = 0; origin < job.topology.size(); ++origin) {
    if (form.keeps_own && origin == rank) continue;
    visit(Portion{block_address(job, first + origin), origin, target});
  }
}

}  // namespace collnoc
