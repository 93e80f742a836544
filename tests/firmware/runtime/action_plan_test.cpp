// Plans for the sequencer perform the executor's actions, however contexts and messages interleave.
#include "collnoc/firmware/runtime/action_plan.hpp"

#include <gtest/gtest.h>

#include "collnoc/firmware/collectives/all_to_all_ring_all_port.hpp"
#include "collnoc/firmware/collectives/bruck.hpp"
#include "collnoc/firmware/collectives/line.hpp"
#include "collnoc/firmware/collectives/scatter_collect.hpp"
#include "collnoc/model/nic/descriptor.hpp"
#include "sim/common/user_error.hpp"
#include "sim/schedule/path.hpp"
#include "sim/topology/topology_text.hpp"
#include "tests/firmware/runtime/plan_interpreter.hpp"
#include "tests/firmware/whole_elements.hpp"

namespace collnoc::test {
namespace {

using action::ActionWord;
using action::Kind;
using action::PutRange;
using action::PutWord;

constexpr Turns all_turns[] = {Turns::random, Turns::contexts_first, Turns::messages_first};

unsigned channels_of(const Topology& topology, PortModel nic) {
  return nic == PortModel::all_port ? topology.links() : 1;
}

/// Whether no word is empty, but for second words of puts.
bool all_used(const std::vector<std::uint64_t>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == 0) return false;
    if (ActionWord::from_word(words[i]).kind == static_cast<std::uint8_t>(Kind::put)) ++i;
  }
  return true;
}

// ---- Every schedule ---------------------------------------------------------------------------------------

class EverySchedule : public testing::TestWithParam<std::tuple<const char*, PortModel>> {};

TEST_P(EverySchedule, DeliversEveryByteInAnyOrderOfEvents) {
  const auto [text, nic] = GetParam();
  const Topology topology = parse_topology(text);
  unsigned ran = 0;
  for (const Algorithm* algorithm : algorithms()) {
    for (const bool step_barrier : {false, true}) {
      const bool rooted = form_of(algorithm->collective()).rooted();
      for (Rank root = 0; root < (rooted ? topology.size() : 1); root += 1 + topology.size() / 3) {
        const Job job{topology, root, whole_elements(*algorithm, 100 + 37 * (root + step_barrier))};
        if (why_not(*algorithm, job, nic)) continue;
        ++ran;
        const PlanPlace place{static_cast<std::uint32_t>(padded(algorithm->bytes_needed(job))),
                              channels_of(topology, nic), step_barrier};
        const auto plans = rank_plans(*algorithm, job, place);
        if (root == 0) {
          PlanPlace compact = place;
          compact.compact = true;
          const auto short_plans = rank_plans(*algorithm, job, compact);
          PlanInterpreter interpreter(*algorithm, job, compact, short_plans);
          ASSERT_EQ(interpreter.run(5, Turns::random), "") << algorithm->name();
          for (Rank r = 0; r < topology.size(); ++r) {
            ASSERT_LE(short_plans[r].words.size(), plans[r].words.size());
            ASSERT_TRUE(all_used(short_plans[r].words)) << algorithm->name() << " rank " << r;
          }
        }
        for (const Turns turns : all_turns) {
          PlanInterpreter interpreter(*algorithm, job, place, plans);
          ASSERT_EQ(interpreter.run(17 * root + 1, turns), "")
              << algorithm->name() << " root " << root << " barrier " << step_barrier << " turns "
              << static_cast<int>(turns);
          ASSERT_EQ(interpreter.bytes_checked() > 0, form_of(algorithm->collective()).has_data());
        }
      }
    }
  }
  EXPECT_GE(ran, 12u);
}

INSTANTIATE_TEST_SUITE_P(Networks, EverySchedule,
                         testing::Combine(testing::Values("mesh:4x4", "torus:4x4", "torus:3x5", "mesh:7",
                                                          "torus:2x2x2", "hypercube:4", "ghc:3x3", "star:3",
                                                          "star:4", "spidergon:10"),
                                          testing::Values(PortModel::one_port, PortModel::all_port)));

// Extents that nothing else uses, with roots in the middle; nightly.
INSTANTIATE_TEST_SUITE_P(OtherExtents, EverySchedule,
                         testing::Combine(testing::Values("torus:5x7", "mesh:6x10", "mesh:11x2", "torus:7x3",
                                                          "mesh:3x4x5", "torus:3x2x5", "hypercube:5",
                                                          "ghc:5x3", "spidergon:22", "mesh:5x4w"),
                                          testing::Values(PortModel::one_port, PortModel::all_port)));

// ---- The oracle notices faults ----------------------------------------------------------------------------

/// Runs the plans with 30 interleavings of every kind; whether one shows a violation.
bool noticed(const Algorithm& algorithm, const Job& job, const PlanPlace& place,
             const std::vector<RankPlan>& plans) {
  return std::any_of(std::begin(all_turns), std::end(all_turns), [&](Turns turns) {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
      if (!PlanInterpreter(algorithm, job, place, plans).run(seed, turns).empty()) return true;
    }
    return false;
  });
}

