// Plans for the sequencer perform the executor's actions, however contexts and messages interleave.
#include "collnoc/firmware/runtime/action_plan.hpp"

#include <gtest/gtest.h>

#include "collnoc/firmware/collectives/all_to_all_broadcast/all_to_all_ring_all_port.hpp"
#include "collnoc/firmware/collectives/broadcast/line.hpp"
#include "collnoc/firmware/collectives/broadcast/scatter_collect.hpp"
#include "collnoc/firmware/collectives/total_exchange/bruck.hpp"
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

// ---- The plan on the host is the plan on a tile -----------------------------------------------------------

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
