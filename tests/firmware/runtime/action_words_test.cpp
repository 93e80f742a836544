// The words of plans for the sequencer, and the limits of their fields.
#include <gtest/gtest.h>

#include "collnoc/firmware/runtime/action_plan.hpp"
#include "collnoc/model/nic/descriptor.hpp"

namespace collnoc::test {
namespace {

using action::ActionWord;
using action::Kind;
using action::PutRange;
using action::PutWord;

/// A plan of rank 5 of a torus of 4x4, written by hand.
class Words : public testing::Test {
 protected:
  explicit Words(unsigned channels = 1) : plan(Topology::torus(4, 4), 5, channels, words, 4096) {}
  ActionWord other(std::size_t i) const { return ActionWord::from_word(words.at(i)); }
  Kind kind(std::size_t i) const { return static_cast<Kind>(other(i).kind); }
  PutWord put(std::size_t i) const { return PutWord::from_word(words.at(i)); }
  PutRange range(std::size_t i) const { return PutRange::from_word(words.at(i + 1)); }
  std::vector<Kind> kinds() const {
    std::vector<Kind> list;
    for (std::size_t i = 0; i < plan.length(); i += kind(i) == Kind::put ? 2 : 1) list.push_back(kind(i));
    return list;
  }
  static Put piece(std::uint32_t index, std::uint32_t bytes, std::uint32_t length) {
    return {6, index * bytes, index * bytes, length, 1, false, {}};
  }

