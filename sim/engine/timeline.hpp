// The steps of every rank over time, as a trace for Perfetto (ui.perfetto.dev).
#pragma once
#include <string>
#include <vector>

#include "sim/engine/step_span.hpp"

namespace collnoc {

/// The steps of one rank, in order, and the cycle in which it finished.
struct RankSteps {
  std::vector<StepSpan> steps;
  Cycle finish = 0;
};

/// Chrome trace-event JSON: one track per rank, one slice per step; 1 cycle is shown as 1 us.
std::string timeline_json(const std::vector<RankSteps>& ranks, const std::string& title);

}  // namespace collnoc
