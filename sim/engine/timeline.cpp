#include "sim/engine/timeline.hpp"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "sim/run/wave_scopes.hpp"

namespace collnoc {
namespace {

using Json = nlohmann::ordered_json;

/// The events of a trace, one on each line.
class Trace {
 public:
  explicit Trace(const std::string& title) { process(tiles, title); }
  void add(const Json& event) { add_text(event.dump()); }
  void name(std::size_t track, const std::string& name, int process = tiles) {
    add({{"name", "thread_name"}, {"ph", "M"}, {"pid", process}, {"tid", track}, {"args", {{"name", name}}}});
  }
  /// A track for each virtual channel of each link that is used, in the order of links, and its packets.
  void links(const LinkTracks& tracks) {
    const auto track_of = [&](const LinkSpan& span) {
      return (std::size_t{span.node} * tracks.topology.links() + span.link) * model::max_vcs + span.vc;
    };
    std::map<std::size_t, const LinkSpan*> used;
    for (const LinkSpan& span : tracks.spans)
      if (span.begin >= tracks.start) used.emplace(track_of(span), &span);
    if (used.empty()) return;
    process(network, "links");
    for (const auto& [track, span] : used)
      name(track,
           fmt::format("{} {} vc {}", node_scope(tracks.topology, span->node),
                       link_name(tracks.topology, span->link), span->vc),
           network);
    for (const LinkSpan& span : tracks.spans) {
      if (span.begin < tracks.start) continue;
      add_text(fmt::format(
          R"({{"name":"packet to {}","cat":"packet","ph":"X","pid":{},"tid":{},"ts":{},"dur":{},"args":{{"flits":{}}}}})",
          span.dst, static_cast<int>(network), track_of(span), span.begin - tracks.start,
          span.end - span.begin, span.flits));
    }
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
  static constexpr int tiles = 0, network = 1;

  void process(int id, const std::string& name) {
    add({{"name", "process_name"}, {"ph", "M"}, {"pid", id}, {"args", {{"name", name}}}});
  }
  void add_text(const std::string& event) {
    text_ += text_.empty() ? "{\"traceEvents\":[\n" : ",\n";
    text_ += event;
  }

  std::string text_;
};

}  // namespace

std::string function_timeline_json(const std::vector<TileSpans>& tiles, const std::string& title,
                                   const LinkTracks& links) {
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
  trace.links(links);
  return std::move(trace).finish();
}

std::string timeline_json(const std::vector<RankSteps>& ranks, const std::vector<TimedMessage>& messages,
                          const std::string& title, const LinkTracks& links) {
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
  for (std::size_t id = 0; id < messages.size(); ++id) trace.flow(id, messages[id], links.start);
  trace.links(links);
  return std::move(trace).finish();
}

}  // namespace collnoc
