// collnoc traffic, schedule, check, list.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "sim/commands/progress_line.hpp"
#include "sim/commands/schedule_catalogue.hpp"
#include "sim/topology/topology_text.hpp"
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
  for (const std::string command :
       {"run", "schedule", "check", "synthesize", "traffic", "replay", "tune", "list", "manual"}) {
    const auto all = examples(command);
    ASSERT_FALSE(all.empty()) << command;
    for (std::vector<std::string> example : all) {
      EXPECT_EQ(example.front(), command);
      FakeEngine engine;
      const Folder folder;
      for (std::size_t i = 1; i < example.size(); ++i)  // files are written elsewhere
        for (const char* option : {"--json", "--output", "-o", "--draw"})
          if (example[i - 1] == option) example[i] = folder.path("file.svg");
      const Ended ended = collnoc(example, engine, ScheduleCatalogue());
      EXPECT_EQ(ended.code, 0) << command << ": " << ended.err;
    }
  }
  for (const std::string command : {"regress", "completion", "sweep", "report"})
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
  EXPECT_EQ(config.classes[0].pattern.kind, Pattern::transpose);
  EXPECT_EQ(config.loads, (std::vector<double>{0.1, 0.2, 0.3, 0.4, 0.5}));
  EXPECT_EQ(config.classes[0].lengths.longest(), 4u);
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
  EXPECT_EQ(json["schema"], "collnoc.traffic/2");
  EXPECT_EQ(json["traffic"]["loads"].size(), 2u);
  EXPECT_EQ(json["traffic"]["loads"][0]["saturated"], false);
  EXPECT_EQ(json["traffic"]["loads"][1]["saturated"], true);
  EXPECT_EQ(json["traffic"]["loads"][1]["latency_p99"], 60);
}

TEST(TrafficCommand, SaysWhatAMeasurementTells) {
  const Ended ended = collnoc({"traffic", "--load", "0.3,0.4,0.5", "--json", "-"});
  const Json loads = Json::parse(ended.out)["traffic"]["loads"];
  const auto of = [&](const char* key) { return Json{loads[0][key], loads[1][key], loads[2][key]}; };
  EXPECT_EQ(of("stability"), Json({"stable", "unknown", "growing"}));
  EXPECT_EQ(of("saturated"), Json({false, false, true}));
  EXPECT_EQ(of("steady"), Json({true, false, false}));
  EXPECT_EQ(of("latency_half_width"), Json({0.25, nullptr, nullptr}));
  const std::string table = collnoc({"traffic", "--load", "0.3,0.4,0.5"}).out;
  std::vector<std::string> words;  // of the columns `saturated` and `+-`
  std::istringstream lines(table);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("#")) continue;
    std::istringstream cells(line);
    std::vector<std::string> row{std::istream_iterator<std::string>(cells), {}};
    words.insert(words.end(), {row.at(0), row.at(7), row.at(8)});
  }
  EXPECT_EQ(words, (std::vector<std::string>{"0.3", "no", "0.25", "0.4", "unknown", "-", "0.5", "yes", "-"}))
      << table;
  EXPECT_NE(table.find("# unknown: too few cycles were measured"), std::string::npos) << table;
  EXPECT_EQ(collnoc({"traffic", "--load", "0.3"}).out.find("# unknown"), std::string::npos);
}

