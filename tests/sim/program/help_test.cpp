// --help: groups of options, lines of at most 100 columns.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "sim/program/help_format.hpp"
#include "tests/sim/program/fakes.hpp"

namespace collnoc::test {
namespace {

using Lines = std::vector<std::string>;

TEST(Wrapped, BreaksAtSpacesAndPlaces) {
  EXPECT_EQ(wrapped("", 5), Lines{""});
  EXPECT_EQ(wrapped("one two", 7), Lines{"one two"});
  EXPECT_EQ(wrapped("one two", 6), (Lines{"one", "two"}));
  EXPECT_EQ(wrapped("one two", 3), (Lines{"one", "two"}));
  EXPECT_EQ(wrapped("a longer-word b", 4), (Lines{"a", "longer-word", "b"}));
  EXPECT_EQ(wrapped("ab|cd|ef", 6, "|"), (Lines{"ab|cd|", "ef"}));
  EXPECT_EQ(wrapped("ab|cd|ef", 5, "|"), (Lines{"ab|", "cd|ef"}));
}

/// Nothing gets lost, and no line is wider than its longest word needs.
TEST(Wrapped, KeepsEveryWord) {
  const std::string text =
      "every tile sends to every other tile, and no two messages share a link in a cycle";
  for (std::size_t width = 1; width < 90; ++width) {
    std::string joined;
    for (const std::string& line : wrapped(text, width)) {
      EXPECT_TRUE(line.size() <= width || line.find(' ') == std::string::npos) << width << ": " << line;
      joined += (joined.empty() ? "" : " ") + line;
    }
    EXPECT_EQ(joined, text) << width;
  }
}

TEST(Help, HasAtMost100Columns) {
  for (const std::string command : {"run", "schedule", "check", "synthesize", "traffic", "replay", "regress",
                                    "tune", "sweep", "report", "list"}) {
    std::istringstream help(collnoc({command, "--help"}).out);
    for (std::string line; std::getline(help, line);) {
      if (line == "Examples:") break;  // commands to be copied
      EXPECT_LE(line.size(), 100u) << command << ": " << line;
    }
  }
}

TEST(Help, HasGroupsInOneOrder) {
  const auto groups = [](const std::string& command) {
    Lines titles;
    std::istringstream help(collnoc({command, "--help"}).out);
    for (std::string line; std::getline(help, line) && line != "Examples:";)
      if (!line.empty() && line[0] != ' ' && line.back() == ':') titles.push_back(line);
    return titles;
  };
  EXPECT_EQ(groups("run"), (Lines{"Positionals:", "Options:", "Collective:", "Network:", "Hardware:",
                                  "Software:", "Processors:", "Simulation:", "Output:"}));
  EXPECT_EQ(
      groups("traffic"),
      (Lines{"Options:", "Network:", "Hardware:", "Traffic:", "Measurement:", "Simulation:", "Output:"}));
}

}  // namespace
}  // namespace collnoc::test
