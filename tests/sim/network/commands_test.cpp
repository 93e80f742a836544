// Commands with settings and results as structs: the fields are those of the JSON; failures, progress,
// threads.
#include "collnoc/commands.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

namespace collnoc::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;
namespace fs = std::filesystem;

RunSettings on(const char* topology) {
  RunSettings settings;
  settings.topology = topology;
  return settings;
}

/// A folder that ends with the test.
struct Folder {
  Folder() { fs::create_directory(path); }
  ~Folder() { fs::remove_all(path); }
  std::string file(const std::string& name, const std::string& text = "") const {
    if (!text.empty()) std::ofstream(path / name) << text;
    return (path / name).string();
  }
  fs::path path = fs::temp_directory_path() / ("collnoc-commands-" + std::to_string(::getpid()));
};

/// What the document has, without what differs from run to run.
Json without_context(Json document) {
  document.erase("context");
  return document;
}

Json printed_json(const std::vector<std::string>& words) { return without_context(Json::parse(json(words))); }

TEST(Value, IsTextAsOnTheCommandLine) {
  EXPECT_FALSE(Value().given());
  EXPECT_EQ(Value("a").text(), "a");
  EXPECT_EQ(Value(true).text() + Value(false).text(), "onoff");
  EXPECT_EQ(Value(std::uint64_t{18446744073709551615u}).text(), "18446744073709551615");
  EXPECT_EQ(Value(-3).text(), "-3");
  EXPECT_EQ(Value(0.1).text(), "0.1");
  EXPECT_EQ(Value(1e6).text(), "1e+06");
  EXPECT_EQ(Value({64, "4K", 0.5}).text(), "64,4K,0.5");
  EXPECT_EQ(Value(std::vector<int>{1, 2}).text(), "1,2");
  EXPECT_EQ(Value(fs::path("/x/y")).text(), "/x/y");
  Value value = 4;
  value = {};
  EXPECT_FALSE(value.given());
  value = {8};
  EXPECT_EQ(value.text(), "8");
}

TEST(Settings, OnlyWhatIsGivenIsPassed) {
  EXPECT_THAT(RunSettings().named(), ElementsAre());
  RunSettings run = on("mesh:2x2");
  run.collective = "broadcast";
  run.step_barrier = true;
  run.multicast = true;
  run.vc_depth = 8;
  run.bytes = {8, 64};
  run.set["seed"] = 3;
  EXPECT_THAT(run.named(),
              ElementsAre(Pair("collective", "broadcast"), Pair("bytes", "8,64"),
                          Pair("topology", "mesh:2x2"), Pair("vc_depth", "8"), Pair("multicast", "on"),
                          Pair("step_barrier", "on"), Pair("set", "seed=3")));
  ReportSettings report;
  report.file = {"a.json", "b.json"};
  EXPECT_THAT(report.named(), ElementsAre(Pair("file", "a.json"), Pair("file", "b.json")));
}

TEST(Commands, RunHasTheFieldsOfTheJson) {
  RunSettings settings = on("torus:4x4");
  settings.bytes = {64, 1024};
  settings.algorithm = {"line", "pipelined-trees"};
  settings.per_link = true;
  settings.energy = true;
  const RunResults results = run("broadcast", settings);
  EXPECT_EQ(without_context(results.document),
            printed_json({"run", "broadcast", "--topology", "torus:4x4", "--bytes", "64,1024", "--algorithm",
                          "line,pipelined-trees", "--per-link", "--energy"}));
  ASSERT_EQ(results.runs.size(), 4u);
  EXPECT_EQ(results.context->command.find("collnoc run broadcast"), 0u);
  EXPECT_FALSE(results.program);
  for (std::size_t n = 0; n < 4; ++n) {
    const RunResult& run = results.runs[n];
    const Json& json = results.document["runs"][n];
    EXPECT_EQ(run.id, json["id"]);
    EXPECT_EQ(run.cycles, json["cycles"]);
    EXPECT_EQ(run.beta, json["beta"]);
    EXPECT_EQ(run.step_barrier, json["step_barrier"]);
    EXPECT_EQ(run.hardware.vcs, json["hardware"]["vcs"]);
    EXPECT_EQ(run.hardware.switching, "wormhole");
    EXPECT_EQ(run.finish_cycle_per_rank, json["finish_cycle_per_rank"].get<std::vector<std::uint64_t>>());
    EXPECT_EQ(run.paper.has_value(), !json["paper"].is_null());
    EXPECT_EQ(run.links->size(), 64u);
    EXPECT_EQ(run.links->at(7).flits, json["links"][7]["flits"]);
    EXPECT_EQ(run.energy->events.link_flits, json["energy"]["events"]["link_flits"]);
    EXPECT_FALSE(run.op);
    EXPECT_FALSE(run.rv32);
  }
}

