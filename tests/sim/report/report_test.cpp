// What a report reads from files, and what its page contains.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "collnoc/arch/node_parameters.hpp"
#include "sim/common/user_error.hpp"
#include "sim/report/compact.hpp"
#include "sim/report/report_input.hpp"
#include "sim/report/report_page.hpp"
#include "sim/topology/topology_text.hpp"
#include "tests/sim/program/fakes.hpp"

namespace collnoc::test {
namespace {

using Json = nlohmann::ordered_json;
using ::testing::HasSubstr;

/// What `collnoc run` writes, with a fake engine: a run on mesh:2x2 whose ranks end in cycles 0 to 3.
Json document() {
  return Json::parse(
      collnoc({"run", "broadcast", "--topology", "mesh:2x2", "--bytes", "64", "--json", "-"}).out);
}

Json run_of(const std::string& algorithm, std::uint64_t cycles) {
  Json run = document()["runs"][0];
  run["algorithm"] = algorithm;
  run["cycles"] = cycles;
  run["finish_cycle_per_rank"] = {0, 1, 2, 3};
  return run;
}

Json result_of(const std::vector<Json>& runs) {
  Json result = document();
  result["runs"] = runs;
  return result;
}

class Report : public ::testing::Test {
 protected:
  Json read(const std::string& text) const {
    folder.write("file", text);
    return read_report({folder.path("file")});
  }
  std::string refused(const std::string& text) const {
    try {
      read(text);
    } catch (const UserError& error) {
      EXPECT_THAT(error.what(), HasSubstr(folder.path("file")));
      return error.what();
    }
    return "nothing is refused";
  }
  std::string sweep(const std::string& shard) const {
    return R"({"sweep":{"command":["run","broadcast"],"options":{"nic":"all-port"},"grid":{"bytes":["1","2","3"]}},)"
           R"("points":7,"shard":")" +
           shard + "\"}\n";
  }
  static std::string point(std::uint64_t n) {
    Json result = result_of({run_of("line", n)});
    result.erase("context");
    return Json{{"point", n}, {"options", Json::object()}, {"result", result}}.dump() + "\n";
  }
  const Folder folder;
};

TEST_F(Report, MergesFilesInTheirOrder) {
  folder.write("a", result_of({run_of("line", 20), run_of("tree", 30)}).dump());
  folder.write("b", result_of({run_of("line", 25)}).dump(2));
  const Json report = read_report({folder.path("a"), folder.path("b")});
  ASSERT_EQ(report["runs"].size(), 3u);
  EXPECT_EQ(report["runs"][1]["cycles"], 30);
  EXPECT_EQ(report["runs"][2]["source"], 1);
  EXPECT_EQ(report["sources"][1]["name"], folder.path("b"));
  EXPECT_EQ(report["sources"][0]["command"], "collnoc run broadcast --topology mesh:2x2 --bytes 64 --json -");
  EXPECT_EQ(report.dump().find("wall_seconds"), std::string::npos);
}

TEST_F(Report, ReadsASweepThatIsRunning) {
  const Json half =
      read(sweep("1/1") + point(0) + R"({"point":2,"options":{},"exit_code":1,"error":"no, because"})" +
           "\n" + point(1) + point(3).substr(0, 100));
  EXPECT_EQ(half["runs"].size(), 2u);
  const Json& source = half["sources"][0];
  EXPECT_EQ(source["points"], 7);
  EXPECT_EQ(source["ended"], 3);
  EXPECT_EQ(source["failed"], 1);
  EXPECT_EQ(source["error"], "no, because");
  EXPECT_EQ(source["command"], "collnoc run broadcast --nic all-port, 3 values of --bytes");
  EXPECT_EQ(read(sweep("1/1"))["sources"][0]["ended"], 0);
}

TEST_F(Report, KnowsThePointsOfAShard) {
  EXPECT_EQ(read(sweep("1/3"))["sources"][0]["points"], 3);
  EXPECT_EQ(read(sweep("3/3"))["sources"][0]["points"], 2);
  EXPECT_THAT(refused(sweep("4/3")), HasSubstr("shard 4/3: must be I/N"));
}

TEST_F(Report, OfAFolderReadsTheResultsOfTheSweep) {
  folder.write("results.jsonl", sweep("1/1") + point(5));
  EXPECT_EQ(read_report({folder.path("")})["runs"].size(), 1u);
}

TEST_F(Report, HasTheNumbersOfLinksByRankAndLink) {
  Json run = run_of("line", 20);
  const Json link{{"rank", 0}, {"link", "+x"}, {"flits", 7}, {"credit_stalls", 1}, {"arbitration_stalls", 0}};
  run["links"] = {link, link};
  run["links"][1].update({{"rank", 3}, {"link", "-y"}, {"flits", 9}, {"credit_stalls", 2}});
  run["tiles"] = {{{"rank", 2}, {"credit_stalls", 0}, {"arbitration_stalls", 0}, {"bank_stalls", 4}}};
  const Json report = read(result_of({run}).dump());
  const Json& links = report["runs"][0]["links"];
  EXPECT_EQ(links["flits"], Json({7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9}));
  EXPECT_EQ(links["credit_stalls"][15], 2);
  EXPECT_EQ(report["runs"][0]["tiles"]["bank_stalls"], Json({0, 0, 4, 0}));
  EXPECT_EQ(report["networks"]["mesh:2x2"]["neighbours"][15], 1);
  run["links"][0]["link"] = "+q";
  EXPECT_THAT(refused(result_of({run}).dump()), HasSubstr("mesh:2x2 has no link +q"));
  run["links"][0].update({{"rank", 4}, {"link", "+x"}});
  EXPECT_THAT(refused(result_of({run}).dump()), HasSubstr("rank 4: the network has 4"));
}

TEST_F(Report, AddsUpTheRoutesOfASchedule) {
  const Json block{{"origin", 0}, {"offset", 0}, {"length", 64}};
  const Json schedule{
      {"schema", "collnoc.schedule/1"},
      {"collective", "broadcast"},
      {"algorithm", "line"},
      {"topology", "mesh:3x1"},
      {"nic", "one-port"},
      {"bytes", 64},
      {"steps",
       {{{"transfers", {{{"src", 0}, {"dst", 2}, {"route", {0, 1, 2}}, {"blocks", {block}}}}}},
        {{"transfers", {{{"src", 0}, {"dst", 1}, {"route", {0, 1}}, {"blocks", {block, block}}}}}}}}};
  const Json made = read(schedule.dump())["schedules"][0];
  EXPECT_EQ(made["messages"], 2);
  EXPECT_EQ(made["steps"], Json({1, 1}));
  EXPECT_EQ(made["links"]["bytes"][0], 192);
  EXPECT_EQ(made["links"]["messages"][4], 1);
}

constexpr const char* timeline = R"({"traceEvents":[
{"name":"process_name","ph":"M","pid":0,"args":{"name":"the run"}},
{"name":"thread_name","ph":"M","pid":0,"tid":4,"args":{"name":"rank 1"}},
{"name":"thread_name","ph":"M","pid":0,"tid":5,"args":{"name":"rank 0"}},
{"name":"step 0","cat":"step","ph":"X","pid":0,"tid":4,"ts":2,"dur":5},
{"name":"message","cat":"message","ph":"s","id":3,"pid":0,"tid":5,"ts":4,"args":{"bytes":64}},
{"name":"message","cat":"message","ph":"f","bp":"e","id":3,"pid":0,"tid":4,"ts":19}
],"displayTimeUnit":"ms"})";

