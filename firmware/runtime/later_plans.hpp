// The plans that a tile's sequencer performs for calls that are finished later (later.hpp). The first start
// of a call plans it; further ones with the same arguments only start the sequencer. Freestanding: no heap,
// no exceptions, no hosted library.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "collnoc/firmware/runtime/action_plan.hpp"
#include "collnoc/firmware/runtime/plan_key.hpp"

namespace collnoc {

class LaterPlans {
 public:
  /// Words of all plans together; of a total exchange of 64 tiles, 130.
  static constexpr std::uint32_t capacity = 1024, most_plans = 16;

  /// Byte address of the plan of `Schedule` in the tile's memory, which contains this object; 0 if it is too
  /// long. No plan may be running: others are forgotten if there is no space. T: a tile with channels(), or a
  /// group of such tiles.
  template <class Schedule, class T>
  [[gnu::noinline]] std::uint32_t plan(T& tile, const Job& job) {
    auto& whole = whole_tile(tile);
    const PlanKey key = plan_key<Schedule>(tile, job);
    for (std::uint32_t n = 0; n < plans_; ++n) {
      if (keys_[n] == key) return address(whole, begins_[n]);
    }
    if (plans_ == most_plans) clear();
    const std::uint32_t words = make(tile, [&](ActionPlan& plan, auto& out) {
      Job timed = job;
      timed.timing = plan.timing(job.timing);
      plan.set_operation(operation_of(job.op, job.element), later_counter);
      if constexpr (requires { Schedule::own_waits; }) plan.set_own_waits(Schedule::own_waits);
      Cursor at;
      const std::uint32_t steps = Schedule::steps(timed);
      while (next_step<Schedule>(timed, tile.rank(), at, steps, out)) {
      }
    });
    if (words == 0) return 0;
    keys_[plans_] = key;
    begins_[plans_++] = used_;
    used_ += words;
    return address(whole, begins_[plans_ - 1]);
  }
  /// The same for actions that pass(out) passes, to be performed once.
  template <class T, class Pass>
  std::uint32_t plan_once(T& tile, Pass pass) {
    const std::uint32_t words = make(tile, [&](ActionPlan&, auto& out) { pass(out); });
    return words == 0 ? 0 : address(whole_tile(tile), used_);
  }

 private:
  /// Passes the actions of a tile or of a group to its tile's plan.
  template <class T>
  struct Outside {
    const T& tile;
    ActionPlan& plan;

    constexpr void wait(std::uint8_t counter, std::uint32_t at_least) { plan.wait(of(counter), at_least); }
    constexpr void until(std::uint32_t cycles) { plan.until(cycles); }
    constexpr void consume(std::uint8_t counter, std::uint32_t count) { plan.consume(of(counter), count); }
    constexpr void combine(const Combine& what) { plan.combine(what); }
    constexpr void barrier() { plan.barrier(); }
    [[gnu::noinline]] constexpr void send(const Put& put) { plan.send(of(put)); }
    constexpr void more(const Put& put) { send(put); }
    /// A group has no boxes.
    constexpr void multicast(const Put& put, const Box& box) requires(!requires { tile.outside(put); }) {
      plan.multicast(put, box);
    }

   private:
    template <class What>
    constexpr What of(const What& what) const {
      if constexpr (requires { tile.outside(what); }) {
        return tile.outside(what);
      } else {
        return what;
      }
    }
  };

  /// Plans behind the others, or instead of them. Returns the number of words, or 0 if it does not fit.
  template <class T, class Pass>
  std::uint32_t make(T& tile, Pass pass) {
    auto& whole = whole_tile(tile);
    for (;;) {
      ActionPlan plan(whole.topology(), whole.rank(), whole.channels(), std::span(words_).subspan(used_),
                      address(whole, used_));
      Outside<T> outside{tile, plan};
      pass(plan, outside);
      plan.finish();
      if (plan.fits()) return plan.length();
      if (used_ == 0) return 0;
      clear();
    }
  }
  template <class T>
  std::uint32_t address(T& whole, std::uint32_t word) const {
    return static_cast<std::uint32_t>(reinterpret_cast<const std::byte*>(words_.data() + word) -
                                      whole.memory().data());
  }
  void clear() { plans_ = used_ = 0; }

  std::uint32_t plans_ = 0, used_ = 0;
  std::array<PlanKey, most_plans> keys_{};
  std::array<std::uint32_t, most_plans> begins_{};
  std::array<std::uint64_t, capacity> words_{};
};

}  // namespace collnoc