TEST(Commands, LockstepComparesAndIsEqual) {
  RunSettings settings = on("mesh:2x2");
  const RunResults model = run("all-reduce", settings);
  settings.backend = "lockstep";
  const RunResults both = run("all-reduce", settings);
  EXPECT_EQ(both.runs.at(0).backend, "lockstep");
  EXPECT_EQ(both.runs[0].mismatches, 0u);
  EXPECT_GT(both.runs[0].link_cycles_compared, 0u);
  EXPECT_EQ(both.runs[0].cycles, model.runs.at(0).cycles);
  EXPECT_EQ(both.runs[0].op, "sum");
}

#ifdef ALL_REDUCE
TEST(Commands, RunOfAProgramHasIt) {
  RunSettings settings = on("mesh:2x2");
  settings.firmware = ALL_REDUCE;
  const RunResults results = run(settings);
  EXPECT_TRUE(results.runs.empty());
  EXPECT_EQ(results.program->file, "all_reduce.elf");
  EXPECT_THAT(results.program->exit_code_per_rank, ElementsAre(0, 0, 0, 0));
  EXPECT_EQ(results.program->instructions_per_rank.size(), 4u);
  EXPECT_EQ(results.program->marked.has_value(), !results.document["program"]["marked"].is_null());
  settings.max_cycles = 100;
  EXPECT_THROW(run(settings), RunFailed);
}
#endif

TEST(Commands, TrafficHasTheFieldsOfTheJson) {
  TrafficSettings settings;
  settings.topology = "mesh:4x4";
  settings.load = {0.1, 0.3};
  settings.measure = 500;
  settings.warmup = 100;
  settings.per_pair = true;
  const TrafficResults results = traffic(settings);
  EXPECT_EQ(without_context(results.document),
            printed_json({"traffic", "--topology", "mesh:4x4", "--load", "0.1,0.3", "--measure", "500",
                          "--warmup", "100", "--per-pair"}));
  const Json& json = results.document["traffic"];
  ASSERT_EQ(results.traffic.loads.size(), 2u);
  EXPECT_FALSE(results.traffic.saturation);
  EXPECT_EQ(results.traffic.classes.at(0).pattern, "uniform");
  for (std::size_t n = 0; n < 2; ++n) {
    const results::TrafficLoad& load = results.traffic.loads[n];
    EXPECT_EQ(load.load, json["loads"][n]["load"].get<double>());
    EXPECT_EQ(load.latency.total.p99, json["loads"][n]["latency"]["total"]["p99"].get<std::uint64_t>());
    EXPECT_EQ(load.latency.total.histogram.size(), json["loads"][n]["latency"]["total"]["histogram"].size());
    EXPECT_EQ(load.pairs->size(), json["loads"][n]["pairs"].size());
    EXPECT_EQ(load.link_use.busiest->link, json["loads"][n]["link_use"]["busiest"]["link"]);
  }
}

TEST(Commands, ReplayCheckAndSchedule) {
  const Folder folder;
  RunSettings recorded = on("mesh:3x3");
  recorded.record = folder.file("trace.txt");
  run("scatter", recorded);
  ReplaySettings settings;
  settings.topology = "mesh:3x3";
  const ReplayResults again = replay(recorded.record, settings);
  EXPECT_EQ(again.replay.result.messages, again.document["replay"]["result"]["messages"]);
  EXPECT_EQ(again.replay.result.critical_path.end.size(),
            again.document["replay"]["result"]["critical_path"]["end"].size());

  CheckSettings proof;
  proof.topology = "mesh:3x3";
  const CheckResults proved = check("scatter", proof);
  ASSERT_EQ(proved.checks.size(), proved.document["checks"].size());
  EXPECT_TRUE(proved.checks[0].good);
  EXPECT_EQ(proved.checks[0].answer, proved.document["checks"][0]["answer"]);

  ScheduleSettings table;
  table.topology = "mesh:3x3";
  const ScheduleResults steps = schedule("scatter", table);
  ASSERT_EQ(steps.steps.size(), steps.document["steps"].size());
  EXPECT_EQ(steps.root, 0u);
  EXPECT_EQ(steps.steps[0].transfers.at(0).blocks.at(0).length, 1024u);
  EXPECT_EQ(steps.steps[0].transfers[0].route->front(), 0u);
}