TEST_F(Report, HasTheColumnsOfATimeline) {
  const Json made = read(timeline)["timelines"][0];
  EXPECT_EQ(made["title"], "the run");
  EXPECT_EQ(made["tiles"], 2);
  EXPECT_EQ(made["end"], 19);
  EXPECT_EQ(made["spans"], (Json{{"name", {0}}, {"tile", {1}}, {"begin", {2}}, {"cycles", {5}}}));
  EXPECT_EQ(made["messages"],
            (Json{{"from", {0}}, {"to", {1}}, {"begin", {4}}, {"cycles", {15}}, {"bytes", {64}}}));
}

TEST_F(Report, SumsUpVeryManyMessages) {
  std::string text = timeline;
  std::string many;
  for (int i = 10; i < 250'010; ++i)
    many +=
        R"({"ph":"s","id":)" + std::to_string(i) + R"(,"tid":5,"ts":)" + std::to_string(i % 10'000) + "},\n";
  text.insert(text.find(R"({"name":"step 0")"), many);
  const Json made = read(text)["timelines"][0];
  EXPECT_FALSE(made.contains("messages"));
  EXPECT_EQ(made["puts"]["messages"], 250'001);
  std::uint64_t sum = 0;
  for (const Json& n : made["puts"]["sums"]) sum += n.get<std::uint64_t>();
  EXPECT_EQ(sum, 250'001u);
  EXPECT_LT(made.dump().size(), 20'000u);
}

/// Every kind of network has its name, and the page draws those without a function of their own as graphs.
TEST_F(Report, KnowsTheKindOfEveryNetwork) {
  std::ifstream file("report/source/layout.js");
  const std::string layout{std::istreambuf_iterator<char>(file), {}};
  std::set<std::string> found;
  for (const TopologyWord& word : topology_words()) {
    if (word.kind == "graph") continue;  // its example needs a file
    const std::string kind = network_json(word.example)["kind"];
    if (kind != "graph")
      EXPECT_THAT(layout,
                  ::testing::ContainsRegex("[{ ]" + kind + "[:,}][^\n]*\\[network.kind\\] \\?\\? graph"));
    found.insert(kind);
  }
  EXPECT_EQ(found, std::set<std::string>(std::begin(topologykind_words), std::end(topologykind_words)));
}

TEST_F(Report, HasTheDelayAndTheIntervalOfEveryLink) {
  const Json network = network_json("chiplets:2x2,of,2x2,8,2");
  const std::size_t links = network["links"].size();
  unsigned marked = 0, ends = 0;
  for (std::size_t i = 0; i < network["neighbours"].size(); ++i) {
    const int next = network["neighbours"][i];
    const auto rank = static_cast<int>(i / links);
    const bool leaves = next >= 0 && (rank % 4 / 2 != next % 4 / 2 || rank / 8 != next / 8);
    EXPECT_EQ(network["delays"][i], leaves ? 8 : 1) << rank << " to " << next;
    EXPECT_EQ(network["intervals"][i], leaves ? 2 : 1) << rank << " to " << next;
    (leaves ? marked : ends) += next >= 0 ? 1 : 0;
  }
  EXPECT_EQ(marked, 16u);
  EXPECT_EQ(ends, 32u);
  for (const char* plain : {"mesh:4x4", "fat-tree:4", "star:4"}) {
    EXPECT_FALSE(network_json(plain).contains("delays")) << plain;
    EXPECT_FALSE(network_json(plain).contains("intervals")) << plain;
  }
}

TEST_F(Report, CountsTheRanksOfEveryNetwork) {
  EXPECT_EQ(read(result_of({run_of("line", 1)}).dump())["ranks"], Json({{"mesh:2x2", 4}}));
  EXPECT_EQ(read(result_of({}).dump())["ranks"], Json::object());
}

TEST_F(Report, RefusesOtherFiles) {
  EXPECT_THAT(refused("hello"), HasSubstr("is not JSON; give results of run"));
  EXPECT_THAT(refused(""), HasSubstr("cannot be read or is empty"));
  EXPECT_THAT(refused("[1, 2]"), HasSubstr("is not as collnoc writes it"));
  EXPECT_THAT(refused("{}"), HasSubstr("has no schema"));
  EXPECT_THAT(refused(R"({"schema":"collnoc.reslut/1"})"), HasSubstr("did you mean 'collnoc.result/1'?"));
  EXPECT_THAT(refused(R"({"schema":"collnoc.check/1"})"), HasSubstr("does not show collnoc.check/1"));
  EXPECT_THAT(refused(R"({"schema":"collnoc.result/1","runs":[{}]})"),
              HasSubstr("/runs/0: has no \"id\"; must be a text"));
  EXPECT_THAT(refused(sweep("1/1") + "{\"po\n" + point(1)), HasSubstr("line 2 is not JSON"));
  EXPECT_THAT(refused(R"({"traceEvents":[]})"), HasSubstr("the timeline is empty"));
  EXPECT_THAT(refused(R"({"traceEvents":[{"ph":"X","tid":9,"ts":1,"dur":2,"name":"x"}]})"),
              HasSubstr("needs a thread_name"));
}

TEST_F(Report, ThePageEndsNoScriptEarlyAndLoadsNothing) {
  Json run = run_of("</script><b>", 20);
  const std::string page = report_page(read(result_of({run}).dump()), "<b>\"&");
  EXPECT_THAT(page, HasSubstr("<title>&lt;b&gt;&quot;&amp;</title>"));
  EXPECT_THAT(page, HasSubstr("\\u003c/script>\\u003cb>"));
  std::size_t scripts = 0;
  for (std::size_t at = 0; (at = page.find("</script", at)) != std::string::npos; ++at) ++scripts;
  EXPECT_EQ(scripts, 2u);
  EXPECT_EQ(page.find("src="), page.npos);
  EXPECT_THAT(page, HasSubstr(std::string(report_script())));
  EXPECT_EQ(page, report_page(read(result_of({run}).dump()), "<b>\"&"));
}

TEST_F(Report, TheCommandWritesThePage) {
  folder.write("a.json", result_of({run_of("line", 20)}).dump());
  FakeEngine engine;
  const Ended ended =
      collnoc({"report", folder.path("a.json"), "-o", folder.path("page.html"), "--title", "T 1"}, engine);
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_THAT(folder.read("page.html"), HasSubstr("<title>T 1</title>"));
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"a.json", "page.html"}));
}

}  // namespace
}  // namespace collnoc::test
