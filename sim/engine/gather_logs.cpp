#include "sim/engine/gather_logs.hpp"

#include <utility>

namespace collnoc {
namespace {

template <class Entry>
struct Placed {
  Rank rank;
  Entry entry;
};

template <class Entry>
void gather_list(const NetworkParts& parts, Rank first,
                 const std::vector<std::unique_ptr<TrafficTile>>& tiles, std::vector<TrafficLog>& others,
                 std::vector<Entry> TrafficLog::*list) {
  std::vector<Placed<Entry>> placed;
  if (!parts.first()) {
    for (Rank n = 0; n < tiles.size(); ++n) {
      std::vector<Entry>& entries = tiles[n]->log.*list;
      for (const Entry& entry : entries) placed.push_back({first + n, entry});
      entries.clear();
    }
  }
  for (const auto& [rank, entry] : parts.gather(std::move(placed)))
    (others[rank - tiles.size()].*list).push_back(entry);
}

}  // namespace

void gather_logs(const NetworkParts& parts, Rank first,
                 const std::vector<std::unique_ptr<TrafficTile>>& tiles, std::vector<TrafficLog>& others) {
  gather_list(parts, first, tiles, others, &TrafficLog::created);
  gather_list(parts, first, tiles, others, &TrafficLog::injected);
  gather_list(parts, first, tiles, others, &TrafficLog::arrived);
  gather_list(parts, first, tiles, others, &TrafficLog::round_trips);
}

}  // namespace collnoc
