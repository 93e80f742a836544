#include "sim/engine/timeline.hpp"

#include <nlohmann/json.hpp>

namespace collnoc {

std::string timeline_json(const std::vector<RankSteps>& ranks, const std::string& title) {
  nlohmann::ordered_json events = nlohmann::ordered_json::array();
  events.push_back({{"name", "process_name"}, {"ph", "M"}, {"pid", 0}, {"args", {{"name", title}}}});
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    events.push_back({{"name", "thread_name"},
                      {"ph", "M"},
                      {"pid", 0},
                      {"tid", rank},
                      {"args", {{"name", "rank " + std::to_string(rank)}}}});
    const auto& steps = ranks[rank].steps;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const Cycle end = i + 1 < steps.size() ? steps[i + 1].begin : ranks[rank].finish;
      if (end <= steps[i].begin) continue;
      events.push_back({{"name", "step " + std::to_string(steps[i].step)},
                        {"ph", "X"},
                        {"pid", 0},
                        {"tid", rank},
                        {"ts", steps[i].begin},
                        {"dur", end - steps[i].begin}});
    }
  }
  return nlohmann::ordered_json{{"traceEvents", events}, {"displayTimeUnit", "ms"}}.dump(1) + "\n";
}

}  // namespace collnoc
