// What the plan of a call depends on, for those who keep plans: PlanCache (plan_cache.hpp) and LaterPlans
// (later_plans.hpp). Freestanding: no heap, no exceptions, no hosted library.
#pragma once
#include <cstdint>

#include "collnoc/firmware/collectives/common/schedule.hpp"

namespace collnoc {

/// Who runs a schedule: a tile of the whole network, or of a group of tiles (group.hpp).
struct GroupId {
  std::uint32_t first = 0, stride = 0;
  const Rank* ranks = nullptr;
  std::uint8_t counters = 0;
  friend constexpr bool operator==(const GroupId&, const GroupId&) = default;
};

template <class T>
constexpr GroupId group_of(const T& tile) {
  if constexpr (requires { tile.group(); }) {
    return tile.group();
  } else {
    return {};
  }
}

/// The tile itself, also of a group.
template <class T>
constexpr auto& whole_tile(T& tile) {
  if constexpr (requires { tile.whole_tile(); }) {
    return tile.whole_tile();
  } else {
    return tile;
  }
}

struct PlanKey {
  const char* schedule = nullptr;
  GroupId group;
  Rank root = 0;
  std::uint32_t bytes = 0, base = 0;
  Op op{};
  Element element{};
  Timing timing{0, 0, 0, 0, 0, 0};  // an empty cache is all zeros, in .bss
  friend constexpr bool operator==(const PlanKey&, const PlanKey&) = default;
};

template <class Schedule>
inline constexpr char schedule_mark = 0;  // its address identifies the schedule

template <class Schedule, class T>
constexpr PlanKey plan_key(const T& tile, const Job& job) {
  return {&schedule_mark<Schedule>,
          group_of(tile),
          job.root,
          job.bytes,
          job.base,
          job.op,
          job.element,
          job.timing};
}

}  // namespace collnoc
