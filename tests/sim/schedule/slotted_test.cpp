// Schedules that wait for a time: executor, plans, checks and printing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "collnoc/firmware/runtime/plan.hpp"
#include "sim/schedule/check.hpp"
#include "sim/schedule/rank_plan.hpp"
#include "sim/schedule/schedule_json.hpp"
#include "tests/firmware/runtime/plan_interpreter.hpp"
#include "tests/firmware/slotted_broadcast.hpp"
#include "tests/sim/schedule/damaged.hpp"
#include "tests/support/recording_tile.hpp"

namespace collnoc::test {
namespace {

class Slotted final : public Algorithm {
 public:
  std::string_view name() const override { return SlottedBroadcast::name; }
  std::string_view summary() const override { return "a test"; }
  Collective collective() const override { return Collective::broadcast; }
  bool contention_free() const override { return true; }
  std::optional<std::string> why_not(const Topology&, PortModel) const override { return std::nullopt; }
  std::uint64_t bytes_needed(const Job& job) const override { return SlottedBroadcast::bytes_needed(job); }
  std::uint32_t steps(const Job& job) const override { return SlottedBroadcast::steps(job); }
  Action next(const Job& job, Rank rank, Cursor& cursor) const override {
    return collnoc::next<SlottedBroadcast>(job, rank, cursor);
  }
  std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter, std::uint32_t step) const override {
    return SlottedBroadcast::arrivals(job, rank, counter, step);
  }
};

const Job job{Topology::mesh(3, 2), 0, 64};

/// Every call of cycle() is a cycle later.
struct ClockedTile : RecordingTile {
  using RecordingTile::RecordingTile;
  void put(const Put& put) {
    at.push_back(cycle());
    RecordingTile::put(put);
  }
  std::vector<std::uint64_t> at{};
};

TEST(Slotted, RunsNoSlotEarlyOrLate) {
  for (const bool planned : {false, true}) {
    ClockedTile tile(job.topology, 0, 64);
    const std::uint64_t start = tile.cycle() + 7;
    if (planned) {
      Plan<SlottedBroadcast, 128>(job, 0).run(tile, start);
    } else {
      run<SlottedBroadcast>(tile, job, false, start);
    }
    ASSERT_EQ(tile.at.size(), 5u);
    for (std::size_t i = 0; i < 5; ++i) {
      EXPECT_GE(tile.at[i], start + SlottedBroadcast::slot * (i + 1));
      EXPECT_LE(tile.at[i], start + SlottedBroadcast::slot * (i + 1) + 2);
    }
  }
}

TEST(Slotted, IsProvedWithoutItsTimes) {
  for (const Verdict& verdict : check(Slotted(), job, PortModel::one_port))
    EXPECT_TRUE(verdict.good()) << verdict.answer;
}

TEST(Slotted, TimesOfARankMustNotDecrease) {
  const Slotted whole;
  const Damaged damaged(whole, [](Rank, Action& action) {
    if (action.kind == Action::Kind::until && action.step == 3) action.count = 250;
    return true;
  });
  const Verdict verdict = check_order(damaged, job);
  EXPECT_FALSE(verdict.good());
  EXPECT_EQ(verdict.answer, "rank 0 waits in step 3 until 250 cycles after the start, but before until 300");
}

TEST(Slotted, IsAPlanWithTimes) {
  const Slotted algorithm;
  for (const unsigned channels : {1u, 4u}) {
    for (const bool step_barrier : {false, true}) {
      const PlanPlace place{64, channels, step_barrier};
      const auto plans = rank_plans(algorithm, job, place);
      for (const Turns turns : {Turns::random, Turns::contexts_first, Turns::messages_first})
        EXPECT_EQ(PlanInterpreter(algorithm, job, place, plans).run(1, turns), "");
      auto damaged = plans;
      for (std::uint64_t& word : damaged[0].words) {
        if (action::ActionWord::from_word(word).kind == static_cast<std::uint8_t>(action::Kind::until)) {
          word = action::word(action::Kind::until, 0, 0);
          break;
        }
      }
      EXPECT_THAT(PlanInterpreter(algorithm, job, place, damaged).run(1, Turns::random),
                  testing::HasSubstr("does not wait for the time 100"));
    }
  }
}

TEST(Slotted, ItsTimesAreInTheJson) {
  Schedule schedule = spell_out(Slotted(), job, PortModel::one_port);
  trace(schedule);
  const auto json = to_json(schedule);
  EXPECT_EQ(json["steps"][2]["transfers"][0]["until"], 300);
}

}  // namespace
}  // namespace collnoc::test
