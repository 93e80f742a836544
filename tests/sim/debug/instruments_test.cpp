// Instruction trace, profile, flame graph, timeline and marks of a program: equal for model and RTL, and
// equal to what the program does.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "sim/commands/schedule_catalogue.hpp"
#include "sim/debug/disassembly.hpp"
#include "sim/engine/simulator.hpp"
#include "sim/processor/elf.hpp"
#include "sim/program/program.hpp"
#include "tests/firmware/rv32/programs/misbehave.hpp"

namespace collnoc::test {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;

using Json = nlohmann::json;

std::string read(const std::string& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells(1);
  for (const char c : line) {
    if (c == '\t')
      cells.emplace_back();
    else
      cells.back() += c;
  }
  return cells;
}

class InstrumentsTest : public ::testing::Test {
 protected:
  InstrumentsTest()
      : folder_(std::filesystem::temp_directory_path() / ("instruments." + std::to_string(getpid()))) {
    std::filesystem::create_directory(folder_);
  }
  ~InstrumentsTest() override { std::filesystem::remove_all(folder_); }

  std::string file(const std::string& name) const { return (folder_ / name).string(); }

  /// `collnoc run` of the debuggee on 4 tiles: its result. Skips the test if the backend is not installed.
  Json run(std::vector<std::string> arguments, int expected = 0) {
    std::ostringstream out, err;
    Console console{out, err};
    Simulator engine;
    arguments.insert(arguments.begin(), {"run", "--firmware", COLLNOC_TEST_PROGRAMS "/" + program + ".elf",
                                         "--topology", "mesh:2x2", "--json", file("result.json")});
    const int code = run_program(arguments, console, ScheduleCatalogue(), engine);
    table = out.str();
    errors = err.str();
    not_installed = code == 77;
    if (not_installed) return {};
    EXPECT_EQ(code, expected) << errors;
    return expected == 0 ? Json::parse(read(file("result.json")))["program"] : Json();
  }
  std::string trace(std::vector<std::string> arguments, int expected = 0) {
    arguments.insert(arguments.end(), {"--trace-instructions", file("trace")});
    run(arguments, expected);
    return read(file("trace"));
  }

  std::filesystem::path folder_;
  std::string program = "debuggee", table, errors;
  bool not_installed = false;
};

TEST_F(InstrumentsTest, TheTraceHasOneLinePerInstruction) {
  const auto lines = lines_of(trace({}));
  const Json result = Json::parse(read(file("result.json")))["program"];
  std::map<std::string, std::uint64_t> per_tile;
  std::uint64_t last = 0;
  std::map<std::string, unsigned> squares;
  EXPECT_EQ(lines.front(), "cycle\ttile\tpc\tplace\tinstruction\tregister");
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const auto cells = cells_of(lines[i]);
    ASSERT_EQ(cells.size(), 6u) << lines[i];
    EXPECT_GE(std::stoull(cells[0]), last) << "in the order of cycles";
    last = std::stoull(cells[0]);
    ++per_tile[cells[1]];
    squares[cells[1]] += cells[3] == "square";
  }
  for (unsigned tile = 0; tile < 4; ++tile) {
    EXPECT_EQ(per_tile[std::to_string(tile)], result["instructions_per_rank"][tile]);
    EXPECT_EQ(squares[std::to_string(tile)], 3u);
  }
  EXPECT_EQ(last, result["cycles"]) << "the last instruction writes EXIT";
}

TEST_F(InstrumentsTest, TheTraceHasTheRegistersThatAreWritten) {
  const std::string text = trace({"--trace-tiles", "2"});
  EXPECT_THAT(lines_of(text)[1],
              MatchesRegex("[0-9]+\t2\t00000100\t_start\tauipc gp,0x[0-9a-f]+\tgp=[0-9a-f]{8}"));
  EXPECT_THAT(text, HasSubstr("\tmul "));
  EXPECT_THAT(text, ::testing::ContainsRegex("\tmul [a-z0-9,]+\t[a-z0-9]+=00000019\n")) << "5 * 5";
  EXPECT_THAT(
      text, ::testing::ContainsRegex("\tlw [a-z0-9]+,[-0-9]+\\([a-z0-9]+\\)\t[a-z0-9]+=434f4c4e\n|\tlw ra,"))
      << "a load's register is written one cycle later";
}

