#include "sim/engine/timeline.hpp"

#include <nlohmann/json.hpp>

namespace collnoc {
namespace {

using Json = nlohmann::ordered_json;

Json name_event(const char* what, std::size_t track, const std::string& name) {
  return {{"name", what}, {"ph", "M"}, {"pid", 0}, {"tid", track}, {"args", {{"name", name}}}};
}

void add_slices(Json& events, std::size_t track, const std::vector<TileSpans::Slice>& slices) {
  for (const TileSpans::Slice& slice : slices)
    events.push_back({{"name", slice.name},
                      {"ph", "X"},
                      {"pid", 0},
                      {"tid", track},
                      {"ts", slice.begin},
                      {"dur", slice.end - slice.begin}});
}

}  // namespace

std::string function_timeline_json(const std::vector<TileSpans>& tiles, const std::string& title) {
  Json events = Json::array();
  events.push_back({{"name", "process_name"}, {"ph", "M"}, {"pid", 0}, {"args", {{"name", title}}}});
  for (std::size_t tile = 0; tile < tiles.size(); ++tile) {
    const std::string name = "tile " + std::to_string(tile);
    if (!tiles[tile].marked.empty()) {
      events.push_back(name_event("thread_name", 2 * tile, name + " marks"));
      add_slices(events, 2 * tile, tiles[tile].marked);
    }
    events.push_back(name_event("thread_name", 2 * tile + 1, name));
    add_slices(events, 2 * tile + 1, tiles[tile].slices);
  }
  return Json{{"traceEvents", events}, {"displayTimeUnit", "ms"}}.dump(1) + "\n";
}

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
