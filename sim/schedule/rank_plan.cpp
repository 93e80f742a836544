#include "sim/schedule/rank_plan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/common/user_error.hpp"
#include "sim/schedule/all_actions.hpp"
#include "sim/schedule/most_bytes.hpp"

namespace collnoc {

void write_plan(const Algorithm& algorithm, const Job& job_of_any, bool step_barrier, ActionPlan& plan) {
  Job job = job_of_any;
  job.timing = plan.timing(job.timing);
  plan.set_operation(operation_of(job.op, job.element));
  plan.set_own_waits(algorithm.own_waits());
  pass_actions(algorithm, job, plan.rank(), step_barrier, plan);
  plan.finish();
}

std::vector<RankPlan> rank_plans(const Algorithm& algorithm, const Job& job, const PlanPlace& place,
                                 std::uint64_t memory_bytes) {
  const std::uint64_t space = (std::max<std::uint64_t>(memory_bytes, place.base) - place.base) / 8;
  std::vector<std::uint64_t> words(space);
  std::vector<std::uint32_t> steps(space);
  std::vector<RankPlan> plans;
  for (Rank r = 0; r < job.topology.size(); ++r) {
    ActionPlan plan(job.topology, r, place.channels, words, place.base, steps);
    write_plan(algorithm, job, place.step_barrier, plan);
    if (place.compact) {
      ActionPlan again(job.topology, r, place.channels, words, place.base, steps);
      for (unsigned c = 0; c < place.channels; ++c) again.expect(c, plan.length(c));
      std::fill_n(words.begin(), std::min<std::size_t>(plan.length(), words.size()), 0);
      write_plan(algorithm, job, place.step_barrier, again);
      plan = again;
    }
    if (!plan.fits()) {
      throw UserError(fmt::format(
          "the sequencer's plan of rank {} has {} bytes, but beside the collective a tile's memory has {}", r,
          std::uint64_t{8} * plan.length(), 8 * space));
    }
    const auto length = static_cast<std::ptrdiff_t>(plan.length());
    plans.push_back({{words.begin(), words.begin() + length}, {steps.begin(), steps.begin() + length}});
    std::fill_n(words.begin(), length, 0);  // the next plan does not write the rest of its chunks
    std::fill_n(steps.begin(), length, 0);
  }
  return plans;
}

bool plans_fit(const Algorithm& algorithm, const Job& job, const PlanPlace& place) {
  const std::uint64_t end = padded(job.base + algorithm.bytes_needed(job));
  if (end > addressable_bytes) return false;
  PlanPlace behind = place;
  behind.base = static_cast<std::uint32_t>(end);
  try {
    rank_plans(algorithm, job, behind);
    return true;
  } catch (const UserError&) {
    return false;
  }
}

std::string not_planned_again() {
  return fmt::format("on networks of more than {} tiles, plans are not made for every size that is tried",
                     most_ranks_planned_again);
}

std::uint64_t most_bytes_with_plans(const Algorithm& algorithm, const Job& job, const PlanPlace& place) {
  if (job.topology.size() > most_ranks_planned_again) return 0;
  const std::uint64_t unit = unit_of(algorithm, job);
  const std::uint64_t data = most_bytes_in(addressable_bytes, algorithm, job);
  return most_bytes_below(std::min<std::uint64_t>(job.bytes, data + unit), unit, [&](std::uint64_t bytes) {
    Job other = job;
    other.bytes = static_cast<std::uint32_t>(bytes);
    return plans_fit(algorithm, other, place);
  });
}

std::string limit_with_plans(const Algorithm& algorithm, const Job& job, const PlanPlace& place) {
  if (job.topology.size() > most_ranks_planned_again)
    return "the largest size that fits is not known: " + not_planned_again();
  const std::uint64_t most = most_bytes_with_plans(algorithm, job, place);
  return most > 0 ? fmt::format("at most {} fit", most) : "";
}

}  // namespace collnoc
