// Tests sim/schedule/algorithm.hpp: algorithms by name, and why a job cannot be run.
#include "sim/schedule/algorithm.hpp"

#include <gtest/gtest.h>

#include <set>

#include "sim/schedule/action_reader.hpp"
#include "sim/schedule/expanded_schedule.hpp"
#include "sim/topology/topology_text.hpp"

namespace collnoc {
namespace {

TEST(Algorithms, HaveNamesOfTheirOwn) {
  std::set<std::pair<Collective, std::string_view>> names;
  for (const Algorithm* a : algorithms()) {
    EXPECT_TRUE(names.emplace(a->collective(), a->name()).second) << a->name();
    EXPECT_EQ(find_algorithm(a->collective(), a->name()), a);
    EXPECT_FALSE(a->summary().empty());
  }
  EXPECT_EQ(find_algorithm(Collective::broadcast, "direct"), nullptr);
}

TEST(Algorithms, AreSelectedByNameAndNic) {
  const auto meant = [](std::string_view name, const Topology& topology, PortModel nic) -> std::string_view {
    const Algorithm* algorithm = meant_algorithm(Collective::broadcast, name, topology, nic);
    return algorithm ? algorithm->name() : "none";
  };
  const Topology square = Topology::mesh(8, 8), large = Topology::mesh(512, 512);
  EXPECT_EQ(meant("recursion-based", square, PortModel::one_port), "recursion-based");
  EXPECT_EQ(meant("recursion-based", square, PortModel::all_port), "recursion-based-all-port");
  EXPECT_EQ(meant("recursion-based", large, PortModel::all_port), "recursion-based");
  EXPECT_EQ(meant("recursion-based-one-port", square, PortModel::all_port), "recursion-based");
  EXPECT_EQ(meant("recursion-based-all-port", square, PortModel::all_port), "recursion-based-all-port");
  EXPECT_EQ(meant("ternary", square, PortModel::all_port), "ternary");
  EXPECT_EQ(meant("ternary-one-port", square, PortModel::all_port), "none");
}

// Steps of many actions are read at once, others action by action.
TEST(ActionReader, GivesTheActionsOfTheAlgorithm) {
  unsigned long_steps = 0;
  for (const Algorithm* a : algorithms()) {
    for (const char* text : {"mesh:4x4", "torus:4x4", "star:4", "spidergon:8"}) {
      for (const bool barrier : {false, true}) {
        const Topology topology = parse_topology(text);
        if (a->why_not(topology, PortModel::all_port) && a->why_not(topology, PortModel::one_port)) continue;
        const Job job{topology, 3, 1024, 64};
        for (const Rank rank : {0u, 3u, topology.size() - 1}) {
          Cursor cursor;
          cursor.step_barrier = barrier;
          ActionReader reader(barrier);
          for (Action expected; (expected = a->next(job, rank, cursor)).kind != Action::Kind::done;) {
            const Action action = reader.next(*a, job, rank);
            long_steps += cursor.stage == Cursor::Stage::items && cursor.item > 9 ? 1 : 0;
            ASSERT_EQ(action.kind, expected.kind) << a->name();
            ASSERT_EQ(action.step, expected.step) << a->name();
            ASSERT_EQ(action.counter, expected.counter) << a->name();
            ASSERT_EQ(action.count, expected.count) << a->name();
            ASSERT_EQ(action.continues, expected.continues) << a->name();
            ASSERT_EQ(action.put, expected.put) << a->name();
            ASSERT_EQ(action.box, expected.box) << a->name();
            ASSERT_EQ(action.combine, expected.combine) << a->name();
          }
          ASSERT_EQ(reader.next(*a, job, rank).kind, Action::Kind::done) << a->name();
        }
      }
    }
  }
  EXPECT_GT(long_steps, 100u) << "none was read at once";
}

/// Whether some put of the schedule requests descending order.
bool descends(const Algorithm& algorithm, const Job& job) {
  bool found = false;
  StepWalker walker(algorithm, job);
  for (Step step; walker.next(step);)
    for (const Transfer& t : step)
      for (const Put& put : t.puts) found |= put.route.order() == Order::descending;
  return found;
}

TEST(Algorithms, StateThatTheyNeedBothOrdersOfDimensionsWhereTheirMessagesDo) {
  for (const Algorithm* a : algorithms()) {
    bool ran = false, found = false;
    for (const char* text :
         {"mesh:8x8", "torus:8x8", "torus:64x64", "torus:4x4x4", "mesh:8", "star:4", "tree:2,2"}) {
      const Topology topology = parse_topology(text);
      if (ran || (a->why_not(topology, PortModel::all_port) && a->why_not(topology, PortModel::one_port)))
        continue;
      ran = true;
      found = descends(*a, {topology, 5, 1024});
    }
    EXPECT_TRUE(ran) << a->name() << " was not asked";
    EXPECT_EQ(a->needs_orders(), found) << a->name();
  }
  EXPECT_TRUE(find_algorithm(Collective::broadcast, "np-d:1")->needs_orders());
}

TEST(Algorithms, SayWhyAJobCannotBeRun) {
  const Algorithm& product = *find_algorithm(Collective::total_exchange, "product");
  const Algorithm& recursion = *find_algorithm(Collective::broadcast, "recursion-based");
  const Topology square = Topology::mesh(8, 8);
  EXPECT_EQ(why_not(recursion, {square, 63, 1}, PortModel::one_port), std::nullopt);
  EXPECT_EQ(why_not(recursion, {square, 64, 1}, PortModel::one_port),
            "recursion-based on mesh:8x8: root 64 is outside, ranks are 0 to 63");
  EXPECT_EQ(why_not(recursion, {square, 0, 0}, PortModel::one_port),
            "recursion-based on mesh:8x8: a message has at least 1 byte");
  EXPECT_EQ(
      why_not(recursion, {Topology::mesh(8, 6), 0, 1}, PortModel::one_port),
      "recursion-based on mesh:8x6: it needs a rectangle or a cube whose sides are powers of two, at least "
      "2");
  EXPECT_EQ(why_not(product, {square, 0, 8192}, PortModel::one_port),
            "product on mesh:8x8: 8192 bytes need 2359296 bytes of every tile's memory, which has 2097152; "
            "at most 7280 fit");
  EXPECT_EQ(why_not(product, {square, 0, 1024}, PortModel::one_port, 65536),
            "product on mesh:8x8: 1024 bytes need 294912 bytes of every tile's memory, which has 65536; at "
            "most 224 fit");
}

TEST(Algorithms, RefuseWhatNoMemoryHolds) {
  const Algorithm& product = *find_algorithm(Collective::total_exchange, "product");
  for (const char* text : {"mesh:65536", "torus:256x256", "mesh:256x256"}) {
    EXPECT_TRUE(why_not(product, {parse_topology(text), 0, 4096}, PortModel::one_port)) << text;
  }
}

}  // namespace
}  // namespace collnoc