TEST(TrafficCommand, ShowsTheLoadBesideWhatIsOffered) {
  const std::vector<std::string> transpose{"traffic",  "--pattern", "transpose", "--topology",
                                           "mesh:4x4", "--load",    "0.2"};
  const Ended ended = collnoc(transpose);
  EXPECT_NE(ended.out.find("#  load  offered  accepted"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("    0.2     0.15    0.2000"), std::string::npos) << ended.out;
  EXPECT_NE(collnoc({"traffic", "--load", "0.2"}).out.find("#  offered  accepted"), std::string::npos);
  const Ended found =
      collnoc({"traffic", "--pattern", "transpose", "--topology", "mesh:4x4", "--saturation", "--json", "-"});
  const Json saturation = Json::parse(found.out)["traffic"]["saturation"];
  EXPECT_DOUBLE_EQ(saturation["offered"], 0.75 * saturation["load"].get<double>());
  EXPECT_DOUBLE_EQ(saturation["above_offered"], 0.75 * saturation["above"].get<double>());
}

TEST(ReplayCommand, EveryFlagReachesTheEngine) {
  FakeEngine engine;
  const Ended ended =
      collnoc({"replay", "a.jsonl", "--topology", "torus:4x4", "--nic", "all-port", "--window", "50",
               "--per-pair", "--threads", "2", "--set", "traffic.per_link=on"},
              engine);
  ASSERT_EQ(ended.code, 0) << ended.err;
  const ReplayConfig& config = engine.replays.front();
  EXPECT_EQ(config.trace, "a.jsonl");
  EXPECT_EQ(config.window, 50u);
  EXPECT_EQ(config.threads, 2u);
  EXPECT_TRUE(config.per_pair && config.per_link && config.hardware.all_port);
  EXPECT_NE(ended.out.find("# critical path: lines 1 to 1, 1 messages: starts in cycle 980"),
            std::string::npos)
      << ended.out;
  EXPECT_NE(ended.out.find("# 3 messages left later because of --window 50"), std::string::npos);
}

TEST(ReplayCommand, JsonHasWhatTheEngineFound) {
  const Json json = Json::parse(collnoc({"replay", "a.jsonl", "--json", "-"}).out);
  EXPECT_EQ(json["schema"], "collnoc.replay/1");
  EXPECT_EQ(json["replay"]["trace"], "a.jsonl");
  EXPECT_EQ(json["replay"]["result"]["latency"]["queueing"]["max"], 4);
}

TEST(TrafficCommand, ClassesTakeFromTheFlagsWhatTheyDoNotSay) {
  FakeEngine engine;
  const Ended ended =
      collnoc({"traffic", "--topology", "mesh:4x4", "--process", "periodic", "--lengths", "1:3,9:1",
               "--reply-lengths", "9", "--outstanding", "2", "--warmup", "auto", "--confidence", "5",
               "--classes", "name=a weight=3; pattern=hotspot:3,5:0.2 load=0.05 lengths=4 service=7"},
              engine);
  ASSERT_EQ(ended.code, 0) << ended.err;
  const TrafficConfig& config = engine.traffics.front();
  ASSERT_EQ(config.classes.size(), 2u);
  const TrafficClass &a = config.classes[0], &b = config.classes[1];
  EXPECT_EQ(a.name, "a");
  EXPECT_EQ(a.weight, 3);
  EXPECT_EQ(a.lengths.text(), "1:0.75,9:0.25");
  EXPECT_EQ(a.replies->outstanding, 2u);
  EXPECT_EQ(b.name, "2");
  EXPECT_EQ(b.pattern.hot_nodes, (std::vector<Rank>{3, 5}));
  EXPECT_EQ(b.pattern.hot_share, 0.2);
  EXPECT_EQ(b.fixed_load, 0.05);
  EXPECT_EQ(b.lengths.text(), "4");
  EXPECT_EQ(b.process.kind, Process::periodic);
  EXPECT_EQ(b.replies->service_cycles, 7u);
  EXPECT_FALSE(config.warmup_cycles);
  EXPECT_EQ(config.confidence, 0.05);
  EXPECT_NE(ended.out.find("replies"), std::string::npos) << ended.out;
}

TEST(TrafficCommand, SaturationIsFoundByBisection) {  // the fake engine accepts 0.4
  const Ended ended = collnoc({"traffic", "--saturation", "--json", "-"});
  const Json found = Json::parse(ended.out)["traffic"]["saturation"];
  EXPECT_LE(found["load"], 0.4);
  EXPECT_GT(found["above"], 0.4);
  EXPECT_LE(found["above"].get<double>() - found["load"].get<double>(), 0.005);
  EXPECT_NE(ended.err.find("# saturation: between 0.39"), std::string::npos) << ended.err;
}

TEST(TrafficCommand, ReadsPermutationsAndMatrices) {
  const Folder folder;
  FakeEngine engine;
  const auto run = [&](const std::string& kind, const std::string& text) {
    folder.write("file", text);
    return collnoc({"traffic", "--topology", "mesh:3", "--pattern", kind + ":" + folder.path("file")}, engine,
                   ScheduleCatalogue());
  };
  ASSERT_EQ(run("permutation", "# s -> d\n1\n\n2  # two\n0\n").code, 0);
  EXPECT_EQ(engine.traffics.back().classes[0].pattern.permutation, (std::vector<Rank>{1, 2, 0}));
  ASSERT_EQ(run("matrix", "0 0.5 0.25\n0,0,0\n1 0 0\n").code, 0);
  const RateMatrix& matrix = *engine.traffics.back().classes[0].pattern.matrix;
  EXPECT_EQ(matrix.row_sum(0), 0.75);
  EXPECT_EQ(matrix.rows[1].size(), 0u);
  const std::size_t runs = engine.traffics.size();
  for (const auto& [kind, text, expected] : std::vector<std::tuple<std::string, std::string, std::string>>{
           {"permutation", "1\n0\n", "2 lines for 3 nodes"},
           {"permutation", "1\n0\n2\n2\n", "file:4: more lines than the network has nodes, 3"},
           {"permutation", "1\n0\n3\n", "file:3: rank 3 is outside; ranks are 0 to 2"},
           {"permutation", "1\n0\n1\n", "file:3: rank 1 for the second time"},
           {"permutation", "1\n-1\n2\n", "file:2: not a rank"},
           {"matrix", "0 1\n1 0\n", "file:1: 2 rates for 3 nodes"},
           {"matrix", "0 1 0\n1 0 0\n", "2 rows for 3 nodes"},
           {"matrix", "0 1 0.5\n1 0 0\n0 0 0\n", "file:1: the rates of node 0 sum to 1.5, which is above 1"},
           {"matrix", "0 1 0\n1 0.1 0\n0 0 0\n", "file:2: node 1 cannot send to itself"},
           {"matrix", "0 nan 0\n1 0 0\n0 0 0\n", "file:1: 'nan' is not a rate of 0 or more"}}) {
    const Ended ended = run(kind, text);
    EXPECT_EQ(ended.code, 1);
    EXPECT_NE(ended.err.find(expected), std::string::npos) << ended.err;
  }
  EXPECT_EQ(engine.traffics.size(), runs);
}

TEST(TrafficCommand, ReadsLists) {
  const Folder folder;
  FakeEngine engine;
  std::vector<std::string> added{"--packet-flits", "4"};
  const auto run = [&](const std::string& text) {
    folder.write("file", text);
    std::vector<std::string> words{"traffic", "--topology", "mesh:3",           "--max-cycles",
                                   "1000",    "--list",     folder.path("file")};
    words.insert(words.end(), added.begin(), added.end());
    return collnoc(words, engine, ScheduleCatalogue());
  };
  // In any order; those of one source in one cycle keep theirs.
  const Ended ended = run("# cycle src dst flits\r\n9 0 1\n\n3,0,2,8  # two\n\t9 0 2 1\n3 0 1\n7 2 0 32");
  ASSERT_EQ(ended.code, 0) << ended.err;
  ASSERT_EQ(engine.traffics.size(), 1u);
  const TrafficConfig& config = engine.traffics.back();
  const PacketList& list = *config.classes.at(0).list;
  std::string seen;
  for (Rank src = 0; src < 3; ++src)
    for (const auto& [cycle, dst, flits] : list.of.at(src))
      seen += fmt::format("{}: {}-{} {}; ", cycle, src, dst, flits);
  EXPECT_EQ(seen, "3: 0-2 8; 3: 0-1 4; 9: 0-1 4; 9: 0-2 1; 7: 2-0 32; ");
  EXPECT_EQ(list.cycles, 10u);
  EXPECT_EQ(list.flits, 49u);
  EXPECT_EQ(config.loads, std::vector<double>{49 / 30.0});
  EXPECT_EQ(config.warmup_cycles, 0u);
  EXPECT_EQ(config.measure_cycles, 10u);
  EXPECT_EQ(config.classes[0].lengths.text(), "1:0.2,4:0.4,8:0.2,32:0.2");
  EXPECT_NE(ended.out.find("  list:" + folder.path("file") + "  packet-flits=1:0.2,4:0.4"), std::string::npos)
      << ended.out;
  const std::size_t runs = engine.traffics.size();
  for (const auto& [text, expected] : std::vector<std::pair<std::string, std::string>>{
           {"", "file: no packets; a line is CYCLE SRC DST or CYCLE SRC DST FLITS"},
           {"# none\n\n", "file: no packets;"},
           {"0 1 2\n3 1\n", "file:2: 2 words; a line is CYCLE SRC DST or CYCLE SRC DST FLITS"},
           {"0 1 2 8 8\n", "file:1: 5 words;"},
           {"0 1 2\n\nx 1 2\n", "file:3: cycle 'x' is not a whole number of 0 or more"},
           {"-1 1 2\n", "file:1: cycle '-1' is not a whole number"},
           {"1.5 1 2\n", "file:1: cycle '1.5' is not a whole number"},
           {"18446744073709551616 1 2\n", "file:1: cycle '18446744073709551616' is not a whole number"},
           {"1000 1 2\n", "file:1: cycle 1000 is not below --max-cycles 1000"},
           {"0 3 2\n", "file:1: source 3 is outside; ranks are 0 to 2"},
           {"0 1 4294967298\n", "file:1: destination 4294967298 is outside; ranks are 0 to 2"},
           {"0 1 1\n", "file:1: node 1 cannot send to itself"},
           {"0 1 2 0\n", "file:1: 0 flits; a packet has 1 to 32 flits\n"},
           {"0 1 2 33\n", "file:1: 33 flits; a packet has 1 to 32 flits; give --max-packet-flits"},
           {"{\"cycle\": 0, \"src\": 0, \"dst\": 5}\n", "file:1: 6 words;"}}) {
    const Ended wrong = run(text);
    EXPECT_EQ(wrong.code, 1) << text;
    EXPECT_NE(wrong.err.find(expected), std::string::npos) << wrong.err;
    EXPECT_EQ(std::count(wrong.err.begin(), wrong.err.end(), '\n'), 1) << wrong.err;
    EXPECT_EQ(wrong.out, "") << text;
  }
  EXPECT_EQ(engine.traffics.size(), runs);
  // Without --packet-flits a packet has 8, as elsewhere.
  added.clear();
  ASSERT_EQ(run("0 1 2\n").code, 0);
  EXPECT_EQ(engine.traffics.back().classes[0].list->flits, 8u);
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

/// How often `part` occurs in `text`.
std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

TEST(ScheduleCommand, DrawsEveryStepAsPictures) {
  const std::string file = ::testing::TempDir() + "steps.svg";
  for (const std::vector<std::string>& what :
       {std::vector<std::string>{"broadcast", "--topology", "torus:4x2"},
        {"broadcast", "--topology", "mesh:3x3", "--algorithm", "multicast", "--multicast", "on"},
        {"all-to-all", "--topology", "star:3"},
        {"reduce", "--topology", "hypercube:3"}}) {
    FakeEngine engine;
    std::vector<std::string> arguments{"schedule"};
    arguments.insert(arguments.end(), what.begin(), what.end());
    arguments.insert(arguments.end(), {"--json", "-", "--draw", file});
    const Ended ended = collnoc(arguments, engine, ScheduleCatalogue());
    ASSERT_EQ(ended.code, 0) << ended.err;
    const Json schedule = Json::parse(ended.out.substr(ended.out.find('{')));
    std::size_t arrows = 0;
    for (const Json& step : schedule["steps"])
      for (const Json& transfer : step["transfers"]) arrows += transfer["route"].size() > 1;
    std::stringstream svg;
    svg << std::ifstream(file).rdbuf();
    const std::size_t pictures = schedule["steps"].size() + 1,
                      nodes = parse_topology(schedule["topology"].get<std::string>()).size();
    EXPECT_EQ(occurrences(svg.str(), "<g class=\"step\""), pictures);
    EXPECT_EQ(occurrences(svg.str(), "<circle "), pictures * nodes);
    // Every message in its step and in the picture of all steps.
    EXPECT_EQ(occurrences(svg.str(), "marker-end"), 2 * arrows);
    EXPECT_EQ(occurrences(svg.str(), "nan"), 0u);
  }
  std::filesystem::remove(file);
}

TEST(ScheduleCommand, GivesTheJsonOfTheCatalogue) {
  const Json json = Json::parse(collnoc({"schedule", "broadcast", "--json", "-", "--quiet"}).out);
  EXPECT_EQ(json["schema"], "collnoc.schedule/1");
}

TEST(ScheduleCommand, TellsWhichRootIsBest) {
  for (const char* command : {"schedule", "check"}) {
    const Ended ended = collnoc({command, "broadcast", "--topology", "mesh:3x5", "--root", "best"});
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_NE(ended.err.find("root 7, whose distances to all others add up to 28 hops"), std::string::npos)
        << ended.err;
  }
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

TEST(Progress, IsPlainLinesAfterTwoSecondsWhereErrIsNoTerminal) {
  std::ostringstream out, known, unknown, silent;
  Console steps{out, known, false, false, true}, time{out, unknown, false, false, true},
      quiet{out, silent, false, false, true};
  {
    ProgressLine line(steps, false), watch(time, false), none(quiet, false, true);
    watch.watch("report");
    for (int half = 0; half < 5; ++half) {
      none.step(2, 6, "points");
      line.step(2, 6, "points");
      std::this_thread::sleep_for(std::chrono::milliseconds(550));
    }
  }
  EXPECT_THAT(
      known.str(),
      testing::MatchesRegex("\\[######-+\\]  3 of 6  points  [0-9.]+ per (minute|second), [0-9]+ s left\n"));
  EXPECT_THAT(unknown.str(), testing::MatchesRegex("report  2 s\n"));
  EXPECT_EQ(silent.str(), "");
}

TEST(Progress, OfPointsThatHaveEndedNamesNoMoreThanThereAre) {
  std::ostringstream out, err;
  Console console{out, err, false, false, true};
  ProgressLine line(console, false);
  for (int half = 0; half < 5; ++half) {
    line.ended(2, 2, "points");
    std::this_thread::sleep_for(std::chrono::milliseconds(550));
  }
  EXPECT_THAT(err.str(), testing::MatchesRegex("\\[#+\\]  2 of 2  points  .*, 0 s left\n"));
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

TEST(ListCommand, GivesTheNumbersOfANetwork) {
  const std::string table = collnoc({"list", "network", "--topology", "torus:8x8"}).out;
  EXPECT_THAT(table, testing::HasSubstr("torus:8x8     64    128         8           256      256   256"));
  EXPECT_THAT(table, testing::HasSubstr("# status: sum of a node's distances; Dimakopoulos"));
  EXPECT_EQ(collnoc({"list", "--topology", "torus:8x8"}).out, table);
  const Ended ended = collnoc({"list", "network", "--topology", "mesh:2x3", "--json", "-", "--quiet"});
  EXPECT_EQ(ended.err, "");
  const Json json = Json::parse(ended.out);
  EXPECT_EQ(json["schema"], "collnoc.network/1");
  EXPECT_EQ(json["topology"], "mesh:2x3");
  EXPECT_EQ(json["links"], 7);
  EXPECT_EQ(json["status"], Json({{"least", 7}, {"most", 9}, {"average", 25.0 / 3}}));
}

TEST(ListCommand, WritesHardwareOfGraphsOnly) {
  const Ended ended = collnoc({"list", "network", "--topology", "mesh:2x2", "--verilog", "a.sv"});
  EXPECT_EQ(ended.code, 1);
  EXPECT_THAT(ended.err, testing::HasSubstr("--verilog and --routes are for graphs"));
  EXPECT_THAT(collnoc({"list", "topologies", "--routes", "a.txt"}).err,
              testing::HasSubstr("--routes a.txt: applies to `list network` only"));
}

TEST(CheckCommand, SaysWhatTheTheoremsSayOfATotalExchange) {
  const std::vector<std::string> words{"check", "total-exchange", "--topology", "mesh:4x4"};
  EXPECT_THAT(collnoc(words).out,
              testing::AllOf(testing::HasSubstr("\n# theory: a total exchange takes at least 40 steps"),
                             testing::HasSubstr("\n# theory: Algorithm A2 takes 56 steps")));
  std::vector<std::string> in_json = words;
  in_json.insert(in_json.end(), {"--json", "-", "--quiet"});
  const Json theory = Json::parse(collnoc(in_json).out)["theory"];
  ASSERT_EQ(theory.size(), 2u);
  EXPECT_EQ(theory[0]["bound"], 40.0);
  EXPECT_FALSE(theory[0].contains("reached"));
  EXPECT_EQ(theory[1]["reached"], Json({{"by", "Algorithm A2"}, {"value", 56.0}, {"meets_bound", false}}));
}

}  // namespace
}  // namespace collnoc::test
