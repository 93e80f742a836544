// collnoc traffic, schedule, check, list.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "sim/program/schedule_catalogue.hpp"
#include "tests/sim/program/fakes.hpp"

namespace collnoc::test {
namespace {

using Json = nlohmann::json;

/// The commands in the help of a command.
std::vector<std::vector<std::string>> examples(const std::string& command) {
  std::vector<std::vector<std::string>> all;
  std::istringstream help(collnoc({command, "--help"}).out);
  bool begun = false;
  for (std::string line; std::getline(help, line);) {
    begun = begun || line == "Examples:";
    std::istringstream words(line);
    std::string word;
    if (!begun || !(words >> word) || word != "collnoc") continue;
    all.emplace_back();
    while (words >> word && word != "|" && word != ">") all.back().push_back(word);
  }
  return all;
}

TEST(Help, HasExamplesThatAreAccepted) {
  for (const std::string command : {"run", "schedule", "check", "traffic", "tune", "list", "manual"}) {
    const auto all = examples(command);
    ASSERT_FALSE(all.empty()) << command;
    for (std::vector<std::string> example : all) {
      EXPECT_EQ(example.front(), command);
      FakeEngine engine;
      const Folder folder;
      for (std::size_t i = 1; i < example.size(); ++i)  // files are written elsewhere
        if (example[i - 1] == "--json" || example[i - 1] == "--output") example[i] = folder.path("file");
      const Ended ended = collnoc(example, engine, ScheduleCatalogue());
      EXPECT_EQ(ended.code, 0) << command << ": " << ended.err;
    }
  }
  for (const std::string command : {"regress", "completion"})
    EXPECT_FALSE(examples(command).empty()) << command;
}

TEST(Completion, KnowsTheShells) {
  for (const std::string shell : {"bash", "zsh", "fish"}) {
    const Ended ended = collnoc({"completion", shell});
    EXPECT_EQ(ended.code, 0);
    for (const std::string word : {"run", "topology", "recursive-division", "lockstep"})
      EXPECT_NE(ended.out.find(word), std::string::npos) << shell << ": " << word;
  }
  EXPECT_NE(
      collnoc({"completion", "powershell"}).err.find("no completion for 'powershell'; one of bash, zsh"),
      std::string::npos);
  EXPECT_NE(collnoc({"completion"}).err.find("for which shell? one of bash"), std::string::npos);
}

TEST(TrafficCommand, EveryFlagReachesTheEngine) {
  FakeEngine engine;
  const Ended ended = collnoc(
      {"traffic", "--pattern", "transpose", "--load", "0.1:0.5:0.1", "--packet-flits", "4", "--warmup", "10",
       "--measure", "20", "--drain", "30", "--topology", "torus:4x4", "--nic", "all-port"},
      engine);
  ASSERT_EQ(ended.code, 0) << ended.err;
  ASSERT_EQ(engine.traffics.size(), 5u);
  const TrafficConfig& config = engine.traffics.front();
  EXPECT_EQ(config.pattern, Pattern::transpose);
  EXPECT_EQ(config.loads, (std::vector<double>{0.1, 0.2, 0.3, 0.4, 0.5}));
  EXPECT_EQ(config.packet_flits, 4u);
  EXPECT_EQ(config.warmup_cycles, 10u);
  EXPECT_EQ(config.measure_cycles, 20u);
  EXPECT_EQ(config.drain_cycles, 30u);
  EXPECT_TRUE(config.hardware.all_port);
}

TEST(TrafficCommand, AnAllPortNicTakesMoreThanOneFlitPerCycle) {
  EXPECT_EQ(collnoc({"traffic", "--nic", "all-port", "--load", "4"}).code, 0);
  EXPECT_EQ(collnoc({"traffic", "--nic", "all-port", "--load", "4.1"}).code, 1);
}

TEST(TrafficCommand, JsonHasOneEntryPerLoad) {
  const Json json = Json::parse(collnoc({"traffic", "--load", "0.1,0.5", "--json", "-"}).out);
  EXPECT_EQ(json["schema"], "collnoc.traffic/1");
  EXPECT_EQ(json["traffic"]["loads"].size(), 2u);
  EXPECT_EQ(json["traffic"]["loads"][0]["saturated"], false);
  EXPECT_EQ(json["traffic"]["loads"][1]["saturated"], true);
  EXPECT_EQ(json["traffic"]["loads"][1]["latency_p99"], 60);
}

TEST(TrafficCommand, TheTableHasOneRowPerLoad) {
  const Ended ended = collnoc({"traffic", "--load", "0.1,0.5"});
  EXPECT_NE(ended.out.find("      0.1    0.1000  20.25   19   60   90     1000  no"), std::string::npos)
      << ended.out;
  EXPECT_NE(ended.out.find("      0.5    0.4000  20.25   19   60   90     1000  yes"), std::string::npos);
}

TEST(ScheduleCommand, PrintsOneRowPerTransfer) {
  const Ended ended = collnoc({"schedule", "broadcast", "--bytes", "64"});
  EXPECT_NE(ended.out.find("     1    0    2     2     64  0-1-2\n"), std::string::npos) << ended.out;
}

TEST(ScheduleCommand, DrawsTheStepInWhichEachNodeFirstReceives) {
  const Ended ended = collnoc({"schedule", "broadcast", "--topology", "mesh:3x2", "--draw"});
  EXPECT_NE(ended.out.find("\n   .   .   .\n   *   .   1\n"), std::string::npos) << ended.out;
}

TEST(ScheduleCommand, DrawsWhenTheBlockOfRank0ArrivesInPlanesSideBySide) {
  FakeEngine engine;
  const Ended ended = collnoc(
      {"schedule", "all-to-all-broadcast", "--algorithm", "ring", "--topology", "torus:3x2x2", "--draw"},
      engine, ScheduleCatalogue());
  EXPECT_NE(ended.out.find("\n   3   3   3     4   4   4\n   *   1   2     4   4   4\n"), std::string::npos)
      << ended.out;
}

TEST(ScheduleCommand, DrawsTheLastStepOfANodeIfItDiffersFromTheFirst) {
  FakeEngine engine;
  const Ended ended =
      collnoc({"schedule", "broadcast", "--algorithm", "recursion-based", "--topology", "mesh:2x2", "--draw"},
              engine, ScheduleCatalogue());
  EXPECT_NE(ended.out.find("first receives; * the root\n   2   1\n   *   2\n"), std::string::npos)
      << ended.out;
  EXPECT_NE(ended.out.find("last receives; * the root\n   3   3\n   *   3\n"), std::string::npos)
      << ended.out;
}

TEST(ScheduleCommand, GivesTheJsonOfTheCatalogue) {
  const Json json = Json::parse(collnoc({"schedule", "broadcast", "--json", "-", "--quiet"}).out);
  EXPECT_EQ(json["schema"], "collnoc.schedule/1");
}

TEST(ScheduleCommand, RefusesSeveralSchedulesAtOnce) {
  EXPECT_EQ(collnoc({"schedule", "broadcast", "--algorithm", "all"}).code, 1);
}

TEST(CheckCommand, AProofEndsWithZeroAndAViolationWithTwo) {
  FakeEngine engine;
  FakeCatalogue catalogue;
  EXPECT_EQ(collnoc({"check", "broadcast"}, engine, catalogue).code, 0);
  catalogue.proof_fails = true;
  const Ended ended = collnoc({"check", "broadcast"}, engine, catalogue);
  EXPECT_EQ(ended.code, 2);
  EXPECT_NE(ended.out.find("NO      step 3: rank 7 lacks block 0"), std::string::npos) << ended.out;
}

TEST(AnyCommand, StandardOutputThatCannotBeWrittenIsAnError) {
  std::ostringstream out, err;
  out.setstate(std::ios::badbit);
  Console console{out, err};
  FakeEngine engine;
  EXPECT_EQ(run_program({"list", "patterns"}, console, FakeCatalogue(), engine), 1);
  EXPECT_EQ(err.str(), "collnoc: error: standard output: cannot be written\n");
}

TEST(ListCommand, ListsAllChoices) {
  const std::string algorithms = collnoc({"list", "algorithms"}).out;
  EXPECT_NE(algorithms.find("total-exchange  direct"), std::string::npos);
  EXPECT_TRUE(
      algorithms.ends_with("\n# total-exchange is also called all-to-all; all-to-all-broadcast is also "
                           "called all-gather\n"))
      << algorithms;
  EXPECT_NE(collnoc({"list", "topologies"}).out.find("torus:8x8"), std::string::npos);
  EXPECT_NE(collnoc({"list", "patterns"}).out.find("hotspot"), std::string::npos);
  EXPECT_NE(collnoc({"list", "nodes"}).out.find("mesh2d-one-port"), std::string::npos);
}

}  // namespace
}  // namespace collnoc::test
