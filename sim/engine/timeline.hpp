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

/// What one tile's processor did: slices with a name, outer ones first, and the parts between its marks.
struct TileSpans {
  struct Slice {
    std::string name;
    Cycle begin = 0, end = 0;
  };
  std::vector<Slice> slices, marked;
};

/// Chrome trace-event JSON: one track per tile with nested slices, and one with its marked parts if it has
/// any; 1 cycle is shown as 1 us.
std::string function_timeline_json(const std::vector<TileSpans>& tiles, const std::string& title);

/// Chrome trace-event JSON: one track per rank, one slice per step; 1 cycle is shown as 1 us.
std::string timeline_json(const std::vector<RankSteps>& ranks, const std::string& title);

}  // namespace collnoc