TEST_F(InstrumentsTest, TheTraceIsTheSameForModelAndRtlAndAnyNumberOfThreads) {
  const std::string model = trace({});
  EXPECT_EQ(trace({"--threads", "2"}), model);
  for (const std::string backend : {"rtl", "lockstep"}) {
    const std::string rtl = trace({"--backend", backend});
    if (not_installed) GTEST_SKIP() << errors;
    EXPECT_EQ(rtl, model) << backend;
  }
}

TEST_F(InstrumentsTest, TheTraceIsFilteredByTileAndCycle) {
  std::string expected = "cycle\ttile\tpc\tplace\tinstruction\tregister\n";
  for (const std::string& line : lines_of(trace({}))) {
    const auto cells = cells_of(line);
    if (cells[0] == "cycle" || (cells[1] != "1" && cells[1] != "3")) continue;
    if (std::stoul(cells[0]) >= 40 && std::stoul(cells[0]) <= 90) expected += line + "\n";
  }
  EXPECT_EQ(trace({"--trace-tiles", "1,3", "--trace-cycles", "40:90"}), expected);
}

TEST_F(InstrumentsTest, ATrapIsTraced) {
  const std::string text = trace({"--argument", "1", "--trace-tiles", "3"}, 2);
  EXPECT_THAT(text, ::testing::ContainsRegex("\tmain[^\t]*\tlw [^\t]*\ttrap\n"));
}

TEST_F(InstrumentsTest, NothingThatLooksOnChangesACycle) {
  const Json alone = run({});
  Json watched = run({"--profile", "--flame-graph", file("flames"), "--timeline", file("timeline.json"),
                      "--trace-instructions", file("trace")});
  watched.erase("profile_per_rank");
  EXPECT_EQ(watched, alone);
}

TEST_F(InstrumentsTest, TheProfileAddsUpToEveryCycle) {
  const Json model = run({"--profile"});
  for (unsigned tile = 0; tile < 4; ++tile) {
    std::uint64_t all = 0, instructions = 0;
    for (const Json& function : model["profile_per_rank"][tile]) {
      for (const Json& cycles : function["cycles"]) all += cycles.get<std::uint64_t>();
      instructions += function["cycles"]["instruction"].get<std::uint64_t>();
      if (function["function"] != "square") continue;
      EXPECT_EQ(function["calls"], 3);
      EXPECT_GE(function["cycles"]["instruction"], 6)
          << "of each call, at least the multiplication and the return";
    }
    EXPECT_EQ(all, model["cycles"].get<std::uint64_t>() + 1) << "cycles 0 to `cycles`";
    EXPECT_EQ(instructions, model["instructions_per_rank"][tile]);
  }
  EXPECT_THAT(table, AllOf(HasSubstr("# cycles of 4 processors"), HasSubstr("square"), HasSubstr("asleep")));
  const Json rtl = run({"--profile", "--backend", "lockstep"});
  if (not_installed) GTEST_SKIP() << errors;
  EXPECT_EQ(rtl["profile_per_rank"], model["profile_per_rank"]);
}

TEST_F(InstrumentsTest, FoldedStacksHaveTheCallersOfEveryFunction) {
  const Json result = run({"--flame-graph", file("flames")});
  const std::string text = read(file("flames"));
  EXPECT_THAT(text, ::testing::ContainsRegex("\ntile 2;_start;main;square [0-9]+\n"));
  EXPECT_THAT(text, HasSubstr(";(asleep) "));
  std::map<std::string, std::uint64_t> cycles;
  for (const std::string& line : lines_of(text)) {
    cycles[line.substr(0, line.find(';'))] += std::stoull(line.substr(line.rfind(' ') + 1));
  }
  for (unsigned tile = 0; tile < 4; ++tile) {
    EXPECT_EQ(cycles["tile " + std::to_string(tile)], result["cycles"].get<std::uint64_t>() + 1);
  }
}

