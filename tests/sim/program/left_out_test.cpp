// Nothing that the user's words include is left out or replaced without a word.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <random>
#include <set>

#include "sim/commands/schedule_catalogue.hpp"
#include "tests/sim/program/fakes.hpp"

namespace collnoc::test {
namespace {

using Json = nlohmann::json;
using ::testing::HasSubstr;

Ended with_schedules(const std::vector<std::string>& arguments) {
  FakeEngine engine;
  return collnoc(arguments, engine, ScheduleCatalogue());
}

std::size_t lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

std::string any(std::mt19937& random, const std::vector<std::string>& of) { return of[random() % of.size()]; }

/// What ran and what was left out are all algorithms of the collective, each once, with a reason.
TEST(LeftOut, AllRunsOrNamesEverySchedule) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  const std::vector<std::string> networks{"mesh:4x4", "mesh:3x5", "torus:8x8",   "torus:8",  "hypercube:4",
                                          "ghc:4x4",  "star:4",   "spidergon:8", "mesh:1x1", "mesh:4x4x4"};
  std::size_t left_out = 0;
  for (int i = 0; i < 60; ++i) {
    const Collective collective = static_cast<Collective>(random() % collectives);
    std::vector<std::string> words{"run",         word_of(collective),
                                   "--topology",  any(random, networks),
                                   "--nic",       any(random, {"one-port", "all-port"}),
                                   "--algorithm", "all",
                                   "--multicast", any(random, {"off", "on"}),
                                   "--json",      "-"};
    if (form_of(collective).has_data())
      words.insert(words.end(), {"--bytes", any(random, {"8", "64", "64,1K", "1M"})});
    if (random() % 2 == 0) words.emplace_back("--quiet");
    const Ended ended = with_schedules(words);
    SCOPED_TRACE(::testing::PrintToString(words));
    if (ended.code == 1) continue;  // there is none
    ASSERT_EQ(ended.code, 0) << ended.err;
    std::set<std::string> expected, found;
    for (const AlgorithmInfo& info : ScheduleCatalogue().algorithms())
      if (info.collective == collective) expected.insert(info.name);
    const Json json = Json::parse(ended.out);
    for (const Json& run : json["runs"]) found.insert(run["algorithm"]);
    if (!json.contains("left_out")) EXPECT_EQ(ended.err.find("left out"), std::string::npos) << ended.err;
    for (const Json& schedule : json.value("left_out", Json::array())) {
      ++left_out;
      found.insert(schedule["algorithm"]);
      EXPECT_FALSE(schedule["reason"].get<std::string>().empty());
      if (words.back() != "--quiet")
        EXPECT_THAT(ended.err, ::testing::ContainsRegex("collnoc: note: --algorithm all: left out: .*" +
                                                        schedule["algorithm"].get<std::string>()));
    }
    EXPECT_EQ(found, expected);
  }
  EXPECT_GT(left_out, 50u);
}

TEST(LeftOut, TheOnePortScheduleInPlaceOfThatForAllPortsIsSaid) {
  for (const std::string command : {"run", "check", "schedule"}) {
    std::vector<std::string> words{command, "broadcast", "--topology",  "mesh:4x4",
                                   "--nic", "all-port",  "--algorithm", "recursion-based"};
    EXPECT_EQ(with_schedules(words).err,
              "collnoc: note: --algorithm recursion-based: left out: recursion-based in place of "
              "recursion-based-all-port (it needs routes in both orders of dimensions, --route-orders 2)\n")
        << command;
    words.insert(words.end(), {"--route-orders", "2"});
    EXPECT_EQ(with_schedules(words).err, "") << command;
  }
  const Json json = Json::parse(with_schedules({"run", "broadcast", "--topology", "mesh:4x4", "--nic",
                                                "all-port", "--algorithm", "recursion-based", "--json", "-"})
                                    .out);
  EXPECT_EQ(json["left_out"][0]["instead"], "recursion-based");
  EXPECT_EQ(json["left_out"][0]["algorithm"], "recursion-based-all-port");
}

/// Whatever name is given, what runs is what it names, or the line says what runs in its place.
TEST(LeftOut, NoNameMeansAnotherScheduleSilently) {
  const ScheduleCatalogue catalogue;
  std::size_t replaced = 0;
  for (const AlgorithmInfo& info : catalogue.algorithms())
    for (const std::string topology : {"mesh:4x4", "mesh:3x5", "torus:8x8", "star:4", "hypercube:4"}) {
      std::vector<std::string> words{"run",         word_of(info.collective),
                                     "--topology",  topology,
                                     "--nic",       "all-port",
                                     "--algorithm", info.name,
                                     "--json",      "-"};
      if (form_of(info.collective).has_data()) words.insert(words.end(), {"--bytes", "64"});
      const Ended ended = with_schedules(words);
      if (ended.code != 0) continue;
      const Json json = Json::parse(ended.out);
      const std::string ran = json["runs"][0]["algorithm"], own = info.name + "-all-port";
      const bool has_own = std::ranges::any_of(catalogue.algorithms(), [&](const AlgorithmInfo& other) {
        return other.collective == info.collective && other.name == own;
      });
      const bool other = has_own && ran != own;
      replaced += other ? 1 : 0;
      EXPECT_EQ(json.contains("left_out"), other) << info.name << " on " << topology;
      EXPECT_EQ(ended.err.find("in place of " + own) != std::string::npos, other) << ended.err;
    }
  EXPECT_GT(replaced, 0u);
}

TEST(LeftOut, TuneCountsBySchedulesThatDoNotApply) {
  const Folder folder;
  const Ended ended = with_schedules({"tune", "--collective", "broadcast", "--topology", "mesh:3x5",
                                      "--bytes", "64", "--output", folder.path("tuned.json")});
  ASSERT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(lines(ended.err), 1u) << ended.err;
  EXPECT_THAT(ended.err,
              ::testing::ContainsRegex("collnoc: note: left out [0-9]+ schedules that do not apply to "
                                       "a case: .*[0-9]+: it needs a star graph"));
}

TEST(LeftOut, TuneNamesAllThatAreEquallyFast) {  // as all are with the fake engine
  const Folder folder;
  ASSERT_EQ(with_schedules({"tune", "--collective", "broadcast", "--topology", "mesh:4x4", "--nic",
                            "one-port", "--bytes", "64", "--startup-cycles", "0", "--executor", "native",
                            "--multicast", "off", "--output", folder.path("tuned.json")})
                .code,
            0);
  std::vector<std::string> expected;
  const ScheduleCatalogue catalogue;
  for (const AlgorithmInfo& info : catalogue.algorithms())
    if (info.collective == Collective::broadcast &&
        !catalogue.why_not(info.collective, info.name, Topology::mesh(4, 4), {}, 64))
      expected.push_back(info.name);
  const Json entry = Json::parse(folder.read("tuned.json"))["entries"].at(0);
  std::vector<std::string> found{entry["algorithm"]};
  for (const Json& name : entry["equal"]) found.push_back(name);
  EXPECT_GT(found.size(), 5u);
  EXPECT_EQ(found, expected);
}

TEST(LeftOut, CheckEndsWithALineThatSumsUp) {
  const Ended good = with_schedules(
      {"check", "broadcast", "--algorithm", "line", "--topology", "mesh:4x4", "--root", "all"});
  EXPECT_EQ(good.code, 0);
  EXPECT_THAT(good.out, ::testing::ContainsRegex("\n# proved: all [0-9]+ claims of 16 schedules[^\n]*\n$"));
  const Ended bad = with_schedules({"check", "broadcast", "--algorithm", "scatter-collect", "--topology",
                                    "torus:4x4", "--vcs", "1", "--root", "all"});
  EXPECT_EQ(bad.code, 2);
  EXPECT_THAT(bad.out,
              ::testing::ContainsRegex(
                  "\n# NOT proved: 16 of [0-9]+ claims of 16 schedules, the first is deadlock graph of "
                  "scatter-collect with 1024 bytes from root 0[^\n]*\n$"));
}

TEST(LeftOut, WithoutACommandTheHelpIsPrinted) {
  const Ended ended = with_schedules({});
  EXPECT_EQ(ended.code, 1);
  EXPECT_EQ(ended.out, "");
  EXPECT_THAT(ended.err, HasSubstr("regress"));
  EXPECT_THAT(ended.err, HasSubstr("Examples:"));
  EXPECT_THAT(ended.err, ::testing::EndsWith("see collnoc --help\n"));
}

}  // namespace
}  // namespace collnoc::test
