// --timeline: a trace for Perfetto, with one track per rank and an arrow per message.
#include "sim/engine/timeline.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/sim/engine/runs.hpp"

namespace collnoc::test {
namespace {

class Timeline : public ::testing::Test {
 protected:
  Timeline() {
    RunConfig config = broadcast("mesh:4x4", 256);
    config.timeline_file = file.output();
    result = run_collective(config, {});
    file.commit();
    json = nlohmann::json::parse(std::ifstream(file.path()));
  }
  TemporaryFile file{".json"};
  RunResult result;
  nlohmann::json json;
};

TEST_F(Timeline, EveryRankHasANamedTrack) {
  std::set<std::string> names;
  for (const auto& event : json["traceEvents"])
    if (event["name"] == "thread_name" && event["pid"] == 0)
      names.insert(event["args"]["name"].get<std::string>());
  EXPECT_EQ(names.size(), 16u);
  EXPECT_TRUE(names.contains("rank 15"));
}

TEST_F(Timeline, SlicesOfARankFollowEachOtherWithinTheRun) {
  std::map<std::uint64_t, std::uint64_t> end_of;
  for (const auto& event : json["traceEvents"]) {
    if (event.value("cat", "") != "step") continue;
    const auto rank = event["tid"].get<std::uint64_t>(), begin = event["ts"].get<std::uint64_t>();
    EXPECT_GE(begin, end_of[rank]);
    end_of[rank] = begin + event["dur"].get<std::uint64_t>();
    EXPECT_LE(end_of[rank], result.cycles);
  }
  EXPECT_EQ(end_of.size(), 16u);
}

TEST_F(Timeline, ARankDoesOneThingAtATimeFromItsBeginToItsEnd) {
  std::map<std::uint64_t, std::uint64_t> end_of;
  std::set<std::string> names;
  for (const auto& event : json["traceEvents"]) {
    if (event.value("cat", "") != "activity") continue;
    const auto rank = event["tid"].get<std::uint64_t>(), begin = event["ts"].get<std::uint64_t>();
    EXPECT_EQ(begin, end_of[rank]) << "rank " << rank << " does nothing";
    end_of[rank] = begin + event["dur"].get<std::uint64_t>();
    names.insert(event["name"]);
  }
  EXPECT_EQ(names, (std::set<std::string>{"put", "wait"}));
  for (Rank r = 0; r < 16; ++r) EXPECT_EQ(end_of[r], result.finish_cycle_per_rank[r]);
}

TEST_F(Timeline, EveryMessageLeadsFromItsPutToItsArrival) {
  std::map<std::uint64_t, nlohmann::json> started;
  std::set<std::uint64_t> receivers;
  for (const auto& event : json["traceEvents"]) {
    if (event["ph"] == "s") started[event["id"].get<std::uint64_t>()] = event;
    if (event["ph"] != "f") continue;
    const auto& put = started.at(event["id"].get<std::uint64_t>());
    const auto src = put["tid"].get<Rank>(), dst = event["tid"].get<Rank>();
    const std::uint64_t least = 256 / 8 + result.config.topology.distance(src, dst);
    EXPECT_GE(event["ts"].get<std::uint64_t>(), put["ts"].get<std::uint64_t>() + least);
    EXPECT_LE(event["ts"].get<std::uint64_t>(), result.finish_cycle_per_rank[dst]);
    EXPECT_EQ(put["args"]["bytes"], 256);
    receivers.insert(dst);
  }
  EXPECT_EQ(started.size(), result.messages);
  EXPECT_EQ(receivers.size(), 15u);
}

TEST_F(Timeline, EveryLinkShowsItsPacketsOneAfterTheOther) {
  std::map<std::uint64_t, std::string> names;
  std::map<std::uint64_t, std::uint64_t> end_of;
  std::uint64_t flits = 0;
  for (const auto& event : json["traceEvents"]) {
    if (event["pid"] != 1) continue;
    const auto track = event.value("tid", std::uint64_t{0});
    if (event["name"] == "thread_name") names[track] = event["args"]["name"];
    if (event["ph"] != "X") continue;
    EXPECT_TRUE(names.contains(track));
    const auto begin = event["ts"].get<std::uint64_t>(), took = event["dur"].get<std::uint64_t>();
    EXPECT_GE(begin, end_of[track]) << names[track];
    end_of[track] = begin + took;
    EXPECT_LE(event["args"]["flits"].get<std::uint64_t>(), took);
    EXPECT_TRUE(event["name"].get<std::string>().starts_with("packet to "));
    flits += event["args"]["flits"].get<std::uint64_t>();
  }
  EXPECT_EQ(flits, result.flit_hops);
  // From the corner, recursive division sends the first message along x.
  bool first = false;
  for (const auto& [track, name] : names) first |= name.starts_with("node_0_0 +x vc ");
  EXPECT_TRUE(first);
}

/// What Perfetto drops when it reads a timeline: a slice that begins in another one of its track and ends
/// after it, and an arrow that begins or ends where its track has no slice.
std::vector<std::string> dropped(const nlohmann::json& events) {
  using Track = std::pair<std::uint64_t, std::uint64_t>;
  std::map<Track, std::vector<std::pair<std::uint64_t, std::uint64_t>>> slices;
  const auto track = [](const auto& event) { return Track{event["pid"], event["tid"]}; };
  for (const auto& event : events)
    if (event["ph"] == "X")
      slices[track(event)].emplace_back(event["ts"],
                                        event["ts"].get<std::uint64_t>() + event["dur"].get<std::uint64_t>());
  std::vector<std::string> found;
  for (auto& [at, all] : slices) {
    std::ranges::sort(
        all, [](auto a, auto b) { return a.first != b.first ? a.first < b.first : a.second > b.second; });
    std::vector<std::uint64_t> open;  // ends of the slices that a slice is in
    for (const auto& [begin, end] : all) {
      while (!open.empty() && open.back() <= begin) open.pop_back();
      if (!open.empty() && end > open.back())
        found.push_back("slice of track " + std::to_string(at.second) + " at " + std::to_string(begin));
      open.push_back(end);
    }
  }
  for (const auto& event : events) {
    if (event["ph"] != "s" && event["ph"] != "f") continue;
    const auto at = event["ts"].get<std::uint64_t>();
    const bool bound = std::ranges::any_of(
        slices[track(event)], [&](const auto& slice) { return slice.first <= at && at < slice.second; });
    if (!bound || (event["ph"] == "f" && event.value("bp", "") != "e")) found.push_back(event.dump());
  }
  return found;
}

TEST_F(Timeline, PerfettoShowsEverySliceAndEveryArrow) {
  EXPECT_EQ(dropped(json["traceEvents"]), std::vector<std::string>{});
  // The rule notices what it is for.
  nlohmann::json late = json["traceEvents"], crossing = late;
  for (auto& event : late)
    if (event["ph"] == "f") event["ts"] = result.cycles + 1;
  EXPECT_EQ(dropped(late).size(), result.messages);
  const auto wait = std::ranges::find_if(crossing, [](const auto& event) { return event["name"] == "wait"; });
  (*wait)["dur"] = wait->at("dur").get<std::uint64_t>() + 1;
  EXPECT_FALSE(dropped(crossing).empty());
}

TEST(TimelineOfSoftwareThatTakesTime, IsShownByPerfetto) {
  TemporaryFile file(".json");
  RunConfig config = broadcast("torus:4x4", 64);
  config.startup_cycles = 10;
  config.timeline_file = file.output();
  run_collective(config);
  file.commit();
  EXPECT_EQ(dropped(nlohmann::json::parse(std::ifstream(file.path()))["traceEvents"]),
            std::vector<std::string>{});
}

TEST_F(Timeline, ChangesNoCycle) {
  EXPECT_EQ(run_collective(broadcast("mesh:4x4", 256)).finish_cycle_per_rank, result.finish_cycle_per_rank);
}

TEST(TimelineOfANic, HasMessagesThatAreCountedFromTheStart) {
  TemporaryFile file(".json");
  RunConfig config = broadcast("mesh:4x4", 256);
  config.executor = Executor::nic;
  config.hardware = with_executor(config.hardware, config.executor, config.collective);
  config.timeline_file = file.output();
  const RunResult result = run_collective(config);
  file.commit();
  std::uint64_t messages = 0, last = 0;
  std::map<std::uint64_t, std::uint64_t> end_of, waits;
  const auto json = nlohmann::json::parse(std::ifstream(file.path()));
  for (const auto& event : json["traceEvents"]) {
    if (event.value("cat", "") == "activity") {
      const auto rank = event["tid"].get<std::uint64_t>(), begin = event["ts"].get<std::uint64_t>();
      EXPECT_EQ(begin, end_of[rank]) << "rank " << rank << " does nothing";
      end_of[rank] = begin + event["dur"].get<std::uint64_t>();
      EXPECT_TRUE(event["name"] == "put" || event["name"] == "wait") << event["name"];
      if (event["name"] == "wait") waits[rank] += event["dur"].get<std::uint64_t>();
    }
    if (event["ph"] != "f") continue;
    ++messages;
    last = std::max(last, event["ts"].get<std::uint64_t>());
  }
  EXPECT_EQ(messages, result.messages);
  EXPECT_LE(last, result.cycles);
  EXPECT_GE(last + 8, result.cycles);
  // All ranks are busy until they finish. The root waits for nothing, the rank that is reached last most of
  // the time.
  for (Rank r = 0; r < 16; ++r) EXPECT_EQ(end_of[r], result.finish_cycle_per_rank[r]) << "rank " << r;
  EXPECT_EQ(dropped(json["traceEvents"]), std::vector<std::string>{});
  EXPECT_EQ(waits[0], 0u);
  EXPECT_GT(waits[15], result.cycles / 2);
}

TEST_F(Timeline, TheProcessIsNamedAfterTheRun) {
  EXPECT_EQ(json["traceEvents"][0]["args"]["name"], "broadcast/recursive-division/mesh_4x4/one-port/256");
}

}  // namespace
}  // namespace collnoc::test
