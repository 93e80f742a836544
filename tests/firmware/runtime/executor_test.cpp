// Tests firmware/runtime/executor.hpp: every collective delivers every byte, for any delays.
#include "collnoc/firmware/runtime/executor.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "collnoc/firmware/collectives/broadcast/recursion_based.hpp"
#include "sim/schedule/algorithm.hpp"
#include "sim/schedule/expanded_schedule.hpp"
#include "sim/schedule/payload.hpp"
#include "sim/topology/topology_text.hpp"
#include "tests/firmware/untimed_network.hpp"
#include "tests/firmware/whole_elements.hpp"
#include "tests/sim/schedule/damaged.hpp"
#include "tests/support/recording_tile.hpp"

namespace collnoc {
namespace {

struct Case {
  const Algorithm* algorithm;
  std::string topology;
};

std::vector<Case> cases() {
  std::vector<Case> cases;
  for (const char* topology : {"mesh:1", "mesh:2", "mesh:7", "torus:6", "mesh:2x2", "torus:2x2", "mesh:4x4",
                               "torus:4x4", "mesh:3x5", "torus:5x3", "mesh:4x5w", "mesh:8x8", "torus:8x8",
                               "mesh:2x3x4", "torus:4x4x4", "torus:2x3x2x3", "star:3", "star:4"}) {
    for (const Algorithm* algorithm : algorithms()) {
      if (!algorithm->why_not(parse_topology(topology), PortModel::all_port))
        cases.push_back({algorithm, topology});
    }
  }
  return cases;
}

std::string case_name(const testing::TestParamInfo<Case>& info) {
  std::string name = fmt::format("{}_{}_{}", to_text(info.param.algorithm->collective()),
                                 info.param.algorithm->name(), info.param.topology);
  for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return name;
}

class EveryCollective : public testing::TestWithParam<Case> {};

TEST_P(EveryCollective, DeliversEveryByteUnderAnyDelays) {
  const Topology topology = parse_topology(GetParam().topology);
  const Algorithm& algorithm = *GetParam().algorithm;
  const std::uint64_t seeds = topology.size() < 36 ? 3 : 1;  // small networks have the more delays
  for (std::uint32_t bytes : {1u, 7u, 8u, 1000u, 1001u}) {
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      const Job job{topology, static_cast<Rank>(seed * 7919 % topology.size()),
                    whole_elements(algorithm, bytes), 64};
      UntimedNetwork network(algorithm, job, seed);
      const Payload payload(algorithm.collective(), job, seed, algorithm.accumulates());
      for (Rank r = 0; r < topology.size(); ++r) payload.fill(r, network.memory(r));
      ASSERT_EQ(network.run(), "") << bytes << " bytes, seed " << seed;
      for (Rank r = 0; r < topology.size(); ++r) {
        const PayloadCheck result = payload.check(r, network.memory(r));
        ASSERT_EQ(result.bytes_wrong, 0u)
            << "rank " << r << " address " << result.first_wrong << ", " << bytes << " bytes, seed " << seed;
      }
    }
  }
}

TEST_P(EveryCollective, StatesItsArrivalsAsItsSendersMakeThem) {
  const Topology topology = parse_topology(GetParam().topology);
  const Algorithm& algorithm = *GetParam().algorithm;
  for (std::uint32_t bytes : {1u, 100u}) {
    const Job job{topology, topology.size() / 2, whole_elements(algorithm, bytes)};
    std::vector<std::array<std::uint32_t, counter_count>> counted(topology.size());
    StepWalker walker(algorithm, job);
    std::uint32_t done = 0;
    for (Step step; walker.next(step);) {
      ++done;
      for (const Transfer& t : step) {
        for (const Put& put : t.puts) {
          for (const Rank dst : t.receivers(topology)) ++counted[dst][put.counter];
        }
      }
      if (done % 7 != 0 && done != algorithm.steps(job)) continue;
      for (Rank r = 0; r < topology.size(); ++r) {
        for (std::uint8_t c = 1; c < counter_count; ++c) {
          ASSERT_EQ(algorithm.arrivals(job, r, c, done), counted[r][c])
              << "rank " << r << " counter " << int(c) << " after " << done << " steps";
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Executor, EveryCollective, testing::ValuesIn(cases()), case_name);

TEST(Cases, AreNotFewerThanExpected) { EXPECT_GE(cases().size(), 357u); }

/// Number of wrong bytes of product on a 4x4 mesh, over ten seeds of delays, with an injected fault.
std::uint64_t wrong_bytes_of_product(const Damaged::Edit& edit) {
  const Job job{Topology::mesh(4, 4), 0, 64};
  const Damaged damaged(*find_algorithm(Collective::total_exchange, "product"), edit);
  std::uint64_t wrong = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    UntimedNetwork network(damaged, job, seed);
    const Payload payload(Collective::total_exchange, job, seed);
    for (Rank r = 0; r < 16; ++r) payload.fill(r, network.memory(r));
    EXPECT_EQ(network.run(), "");
    for (Rank r = 0; r < 16; ++r) wrong += payload.check(r, network.memory(r)).bytes_wrong;
  }
  return wrong;
}

TEST(UntimedNetwork, ShowsWrongBytesWhereASendDoesNotWait) {
  EXPECT_EQ(wrong_bytes_of_product([](Rank, Action&) { return true; }), 0u);
  EXPECT_NE(wrong_bytes_of_product(
                [](Rank r, Action& a) { return !(a.kind == Action::Kind::wait && r == 5 && a.step < 56); }),
            0u);
}

TEST(UntimedNetwork, ShowsWrongBytesWhereTransitSlotsAreUsedAgainTooEarly) {
  const auto fold = [](std::uint32_t& address) {  // both sets of slots use the addresses of the first
    const std::uint32_t first = 48 * 64, set = 4 * 64;
    if (address >= first) address = first + (address - first) / (2 * set) * 2 * set + (address - first) % set;
  };
  EXPECT_NE(wrong_bytes_of_product([&](Rank, Action& a) {
              fold(a.put.local);
              fold(a.put.remote);
              return true;
            }),
            0u);
}

TEST(Executor, StaysDone) {
  const Job job{Topology::mesh(2, 2), 0, 8};
  Cursor cursor;
  while (next<RecursionBased>(job, 3, cursor).kind != Action::Kind::done) {
  }
  EXPECT_EQ(next<RecursionBased>(job, 3, cursor).kind, Action::Kind::done);
}

TEST(Executor, RemembersNoMoreThanACursor) { EXPECT_LE(sizeof(Cursor), 12u); }

TEST(Executor, RunMakesThePutsOfNextInOrder) {
  const Job job{Topology::torus(8, 8), 19, 1000};
  for (Rank rank = 0; rank < 64; ++rank) {
    test::RecordingTile tile(job.topology, rank, 1000);
    run<RecursionBased>(tile, job);
    std::vector<Put> expected;
    Cursor cursor;
    for (Action a; (a = next<RecursionBased>(job, rank, cursor)).kind != Action::Kind::done;) {
      if (a.kind == Action::Kind::put) expected.push_back(a.put);
    }
    EXPECT_EQ(tile.puts(), expected) << "rank " << rank;
  }
}

TEST(Executor, WithAStepBarrierMeetsBetweenStepsAfterAllArrivalsOfTheStep) {
  const Job job{Topology::mesh(4, 4), 5, 64};
  unsigned ran = 0;
  for (const Algorithm* algorithm : algorithms()) {
    if (algorithm->why_not(job.topology, PortModel::all_port)) continue;
    ++ran;
    for (Rank rank = 0; rank < 16; ++rank) {
      Cursor cursor;
      cursor.step_barrier = true;
      std::array<std::uint32_t, counter_count> waited{};
      std::uint32_t barriers = 0;
      for (Action a; (a = algorithm->next(job, rank, cursor)).kind != Action::Kind::done;) {
        if (a.kind == Action::Kind::wait) waited[a.counter] = std::max(waited[a.counter], a.count);
        if (a.kind != Action::Kind::barrier) continue;
        EXPECT_EQ(a.step, barriers++);
        for (std::uint8_t c = 1; c < barrier_counter; ++c) {
          EXPECT_EQ(waited[c], algorithm->arrivals(job, rank, c, a.step + 1)) << algorithm->name();
        }
      }
      EXPECT_EQ(barriers, algorithm->steps(job) - 1) << algorithm->name();
    }
  }
  EXPECT_GE(ran, 29u) << "as many as today, or more";
}

}  // namespace
}  // namespace collnoc