// A few waits are not missed: others imply them, because messages stay in order.
TEST(Interpreter, NoticesGatesAndWaitsThatAreMissing) {
  unsigned gates = 0, gates_seen = 0, waits = 0, waits_seen = 0;
  for (const PortModel nic : {PortModel::one_port, PortModel::all_port}) {
    const Topology topology = Topology::torus(4, 4);
    for (const char* name : {"scatter-collect", "recursion-based", "line"}) {
      const Algorithm& algorithm = *find_algorithm(Collective::broadcast, name);
      const Job job{topology, 5, 1024};
      const PlanPlace place{1024, channels_of(topology, nic), false};
      const std::vector<RankPlan> plans = rank_plans(algorithm, job, place);
      ASSERT_FALSE(noticed(algorithm, job, place, plans));
      for (Rank r = 0; r < topology.size(); ++r) {
        for (std::size_t i = 0; i < plans[r].words.size(); ++i) {
          auto damaged = plans;
          std::uint64_t& word = damaged[r].words[i];
          const bool is_put = ActionWord::from_word(word).kind == static_cast<std::uint8_t>(Kind::put);
          if (is_put) {
            PutWord put = PutWord::from_word(word);
            const bool gated = put.gate != 0;
            put.gate = 0;
            put.count = 0;
            word = put.word();
            ++i;
            if (!gated) continue;
          } else if (ActionWord::from_word(word).kind == static_cast<std::uint8_t>(Kind::wait)) {
            word = action::word(Kind::until, 0, 0);
          } else {
            continue;
          }
          (is_put ? gates : waits) += 1;
          (is_put ? gates_seen : waits_seen) += noticed(algorithm, job, place, damaged);
        }
      }
    }
  }
  EXPECT_GT(gates, 100u);
  EXPECT_GT(waits, 80u);
  EXPECT_EQ(gates_seen, gates);
  EXPECT_GT(10 * waits_seen, 8 * waits);
}

// ---- The plan on the host is the plan on a tile
// ------------------------------------------------------------

template <class Schedule>
void expect_same_words(const Topology& topology, unsigned channels, std::uint32_t bytes) {
  for (const bool step_barrier : {false, true}) {
    const Job job{topology, 0, bytes};
    const PlanPlace place{4096, channels, step_barrier};
    const auto plans =
        rank_plans(*find_algorithm(Schedule::collective, Schedule::name), job, place, std::uint64_t{1} << 17);
    for (Rank r = 0; r < topology.size(); ++r) {
      std::vector<std::uint64_t> words(1 << 13);
      ActionPlan plan(topology, r, channels, words, 4096);
      EXPECT_TRUE(write_plan<Schedule>(job, step_barrier, plan));
      words.resize(plan.length());
      EXPECT_EQ(words, plans[r].words) << Schedule::name << " rank " << r;
    }
  }
}

TEST(ActionPlan, IsTheSameFromTheScheduleAsFromTheExecutor) {
  expect_same_words<Line>(Topology::mesh(4, 4), 1, 1000);
  expect_same_words<ScatterCollect>(Topology::torus(4, 4), 4, 1000);
  expect_same_words<Bruck>(Topology::mesh(5, 3), 4, 64);
  expect_same_words<AllToAllRingAllPort>(Topology::torus(4, 4), 4, 100);
}

// ---- Channels ---------------------------------------------------------------------------------------------

TEST(ActionPlan, KnowsTheChannelThatTheNicWillChoose) {
  unsigned compared = 0;
  for (const char* text : {"mesh:4x3", "torus:4x4", "torus:5x2x3", "mesh:2x3x2x2", "hypercube:4", "ghc:4x3",
                           "star:4", "spidergon:12", "torus:9"}) {
    const Topology topology = parse_topology(text);
    HardwareConfig hardware;
    hardware.fit(topology);
    hardware.all_port = true;
    hardware.route_orders = topology.has_coordinates() ? 2 : 1;
    std::vector<Route> routes(1);
    for (unsigned d = 0; topology.has_directions() && d < topology.dims(); ++d) {
      for (std::size_t i = 0, n = routes.size(); i < n; ++i) {
        for (const Direction direction : {Direction::plus, Direction::minus}) {
          routes.push_back(routes[i]);
          routes.back().direction[d] = direction;
        }
      }
    }
    for (Rank from = 0; from < topology.size(); ++from) {
      for (Rank to = 0; to < topology.size(); ++to) {
        for (Route route : routes) {
          for (unsigned order = 0; order < hardware.route_orders; ++order) {
            route.set_order(static_cast<Order>(order));
            if (!leads_there(topology, from, to, route)) continue;
            const Put put{to, 0, 0, 8, 1, false, route};
            const auto launch = model::nic_launch(hardware, model::Place::of(topology, from, 64),
                                                  {0, 0, 8, put.control(), topology.address(to)});
            ASSERT_EQ(launch.errors, 0);
            ASSERT_EQ(channel_of(topology, topology.links(), from, to, route), launch.channel)
                << text << ' ' << from << ' ' << to << " directions " << put.control();
            EXPECT_EQ(channel_of(topology, 1, from, to, route), 0u);
            ++compared;
          }
        }
      }
    }
  }
  EXPECT_GT(compared, 5000u);
}

// ---- Words and limits -------------------------------------------------------------------------------------

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

TEST(RankPlans, AnErrorNamesTheLengthThatDoesNotFit) {
  const Algorithm& direct = *find_algorithm(Collective::total_exchange, "direct");
  try {
    rank_plans(direct, {Topology::mesh(4, 4), 0, 8}, {256, 1, false}, 256 + 8 * 32);
    ADD_FAILURE() << "accepted";
  } catch (const UserError& error) {
    EXPECT_NE(std::string(error.what())
                  .find("plan of rank 0 has 264 bytes, but beside the collective a tile's memory has 256"),
              std::string::npos)
        << error.what();
  }
  EXPECT_NO_THROW(rank_plans(direct, {Topology::mesh(4, 4), 0, 8}, {256, 1, false}, 256 + 8 * 33));
}

}  // namespace
}  // namespace collnoc::test