TEST_F(InstrumentsTest, TheTimelineHasFunctionsAndMarkedParts) {
  const Json result = run({"--timeline", file("timeline.json")});
  const Json events = Json::parse(read(file("timeline.json")))["traceEvents"];
  std::map<std::string, unsigned> slices;
  for (const Json& event : events) {
    if (event["ph"] != "X") continue;
    ++slices[event["name"]];
    if (event["name"] != "marked") continue;
    const unsigned tile = event["tid"].get<unsigned>() / 2;
    EXPECT_EQ(event["ts"], result["marked"]["begin_cycle_per_rank"][tile]);
    EXPECT_EQ(event["ts"].get<std::uint64_t>() + event["dur"].get<std::uint64_t>(),
              result["marked"]["end_cycle_per_rank"][tile]);
  }
  EXPECT_EQ(slices["square"], 12u);
  EXPECT_EQ(slices["main"], 4u);
  EXPECT_EQ(slices["marked"], 4u);
}

TEST_F(InstrumentsTest, MarksOfAProgramAreInTheResult) {
  const Json marked = run({})["marked"];
  std::uint64_t begin = ~0ull, end = 0;
  for (unsigned tile = 0; tile < 4; ++tile) {
    begin = std::min(begin, marked["begin_cycle_per_rank"][tile].get<std::uint64_t>());
    end = std::max(end, marked["end_cycle_per_rank"][tile].get<std::uint64_t>());
    EXPECT_GT(marked["instructions_per_rank"][tile], 30);
  }
  EXPECT_EQ(marked["cycles"], end - begin);
  EXPECT_THAT(table, ::testing::ContainsRegex("marked +instructions"));
}

TEST_F(InstrumentsTest, EveryMarkedPartIsInTheTimeline) {
  program = "marked";
  const Json marked = run({"--timeline", file("timeline.json")})["marked"];
  std::map<unsigned, std::vector<std::pair<std::uint64_t, std::uint64_t>>> parts;  // begin and end
  const Json events = Json::parse(read(file("timeline.json")))["traceEvents"];
  for (const Json& event : events) {
    if (event["ph"] != "X" || event["name"] != "marked") continue;
    const std::uint64_t begin = event["ts"];
    parts[event["tid"].get<unsigned>() / 2].emplace_back(begin, begin + event["dur"].get<std::uint64_t>());
  }
  ASSERT_EQ(parts.size(), 4u);
  for (const auto& [tile, both] : parts) {
    ASSERT_EQ(both.size(), 2u);
    EXPECT_LT(both[0].second, both[1].first);
    EXPECT_EQ(marked["begin_cycle_per_rank"][tile], both[0].first);
    EXPECT_EQ(marked["end_cycle_per_rank"][tile], both[1].second);
  }
  EXPECT_EQ(run({"--argument", "1"})["marked"], Json()) << "nothing is marked";
}

TEST_F(InstrumentsTest, OnTheHostTheTimeOfTheMarkedPartIsPrinted) {
  FILE* pipe = popen(COLLNOC_TEST_PROGRAMS "/marked 2x2", "r");
  ASSERT_NE(pipe, nullptr);
  std::string text;
  for (int c = 0; (c = std::fgetc(pipe)) != EOF;) text += static_cast<char>(c);
  EXPECT_EQ(pclose(pipe), 0);
  EXPECT_THAT(text, MatchesRegex("marked: [0-9]+\\.[0-9]{3} ms\n"));
}

TEST_F(InstrumentsTest, AFileThatCannotBeWrittenIsRefusedAtOnce) {
  for (const std::string option : {"--trace-instructions", "--flame-graph", "--timeline"}) {
    run({option, "/nowhere/file"}, 1);
    EXPECT_THAT(errors, HasSubstr(option + " /nowhere/file: cannot be written"));
  }
}

/// The number of the first line of the misbehaving program that contains `text`.
unsigned line_with(const std::string& text) {
  const auto lines = lines_of(read("tests/firmware/rv32/programs/misbehave.cpp"));
  const auto found = std::find_if(lines.begin(), lines.end(),
                                  [&](const auto& line) { return line.find(text) != line.npos; });
  EXPECT_NE(found, lines.end()) << text;
  return static_cast<unsigned>(found - lines.begin()) + 1;
}

