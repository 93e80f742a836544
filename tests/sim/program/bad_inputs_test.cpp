// Wrong input ends with exit code 1 and one line on stderr that names valid input; nothing is written.
#include "tests/sim/program/bad_inputs.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>

#include "sim/commands/schedule_catalogue.hpp"
#include "tests/sim/program/fakes.hpp"

namespace collnoc::test {
namespace {

std::vector<std::string> in_folder(std::vector<std::string> arguments, const Folder& folder) {
  const std::string mark = "{folder}";
  for (std::string& argument : arguments)
    if (const std::size_t at = argument.find(mark); at != std::string::npos)
      argument =
          folder.path(argument.substr(at + mark.size() + (argument.size() > at + mark.size() ? 1 : 0)));
  return arguments;
}

std::string shell_quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

/// The binary named by COLLNOC_BINARY.
Ended run_binary(const std::string& binary, const std::vector<std::string>& arguments,
                 const Folder& scratch) {
  std::string line = shell_quoted(binary);
  for (const std::string& argument : arguments) line += " " + shell_quoted(argument);
  line += " >" + shell_quoted(scratch.path("out")) + " 2>" + shell_quoted(scratch.path("err"));
  const int status = std::system(line.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, scratch.read("out"), scratch.read("err")};
}

std::string shown(const BadInput& bad) {
  std::string line = "collnoc";
  for (const std::string& argument : bad.arguments) line += " " + argument;
  return line;
}

void expect_refused(const BadInput& bad, const Ended& ended) {
  EXPECT_EQ(ended.code, 1) << ended.err;
  EXPECT_EQ(std::count(ended.err.begin(), ended.err.end(), '\n'), 1) << ended.err;
  EXPECT_TRUE(ended.err.starts_with("collnoc: error: ")) << ended.err;
  EXPECT_NE(ended.err.find(bad.expected), std::string::npos) << ended.err << "lacks: " << bad.expected;
  EXPECT_EQ(ended.out, "");
}

/// Every case, with the program as a function.
void expect_all_refused(const AlgorithmCatalogue& catalogue) {
  ASSERT_GE(bad_inputs().size(), 45u);
  for (const BadInput& bad : bad_inputs()) {
    SCOPED_TRACE(shown(bad));
    const Folder folder;
    FakeEngine engine;
    expect_refused(bad, collnoc(in_folder(bad.arguments, folder), engine, catalogue));
    EXPECT_TRUE(engine.runs.empty() && engine.traffics.empty() && engine.replays.empty())
        << "it was simulated";
    EXPECT_TRUE(folder.names().empty()) << "it left " << folder.names().front();
  }
}

TEST(BadInput, EveryCaseIsRefusedInOneLineThatSaysWhatIsRight) { expect_all_refused(FakeCatalogue()); }

TEST(BadInput, EveryCaseIsRefusedWithTheAlgorithmsOfTheProductToo) {
  expect_all_refused(ScheduleCatalogue());
}

TEST(BadInput, TheSequencerIsRefusedACombinationWithoutAccumulation) {
  const ScheduleCatalogue catalogue;
  for (const std::string collective : {"reduce", "reduce-scatter", "all-reduce"}) {
    FakeEngine engine;
    const BadInput bad{{"run", collective, "--executor", "nic", "--accumulate", "off"},
                       "--accumulate off: --executor nic needs NICs that accumulate for " + collective};
    expect_refused(bad, collnoc(bad.arguments, engine, catalogue));
    EXPECT_TRUE(engine.runs.empty());
  }
}

TEST(BadInput, TheBinaryRefusesThemTheSameWay) {
  const char* binary = std::getenv("COLLNOC_BINARY");
  if (!binary) GTEST_SKIP() << "COLLNOC_BINARY is not set";
  const Folder scratch;
  for (const BadInput& bad : bad_inputs()) {
    SCOPED_TRACE(shown(bad));
    const Folder folder;
    expect_refused(bad, run_binary(binary, in_folder(bad.arguments, folder), scratch));
    EXPECT_TRUE(folder.names().empty());
  }
}

TEST(BadInput, ABrokenTomlFileIsRefusedWithItsLine) {
  const Folder folder;
  folder.write("run.toml", "topology = \"mesh:8x8\"\nvcs = = 2\n");
  const Ended ended = collnoc({"run", "broadcast", "--config", folder.path("run.toml")});
  expect_refused({{}, "run.toml:2:"}, ended);
}

TEST(BadInput, AnUnknownKeyOfATomlFileIsRefusedWithTheNearestOne) {
  const Folder folder;
  folder.write("run.toml", "[hardware]\nvcz = 2\n");
  const Ended ended = collnoc({"run", "broadcast", "--config", folder.path("run.toml")});
  expect_refused({{}, "unknown key 'hardware.vcz'; did you mean 'hardware.vcs'?"}, ended);
}

TEST(BadInput, AWrongValueOfATomlFileIsRefusedWithFileAndKey) {
  const Folder folder;
  folder.write("run.toml", "[hardware]\nvcs = 7\n");
  const Ended ended = collnoc({"run", "broadcast", "--config", folder.path("run.toml")});
  expect_refused({{}, "run.toml: hardware.vcs = 7: must be 1 to 4"}, ended);
}

}  // namespace
}  // namespace collnoc::test
