// Commands as functions of the process: what they print, their failures, progress, threads.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace collnoc::test
