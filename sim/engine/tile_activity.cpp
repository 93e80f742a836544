#include "sim/engine/tile_activity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "collnoc/firmware/hal/counters.hpp"

namespace collnoc {
namespace {

constexpr std::size_t most_groups = 4, most_ranges = 4;

struct Span {
  std::uint32_t least = ~0u, most = 0;
  void add(std::uint32_t value) {
    least = std::min(least, value);
    most = std::max(most, value);
  }
  std::string text() const {
    return least == most ? fmt::format("{}", least) : fmt::format("{} to {}", least, most);
  }
};

/// "0 to 2, 4 to 15"; `ranks` are sorted.
std::string ranks_text(const std::vector<Rank>& ranks) {
  std::string text;
  std::size_t ranges = 0;
  for (std::size_t i = 0; i < ranks.size();) {
    std::size_t last = i;
    while (last + 1 < ranks.size() && ranks[last + 1] == ranks[last] + 1) ++last;
    if (++ranges > most_ranges) return text + ", ...";
    text += (text.empty() ? "" : ", ") + Span{ranks[i], ranks[last]}.text();
    i = last + 1;
  }
  return text;
}

}  // namespace

/// Tiles that do the same in the same line.
struct TileActivities::Group {
  Activity like;
  std::string place;
  std::vector<Rank> ranks;
  Span count, arrived;
  Cycle idle_since = never;

  bool has(const Activity& a, const std::string& at) const {
    return a.what == like.what && a.counter == like.counter && at == place;
  }
  void add(const Activity& a) {
    ranks.push_back(a.rank);
    count.add(a.count);
    arrived.add(a.arrived);
    idle_since = std::min(idle_since, a.idle_since);
  }
  std::string text() const {
    const bool one = ranks.size() == 1;
    const std::string who = one ? fmt::format("tile {}", ranks.front())
                                : fmt::format("{} tiles ({})", ranks.size(), ranks_text(ranks));
    const std::string in = fmt::format("{} in {}", one ? "s" : "", place);
    switch (like.what) {
      case What::compute:
        return fmt::format("{} compute{}{}", who, in,
                           idle_since == never
                               ? ""
                               : fmt::format(" and {} written nothing since cycle {}, as if {} polled memory "
                                             "that nobody writes",
                                             one ? "has" : "have", idle_since, one ? "it" : "they"));
      case What::wait_for_nic: return fmt::format("{} wait{} until the NIC takes a put", who, in);
      case What::wait_for_sequencer: return fmt::format("{} wait{} until the sequencer ends", who, in);
      case What::wait_for_event: return fmt::format("{} sleep{} until an arrival", who, in);
      case What::wait_for_counter: break;
    }
    return fmt::format("{} wait{} for counter {}{} to be {}, it is {}", who, in, like.counter,
                       like.counter > 63 ? ", which does not exist (counters are 1 to 63),"
                       : like.of_library ? fmt::format(" (of {})", counter_owners[owner_of(like.counter)].who)
                                         : std::string(),
                       count.text(), arrived.text());
  }
};

void TileActivities::add(Rank rank, const ProcessorHost& tile) {
  constexpr Cycle long_time = 10'000;
  const ProgramPlaces::Call call = places_.call(tile.hart());
  Activity activity{rank, What::compute, call.of_library, 0, 0, 0, never};
  if (tile.put_waits()) {
    activity.what = What::wait_for_nic;
  } else if (const auto& awaited = tile.awaited(); tile.asleep() && awaited) {
    activity.what = What::wait_for_counter;
    activity.counter = awaited->counter;
    activity.count = awaited->count;
    activity.arrived = awaited->arrived;
  } else if (tile.asleep()) {
    activity.what = tile.reads_sequencer() ? What::wait_for_sequencer : What::wait_for_event;
  } else if (tile.active_at() - tile.wrote_at() > long_time) {
    activity.idle_since = tile.wrote_at();
  }
  activities_.push_back(activity);
  texts_.push_back(call.text);
}

std::string TileActivities::text(const NetworkParts& parts) {
  const std::vector<Activity> all = parts.gather(std::move(activities_));
  const std::vector<std::string> places = parts.gather(texts_);
  std::vector<Group> groups;
  for (std::size_t i = 0; i < all.size(); ++i) {
    auto group =
        std::find_if(groups.begin(), groups.end(), [&](const Group& g) { return g.has(all[i], places[i]); });
    if (group == groups.end()) group = groups.insert(group, Group{all[i], places[i], {}, {}, {}});
    group->add(all[i]);
  }
  std::stable_sort(groups.begin(), groups.end(),
                   [](const Group& a, const Group& b) { return a.ranks.size() > b.ranks.size(); });
  std::string text;
  std::size_t more = 0;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (g < most_groups)
      text += (text.empty() ? "" : "; ") + groups[g].text();
    else
      more += groups[g].ranks.size();
  }
  return more == 0 ? text : fmt::format("{}; and {} more tile{}", text, more, more == 1 ? "" : "s");
}

}  // namespace collnoc
