// Function, file and line of an address: in a program for tiles, and in this process.
#include "sim/processor/source_lines.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "sim/processor/elf.hpp"

namespace collnoc::test {
namespace {

const std::string misbehave = std::string(COLLNOC_TEST_PROGRAMS) + "/misbehave.elf";
const std::string source = "tests/firmware/rv32/programs/misbehave.cpp";

/// The number of the first line of the source that contains `text`.
unsigned line_with(const std::string& text) {
  std::ifstream in(source);
  unsigned number = 1;
  for (std::string line; std::getline(in, line); ++number) {
    if (line.find(text) != std::string::npos) return number;
  }
  ADD_FAILURE() << "no line of " << source << " has " << text;
  return 0;
}

TEST(SourceLines, AFunctionIsFoundWithItsFileAndLine) {
  const TileProgram program(misbehave);
  SourceLines lines(misbehave);
  const auto at = program.functions("illegal");
  ASSERT_FALSE(at.empty());
  const std::vector<SourceLine> place = lines.find(at.front());
  ASSERT_EQ(place.size(), 1u);
  EXPECT_EQ(place[0].base(), "misbehave.cpp");
  EXPECT_EQ(place[0].line, line_with(" illegal("));
  EXPECT_THAT(place[0].text(), testing::StartsWith("illegal() at misbehave.cpp:"));
}

TEST(SourceLines, AnInlinedFunctionIsFoundWithTheLineThatCallsIt) {
  const TileProgram program(misbehave);
  SourceLines lines(misbehave);
  const unsigned call = line_with("tile.put(");
  bool found = false;
  for (const std::uint32_t put : program.puts()) {  // MmioTile::put is inlined into put_to
    const std::vector<SourceLine>& all = lines.find(put);
    ASSERT_FALSE(all.empty());  // of some puts the compiler does not say where they were inlined
    for (std::size_t i = 0; i + 1 < all.size(); ++i) {
      found = found || (all[i].function == "put" && all[i].base() == "mmio_tile.hpp" &&
                        all[i + 1].base() == "misbehave.cpp" && all[i + 1].line == call);
    }
  }
  EXPECT_TRUE(found);
}

TEST(SourceLines, OutsideTheProgramNothingIsFound) {
  SourceLines lines(misbehave);
  EXPECT_TRUE(lines.find(0x4000'0000).empty());
  EXPECT_TRUE(lines.find(usual_program_bytes - 4).empty());
}

TEST(SourceLines, AFileWithoutDebugInformationIsNoError) {
  for (const char* file : {"/nowhere/at/all", source.c_str()}) EXPECT_TRUE(SourceLines(file).find(0).empty());
}

TEST(SourceLines, AddressesOfTheProcessAreThoseOfPointers) {
  SourceLines lines = SourceLines::of_this_process();
  const std::vector<SourceLine> place = lines.find(reinterpret_cast<std::uint64_t>(&line_with));
  ASSERT_EQ(place.size(), 1u);
  EXPECT_EQ(place[0].base(), "source_lines_test.cpp");
  EXPECT_EQ(place[0].function, "line_with");
}

}  // namespace
}  // namespace collnoc::test
