// Tests firmware/runtime/later.hpp, later_plans.hpp and exchange_blocks.hpp: calls that are finished later,
// on tiles without a sequencer, and on tiles whose sequencer is an interpreter of plans.
#undef NDEBUG
#include "collnoc/firmware/runtime/later.hpp"

#include <gtest/gtest.h>

#include <new>
#include <vector>

#include "collnoc/arch/action.hpp"
#include "collnoc/firmware/collectives/total_exchange/direct_phased.hpp"
#include "collnoc/firmware/native/thread_network.hpp"
#include "collnoc/firmware/runtime/later_plans.hpp"
#include "tests/firmware/runtime/exchange_calls.hpp"
#include "tests/firmware/runtime/later_calls.hpp"

namespace collnoc::test {
namespace {

/// A tile with a sequencer, which performs a plan when the program waits for its end. One channel.
class SequencedTile {
 public:
  explicit SequencedTile(ThreadTile& tile, bool accumulates = true)
      : tile_(tile),
        accumulates_(accumulates),
        plans_(*new (tile.memory().data() + tile.memory().size() - sizeof(LaterPlans)) LaterPlans) {}

  Rank rank() const { return tile_.rank(); }
  const Topology& topology() const { return tile_.topology(); }
  void put(const Put& put) { tile_.put(put); }
  void wait(std::uint8_t counter, std::uint32_t n) { tile_.wait(counter, n); }
  void consume(std::uint8_t counter, std::uint32_t n) { tile_.consume(counter, n); }
  std::uint64_t cycle() const { return tile_.cycle(); }
  std::span<std::byte> memory() { return tile_.memory(); }
  PlanCache& plans() { return tile_.plans(); }

  LaterPlans& later_plans() { return plans_; }
  static bool sequences() { return true; }
  bool accumulates() const { return accumulates_; }
  bool adds_floats() const { return accumulates_; }
  static unsigned channels() { return 1; }
  void start_plan(std::uint32_t at, std::uint64_t) {
    at_ = at;
    ++started;
  }
  void finish_plan() {
    for (;;) {
      const auto word = action::ActionWord::from_word(next());
      const auto counter = word.counter;
      switch (static_cast<action::Kind>(word.kind)) {
        case action::Kind::put: perform_put(); break;
        case action::Kind::wait: wait(counter, word.value); break;
        case action::Kind::consume: consume(counter, word.value); break;
        case action::Kind::chain: at_ = word.value; break;
        case action::Kind::until:
        case action::Kind::meet: break;
        case action::Kind::end: return;
        default: FAIL() << "kind " << unsigned{word.kind};
      }
    }
  }

  unsigned started = 0;

 private:
  std::uint64_t next() {
    at_ += 8;
    return *reinterpret_cast<const std::uint64_t*>(tile_.memory().data() + at_ - 8);
  }
  void perform_put() {
    at_ -= 8;
    const auto word = action::PutWord::from_word(next());
    const auto range = action::PutRange::from_word(next());
    PreparedPut put;
    put.go = word.go;
    for (std::uint32_t done = 0, i = 0; i == 0 || done < range.bytes; ++i) {
      const std::uint32_t rest = range.bytes - done;
      const std::uint32_t bytes = word.piece == 0 || rest < 8u * word.piece ? rest : 8u * word.piece;
      if (word.gate != 0) wait(word.gate, word.count + i);
      put.local = 8 * range.local_addr + done;
      put.remote = 8 * range.remote_addr + done;
      put.bytes = bytes | nic::bytes_operation.at(range.operation);
      tile_.put(put);
      done += bytes;
    }
  }

