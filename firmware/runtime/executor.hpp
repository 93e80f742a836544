// The executor: runs any schedule on any tile, one action after the other.
//
// `next` is resumable, so a simulator can drive a million ranks without one thread per rank. Between calls it
// needs only a Cursor of 12 bytes, because the schedule is a pure function and can be evaluated again. `run`
// performs the actions on a tile whose wait blocks.
#pragma once
#include <cstdint>

#include "collnoc/firmware/collectives/common/schedule.hpp"
#include "collnoc/firmware/hal/tile.hpp"
#include "collnoc/firmware/runtime/barrier.hpp"

namespace collnoc {

/// The next action of a rank.
struct Action {
  enum class Kind : std::uint8_t {
    step_begin,  ///< step `step` starts (for traces; takes no time)
    put,         ///< start `put`; `continues`: it is a further piece of an earlier put's message
    multicast,   ///< start `put` to every node of `box` but this one
    wait,        ///< until counter `counter` is at least `count`
    until,       ///< until `count` cycles have passed since the start of the collective
    barrier,     ///< until all ranks have arrived here
    combine,     ///< perform `combine`
    consume,     ///< subtract `count` from counter `counter`
    done
  };
  Kind kind = Kind::done;
  bool continues = false;
  std::uint8_t counter = 0;
  std::uint32_t count = 0;
  std::uint32_t step = 0;  ///< the step of the action; steps() for the actions after the last step
  Put put{};
  Combine combine{};
  Box box{};

  constexpr bool starts_message() const { return kind == Kind::put || kind == Kind::multicast; }
};

/// Position of a rank in its schedule.
struct Cursor {
  enum class Stage : std::uint8_t { step_begin, items, step_arrivals, barrier, arrivals, consume, done };
  std::uint32_t step = 0;
  std::uint32_t item = 0;  ///< actions of the step, or counters, already done in this stage
  Stage stage = Stage::step_begin;
  bool step_barrier = false;  ///< all ranks start each step together, after all arrivals of the previous step
};

/// Receives the actions of a step and keeps the one with index `wanted`.
class PlanItem {
 public:
  constexpr PlanItem(std::uint32_t wanted, std::uint32_t step) : wanted_(wanted), step_(step) {}

  constexpr void wait(std::uint8_t counter, std::uint32_t at_least) {
    if (next()) action_ = {Action::Kind::wait, false, counter, at_least, step_, {}};
  }
  constexpr void until(std::uint32_t cycles) {
    if (next()) action_ = {Action::Kind::until, false, 0, cycles, step_, {}};
  }
  constexpr void combine(const Combine& what) {
    if (next()) action_ = {Action::Kind::combine, false, 0, 0, step_, {}, what};
  }
  constexpr void send(const Put& put) {
    if (next()) action_ = {Action::Kind::put, false, 0, 0, step_, put};
  }
  constexpr void more(const Put& put) {
    if (next()) action_ = {Action::Kind::put, true, 0, 0, step_, put};
  }
  constexpr void multicast(const Put& put, const Box& box) {
    if (next()) action_ = {Action::Kind::multicast, false, 0, 0, step_, put, {}, box};
  }

  constexpr bool found() const { return seen_ > wanted_; }
  constexpr const Action& action() const { return action_; }

 private:
  constexpr bool next() { return seen_++ == wanted_; }