TEST_F(InstrumentsTest, AFailureIsReportedWithFileAndLine) {
  program = "misbehave";
  const auto error_of = [&](Misbehaviour how) {
    run({"--argument", std::to_string(static_cast<unsigned>(how)), "--stall-timeout", "20000", "--max-cycles",
         "40000"},
        2);
    return errors;
  };
  EXPECT_THAT(
      error_of(Misbehaviour::illegal_instruction),
      HasSubstr("in illegal() at misbehave.cpp:" + std::to_string(line_with("illegal()")) + ", cycle "));
  EXPECT_THAT(
      error_of(Misbehaviour::put_misaligned),
      HasSubstr("in put_to() at misbehave.cpp:" + std::to_string(line_with("tile.put({")) + ", cycle "));
  EXPECT_THAT(error_of(Misbehaviour::endless_wait),
              HasSubstr("waits in wait_for_nobody() at misbehave.cpp:" +
                        std::to_string(line_with("inline void wait_for_nobody")) + " for counter 7 to be 1"))
      << "not the line of misbehave() into which that is inlined";
  EXPECT_THAT(
      error_of(Misbehaviour::library_store),
      MatchesRegex(".* in memset\\(\\) at memset[^ ]* \\(called by misbehave\\(\\) at misbehave.cpp:" +
                   std::to_string(line_with("std::memset(")) + "\\), cycle .*\n"));
  EXPECT_THAT(
      error_of(Misbehaviour::endless_traps),
      HasSubstr("in illegal() at misbehave.cpp:" + std::to_string(line_with("illegal()")) + ", cycle "));
  EXPECT_THAT(error_of(Misbehaviour::endless_loop),
              HasSubstr(" at misbehave.cpp:" + std::to_string(line_with("while (zero == 0) {")) +
                        " and has written"));
  EXPECT_THAT(error_of(Misbehaviour::trap_loop), HasSubstr("pc 0x20000000 in 0x20000000, cycle "))
      << "outside the program there is no line";
}

TEST(Disassembly, IsThatOfObjdump) {
  for (const std::string program : {"debuggee", "workload", "language", "misbehave"}) {
    const std::string elf = std::string(COLLNOC_TEST_PROGRAMS "/") + program + ".elf";
    const std::string command = "riscv64-unknown-elf-objdump -d -M no-aliases " + elf + " 2>/dev/null";
    FILE* pipe = popen(command.c_str(), "r");
    ASSERT_NE(pipe, nullptr);
    std::string text;
    for (int c = 0; (c = std::fgetc(pipe)) != EOF;) text += static_cast<char>(c);
    if (pclose(pipe) != 0) GTEST_SKIP() << "no riscv64-unknown-elf-objdump";
    unsigned compared = 0;
    static const std::regex form(R"( +([0-9a-f]+):\t([0-9a-f]{8}) +\t([a-z.]+)\t?([^ #]*).*)");
    for (const std::string& line : lines_of(text)) {
      std::smatch part;
      if (!std::regex_match(line, part, form)) continue;
      const auto pc = static_cast<std::uint32_t>(std::stoul(part[1], nullptr, 16));
      const auto instr = static_cast<std::uint32_t>(std::stoul(part[2], nullptr, 16));
      std::string ours = disassembly(instr, pc),
                  theirs = part[3].str() + (part[4].length() ? " " : "") + part[4].str();
      // objdump prints the targets of branches and jumps without 0x.
      if ((instr & 0x7f) == 0x63 || (instr & 0x7f) == 0x6f) theirs.insert(theirs.rfind(',') + 1, "0x");
      if (ours.rfind(".word", 0) == 0) continue;  // data, or what our processor does not know
      EXPECT_EQ(ours, theirs) << line;
      ++compared;
    }
    EXPECT_GT(compared, 100u) << program;
  }
}

}  // namespace
}  // namespace collnoc::test
