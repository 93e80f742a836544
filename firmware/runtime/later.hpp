// Collective calls that are started now and finished later, while the processor computes:
//
//   Later later(tile);                                     // or later(row), of a group (group.hpp)
//   const std::uint32_t at = broadcast(later, area, root);   // starts it: any call of collectives.hpp
//   ...                                                      // compute
//   later.finish();                                          // now the result is at `at`
//
// The NIC performs the call if it has a sequencer and, for collectives that combine, if it accumulates, and
// if the plan fits (later_plans.hpp). Else finish() performs it: the result is the same, nothing is hidden.
//
// All tiles of the network or of the group start and finish the same calls in the same order. Between start
// and finish() the memory of the call must not be used. finish() ends with a barrier, as a blocking call
// does. A tile has one sequencer, so one call at a time is pending, of the tile or of one of its groups.
// Meanwhile the tile can make blocking calls of groups that have other counters than it; and, if a group's
// call is pending, of the network. A pending call has the counters of its tile (1 .. 22) or group, but not
// the one for barriers; and counter 23, for arithmetic. An assertion fails when a second call is started, and
// when a blocking call needs the same counters.
#pragma once
#include <cassert>
#include <cstdint>

#include "collnoc/firmware/collectives/common/schedule.hpp"
#include "collnoc/firmware/hal/tile.hpp"
#include "collnoc/firmware/runtime/executor.hpp"
#include "collnoc/firmware/runtime/plan_key.hpp"

namespace collnoc {

/// Performs the actions that are passed to it. `start`: the cycle from which `until` counts.
template <Tile T>
struct Performer {
  T& tile;
  std::uint64_t start;

  constexpr void wait(std::uint8_t counter, std::uint32_t at_least) { tile.wait(counter, at_least); }
  constexpr void until(std::uint32_t cycles) { wait_until(tile, start + cycles); }
  constexpr void consume(std::uint8_t counter, std::uint32_t count) { tile.consume(counter, count); }
  constexpr void send(const Put& put) { tile.put(put); }
};

/// T: a tile with plans(), or a group of such tiles; a tile with a sequencer also has later_plans().
template <Tile T>
class Later {
 public:
  constexpr explicit Later(T& tile) : tile_(tile) {}
  Later(const Later&) = delete;
  Later& operator=(const Later&) = delete;

  constexpr Rank rank() const { return tile_.rank(); }
  constexpr const Topology& topology() const { return tile_.topology(); }

  /// Starts the schedule. All tiles of T start it with the same job.
  template <class Schedule>
  constexpr void start(const Job& job) {
    tile_.plans().hold(tile_);
    job_ = job;
    perform_ = [](T& tile, const Job& what) { run<Schedule>(tile, what); };
    start_plan([&](auto& whole) -> std::uint32_t {
      if (form_of(Schedule::collective).combines &&
          !(job.element == Element::f32 ? whole.adds_floats() : whole.accumulates()))
        return 0;
      return whole.later_plans().template plan<Schedule>(tile_, job);
    });
  }
  /// Starts actions that are other ones in every call: `pass(out)` passes them to `out`, as next_step() does.
  /// Where the NIC cannot perform them, they are performed at once.
  template <class Pass>
  constexpr void start_once(Pass pass) {
    tile_.plans().hold(tile_);
    perform_ = [](T&, const Job&) {};
    start_plan([&](auto& whole) { return whole.later_plans().plan_once(tile_, pass); });
    if (by_nic_) return;
    [[maybe_unused]] const auto scope = in_library(tile_);
    Performer<T> performer{tile_, tile_.cycle()};
    pass(performer);
  }
  /// Whose calls are finished later.
  constexpr T& tile() { return tile_; }
  /// Whether the NIC performs the call that has been started.
  constexpr bool by_nic() const { return by_nic_; }

  /// Returns when the call is complete on all tiles.
  constexpr void finish() {
    assert(perform_ != nullptr);  // nothing has been started
    tile_.plans().release();
    auto& whole = whole_tile(tile_);
    if constexpr (requires { whole.later_plans(); }) {
      if (by_nic_) whole.finish_plan();
    }
    if (!by_nic_) perform_(tile_, job_);
    perform_ = nullptr;
    barrier(tile_);
  }

 private:
  /// Lets the sequencer perform the plan at the byte address that plan(tile) returns; 0: there is none.
  template <class Plan>
  constexpr void start_plan(Plan plan) {
    auto& whole = whole_tile(tile_);
    if constexpr (requires { whole.later_plans(); }) {
      const std::uint32_t at = whole.sequences() ? plan(whole) : 0;
      by_nic_ = at != 0;
      if (by_nic_) whole.start_plan(at, whole.cycle());
    }
  }

  T& tile_;
  Job job_{};
  void (*perform_)(T&, const Job&) = nullptr;
  bool by_nic_ = false;
};

}  // namespace collnoc
