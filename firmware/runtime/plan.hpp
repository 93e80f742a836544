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
    actions_[length_].local = as_end;
    return true;
  }
  /// Whether every step so far has at most `capacity` actions. Otherwise the plan must not run.
  constexpr bool fits() const { return fits_; }

  /// `start`: the cycle from which a schedule in time slots counts, on all tiles the same.
  template <Tile T>
  constexpr void run(T& tile, std::uint64_t start) const {
    // The next action's kind is loaded before an action, so that nothing follows a wait but the next action.
    const PreparedPut* at = actions_.data();
    std::uint32_t next = at->local;
    for (; static_cast<std::int32_t>(next) >= 0; ++at) {  // of its own, so that nothing jumps to a put below
      next = at[1].local;
      collnoc::start(tile, *at);
    }
    for (;; ++at) {
      const std::uint32_t kind = next;
      next = at[1].local;
      if (static_cast<std::int32_t>(kind) >= 0) {
        collnoc::start(tile, *at);
      } else if (kind == as_wait) [[likely]] {
        tile.wait(static_cast<std::uint8_t>(at->go), at->bytes);
      } else if (kind == as_consume) {
        tile.consume(static_cast<std::uint8_t>(at->go), at->bytes);
      } else if (kind == as_until) {
        wait_until(tile, start + at->bytes);
      } else if (kind == as_barrier) {
        collnoc::barrier(tile);
      } else if (form_of(Schedule::collective).combines && kind == as_combine) {
        if constexpr (form_of(Schedule::collective).combines) {  // in two entries
          perform(tile.memory().data(), {at->remote, at->go, at[1].remote, at->bytes}, job_.op, job_.element);
          ++at;
          next = at[1].local;
        }
      } else {
        return;
      }
    }
  }

  // Called by next_step() and Schedule::plan.
  constexpr void wait(std::uint8_t counter, std::uint32_t at_least) { add(as_wait, at_least, counter); }
  constexpr void until(std::uint32_t cycles) { add(as_until, cycles); }
  constexpr void consume(std::uint8_t counter, std::uint32_t count) { add(as_consume, count, counter); }
  constexpr void barrier() { add(as_barrier, 0); }
  constexpr void combine(const Combine& what) {
    add(entry(as_combine, what.to, what.bytes, what.a));
    add(entry(as_combine, what.b, 0, 0));
  }
  // Not inlined: schedules call it from many places, and program memory is small.
  [[gnu::noinline]] constexpr void send(const Put& put) { add(PreparedPut(put, address(put.dst))); }
  constexpr void more(const Put& put) { send(put); }

 private:
  /// Other actions are stored as puts from addresses that no memory has: `local` is the kind, `bytes` the
  /// count or cycles, `go` the counter.
  enum : std::uint32_t { as_wait = 1u << 31, as_consume, as_until, as_barrier, as_end, as_combine };

  static constexpr PreparedPut entry(std::uint32_t kind, std::uint32_t remote, std::uint32_t bytes,
                                     std::uint32_t go) {
    PreparedPut words;
    words.local = kind;
    words.remote = remote;
    words.bytes = bytes;
    words.go = go;
    return words;
  }

  constexpr void add(std::uint32_t kind, std::uint32_t count, std::uint8_t counter = 0) {
    add(entry(kind, 0, count, counter));
  }
  constexpr void add(const PreparedPut& action) {
    if (length_ < capacity) actions_[length_] = action;
    ++length_;
  }

  /// Schedules send to few ranks at a time, and an address costs divisions.
  constexpr std::uint16_t address(Rank rank) {
    Known& known = known_[rank % known_.size()];
    if (known.rank != rank) known = {rank, job_.topology.address(rank)};
    return known.address;
  }
  struct Known {
    Rank rank = no_rank;
    std::uint16_t address = 0;
  };

  Job job_;
  Rank rank_;
  std::uint32_t steps_;
  Cursor at_;
  bool complete_ = false, fits_ = true;
  std::uint32_t length_ = 0;
  std::array<Known, 16> known_{};
  /// With as_end behind the last one, and one more that run() may load.
  std::array<PreparedPut, capacity + 2> actions_{};
};

}  // namespace collnoc
