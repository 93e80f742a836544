// The plans of a tile's calls of schedules: run<Schedule>(tile, job) plans at its first call, which costs a
// processor thousands of cycles, and only performs the plan at every other call with the same job.
// Freestanding: no heap, no exceptions, no hosted library.
#pragma once
#include <array>
#include <cassert>
#include <cstdint>

#include "collnoc/firmware/runtime/executor.hpp"
#include "collnoc/firmware/runtime/plan_key.hpp"
#include "collnoc/firmware/runtime/prepared_actions.hpp"

namespace collnoc {

class PlanCache {
 public:
  /// Actions of all plans together, 16 bytes each; of a total exchange of 64 tiles, 130.
  static constexpr std::uint32_t capacity = 510;
  static constexpr std::uint32_t most_plans = 16;

  /// What run<Schedule>(tile, job) does. A plan that is too long is not kept: its parts are planned and
  /// performed one after the other, at every call. Precondition: no step has more than `capacity` actions.
  template <class Schedule, Tile T>
  constexpr void run(T& tile, const Job& job) {
    const PlanKey key = plan_key<Schedule>(tile, job);
    expect_free(tile);
    const PreparedPut* plan = find(key);
    if (plan == nullptr) plan = make<Schedule>(tile, job, key);
    if (plan != nullptr) perform_prepared<Schedule>(tile, plan, tile.cycle(), job.op, job.element);
  }

  std::uint32_t plans() const { return plans_; }
  /// No call of `tile`, which may be a group, is still to be finished (later.hpp): it would use the same
  /// counters.
  template <class T>
  constexpr void expect_free([[maybe_unused]] const T& tile) const {
    assert(!held_ || group_of(tile).counters != held_counters_);
  }

  /// From now on, until release(), a call that is to be finished later has the counters of `tile`, which may
  /// be a group. There is one such call at a time.
  template <class T>
  constexpr void hold(const T& tile) {
    assert(!held_);
    held_ = true;
    held_counters_ = group_of(tile).counters;
  }
  constexpr void release() { held_ = false; }

 private:
  template <class T>
  struct ByTile {
    T* tile;
    constexpr PreparedPut operator()(const Put& put) const { return prepared(*tile, put); }
    constexpr unsigned node_bits() const { return tile->topology().go_node_bits(); }
  };

  const PreparedPut* find(const PlanKey& key) const {
    for (std::uint32_t n = 0; n < plans_; ++n) {
      if (keys_[n] == key) return store_.actions.data() + begins_[n];
    }
    return nullptr;
  }
  /// A plan that fits is kept. Returns null after performing one that does not.
  template <class Schedule, Tile T>
  [[gnu::noinline]] const PreparedPut* make(T& tile, const Job& job, const PlanKey& key) {
    if (plans_ == most_plans) clear();
    const std::uint64_t start = tile.cycle();
    const std::uint32_t steps = Schedule::steps(job);
    Cursor at;
    for (bool complete = false;;) {
      const bool begins = at.stage == Cursor::Stage::step_begin && at.step == 0;
      const std::uint32_t left = capacity - used_;
      PreparedActions<ByTile<T>> list({&tile}, store_.actions.data() + used_, left);
      std::uint32_t fitting = 0;
      Cursor next = at;
      while (!complete) {
        complete = !next_step<Schedule>(job, tile.rank(), next, steps, list);
        if (list.length() > left) break;
        fitting = list.length();
        at = next;
      }
      if (list.length() <= left && begins) return keep(key, list);
      if (begins && plans_ != 0) {  // with all of the memory
        clear();
        at = {};
        complete = false;
        continue;
      }
      const bool last = list.length() <= left;
      assert(last || fitting != 0);
      list.cut(fitting);
      list.finish();
      perform_prepared<Schedule>(tile, store_.actions.data(), start, job.op, job.element);
      if (last) return nullptr;
      complete = false;
    }
  }
  template <class List>
  const PreparedPut* keep(const PlanKey& key, List& list) {
    const PreparedPut* plan = store_.actions.data() + used_;
    list.finish();
    keys_[plans_] = key;
    begins_[plans_++] = used_;
    used_ += list.length() + 1;
    if (used_ > capacity) used_ = capacity;
    return plan;
  }
  void clear() { plans_ = used_ = 0; }

  std::uint32_t plans_ = 0, used_ = 0;
  bool held_ = false;
  std::uint8_t held_counters_ = 0;
  std::array<PlanKey, most_plans> keys_{};
  std::array<std::uint32_t, most_plans> begins_{};
  ActionStore<capacity + 2> store_;
};

}  // namespace collnoc