TEST(Commands, SynthesizeTuneAndReport) {
  const Folder folder;
  SynthesizeSettings made;
  made.topology = "mesh:2x2";
  made.output = folder.file("schedule.json");
  const ScheduleResults steps = synthesize("total-exchange", made);
  EXPECT_EQ(steps.collective, "total-exchange");
  EXPECT_EQ(steps.steps.size(), steps.document["steps"].size());

  TuneSettings cases;
  cases.collective = "broadcast";
  cases.topology = {"mesh:2x2", "mesh:3x3"};
  cases.bytes = 64;
  cases.executor = "native";
  cases.startup_cycles = 0;
  cases.multicast = false;
  cases.output = folder.file("tuned, too.json");
  const TuneResults table = tune(cases);
  ASSERT_EQ(table.entries.size(), 4u);
  EXPECT_EQ(table.entries[0].cycles, table.document["entries"][0]["cycles"]);
  EXPECT_THAT(table.notes, ElementsAre(HasSubstr("left out")));

  ReportSettings page;
  page.output = folder.file("page, one.html");
  const ReportResults written = report({made.output, cases.output}, page);
  EXPECT_EQ(written.page, page.output.text());
  EXPECT_GT(fs::file_size(written.page), 10000u);
}

TEST(Commands, SweepGivesItsPoints) {
  const Folder folder;
  const std::string grid = folder.file(
      "grid.toml",
      "command = \"run broadcast\"\n[grid]\ntopology = [\"mesh:2x2\", \"mesh:3x3\"]\nvcs = [2, 9]\n");
  SweepSettings settings;
  settings.output = folder.file("out");
  settings.jobs = 3;
  const auto expect = [](const SweepResults& sweep) {
    EXPECT_EQ(sweep.head.points, 4u);
    EXPECT_EQ(sweep.head.sweep.grid.at("vcs"), (std::vector<std::string>{"2", "9"}));
    ASSERT_EQ(sweep.points.size(), 4u);
    EXPECT_EQ(sweep.points[2].options.at("topology"), "mesh:3x3");
    EXPECT_EQ(results_of<RunResults>(*sweep.points[2].result).runs.at(0).bytes_wrong, 0u);
    EXPECT_EQ(sweep.points[3].exit_code, 1u);
    EXPECT_THAT(*sweep.points[3].error, HasSubstr("--vcs 9: must be"));
  };
  try {
    sweep(grid, settings);
    FAIL();
  } catch (const UserError& error) {
    EXPECT_THAT(error.what(), HasSubstr("2 points failed"));
    expect(*error.results<SweepResults>());
  }
}

TEST(Commands, SweepStopsByProgress) {
  const Folder folder;
  const std::string grid = folder.file("grid.toml",
                                       "command = \"traffic\"\n[options]\nmeasure = 1000000000\n"
                                       "[grid]\ntopology = [\"mesh:2x2\", \"mesh:3x3\"]\n");
  SweepSettings settings;
  settings.output = folder.file("out");
  EXPECT_THROW(sweep(grid, settings, [](std::size_t, std::size_t, const std::string&) { return false; }),
               NetworkError);
  EXPECT_THROW(sweep(grid, settings, [](std::size_t, std::size_t, const std::string&) -> bool { throw 7; }),
               int);
}

TEST(Commands, RegressSaysWhatHasChanged) {
  const Folder folder;
  folder.file(
      "matrix.toml",
      "[[run]]\nname = \"own\"\ncommand = \"run broadcast\"\n[run.options]\ntopology = \"mesh:2x2\"\n");
  RegressSettings settings;
  settings.baselines = folder.path;
  settings.backend = "model";
  settings.update = true;
  const RegressResults written = regress(settings);
  EXPECT_TRUE(written.updated);
  settings.update = false;
  const RegressResults same = regress(settings);
  EXPECT_EQ(same.equal, 1u);
  EXPECT_THAT(same.changes, ElementsAre());
  folder.file("matrix.toml",
              "[[run]]\nname = \"own\"\ncommand = \"run broadcast\"\n[run.options]\ntopology = "
              "\"mesh:2x2\"\nbytes = 8\n");
  const RegressResults other = regress(settings);
  EXPECT_EQ(other.differ, 1u);
  EXPECT_THAT(other.changes.at(0), HasSubstr("cycles"));
}

TEST(Commands, ListHasRowsOrANetwork) {
  const ListResults algorithms = list("algorithms");
  EXPECT_GT(algorithms.rows.size(), 50u);
  EXPECT_EQ(algorithms.rows[0].at("collective"), "broadcast");
  EXPECT_THAT(algorithms.rows[0].at("summary"), HasSubstr("(RD; Zhuang & Liberatore"));
  for (const char* what : {"topologies", "patterns", "hardware", "nodes"})
    EXPECT_GT(list(what).rows.size(), 0u) << what;
  ListSettings settings;
  settings.topology = "torus:4x4";
  const ListResults network = list("network", settings);
  EXPECT_EQ(network.network->diameter, 4u);
  EXPECT_EQ(network.rows.size(), 0u);
  EXPECT_THROW(list("nothing"), UserError);
}

