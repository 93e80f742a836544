// All actions of one rank, computed before the collective starts: for processors that need longer to compute
// the next action than the network needs to perform it. The actions are those of the executor (executor.hpp),
// in the same order (tests/firmware/runtime/plan_test.cpp). The rules after a step and at the end are
// deliberately duplicated here. With functions shared with the executor, the compiler generates different
// code for the plan, and cycle counts on RV32 tiles change.
//
//   Plan<Schedule, 2048> plan(job, rank, step_barrier);
//   do plan.run(tile); while (plan.next_part());      // usually one part
#pragma once
#include <array>
#include <cstdint>

#include "collnoc/firmware/collectives/schedule.hpp"
#include "collnoc/firmware/hal/tile.hpp"
#include "collnoc/firmware/runtime/barrier.hpp"

namespace collnoc {

/// `capacity`: maximum number of actions in a part. A step with more actions does not fit: see fits().
template <class Schedule, std::uint32_t capacity>
class Plan {
  static_assert(capacity >= 2 * counter_count);

 public:
  constexpr Plan(const Job& job, Rank rank, bool step_barrier = false)
      : job_(job), rank_(rank), steps_(Schedule::steps(job)), step_barrier_(step_barrier) {
    next_part();
  }

  /// Plans the next part after the last one has run. Returns false when there is none.
  constexpr bool next_part() {
    if (complete_) return false;
    length_ = 0;
    for (; step_ < steps_; ++step_) {
      const std::uint32_t before = length_;
      plan_step();
      if (length_ <= capacity) continue;
      fits_ = before != 0;
      length_ = before;
      return true;
    }
    if (length_ + 2 * counter_count > capacity) return true;
    const std::uint32_t begin = length_;
    for (std::uint8_t c = 1; c < barrier_counter; ++c) {
      const std::uint32_t count = Schedule::arrivals(job_, rank_, c, steps_);
      if (count != 0) wait(c, count);
    }
    for (std::uint32_t i = begin, end = length_; i < end; ++i) {
      add({no_rank, as_consume, 0, actions_[i].bytes, actions_[i].counter, false, {}});
    }
    complete_ = true;
    return true;
  }
  /// Whether every step so far has at most `capacity` actions. Otherwise the plan must not run.
  constexpr bool fits() const { return fits_; }

  template <Tile T>
  constexpr void run(T& tile) const {
    for (const Put *at = actions_.data(), *end = at + length_; at != end; ++at) {
      if (at->dst != no_rank) {
        tile.put(*at);
      } else if (at->local == as_wait) {
        tile.wait(at->counter, at->bytes);
      } else if (at->local == as_consume) {
        tile.consume(at->counter, at->bytes);
      } else {
        barrier(tile);
      }
    }
  }

  // Called by Schedule::plan.
  constexpr void wait(std::uint8_t counter, std::uint32_t at_least) {
    add({no_rank, as_wait, 0, at_least, counter, false, {}});
  }
  constexpr void send(const Put& put) { add(put); }
  constexpr void more(const Put& put) { add(put); }

 private:
  /// Other actions are stored as puts to no_rank: `local` is the kind, `bytes` the count.
  enum : std::uint32_t { as_wait, as_consume, as_barrier };

  constexpr void add(const Put& action) {
    if (length_ < capacity) actions_[length_] = action;
    ++length_;
  }

  constexpr void plan_step() {
    Schedule::plan(job_, rank_, step_, *this);
    if (!step_barrier_ || step_ + 1 == steps_) return;
    for (std::uint8_t c = 1; c < barrier_counter; ++c) {
      const std::uint32_t count = Schedule::arrivals(job_, rank_, c, step_ + 1);
      if (count != Schedule::arrivals(job_, rank_, c, step_)) wait(c, count);
    }
    add({no_rank, as_barrier, 0, 0, 0, false, {}});
  }

  Job job_;
  Rank rank_;
  std::uint32_t steps_;
  bool step_barrier_;
  bool complete_ = false, fits_ = true;
  std::uint32_t step_ = 0, length_ = 0;
  std::array<Put, capacity> actions_{};
};

}  // namespace collnoc