  std::uint32_t wanted_;
  std::uint32_t step_;
  std::uint32_t seen_ = 0;
  Action action_{};
};

/// Moves a cursor from the items of a step to what follows them.
constexpr void leave_items(Cursor& at, std::uint32_t steps) {
  at.item = 0;
  if (at.step_barrier && at.step + 1 < steps) {
    at.stage = Cursor::Stage::step_arrivals;
  } else {
    ++at.step;
    at.stage = Cursor::Stage::step_begin;
  }
}

/// The next action that is no item of a step: the rules of what follows a step and the last step.
/// Precondition: at.stage is not `items`.
template <class Schedule>
constexpr Action next_between_items(const Job& job, Rank rank, Cursor& at, std::uint32_t steps) {
  using Stage = Cursor::Stage;
  for (;;) {
    switch (at.stage) {
      case Stage::items:
      case Stage::step_begin:
        at.item = 0;
        if (at.step == steps) {
          at.stage = Stage::arrivals;
          break;
        }
        at.stage = Stage::items;
        return {Action::Kind::step_begin, false, 0, 0, at.step, {}};

      case Stage::step_arrivals: {
        if (++at.item == barrier_counter) {
          at.stage = Stage::barrier;
          break;
        }
        const auto counter = static_cast<std::uint8_t>(at.item);
        const std::uint32_t count = Schedule::arrivals(job, rank, counter, at.step + 1);
        if (count == Schedule::arrivals(job, rank, counter, at.step)) break;
        return {Action::Kind::wait, false, counter, count, at.step, {}};
      }

      case Stage::barrier:
        at.stage = Stage::step_begin;
        return {Action::Kind::barrier, false, 0, 0, at.step++, {}};

      case Stage::arrivals:
      case Stage::consume: {
        const bool waiting = at.stage == Stage::arrivals;
        if (++at.item == barrier_counter) {
          at.item = 0;
          at.stage = waiting ? Stage::consume : Stage::done;
          break;
        }
        const auto counter = static_cast<std::uint8_t>(at.item);
        const std::uint32_t count = Schedule::arrivals(job, rank, counter, steps);
        if (count == 0) break;
        return {waiting ? Action::Kind::wait : Action::Kind::consume, false, counter, count, steps, {}};
      }

      case Stage::done: return {Action::Kind::done, false, 0, 0, steps, {}};
    }
  }
}

/// The next action of `rank`; after the last one always `done`. By then every message to this rank has
/// arrived, and its counters have their previous values again. Counts are subtracted, so early arrivals of
/// the next collective are kept. `Item`: what finds an item of a step, with the functions of PlanItem.
template <class Schedule, class Item = PlanItem>
constexpr Action next(const Job& job, Rank rank, Cursor& at) {
  const std::uint32_t steps = Schedule::steps(job);
  if (at.stage == Cursor::Stage::items) {
    Item item(at.item++, at.step);
    Schedule::plan(job, rank, at.step, item);
    if (item.found()) return item.action();
    leave_items(at, steps);
  }
  return next_between_items<Schedule>(job, rank, at, steps);
}

/// The same actions for a receiver that keeps them all: passes those of one step, or those after the last
/// step, to `out`, which has the functions that a schedule calls, and barrier() and consume(counter, count).
/// Returns false when there are no further actions. The plan of a step is evaluated once.
template <class Schedule, class Out>
constexpr bool next_step(const Job& job, Rank rank, Cursor& at, std::uint32_t steps, Out& out) {
  for (;;) {
    const Action action = next_between_items<Schedule>(job, rank, at, steps);
    switch (action.kind) {
      case Action::Kind::step_begin:
        Schedule::plan(job, rank, action.step, out);
        leave_items(at, steps);
        if (at.stage == Cursor::Stage::step_begin) return true;
        break;
      case Action::Kind::wait: out.wait(action.counter, action.count); break;
      case Action::Kind::consume: out.consume(action.counter, action.count); break;
      case Action::Kind::barrier: out.barrier(); return true;
      case Action::Kind::put:
      case Action::Kind::multicast:
      case Action::Kind::until:
      case Action::Kind::combine:
      case Action::Kind::done: return false;
    }
  }
}

/// Runs `Schedule` on a tile whose `wait` blocks. Every tile of the network must call it with the same job.
/// `start`: the cycle from which a schedule in time slots counts, on all tiles the same.
template <class Schedule, Tile T>
constexpr void run(T& tile, const Job& job, bool step_barrier, std::uint64_t start) {
  [[maybe_unused]] const auto scope = in_library(tile);
  Cursor cursor;
  cursor.step_barrier = step_barrier;
  const Rank rank = tile.rank();
  for (;;) {
    const Action action = next<Schedule>(job, rank, cursor);
    switch (action.kind) {
      case Action::Kind::step_begin: break;
      case Action::Kind::put: tile.put(action.put); break;
      case Action::Kind::multicast:
        if constexpr (multicasts<Schedule>()) tile.put(action.put, action.box);
        break;
      case Action::Kind::wait: tile.wait(action.counter, action.count); break;
      case Action::Kind::until: wait_until(tile, start + action.count); break;
      case Action::Kind::barrier: collnoc::barrier(tile); break;
      case Action::Kind::combine:
        if constexpr (form_of(Schedule::collective).combines)
          perform(tile.memory().data(), action.combine, job.op, job.element);
        break;
      case Action::Kind::consume: tile.consume(action.counter, action.count); break;
      case Action::Kind::done: return;
    }
  }
}

/// The same, with the start now. On a tile with plans(), which is a PlanCache (plan_cache.hpp), the first
/// call plans the actions, and all others with the same job only perform the plan. To compute the actions
/// again at every call, as every other tile does, and with step barriers, takes a processor some ten times as
/// long.
template <class Schedule, Tile T>
constexpr void run(T& tile, const Job& job, bool step_barrier = false) {
  [[maybe_unused]] const auto scope = in_library(tile);
  if constexpr (requires { tile.plans(); }) {
    if (!step_barrier) {
      tile.plans().template run<Schedule>(tile, job);
      return;
    }
  }
  run<Schedule>(tile, job, step_barrier, tile.cycle());
}

}  // namespace collnoc
