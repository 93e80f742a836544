// Timelines of `collnoc run --timeline`, which are Chrome traces, as columns.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "sim/common/user_error.hpp"
#include "sim/report/compact.hpp"
#include "sim/schema/schemas.hpp"
#include "sim/topology/topology_text.hpp"

namespace collnoc {
namespace {

using Json = nlohmann::ordered_json;
using Column = std::vector<std::uint64_t>;

/// Above these, a page shows sums of periods.
constexpr std::size_t most_spans = 500'000, most_messages = 200'000, most_sums = 400'000;

std::uint64_t count(const Json& event, const char* key) { return event.at(key).get<std::uint64_t>(); }

/// That of a track called "rank 3", "tile 3" or "tile 3 marks".
std::optional<std::uint64_t> rank_of(const std::string& track) {
  if (!track.starts_with("rank ") && !track.starts_with("tile ")) return std::nullopt;
  std::uint64_t rank = 0;
  const auto [end, error] = std::from_chars(track.data() + 5, track.data() + track.size(), rank);
  if (error != std::errc{} || (*end != '\0' && *end != ' ') || rank >= max_nodes) return std::nullopt;
  return rank;
}

class Timeline {
 public:
  /// Takes the events one by one.
  void add(const Json& event) {
    check_schema(event, "timeline-1", "/properties/traceEvents/items",
                 fmt::format("/traceEvents/{}", events_++));
    if (event.value("pid", 0) != 0) return;  // links
    const std::string kind = event.at("ph");
    if (kind == "M") {
      const std::string name = event.at("args").at("name");
      if (event.at("name") == "process_name")
        title_ = name;
      else if (const auto rank = rank_of(name))
        tile_[count(event, "tid")] = *rank;
    } else if (kind == "X") {
      const std::string category = event.value("cat", "step"), name = event.at("name");
      names_.push_back(name_index(category, name));
      tiles_.push_back(count(event, "tid"));
      begins_.push_back(count(event, "ts"));
      cycles_.push_back(count(event, "dur"));
    } else if (kind == "s") {
      started_[count(event, "id")] = from_.size();
      from_.push_back(count(event, "tid"));
      to_.push_back(from_.back());  // until it arrives
      sent_.push_back(count(event, "ts"));
      took_.push_back(0);
      bytes_.push_back(event.contains("args") ? count(event.at("args"), "bytes") : 0);
    } else if (kind == "f") {
      const auto at = started_.find(count(event, "id"));
      if (at == started_.end()) throw UserError("a message arrives that nobody has sent");
      to_[at->second] = count(event, "tid");
      if (count(event, "ts") < sent_[at->second])
        throw UserError(fmt::format("message {} arrives before it is sent", event.at("id").dump()));
      took_[at->second] = count(event, "ts") - sent_[at->second];
    }
  }

  Json finish() {
    for (Column* column : {&tiles_, &from_, &to_})
      for (std::uint64_t& track : *column) track = tile_.at(track);
    std::uint64_t end = 0, tiles = 0;
    for (std::size_t i = 0; i < names_.size(); ++i) end = std::max(end, begins_[i] + cycles_[i]);
    for (std::size_t i = 0; i < from_.size(); ++i) end = std::max(end, sent_[i] + took_[i]);
    for (const auto& [track, tile] : tile_) tiles = std::max(tiles, tile + 1);
    if (tiles == 0 || end == 0) throw UserError("the timeline is empty");
    Json made{{"title", title_}, {"tiles", tiles}, {"end", end}, {"names", kinds_}};
    const std::uint64_t periods =
        std::clamp<std::uint64_t>(most_sums / tiles, 1, std::min<std::uint64_t>(1024, end));
    if (names_.size() <= most_spans)
      made["spans"] = {{"name", names_}, {"tile", tiles_}, {"begin", begins_}, {"cycles", cycles_}};
    if (from_.size() <= most_messages) {
      made["messages"] = {
          {"from", from_}, {"to", to_}, {"begin", sent_}, {"cycles", took_}, {"bytes", bytes_}};
    } else {
      Column sums(tiles * periods);
      for (std::size_t i = 0; i < from_.size(); ++i)
        ++sums[from_[i] * periods + sent_[i] * periods / (end + 1)];
      made["puts"] = {{"messages", from_.size()}, {"periods", periods}, {"sums", sums}};
    }
    return made;
  }

 private:
  /// Steps have their number in their name; all other names are few.
  std::uint64_t name_index(const std::string& category, const std::string& name) {
    const auto [at, added] = index_.try_emplace(category + "/" + name, kinds_.size());
    if (added) kinds_.push_back({{"category", category}, {"name", name}});
    return at->second;
  }

  std::uint64_t events_ = 0;
  std::string title_;
  std::unordered_map<std::uint64_t, std::uint64_t> tile_, started_;
  std::map<std::string, std::uint64_t> index_;
  Json kinds_ = Json::array();
  // Tracks, until finish().
  Column names_, tiles_, begins_, cycles_;
  Column from_, to_, sent_, took_, bytes_;
};

}  // namespace

Json compact_timeline(const std::string& text) {
  Timeline timeline;
  try {
    // The events are taken while they are read: there may be millions.
    const Json rest = Json::parse(text, [&timeline](int depth, Json::parse_event_t event, Json& parsed) {
      using Event = Json::parse_event_t;
      if (depth != 2 || (event != Event::object_end && event != Event::array_end && event != Event::value))
        return true;
      timeline.add(parsed);
      return false;
    });
    check_schema(rest, "timeline-1");
    return timeline.finish();
  } catch (const Json::exception& error) {
    throw UserError(not_json(error));
  } catch (const std::out_of_range&) {  // also of the maps
    throw UserError("a timeline needs a thread_name \"rank N\" or \"tile N\" for each track");
  }
}

}  // namespace collnoc