  ThreadTile& tile_;
  bool accumulates_;
  LaterPlans& plans_;
  std::uint32_t at_ = 0;
};
static_assert(Tile<SequencedTile>);

/// The sum of what body(tile) returns on every tile.
template <class Body>
unsigned sum(const Topology& topology, Body body) {
  ThreadNetwork network(topology, 1 << 16);
  std::vector<unsigned> each(topology.size(), 0);
  network.run([&](ThreadTile& tile) { each[tile.rank()] = body(tile); });
  unsigned sum = 0;
  for (const unsigned one : each) sum += one;
  return sum;
}

const std::vector<Topology> networks{Topology::mesh(4, 4), Topology::torus(5, 3), Topology::mesh(1, 3),
                                     Topology::complete({4, 3}, 2)};

TEST(Later, GivesTheResultsOfBlockingCallsWithoutASequencer) {
  for (const Topology& topology : networks) {
    EXPECT_EQ(sum(topology, [](ThreadTile& tile) { return wrong_laters(tile, 64, 5); }), 0u);
  }
}

TEST(Later, LetsTheSequencerPerformTheSamePlans) {
  for (const Topology& topology : networks) {
    unsigned started = 0;
    EXPECT_EQ(sum(topology,
                  [&](ThreadTile& tile) {
                    SequencedTile sequenced(tile);
                    const unsigned wrong = wrong_laters(sequenced, 64, 5);
                    if (tile.rank() == 0) started = sequenced.started;
                    return wrong;
                  }),
              0u);
    EXPECT_EQ(started, 3 * 8u) << "every call";
  }
}

TEST(Later, CombinesInSoftwareIfTheNicDoesNotAccumulate) {
  EXPECT_EQ(sum(Topology::mesh(3, 3),
                [](ThreadTile& tile) {
                  SequencedTile sequenced(tile, false);
                  const unsigned wrong = wrong_laters(sequenced, 64, 200);
                  return wrong + (sequenced.started != 3 * 5u ? 1000u : 0u);
                }),
            0u);
}

TEST(Later, PlansEachCallOnceAndForgetsWhenThereIsNoSpace) {
  EXPECT_EQ(sum(Topology::mesh(4, 2),
                [](ThreadTile& tile) {
                  SequencedTile sequenced(tile);
                  Later later(sequenced);
                  unsigned wrong = 0;
                  for (std::uint32_t round = 0; round < 100; ++round) {
                    const Rank root = round % 8;
                    const Area area{64 + 8 * (round % 50), 8};
                    auto& number = *reinterpret_cast<std::uint32_t*>(tile.memory().data() + area.base);
                    if (tile.rank() == root) number = 5 * round;
                    broadcast(later, area, root);
                    later.finish();
                    wrong += number != 5 * round;
                  }
                  return wrong + (sequenced.started != 100 ? 1000u : 0u);
                }),
            0u);
}

TEST(Later, PerformsALongPlanWhenItIsFinished) {
  EXPECT_EQ(sum(Topology::mesh(23, 23),
                [](ThreadTile& tile) {
                  SequencedTile sequenced(tile);
                  Later later(sequenced);
                  const Rank n = size(tile), me = tile.rank();
                  const auto number = [&](std::uint32_t at) -> std::uint32_t& {
                    return *reinterpret_cast<std::uint32_t*>(tile.memory().data() + at);
                  };
                  for (Rank r = 0; r < n; ++r) number(64 + 8 * r) = 1000 * me + r;
                  const std::uint32_t from = total_exchange(later, Area{64, 4});
                  unsigned wrong = later.by_nic() ? 1 : 0;
                  later.finish();
                  for (Rank r = 0; r < n; ++r) wrong += r != me && number(from + 8 * r) != 1000 * r + me;
                  return wrong;
                }),
            0u);
}

TEST(LaterDeathTest, RefusesCallsThatNeedItsCounters) {
  const auto alone = [](auto body) {
    ThreadNetwork network(Topology::mesh(1, 1), 1 << 16);
    network.run([&](ThreadTile& tile) { body(tile); });
  };
  const Area area{64, 8};
  EXPECT_DEATH(alone([&](ThreadTile& tile) {
                 Later one(tile), two(tile);
                 broadcast(one, area);
                 broadcast(two, area);
               }),
               "hold");
  EXPECT_DEATH(alone([&](ThreadTile& tile) {
                 Later later(tile);
                 broadcast(later, area);
                 all_gather(tile, Area{128, 8});
               }),
               "held_counters_");
  EXPECT_DEATH(alone([&](ThreadTile& tile) { Later(tile).finish(); }), "perform_");
  alone([&](ThreadTile& tile) {
    auto row = row_of(tile);
    Later later(row);
    broadcast(later, area);
    all_gather(tile, Area{128, 8});
    barrier(tile);
    later.finish();
    all_gather(row, Area{128, 8});
  });
}

TEST(TotalExchange, TakesADifferentLengthForEachPair) {
  for (const Topology& topology : {Topology::mesh(4, 4), Topology::torus(3, 5), Topology::star(3),
                                   Topology::mesh(1, 1), Topology::spidergon(8)}) {
    EXPECT_EQ(sum(topology, [](ThreadTile& tile) { return wrong_exchanges(tile, 64); }), 0u);
    EXPECT_EQ(sum(topology,
                  [](ThreadTile& tile) {
                    SequencedTile sequenced(tile);
                    return wrong_exchanges(sequenced, 64) + (sequenced.started == 4 ? 0 : 1000);
                  }),
              0u);
  }
}

TEST(TotalExchange, OfDifferentLengthsInPhasesAndInGroups) {
  EXPECT_EQ(sum(Topology::torus(4, 4),
                [](ThreadTile& tile) {
                  auto row = row_of(tile);
                  SequencedTile sequenced(tile);
                  auto column = column_of(sequenced);
                  unsigned wrong = wrong_exchanges<DirectPhased>(tile, 64);
                  barrier(tile);  // a tile that is ahead writes to this one's memory
                  wrong += wrong_exchanges(row, 64);
                  barrier(tile);
                  return wrong + wrong_exchanges(column, 64);
                }),
            0u);
}

TEST(TotalExchangeDeathTest, RefusesLengthsThatTheReceiverDoesNotExpect) {
  EXPECT_DEATH(
      sum(Topology::mesh(2, 1),
          [](ThreadTile& tile) {
            const std::uint32_t at[] = {64, 128}, bytes[] = {8 + 8 * tile.rank(), 8 + 8 * tile.rank()};
            total_exchange(tile, Blocks{at, bytes}, Blocks{at, bytes}, 256);
            return 0u;
          }),
      "another length|places");
}

}  // namespace
}  // namespace collnoc::test
