// JSON results: values that only some runs have. schema_test.py checks keys and types.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/sim/program/fakes.hpp"

namespace collnoc::test {
namespace {

using Json = nlohmann::json;

Json only_run(const std::vector<std::string>& arguments, FakeEngine& engine) {
  return Json::parse(collnoc(arguments, engine).out)["runs"].at(0);
}

TEST(ResultJson, HasThePapersTerms) {
  FakeEngine engine;
  engine.disturb = [](const RunConfig&, RunResult& result) {
    result.paper = PaperCost{6, 2.25, "Table 2", "", {}, PaperTerms{5, 2}, 8, 6.5};
  };
  const Json paper = only_run({"run", "broadcast", "--json", "-"}, engine)["paper"];
  EXPECT_EQ(paper, Json({{"alpha", 6.0},
                         {"beta", 2.25},
                         {"source", "Table 2"},
                         {"published", {{"alpha", 5.0}, {"beta", 2.0}}},
                         {"segments", 8.0},
                         {"unit_startup_segments", 6.5}}));
}

TEST(ResultJson, OmitsTermsThatTheScheduleDoesNotHave) {
  FakeEngine engine;
  engine.disturb = [](const RunConfig&, RunResult& result) {
    result.paper = PaperCost{6, 2.25, "Table 2", "", {}};
  };
  const Json paper = only_run({"run", "broadcast", "--json", "-"}, engine)["paper"];
  EXPECT_EQ(paper, Json({{"alpha", 6.0}, {"beta", 2.25}, {"source", "Table 2"}}));
}

TEST(ResultJson, HasInstructionsAndStartUpsOfProcessors) {
  FakeEngine engine;
  const Json run = only_run({"run", "broadcast", "--firmware", "rv32", "--json", "-"}, engine);
  EXPECT_TRUE(run["id"].get<std::string>().ends_with("/rv32")) << run["id"];
  EXPECT_EQ(run["rv32"]["instructions_per_rank"][0], 700);
  EXPECT_EQ(run["rv32"]["startup_cycles"]["median"], 22);
  EXPECT_EQ(run["rv32"]["startup_cycles"]["messages"], 63);
}

TEST(ResultJson, HasNullWhereNoStartUpWasMeasured) {
  FakeEngine engine;
  engine.disturb = [](const RunConfig&, RunResult& one) { one.rv32->startup.reset(); };
  const Json run = only_run({"run", "broadcast", "--firmware", "rv32", "--json", "-"}, engine);
  EXPECT_TRUE(run["rv32"]["startup_cycles"].is_null());
}

}  // namespace
}  // namespace collnoc::test
