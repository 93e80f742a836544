// Commands as functions of the process: what they print, their failures, progress, threads.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "collnoc/network.hpp"

namespace collnoc::test {
namespace {

using ::testing::HasSubstr;

const std::vector<std::string> broadcast{"run", "broadcast", "--topology", "torus:4x4", "--bytes", "64"};

TEST(Call, GivesTextMessagesAndCode) {
  const Output good = call(broadcast);
  EXPECT_EQ(good.code, 0);
  EXPECT_THAT(good.text, HasSubstr("bytes wrong: 0"));
  const Output bad = call({"run", "broadcast", "--vcs", "9"});
  EXPECT_EQ(bad.code, 1);
  EXPECT_EQ(bad.text, "");
  EXPECT_THAT(bad.messages, HasSubstr("--vcs 9: must be"));
  EXPECT_EQ(call({"list", "patterns"}).code, 0);
}

TEST(Call, ResultsAreJson) {
  const auto document = nlohmann::json::parse(json(broadcast));
  EXPECT_EQ(document["schema"], "collnoc.result/1");
  EXPECT_EQ(document["runs"][0]["bytes"], 64);
  EXPECT_EQ(document["runs"][0]["bytes_wrong"], 0);
}

TEST(Call, AFailureIsAnExceptionWithTheProgramsLine) {
  try {
    (void)json({"run", "broadcast", "--root", "99"});
    FAIL();
  } catch (const NetworkError& error) {
    EXPECT_THAT(error.what(), HasSubstr("--root 99: "));
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
  }
}

TEST(Call, ProgressCanEndIt) {
  const std::vector<std::string> long_work{"traffic", "--topology", "mesh:4x4", "--measure", "1000000000"};
  std::size_t calls = 0;
  EXPECT_THROW(call(long_work, [&](std::size_t, std::size_t, const std::string&) { return ++calls < 2; }),
               NetworkError);
  EXPECT_EQ(calls, 2u);
  EXPECT_STREQ(collnoc_error(), "ended by the caller");
  // What it throws arrives, too.
  EXPECT_THROW(call(long_work, [](std::size_t, std::size_t, const std::string&) -> bool { throw 7; }), int);
  EXPECT_EQ(call(broadcast).code, 0);
}

TEST(Call, ThreadsGetEqualResults) {
  const auto runs = [](const std::string& text) { return nlohmann::json::parse(text)["runs"].dump(); };
  const std::string expected = runs(json(broadcast));
  std::vector<std::string> results(4);
  std::vector<std::thread> threads;
  for (std::string& result : results) threads.emplace_back([&] { result = runs(json(broadcast)); });
  for (std::thread& thread : threads) thread.join();
  for (const std::string& result : results) EXPECT_EQ(result, expected);
}

TEST(Call, RefusesNull) {
  const char* const words[] = {"run", nullptr};
  EXPECT_EQ(collnoc_call(2, words, nullptr, nullptr), nullptr);
  EXPECT_STREQ(collnoc_error(), "argument 1 is NULL");
  EXPECT_EQ(collnoc_call(1, nullptr, nullptr, nullptr), nullptr);
  EXPECT_EQ(collnoc_output_code(nullptr), -1);
  EXPECT_STREQ(collnoc_output_text(nullptr), "");
  EXPECT_STREQ(collnoc_output_messages(nullptr), "");
  collnoc_output_free(nullptr);
}

const NamedSettings settings{{"collective", "broadcast"}, {"topology", "torus:4x4"}, {"bytes", "64"}};

NamedSettings with(NamedSettings all, const std::string& name, const std::string& value) {
  all.emplace_back(name, value);
  return all;
}

TEST(Command, GivesTheDocumentOfTheCommandLine) {
  const Answer answer = command("run", settings);
  EXPECT_EQ(answer.code, 0);
  EXPECT_EQ(answer.error, "");
  EXPECT_EQ(answer.printed, "");
  auto named = nlohmann::json::parse(answer.document), typed = nlohmann::json::parse(json(broadcast));
  EXPECT_EQ(named["context"]["command"], "collnoc run broadcast --topology torus:4x4 --bytes 64");
  for (auto* document : {&named, &typed})
    for (const char* key : {"command", "wall_seconds"}) (*document)["context"].erase(key);
  EXPECT_EQ(named, typed);
}

TEST(Command, TakesKeysSwitchesAndNotes) {
  const auto document = [](const Answer& answer) { return nlohmann::json::parse(answer.document); };
  const Answer more = command("run", with(with(settings, "hardware.vcs", "4"), "per-link", "on"));
  EXPECT_EQ(document(more)["runs"][0]["hardware"]["vcs"], 4);
  EXPECT_TRUE(document(more)["runs"][0].contains("links"));
  EXPECT_FALSE(document(command("run", with(settings, "per_link", "off")))["runs"][0].contains("links"));
  // What a table says in its last lines, a library says in notes.
  const Answer all =
      command("run", {{"collective", "broadcast"}, {"topology", "mesh:4x4"}, {"root", "best"}});
  EXPECT_THAT(all.notes, HasSubstr("root"));
}

TEST(Command, SaysWhatIsWrong) {
  const Answer value = command("run", with(settings, "vcs", "9"));
  EXPECT_EQ(value.code, 1);
  EXPECT_EQ(value.document, "");
  EXPECT_THAT(value.error, HasSubstr("--vcs 9: must be"));
  EXPECT_EQ(command("run", with(settings, "vsc", "2")).error, "unknown setting 'vsc'; did you mean 'vcs'?");
  EXPECT_THAT(command("walk", {}).error, HasSubstr("unknown command 'walk'; "));
  EXPECT_THAT(command("run", with(settings, "per_link", "perhaps")).error, HasSubstr("must be on or off"));
  EXPECT_EQ(command("report", {}).error, "FILE is required");
  EXPECT_EQ(command("run", with(with(settings, "vc_depth", "8"), "vc-depth", "4")).error,
            "vc-depth: has one value, but is given several times");
  EXPECT_THAT(command("synthesize", with(settings, "synthesize.tries", "3")).error,
              HasSubstr("unknown setting 'synthesize.tries'"));
  EXPECT_THAT(command("run", with(settings, "max_cycles", "20")).error, HasSubstr("not finished: "));
}

/// As on the command line: what a setting says is before a key, and a key before a file.
TEST(Command, SettingsAreBeforeKeysBeforeFiles) {
  const std::string file = ::testing::TempDir() + "call_test.toml";
  std::ofstream(file) << "per_link = true\n[hardware]\nvcs = 1\nvc_depth = 8\n";
  const auto run = [&](NamedSettings more) {
    more.insert(more.end(), settings.begin(), settings.end());
    more.emplace_back("config", file);
    return nlohmann::json::parse(command("run", more).document)["runs"][0];
  };
  const auto key = run({{"set", "hardware.vcs=4"}, {"set", "topology=mesh:2x2"}});
  EXPECT_EQ(key["hardware"]["vcs"], 4);
  EXPECT_EQ(key["hardware"]["vc_depth_flits"], 8);
  EXPECT_TRUE(key.contains("links"));
  EXPECT_EQ(key["finish_cycle_per_rank"].size(), 16u);
  const auto setting = run({{"hardware.vcs", "4"}, {"vcs", "2"}, {"per_link", "off"}});
  EXPECT_EQ(setting["hardware"]["vcs"], 2);
  EXPECT_FALSE(setting.contains("links"));
}

TEST(Command, ListsAreRows) {
  const auto rows = nlohmann::json::parse(command("list", {{"what", "topologies"}}).document)["rows"];
  EXPECT_EQ(rows[0]["kind"], "mesh");
  EXPECT_EQ(rows[0]["example"], "mesh:8x8");
}

TEST(Command, ProgressCanEndIt) {
  std::size_t calls = 0;
  EXPECT_THROW(command("traffic", {{"topology", "mesh:4x4"}, {"measure", "1000000000"}},
                       [&](std::size_t, std::size_t, const std::string&) { return ++calls < 2; }),
               NetworkError);
  EXPECT_EQ(calls, 2u);
}

TEST(Command, RefusesNull) {
  const collnoc_setting broken[] = {{"collective", "broadcast"}, {"bytes", nullptr}};
  EXPECT_EQ(collnoc_command("run", 2, broken, nullptr, nullptr), nullptr);
  EXPECT_STREQ(collnoc_error(), "setting 1 is NULL");
  EXPECT_EQ(collnoc_command(nullptr, 0, nullptr, nullptr, nullptr), nullptr);
  for (const auto part :
       {collnoc_output_document, collnoc_output_printed, collnoc_output_notes, collnoc_output_error})
    EXPECT_STREQ(part(nullptr), "");
}

// Programs that were compiled with collnoc.h 1.0.0 have these layouts.
static_assert(sizeof(collnoc_arrival) == 64 && offsetof(collnoc_arrival, sent) == 32 &&
              offsetof(collnoc_arrival, arrived) == 56);
static_assert(sizeof(collnoc_setting) == 2 * sizeof(const char*));

TEST(Network, OpensWithSettings) {
  EXPECT_EQ(Network(NamedSettings{{"topology", "torus:4x4"}, {"vcs", "4"}}).nodes(), 16u);
  EXPECT_THROW(Network(NamedSettings{{"topology", "torus:4x4"}, {"vcs", "9"}}), NetworkError);
  EXPECT_THROW(Network(NamedSettings{{"load", ".1"}}), NetworkError);
  const Network one({{"topology", "mesh:3x1"}});
  EXPECT_EQ(one.nodes(), 3u);
}

}  // namespace
}  // namespace collnoc::test
