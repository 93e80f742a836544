// Who uses which arrival counter of a tile: the one place that says it. The table in docs/user/firmware.md is
// checked against it. A program may use a counter for its own puts if it makes none of the calls that own it;
// `collnoc run` and tiles on the host refuse a program that does both.
// Freestanding: no heap, no exceptions, no hosted library.
#pragma once
#include <array>
#include <cstdint>

namespace collnoc {

/// A tile has the counters 1 .. 63; 0 means none.
inline constexpr unsigned counter_count = 64;

/// Calls of all tiles (collectives.hpp, run<Schedule>) on up to 65,536 tiles use at most these.
inline constexpr std::uint8_t last_call_counter = 22;
/// Arithmetic in the plans of calls that are finished later (later.hpp).
inline constexpr std::uint8_t later_counter = 23;
/// The first counter of a group of tiles (group.hpp). A call in a group of up to 32 tiles uses at most 12
/// counters, and the group's barrier one more.
enum class GroupCounters : std::uint8_t { row = 24, column = 37, subset = 50 };
inline constexpr unsigned group_counters = 13;
/// Arithmetic in the plan of a schedule that combines and that the NIC performs (action_plan.hpp).
inline constexpr std::uint8_t combine_counter = 62;
/// barrier(), agree_on_start() and start_together() of all tiles (barrier.hpp).
inline constexpr std::uint8_t barrier_counter = 63;

struct CounterOwner {
  std::uint8_t first = 0, last = 0;
  const char* who = nullptr;  ///< "counters 1 to 22 are those of ..."
};
inline constexpr std::array<CounterOwner, 6> counter_owners{{
    {1, last_call_counter, "collectives of all tiles"},
    {later_counter, later_counter, "collectives that are finished later"},
    {static_cast<std::uint8_t>(GroupCounters::row), static_cast<std::uint8_t>(GroupCounters::column) - 1,
     "row_of(tile)"},
    {static_cast<std::uint8_t>(GroupCounters::column), static_cast<std::uint8_t>(GroupCounters::subset) - 1,
     "column_of(tile)"},
    {static_cast<std::uint8_t>(GroupCounters::subset), barrier_counter - 1, "subset(tile, ranks)"},
    {barrier_counter, barrier_counter, "barriers of all tiles"},
}};

/// The index in counter_owners. Precondition: 1 <= counter < counter_count.
constexpr unsigned owner_of(unsigned counter) {
  unsigned n = 0;
  while (counter_owners[n].last < counter) ++n;
  return n;
}

}  // namespace collnoc
