// collnoc regress: a changed number, a missing case and an added case are all differences.
#include <gtest/gtest.h>

#include "sim/common/errors.hpp"
#include "tests/sim/program/fakes.hpp"

namespace collnoc::test {
namespace {

constexpr const char* matrix =
    "[[case]]\ncollectives = [\"broadcast\"]\nalgorithms = [\"all\"]\ntopologies = [\"torus:8x8\"]\n"
    "nics = [\"one-port\", \"all-port\"]\nbytes = [64, 1024]\n"
    "[[case]]\ncollectives = [\"total-exchange\"]\nalgorithms = [\"direct\"]\ntopologies = [\"mesh:4x4\"]\n"
    "nics = [\"one-port\"]\nbytes = [8]\n";
constexpr const char* victim = "broadcast/recursive-division/torus_8x8/all-port/1024";

class Regress : public ::testing::Test {
 protected:
  Regress() {
    folder.write("matrix.toml", matrix);
    EXPECT_EQ(call({"--update"}).code, 0);
  }
  Ended call(std::vector<std::string> more) {
    std::vector<std::string> arguments{"regress", "--baselines", folder.path("")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return collnoc(arguments, engine);
  }
  /// From now on, the victim takes 8 cycles more, with 8 credit stalls, and its link is idle in cycles 61
  /// to 68.
  void slow_down() {
    engine.disturb = [](const RunConfig& config, RunResult& result) {
      if (run_id(config) != victim) return;
      result.cycles += 8;
      result.stalls.credit += 8;
      TraceRecorder recorder(4);
      for (std::uint64_t cycle = 10; cycle < 78; ++cycle)
        if (cycle < 61 || cycle >= 69) recorder.flit(cycle, 1, 0);
      result.trace = recorder.finish();
    };
  }
  Folder folder;
  FakeEngine engine;
};

TEST_F(Regress, AnUnchangedBuildIsGood) {
  const Ended ended = call({});
  EXPECT_EQ(ended.code, 0) << ended.out << ended.err;
  EXPECT_EQ(ended.out, "# 18 equal, 0 differ, 0 failed, 0 skipped\n");
}

TEST_F(Regress, BaselinesHaveOneFilePerCollectiveAndOneSortedCasePerLine) {
  EXPECT_EQ(folder.names(),
            (std::vector<std::string>{"broadcast.jsonl", "matrix.toml", "total-exchange.jsonl"}));
  const std::string text = folder.read("broadcast.jsonl");
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 8);
  EXPECT_TRUE(
      text.starts_with("{\"id\":\"broadcast/recursion-based/torus_8x8/all-port/1024\",\"cycles\":228,"));
}

TEST_F(Regress, SaysWhatTheMatrixLeavesOut) {
  EXPECT_EQ(call({}).err, "");
  folder.write("matrix.toml", R"([[case]]
collectives = ["broadcast"]
algorithms = ["all"]
topologies = ["mesh:3x5", "mesh:2x3", "mesh:4x4"]
nics = ["one-port"]
bytes = [64]
)");
  const Ended ended = call({"--update"});
  EXPECT_EQ(ended.code, 0) << ended.out;
  EXPECT_EQ(
      ended.err,
      "collnoc: note: the matrix leaves out 2 schedules that do not apply to a case: 2: it needs a square "
      "whose side is a power of two\n");
}

TEST_F(Regress, AChangedNumberIsReportedWithDeltaStallsCycleAndLink) {
  slow_down();
  const Ended ended = call({"--backend", "model"});
  EXPECT_EQ(ended.code, 3);
  EXPECT_EQ(ended.out,
            "~ broadcast/recursive-division/torus_8x8/all-port/1024   228 -> 236   +8 (+3.5%)   "
            "stalls.credit +8   first: cycle 61, link (1,0)->+x\n"
            "# 8 equal, 1 differ, 0 failed, 0 skipped\n");
  EXPECT_EQ(ended.err, "collnoc: baseline differs: 1 of 9 cases; --update accepts the new numbers\n");
}

TEST_F(Regress, AnEditedBaselineIsADifference) {
  std::string text = folder.read("total-exchange.jsonl");
  text.replace(text.find("\"cycles\":101"), 12, "\"cycles\":102");
  folder.write("total-exchange.jsonl", text);
  const Ended ended = call({"--backend", "model"});
  EXPECT_EQ(ended.code, 3);
  EXPECT_NE(ended.out.find("   102 -> 101   -1 (-1.0%)   traces equal\n"), std::string::npos) << ended.out;
}

TEST_F(Regress, UpdateAcceptsANewNumber) {
  slow_down();
  EXPECT_EQ(call({"--update"}).code, 0);
  EXPECT_EQ(call({}).code, 0);
}

TEST_F(Regress, UpdateOfSomeKeepsTheOthers) {
  slow_down();
  const std::string before = folder.read("broadcast.jsonl");
  EXPECT_EQ(call({"--update", "--only", "total-exchange/*"}).code, 0);
  EXPECT_EQ(folder.read("broadcast.jsonl"), before);
  EXPECT_EQ(call({"--only", "broadcast/recursion*"}).code, 0);
  EXPECT_EQ(call({}).code, 3);
}

TEST_F(Regress, CollectivesAlsoAnswerToTheirUsualNames) {
  std::string renamed = matrix;
  renamed.replace(renamed.find("total-exchange"), 14, "all-to-all");
  folder.write("matrix.toml", renamed);
  EXPECT_EQ(call({}).out, "# 18 equal, 0 differ, 0 failed, 0 skipped\n");
  EXPECT_EQ(call({"--only", "all-to-all/*"}).out, "# 2 equal, 0 differ, 0 failed, 0 skipped\n");
}

TEST_F(Regress, ACaseOnOtherHardwareHasItsOwnIdAndMayRunOnSomeBackendsOnly) {
  const std::string more = std::string(matrix) +
                           "[[case]]\ncollectives = [\"total-exchange\"]\nalgorithms = [\"all\"]\n"
                           "topologies = [\"mesh:4x4\"]\nnics = [\"one-port\"]\nbytes = [8]\n"
                           "vc_depth = 16\nhop_cycles = 2\nbackends = [\"model\"]\n";
  folder.write("matrix.toml", more);
  EXPECT_EQ(call({"--update"}).code, 0);
  EXPECT_EQ(call({}).out, "# 19 equal, 0 differ, 0 failed, 0 skipped\n");
  EXPECT_NE(folder.read("total-exchange.jsonl").find("mesh_4x4/one-port/8/depth-16/hop-2\""),
            std::string::npos);
  EXPECT_EQ(engine.runs.back().backend, Backend::rtl) << "the last of those on all backends";
  EXPECT_EQ(call({"--update", "--backend", "rtl"}).code, 0);
  EXPECT_EQ(call({"--backend", "model"}).out, "# 10 equal, 0 differ, 0 failed, 0 skipped\n")
      << "an update of other backends keeps its line";
}

TEST_F(Regress, MissingAndAddedCasesAreDifferences) {
  std::string text = folder.read("broadcast.jsonl");
  folder.write("broadcast.jsonl", text.substr(text.find('\n') + 1));
  Ended ended = call({"--backend", "model"});
  EXPECT_EQ(ended.code, 3);
  EXPECT_TRUE(ended.out.starts_with(
      "+ broadcast/recursion-based/torus_8x8/all-port/1024   not in the baseline   cycles 228\n"))
      << ended.out;
  folder.write("broadcast.jsonl", text);
  folder.write("matrix.toml", std::string(matrix).substr(std::string(matrix).rfind("[[case]]")));
  ended = call({"--backend", "model"});
  EXPECT_EQ(ended.code, 3);
  EXPECT_TRUE(ended.out.starts_with(
      "- broadcast/recursion-based/torus_8x8/all-port/1024   in the baseline, not in the matrix\n"))
      << ended.out;
}

TEST_F(Regress, BackendsThatDisagreeAreNotWritten) {
  engine.disturb = [](const RunConfig& config, RunResult& result) {
    if (config.backend == Backend::rtl && run_id(config) == victim) result.cycles += 1;
  };
  const std::string before = folder.read("broadcast.jsonl");
  const Ended ended = call({"--update"});
  EXPECT_EQ(ended.code, 3);
  EXPECT_NE(ended.out.find("backend rtl"), std::string::npos);
  EXPECT_EQ(folder.read("broadcast.jsonl"), before);
}

TEST_F(Regress, AFailedRunIsWorseThanADifference) {
  engine.disturb = [](const RunConfig& config, RunResult&) {
    if (run_id(config) == victim) throw Deadlock("rank 3 waits");
  };
  const Ended ended = call({});
  EXPECT_EQ(ended.code, 2);
  EXPECT_NE(ended.out.find(std::string("! ") + victim + "   deadlock: rank 3 waits\n"), std::string::npos);
}

TEST_F(Regress, ABackendThatIsNotInstalledIsSkipped) {
  engine.disturb = [](const RunConfig& config, RunResult&) {
    if (config.backend == Backend::rtl) throw NotInstalled("no Verilator");
  };
  const Ended ended = call({});
  EXPECT_EQ(ended.code, 77);
  EXPECT_EQ(ended.out, "# 9 equal, 0 differ, 0 failed, 9 skipped\n");
  EXPECT_EQ(std::count(ended.err.begin(), ended.err.end(), '\n'), 1);
}

TEST_F(Regress, JunitAndMarkdownSayTheSame) {
  slow_down();
  call({"--backend", "model", "--junit", folder.path("j.xml"), "--markdown", folder.path("m.md")});
  const std::string junit = folder.read("j.xml"), markdown = folder.read("m.md");
  EXPECT_NE(junit.find("tests=\"9\" failures=\"1\" errors=\"0\" skipped=\"0\""), std::string::npos) << junit;
  EXPECT_NE(junit.find("228 -&gt; 236"), std::string::npos);
  EXPECT_NE(markdown.find("| 8 | 1 | 0 | 0 |"), std::string::npos) << markdown;
  EXPECT_NE(markdown.find("228 -> 236"), std::string::npos);
}

TEST_F(Regress, TheHistoryHasTheCyclesOfEveryRunAndWhatChanged) {
  slow_down();
  call({"--backend", "model", "--benchmark", folder.path("b.json")});
  const auto list = nlohmann::json::parse(folder.read("b.json"));
  ASSERT_EQ(list.size(), 9u);
  std::size_t slower = 0;
  for (const auto& entry : list) {
    EXPECT_EQ(entry.at("unit"), "cycles");
    if (entry.at("name") != victim) {
      EXPECT_EQ(entry.at("extra"), "equal to its baseline");
      continue;
    }
    ++slower;
    EXPECT_EQ(entry.at("value"), 236);
    EXPECT_NE(entry.at("extra").get<std::string>().find("228 -> 236"), std::string::npos);
  }
  EXPECT_EQ(slower, 1u);
  call({"--benchmark", folder.path("b.json")});
  EXPECT_EQ(nlohmann::json::parse(folder.read("b.json")).back().at("name"),
            list.back().at("name").get<std::string>() + " (rtl)");
}

TEST_F(Regress, TheResultsOfAllRunsAreThoseOfTheFirstBackend) {
  call({"--json", folder.path("r.json")});
  const auto document = nlohmann::json::parse(folder.read("r.json"));
  EXPECT_EQ(document.at("schema"), "collnoc.result/1");
  ASSERT_EQ(document.at("runs").size(), 9u);
  for (const auto& run : document.at("runs")) EXPECT_EQ(run.at("backend"), "model");
}

TEST_F(Regress, BadFilesAreRefusedWithTheirLine) {
  folder.write("broadcast.jsonl", "{\"id\": 3}\n");
  EXPECT_NE(call({}).err.find("broadcast.jsonl:1: not a baseline"), std::string::npos);
  folder.write("matrix.toml", "[[case]]\ncollective = [\"broadcast\"]\n");
  EXPECT_NE(call({}).err.find("matrix.toml:2: unknown key 'collective'; did you mean 'collectives'?"),
            std::string::npos);
  folder.write("matrix.toml", "[[case\n");
  EXPECT_EQ(call({}).code, 1);
  const auto hardware = [&](const std::string& keys) {
    folder.write(
        "matrix.toml",
        "[[case]]\ncollectives = [\"broadcast\"]\nalgorithms = [\"all\"]\ntopologies = [\"mesh:4x4\"]\n"
        "nics = [\"one-port\"]\nbytes = [64]\n" +
            keys);
    return call({}).err;
  };
  EXPECT_NE(hardware("vcs = 5\n").find("vcs must be 1 to 4"), std::string::npos);
  EXPECT_NE(hardware("route_orders = 3\n").find("route_orders must be 1 or 2"), std::string::npos);
  EXPECT_NE(hardware("executors = [\"nick\"]\n").find("unknown executor 'nick'; did you mean 'nic'?"),
            std::string::npos);
  EXPECT_NE(hardware("vcs = 3\nroute_orders = 2\n").find("--vcs must be 2 or 4"), std::string::npos);
}

TEST_F(Regress, AGlobWithoutACaseIsRefused) {
  const Ended ended = call({"--only", "brodcast/*"});
  EXPECT_EQ(ended.code, 1);
  EXPECT_NE(ended.err.find("--only brodcast/*: no case matches"), std::string::npos);
}

}  // namespace
}  // namespace collnoc::test
