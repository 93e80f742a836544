// All actions of one rank, computed before the collective starts: for processors that need longer to compute
// the next action than the network needs to perform it. The actions are those of the executor (executor.hpp),
// in the same order (tests/firmware/runtime/plan_test.cpp). Puts are prepared (arch/put.hpp), so a put costs
// four loads and four stores when the plan runs.
//
//   Plan<Schedule, 2048> plan(job, rank, step_barrier);
//   do plan.run(tile, start); while (plan.next_part());      // usually one part
#pragma once
#include <array>
#include <cstdint>

#include "collnoc/firmware/collectives/common/schedule.hpp"
#include "collnoc/firmware/hal/tile.hpp"
#include "collnoc/firmware/runtime/executor.hpp"
#include "collnoc/firmware/runtime/prepared_actions.hpp"

namespace collnoc {

/// `capacity`: maximum number of actions in a part. A step with more actions does not fit: see fits().
template <class Schedule, std::uint32_t capacity>
class Plan {
  static_assert(capacity >= 2 * counter_count);

 public:
  constexpr Plan(const Job& job, Rank rank, bool step_barrier = false)
      : job_(job),
        rank_(rank),
        steps_(Schedule::steps(job)),
        list_(AddressCache(job.topology), store_.actions.data(), capacity) {
    at_.step_barrier = step_barrier;
    next_part();
  }
  Plan(const Plan&) = delete;  // the list refers to the actions
  Plan& operator=(const Plan&) = delete;

  /// Plans the next part after the last one has run. Returns false when there is none.
  constexpr bool next_part() {
    if (complete_) return false;
    list_.cut(0);
    while (!complete_) {
      const std::uint32_t before = list_.length();
      const Cursor step = at_;
      complete_ = !next_step<Schedule>(job_, rank_, at_, steps_, list_);
      if (list_.length() <= capacity) continue;
      complete_ = false;
      fits_ = before != 0;
      list_.cut(before);
      at_ = step;
      break;
    }
    list_.finish();
    return true;
  }
  /// Whether every step so far has at most `capacity` actions. Otherwise the plan must not run.
  constexpr bool fits() const { return fits_; }

  /// `start`: the cycle from which a schedule in time slots counts, on all tiles the same.
  template <Tile T>
  constexpr void run(T& tile, std::uint64_t start) const {
    perform_prepared<Schedule>(tile, store_.actions.data(), start, job_.op, job_.element);
  }

 private:
  Job job_;
  Rank rank_;
  std::uint32_t steps_;
  Cursor at_;
  bool complete_ = false, fits_ = true;
  ActionStore<capacity + 2> store_;
  PreparedActions<AddressCache> list_;
};

}  // namespace collnoc
