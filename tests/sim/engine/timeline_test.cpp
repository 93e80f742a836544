// --timeline: a trace for Perfetto, with one track per rank.
#include "sim/engine/timeline.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/sim/engine/runs.hpp"

namespace collnoc::test {
namespace {

class Timeline : public ::testing::Test {
 protected:
  Timeline() {
    RunConfig config = broadcast("mesh:4x4", 256);
    config.timeline_file = file.path();
    result = run_collective(config, {});
    json = nlohmann::json::parse(std::ifstream(file.path()));
  }
  TemporaryFile file{".json"};
  RunResult result;
  nlohmann::json json;
};

TEST_F(Timeline, EveryRankHasANamedTrack) {
  std::set<std::string> names;
  for (const auto& event : json["traceEvents"])
    if (event["name"] == "thread_name") names.insert(event["args"]["name"].get<std::string>());
  EXPECT_EQ(names.size(), 16u);
  EXPECT_TRUE(names.contains("rank 15"));
}

TEST_F(Timeline, SlicesOfARankFollowEachOtherWithinTheRun) {
  std::map<std::uint64_t, std::uint64_t> end_of;
  for (const auto& event : json["traceEvents"]) {
    if (event["ph"] != "X") continue;
    const auto rank = event["tid"].get<std::uint64_t>(), begin = event["ts"].get<std::uint64_t>();
    EXPECT_GE(begin, end_of[rank]);
    end_of[rank] = begin + event["dur"].get<std::uint64_t>();
    EXPECT_LE(end_of[rank], result.cycles);
  }
  EXPECT_EQ(end_of.size(), 16u);
}

TEST_F(Timeline, TheProcessIsNamedAfterTheRun) {
  EXPECT_EQ(json["traceEvents"][0]["args"]["name"], "broadcast/recursive-division/mesh_4x4/one-port/256");
}

}  // namespace
}  // namespace collnoc::test