  std::vector<std::uint64_t> words = std::vector<std::uint64_t>(1000);
  ActionPlan plan;
};
struct FourChannels : Words {
  FourChannels() : Words(4) {}
};

TEST_F(Words, EqualPiecesThatWaitForOneArrivalMoreAreOnePut) {
  for (std::uint32_t i = 0; i < 10; ++i) {
    plan.wait(3, 7 + i);
    plan.send(piece(i, 64, i == 9 ? 12 : 64));
  }
  plan.finish();
  EXPECT_EQ(kinds(), (std::vector{Kind::put, Kind::end}));
  EXPECT_EQ(put(0).gate, 3);
  EXPECT_EQ(put(0).count, 7);
  EXPECT_EQ(put(0).piece, 8);
  EXPECT_EQ(range(0).bytes, 9 * 64 + 12);
}

TEST_F(Words, NothingFollowsAShorterPiece) {
  plan.send(piece(0, 64, 64));
  plan.send(piece(1, 64, 56));
  plan.send({6, 120, 120, 56, 1, false, {}});
  plan.finish();
  EXPECT_EQ(kinds(), (std::vector{Kind::put, Kind::put, Kind::end}));
  EXPECT_EQ(range(0).bytes, 120u);
  EXPECT_EQ(put(2).piece, 0);
}

TEST_F(Words, PiecesDifferInNothingElse) {
  Route other_way;
  other_way.direction[0] = Direction::plus;
  const Put next = piece(1, 64, 64);
  const auto changed = [&](auto change) {
    Put put = next;
    change(put);
    return put;
  };
  for (const Put& second :
       {changed([](Put& p) { p.dst = 7; }), changed([](Put& p) { p.local += 8; }),
        changed([](Put& p) { p.remote += 8; }), changed([](Put& p) { p.counter = 2; }),
        changed([&](Put& p) { p.route = other_way; }), changed([](Put& p) { p.bytes = 72; }),
        changed([](Put& p) { p.route.set_order(Order::descending); })}) {
    ActionPlan two(Topology::torus(4, 4), 5, 1, words, 4096);
    two.send(piece(0, 64, 64));
    two.send(second);
    EXPECT_EQ(two.length(), 5u);  // with space for the end
  }
  ActionPlan one(Topology::torus(4, 4), 5, 1, words, 4096);
  one.send(piece(0, 64, 64));
  one.send(next);
  EXPECT_EQ(one.length(), 3u);
}

TEST_F(Words, APieceWaitsForNoTimeAndForNoOtherCounter) {
  plan.wait(3, 1);
  plan.send(piece(0, 64, 64));
  plan.until(100);
  plan.wait(3, 2);
  plan.send(piece(1, 64, 64));
  plan.wait(4, 1);
  plan.wait(3, 3);
  plan.send(piece(2, 64, 64));
  plan.wait(3, 5);
  plan.send(piece(3, 64, 64));
  plan.send(piece(4, 64, 64));
  plan.finish();
  EXPECT_EQ(kinds(), (std::vector{Kind::put, Kind::until, Kind::put, Kind::wait, Kind::put, Kind::put,
                                  Kind::put, Kind::end}));
  EXPECT_EQ(other(2).value, 100u);
  EXPECT_EQ(put(3).count, 2);
  EXPECT_EQ(other(5).counter, 4);
  EXPECT_EQ(put(6).gate, 3);
  EXPECT_EQ(put(6).count, 3);
}

TEST_F(Words, AGreaterCountThan1023IsAWait) {
  plan.wait(3, 1023);
  plan.send(piece(0, 64, 64));
  plan.wait(3, 1024);
  plan.send({7, 0, 0, 64, 1, false, {}});
  plan.finish();
  EXPECT_EQ(kinds(), (std::vector{Kind::put, Kind::wait, Kind::put, Kind::end}));
  EXPECT_EQ(put(0).count, 1023);
  EXPECT_EQ(other(2).value, 1024u);
  EXPECT_EQ(put(3).gate, 0);
}

TEST_F(Words, PiecesAbove4095WordsArePutsOfTheirOwn) {
  for (const std::uint32_t bytes : {8u * 4095, 8u * 4096}) {
    ActionPlan two(Topology::torus(4, 4), 5, 1, words, 4096);
    two.send(piece(0, bytes, bytes));
    two.send(piece(1, bytes, bytes));
    EXPECT_EQ(two.length(), bytes == 8 * 4095 ? 3u : 5u);
    EXPECT_EQ(put(0).piece, bytes == 8 * 4095 ? 4095 : 0);
  }
}

TEST_F(Words, TheTimeComesAfterTheWaitsBeforeIt) {
  plan.wait(3, 1);
  plan.until(50);
  plan.send(piece(0, 64, 64));
  plan.until(50);
  plan.send({7, 0, 0, 64, 1, false, {}});
  plan.finish();
  EXPECT_EQ(kinds(), (std::vector{Kind::wait, Kind::until, Kind::put, Kind::put, Kind::end}));
  EXPECT_EQ(put(2).gate, 0);
}

TEST_F(Words, EachTimeIsAnActionOfASingleContext) {
  plan.until(1);
  plan.until(2);
  plan.send(piece(0, 64, 64));
  plan.until(2);
  plan.send({7, 0, 0, 64, 1, false, {}});
  plan.finish();
  EXPECT_EQ(kinds(), (std::vector{Kind::until, Kind::until, Kind::put, Kind::put, Kind::end}));
  EXPECT_EQ(other(0).value, 1u);
  EXPECT_EQ(other(1).value, 2u);
}

TEST_F(Words, APlanThatIsTooLongSaysSoAndStaysInItsMemory) {
  ActionPlan small(Topology::torus(4, 4), 5, 1, std::span(words).first(10), 4096);
  for (Rank r = 0; r < 16; ++r) small.send({r, 8 * r, 0, 8, 1, false, {}});
  small.finish();
  EXPECT_FALSE(small.fits());
  EXPECT_EQ(small.length(), 33u);
  EXPECT_TRUE(std::all_of(words.begin() + 10, words.end(), [](std::uint64_t w) { return w == 0; }));
  EXPECT_NE(words[9], 0u);
}

TEST_F(FourChannels, EveryContextWaitsOnlyForWhatItsOwnPutsNeed) {
  plan.wait(1, 4);
  plan.send(piece(0, 64, 64));  // to rank 6: channel 0
  plan.wait(2, 1);
  plan.wait(1, 5);
  plan.send({4, 0, 0, 64, 1, false, {}});  // channel 1
  plan.wait(1, 6);
  plan.send({9, 0, 0, 64, 1, false, {}});  // channel 2
  plan.consume(1, 6);
  plan.consume(2, 1);
  plan.finish();
  const auto begin = [&](unsigned c) {
    EXPECT_EQ(kind(c), c == 3 ? Kind::end : Kind::chain);
    return (other(c).value - 4096) / 8;
  };
  const std::size_t c0 = begin(0), c1 = begin(1), c2 = begin(2);
  EXPECT_EQ(kind(3), Kind::end);
  EXPECT_EQ(put(c0).count, 4);
  EXPECT_EQ(kind(c0 + 2), Kind::meet);  // the others have waited for the rest
  EXPECT_EQ(kind(c0 + 3), Kind::consume);
  EXPECT_EQ(other(c1).counter, 2);
  EXPECT_EQ(put(c1 + 1).count, 5);
  EXPECT_EQ(kind(c1 + 3), Kind::meet);
  EXPECT_EQ(kind(c1 + 4), Kind::end);
  EXPECT_EQ(other(c2).counter, 2);
  EXPECT_EQ(put(c2 + 1).count, 6);
}

TEST_F(FourChannels, Context0WaitsForWhatNoOtherContextHasWaitedFor) {
  plan.wait(1, 4);
  plan.send({4, 0, 0, 64, 1, false, {}});  // channel 1
  plan.wait(1, 5);
  plan.wait(2, 3);
  plan.consume(1, 5);
  plan.consume(2, 3);
  plan.finish();
  const std::size_t c0 = (other(0).value - 4096) / 8;
  EXPECT_EQ(other(c0).counter, 1);
  EXPECT_EQ(other(c0).value, 5u);
  EXPECT_EQ(other(c0 + 1).counter, 2);
  EXPECT_EQ(kind(c0 + 2), Kind::meet);
}

TEST_F(FourChannels, ALongPartOfAContextIsChained) {
  for (std::uint32_t i = 0; i < 60; ++i) {
    plan.send({6, 16 * i, 0, 8, 1, false, {}});
    plan.send({9, 16 * i, 0, 8, 1, false, {}});
  }
  plan.finish();
  for (const unsigned c : {0u, 2u}) {
    unsigned puts = 0, chains = 0;
    std::size_t at = c;
    for (; kind(at) != Kind::end; ++at) {
      if (kind(at) == Kind::put) {
        EXPECT_EQ(range(at).local_addr, 2 * puts++);
        ++at;
      } else {
        ASSERT_EQ(kind(at), Kind::chain);
        const std::size_t to = (other(at).value - 4096) / 8;
        ASSERT_GT(to, at);
        at = to - 1;
        ++chains;
      }
    }
    EXPECT_EQ(puts, 60u);
    EXPECT_GE(chains, 3u);
  }
}

}  // namespace
}  // namespace collnoc::test
