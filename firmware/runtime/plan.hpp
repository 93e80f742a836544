// All actions of one rank, computed before the collective starts: for processors that need longer to compute
// the next action than the network needs to perform it. The actions are those of the executor (executor.hpp),
// in the same order (tests/firmware/runtime/plan_test.cpp).
//
//   Plan<Schedule, 2048> plan(job, rank, step_barrier);
//   do plan.run(tile, start); while (plan.next_part());      // usually one part
#pragma once
#include <array>
#include <cstdint>

#include "collnoc/firmware/collectives/schedule.hpp"
#include "collnoc/firmware/hal/tile.hpp"
#include "collnoc/firmware/runtime/barrier.hpp"
#include "collnoc/firmware/runtime/executor.hpp"

namespace collnoc {

/// `capacity`: maximum number of actions in a part. A step with more actions does not fit: see fits().
template <class Schedule, std::uint32_t capacity>
class Plan {
  static_assert(capacity >= 2 * counter_count);

 public:
  constexpr Plan(const Job& job, Rank rank, bool step_barrier = false)
      : job_(job), rank_(rank), steps_(Schedule::steps(job)) {
    at_.step_barrier = step_barrier;
    next_part();
  }

  /// Plans the next part after the last one has run. Returns false when there is none.
  constexpr bool next_part() {
    if (complete_) return false;
    length_ = 0;
    while (!complete_) {
      const std::uint32_t before = length_;
      const Cursor step = at_;
      complete_ = !next_step<Schedule>(job_, rank_, at_, steps_, *this);
      if (length_ <= capacity) continue;
      complete_ = false;
      fits_ = before != 0;
      length_ = before;
      at_ = step;
      break;
    }
    return true;
  }
  /// Whether every step so far has at most `capacity` actions. Otherwise the plan must not run.
  constexpr bool fits() const { return fits_; }

  /// `start`: the cycle from which a schedule in time slots counts, on all tiles the same.
  template <Tile T>
  constexpr void run(T& tile, std::uint64_t start) const {
    for (const Put *at = actions_.data(), *end = at + length_; at != end; ++at) {
      if (at->dst != no_rank) {
        tile.put(*at);
      } else if (at->local == as_wait) {
        tile.wait(at->counter, at->bytes);
      } else if (at->local == as_consume) {
        tile.consume(at->counter, at->bytes);
      } else if (at->local == as_until) {
        wait_until(tile, start + at->bytes);
      } else {
        collnoc::barrier(tile);
      }
    }
  }

  // Called by next_step() and Schedule::plan.
  constexpr void wait(std::uint8_t counter, std::uint32_t at_least) {
    add({no_rank, as_wait, 0, at_least, counter, false, {}});
  }
  constexpr void until(std::uint32_t cycles) { add({no_rank, as_until, 0, cycles, 0, false, {}}); }
  constexpr void consume(std::uint8_t counter, std::uint32_t count) {
    add({no_rank, as_consume, 0, count, counter, false, {}});
  }
  constexpr void barrier() { add({no_rank, as_barrier, 0, 0, 0, false, {}}); }
  constexpr void send(const Put& put) { add(put); }
  constexpr void more(const Put& put) { add(put); }

 private:
  /// Other actions are stored as puts to no_rank: `local` is the kind, `bytes` the count or cycles.
  enum : std::uint32_t { as_wait, as_until, as_consume, as_barrier };

  constexpr void add(const Put& action) {
    if (length_ < capacity) actions_[length_] = action;
    ++length_;
  }

  Job job_;
  Rank rank_;
  std::uint32_t steps_;
  Cursor at_;
  bool complete_ = false, fits_ = true;
  std::uint32_t length_ = 0;
  std::array<Put, capacity> actions_{};
};

}  // namespace collnoc