TEST(Failures, AreExceptionsOfFourKinds) {
  RunSettings settings = on("mesh:4x4");
  settings.root = 99;
  try {
    run("broadcast", settings);
    FAIL();
  } catch (const UserError& error) {
    EXPECT_THAT(error.what(), HasSubstr("--root 99: "));
    EXPECT_EQ(error.code(), 1);
    EXPECT_FALSE(error.results<RunResults>());
  }
  settings.root = {};
  settings.bytes = 4096;
  settings.max_cycles = 50;
  try {
    run("broadcast", settings);
    FAIL();
  } catch (const RunFailed& error) {
    EXPECT_THAT(error.what(), HasSubstr("not finished: "));
  }
  EXPECT_THROW(run("broadcast", settings), CommandError);
  EXPECT_THROW(run("broadcast", settings), NetworkError);
}

/// A variable of the environment, until the end of the test.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    ::setenv(name, value.c_str(), 1);
  }
  ~Variable() {
    if (before_)
      ::setenv(name_, before_->c_str(), 1);
    else
      ::unsetenv(name_);
  }
  Variable(Variable&&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

TEST(Failures, NameAToolThatIsMissing) {
  const Folder folder;
  const Variable path("PATH", folder.path), cache("COLLNOC_CACHE", folder.path),
      nodes("COLLNOC_NODES", folder.path);
  RunSettings settings = on("mesh:2x2");
  settings.backend = "rtl:verilated";
  settings.max_packet_flits = 17;
  try {
    run("broadcast", settings);
    FAIL();
  } catch (const NotInstalled& error) {
    EXPECT_THAT(error.what(), HasSubstr("Verilator"));
    EXPECT_EQ(error.code(), 77);
  }
}

TEST(Failures, FollowTheExitCode) {
  EXPECT_THROW(detail::fail("", 1, {}), UserError);
  EXPECT_THROW(detail::fail("", 2, {}), RunFailed);
  EXPECT_THROW(detail::fail("", 4, {}), LockstepMismatch);
  EXPECT_THROW(detail::fail("", 77, {}), NotInstalled);
  EXPECT_THROW(detail::fail("", 5, {}), CommandError);
  EXPECT_THROW((void)results_of<RunResults>(Json{{"runs", 7}}), NetworkError);
}

/// A schedule that does not deliver: what is proved and what is not is there all the same.
TEST(Failures, HaveTheResultsThatThereAre) {
  const Folder folder;
  const std::string file =
      folder.file("s.json",
                  "{\"schema\":\"collnoc.schedule/1\",\"collective\":\"broadcast\",\"algorithm\":\"s\","
                  "\"topology\":\"mesh:2x1\",\"nic\":\"one-port\",\"root\":0,\"bytes\":64,\"steps\":[]}");
  CheckSettings settings;
  settings.topology = "mesh:2x1";
  settings.algorithm = "file:" + file;
  settings.bytes = 64;
  try {
    check("broadcast", settings);
    FAIL();
  } catch (const RunFailed& error) {
    const std::optional<CheckResults> results = error.results<CheckResults>();
    ASSERT_TRUE(results);
    EXPECT_FALSE(results->checks.at(0).good);
    EXPECT_EQ(results->document["checks"][0]["good"], false);
  }
}

TEST(Progress, CanEndACommand) {
  TrafficSettings settings;
  settings.topology = "mesh:4x4";
  settings.measure = 1'000'000'000;
  std::size_t calls = 0;
  EXPECT_THROW(traffic(settings, [&](std::size_t, std::size_t, const std::string&) { return ++calls < 2; }),
               NetworkError);
  EXPECT_EQ(calls, 2u);
}

TEST(Threads, GetEqualResults) {
  RunSettings settings = on("torus:4x4");
  settings.algorithm = "all";
  const Json expected = run("broadcast", settings).document["runs"];
  std::vector<Json> found(4);
  std::vector<std::thread> threads;
  threads.reserve(found.size());
  for (Json& one : found) threads.emplace_back([&] { one = run("broadcast", settings).document["runs"]; });
  for (std::thread& thread : threads) thread.join();
  for (const Json& one : found) EXPECT_EQ(one, expected);
}

}  // namespace
}  // namespace collnoc::test
