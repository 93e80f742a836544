// The steps and messages of every rank over time, as a trace for Perfetto (ui.perfetto.dev) and for
// `collnoc report`.
#pragma once
#include <string>
#include <vector>

#include "sim/engine/message_times.hpp"
#include "sim/engine/step_span.hpp"

namespace collnoc {

/// The steps of one rank, in order, what it did in them, and the cycle in which it finished.
struct RankSteps {
  std::vector<StepSpan> steps;
  Cycle finish = 0;
  std::vector<Activity> activities = {};
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

/// Chrome trace-event JSON: one track per rank, one slice per step with its activities inside, and a flow for
/// each message; 1 cycle is shown as 1 us. `start`: the cycle of the messages in which the collective starts.
std::string timeline_json(const std::vector<RankSteps>& ranks, const std::vector<TimedMessage>& messages,
                          Cycle start, const std::string& title);

}  // namespace collnoc
