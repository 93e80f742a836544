// The steps and messages of every rank over time, as a trace for Perfetto (ui.perfetto.dev) and for
// `collnoc report`.
#pragma once
#include <string>
#include <vector>

#include "sim/engine/link_times.hpp"
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

/// The packets on the links of a network; those that arrived before `start` are left out.
struct LinkTracks {
  const Topology& topology;
  const std::vector<LinkSpan>& spans;
  Cycle start = 0;  ///< the cycle that is shown as 0
};

/// Chrome trace-event JSON: one track per tile with nested slices, and one with its marked parts if it has
/// any; in a separate process, a track for each virtual channel of each link that is used, with a slice for
/// each packet. 1 cycle is shown as 1 us.
std::string function_timeline_json(const std::vector<TileSpans>& tiles, const std::string& title,
                                   const LinkTracks& links);

/// Chrome trace-event JSON: one track per rank, one slice per step with its activities inside, a flow for
/// each message, and tracks for links as above; 1 cycle is shown as 1 us. links.start: the cycle of the
/// messages in which the collective starts.
std::string timeline_json(const std::vector<RankSteps>& ranks, const std::vector<TimedMessage>& messages,
                          const std::string& title, const LinkTracks& links);

}  // namespace collnoc
