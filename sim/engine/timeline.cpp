#include "sim/engine/timeline.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace collnoc {
namespace {

using Json = nlohmann::ordered_json;

/// The events of a trace, one on each line.
class Trace {
 public:
  explicit Trace(const std::string& title) {
    add({{"name", "process_name"}, {"ph", "M"}, {"pid", 0}, {"args", {{"name", title}}}});
  }
  void add(const Json& event) { add_text(event.dump()); }
  void name(std::size_t track, const std::string& name) {
    add({{"name", "thread_name"}, {"ph", "M"}, {"pid", 0}, {"tid", track}, {"args", {{"name", name}}}});
  }
  void slice(const char* category, std::size_t track, std::string_view name, Cycle begin, Cycle end) {
    if (end <= begin) return;
    add_text(fmt::format(R"({{"name":{},"cat":"{}","ph":"X","pid":0,"tid":{},"ts":{},"dur":{}}})",
                         Json(name).dump(), category, track, begin, end - begin));
  }
  /// An arrow between two tracks.
  void flow(std::size_t id, const TimedMessage& m, Cycle start) {
    add_text(fmt::format(
        R"({{"name":"message","cat":"message","ph":"s","id":{},"pid":0,"tid":{},"ts":{},"args":{{"bytes":{}}}}})",
        id, m.src, m.launched - start, m.bytes));
    add_text(fmt::format(
        R"({{"name":"message","cat":"message","ph":"f","bp":"e","id":{},"pid":0,"tid":{},"ts":{}}})", id,
        m.dst, m.arrived - start));
  }
  std::string finish() && { return text_ + "\n],\"displayTimeUnit\":\"ms\"}\n"; }

 private:
  void add_text(const std::string& event) {
    text_ += text_.empty() ? "{\"traceEvents\":[\n" : ",\n";
    text_ += event;
  }

  std::string text_;
};

}  // namespace

std::string function_timeline_json(const std::vector<TileSpans>& tiles, const std::string& title) {
  Trace trace(title);
  const auto add = [&](const char* category, std::size_t track, const std::vector<TileSpans::Slice>& slices) {
    for (const TileSpans::Slice& slice : slices)
      trace.slice(category, track, slice.name, slice.begin, slice.end);
  };
  for (std::size_t tile = 0; tile < tiles.size(); ++tile) {
    const std::string name = "tile " + std::to_string(tile);
    if (!tiles[tile].marked.empty()) {
      trace.name(2 * tile, name + " marks");
      add("mark", 2 * tile, tiles[tile].marked);
    }
    trace.name(2 * tile + 1, name);
    add("function", 2 * tile + 1, tiles[tile].slices);
  }
  return std::move(trace).finish();
}

std::string timeline_json(const std::vector<RankSteps>& ranks, const std::vector<TimedMessage>& messages,
                          Cycle start, const std::string& title) {
  Trace trace(title);
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    trace.name(rank, "rank " + std::to_string(rank));
    const auto& steps = ranks[rank].steps;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const Cycle end = i + 1 < steps.size() ? steps[i + 1].begin : ranks[rank].finish;
      trace.slice("step", rank, fmt::format("step {}", steps[i].step), steps[i].begin, end);
    }
    for (const Activity& did : ranks[rank].activities)
      trace.slice("activity", rank, did.name, did.begin, did.end);
  }
  for (std::size_t id = 0; id < messages.size(); ++id) trace.flow(id, messages[id], start);
  return std::move(trace).finish();
}

}  // namespace collnoc
