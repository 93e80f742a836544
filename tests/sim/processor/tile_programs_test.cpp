// User-written programs, above all programs that misbehave: the run ends with one line and an exit code.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <sstream>

#include "sim/commands/schedule_catalogue.hpp"
#include "sim/engine/simulator.hpp"
#include "sim/program/program.hpp"
#include "tests/firmware/rv32/programs/misbehave.hpp"

namespace collnoc::test {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::StartsWith;

struct Ended {
  int code;
  std::string out, err;
};

/// `collnoc run` of a test's program on 4 tiles.
Ended run(const std::string& program, std::vector<std::string> arguments = {}) {
  std::ostringstream out, err;
  Console console{out, err};
  Simulator engine;
  arguments.insert(arguments.begin(), {"run", "--firmware", COLLNOC_TEST_PROGRAMS "/" + program + ".elf"});
  if (std::find(arguments.begin(), arguments.end(), "--topology") == arguments.end())
    arguments.insert(arguments.end(), {"--topology", "mesh:2x2"});
  const int code = run_program(arguments, console, ScheduleCatalogue(), engine);
  return {code, out.str(), err.str()};
}

Ended misbehave(Misbehaviour how, const std::string& backend = "model") {
  return run("misbehave", {"--argument", std::to_string(static_cast<std::uint32_t>(how)), "--backend",
                           backend, "--stall-timeout", "50000", "--max-cycles", "100000", "--quiet"});
}

TEST(TileProgram, PrintsWithItsRankInFrontAndEndsWithZero) {
  const Ended ended = run("hello_from");
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_THAT(ended.out, StartsWith("0: hello from 0 of 4\n1: hello from 1 of 4\n2: hello from 2 of 4\n"
                                    "3: hello from 3 of 4\n0: no newline\n1: no newline\n"));
  EXPECT_THAT(ended.out, HasSubstr("hello_from.elf  mesh:2x2  one-port  backend=model"));
}

TEST(TileProgram, PlansThatAreLinkedIntoItDeliverEveryByte) {
  for (const std::string nic : {"one-port", "all-port"}) {
    for (const std::string backend : {"model", "lockstep"}) {
      const Ended ended = run("linked_plan_" + nic, {"--topology", "torus:4x4", "--nic", nic, "--sequencer",
                                                     "1", "--backend", backend});
      if (ended.code == 77) GTEST_SKIP() << ended.err;
      EXPECT_EQ(ended.code, 0) << ended.err;
    }
  }
  const Ended without = run("linked_plan_one-port", {"--topology", "torus:4x4"});
  EXPECT_EQ(without.code, 2);
  EXPECT_THAT(without.out, HasSubstr("assertion failed"));
  EXPECT_THAT(without.out, HasSubstr("sequences()"));
}

TEST(TileProgram, OneInCUsesTheCLibrary) {
  const Ended ended = run("c_program", {"--topology", "mesh:1x1"});
  EXPECT_THAT(ended.out, StartsWith("0: item-1 001 0x1000\n0: item-2 002 0x2000\n0: item-3 003 0x3000\n"
                                    "0: argc 0, 4000000000, no more memory\n0: to stderr\n0: no newline\n"));
  EXPECT_THAT(ended.out, ContainsRegex("cycles +marked .*\n +1 +[0-9]+ +[1-9][0-9]* "));
  EXPECT_THAT(ended.err, HasSubstr("tile 0 ends with exit code 7"));
}

TEST(TileProgram, OneInCppUsesTheLibraryAndEndsWithoutMemory) {
  const Ended ended = run("library", {"--topology", "mesh:2x1"});
  for (const std::string line :
       {"squares: 0 1 4 9 6 5 6 9 4 1 0 1 4 9 6 5 6 9 4 1", "atomic 0 5 5 4294967297", "function 42",
        "coroutine 5, counter 8", "float 1.414214 0.001", "a megabyte: none"}) {
    EXPECT_THAT(ended.out, AllOf(HasSubstr("0: " + line + "\n"), HasSubstr("1: " + line + "\n")));
  }
  EXPECT_THAT(ended.out,
              HasSubstr("1: out of memory: new of 4194304 bytes; the program needs a larger HEAP\n"));
  EXPECT_THAT(ended.err, HasSubstr("tile 1, pc 0x"));
  EXPECT_THAT(ended.err, HasSubstr("abort()"));
}

TEST(TileProgram, SizesAreThoseInItsFile) {
  for (const std::string backend : {"model", "lockstep"}) {
    const Ended ended = run("large", {"--topology", "mesh:1x2", "--backend", backend, "--quiet"});
    if (ended.code == 77) GTEST_SKIP() << ended.err;
    EXPECT_EQ(ended.code, 0) << ended.err;
  }
  EXPECT_THAT(
      run("large", {"--memory", "128K"}).err,
      HasSubstr("needs 200000 bytes of tile memory, which has 131072; give --memory 256K, or leave it out"));
  EXPECT_THAT(run("large", {"--memory", "512K"}).err, HasSubstr("exit code 3"))
      << "its own check of the size";
}

TEST(TileProgram, PrintsTheSameOnTilesAndNatively) {
  const auto lines = [](const std::string& text) {
    std::istringstream in(text);
    std::vector<std::string> all;
    for (std::string line; std::getline(in, line);)
      if (line.find(": ") == 1) all.push_back(line);
    std::sort(all.begin(), all.end());
    return all;
  };
  std::string natively;
  std::array<char, 256> buffer{};
  FILE* pipe = ::popen(COLLNOC_TEST_PROGRAMS "/portable_print 2x2", "r");
  ASSERT_NE(pipe, nullptr);
  while (std::fgets(buffer.data(), buffer.size(), pipe) != nullptr) natively += buffer.data();
  EXPECT_EQ(::pclose(pipe), 0);
  EXPECT_EQ(lines(natively).size(), 8u);
  EXPECT_EQ(lines(natively)[0], "0: rank 0 at 00000000 -1 true");
  EXPECT_EQ(lines(run("portable_print").out), lines(natively));
}

TEST(TileProgram, CallsOfGroupsCostLittleMoreThanPutsByHand) {
  for (const std::string products : {"0", "9"}) {
    const auto cycles = [&](const std::string& program) {
      const Ended ended =
          run(program, {"--topology", "mesh:4x4", "--argument", products, "--quiet", "--json", "-"});
      EXPECT_EQ(ended.code, 0) << ended.err;
      return nlohmann::json::parse(ended.out)["program"]["cycles"].get<double>();
    };
    EXPECT_LE(cycles("matrix_by_calls"), 1.10 * cycles("matrix_by_hand")) << products;
  }
}

TEST(TileProgram, ANonZeroExitCodeEndsWithTwo) {
  const Ended ended = run("hello_from", {"--argument", "3"});
  EXPECT_EQ(ended.code, 2);
  EXPECT_THAT(ended.err,
              MatchesRegex("collnoc: program failed: tile 1 ends with exit code 3 in cycle [0-9]+; "
                           "2 more with a nonzero exit code\n"));
}

TEST(TileProgram, EveryBackendAndNumberOfThreadsGivesTheSame) {
  const auto document = [](const Ended& ended) {
    return nlohmann::json::parse(ended.out.substr(ended.out.find('{')))["program"];
  };
  const Ended model = run("hello_from", {"--json", "-", "--quiet"});
  const auto expected = document(model);
  EXPECT_EQ(expected["exit_code_per_rank"], (nlohmann::json{0, 0, 0, 0}));
  EXPECT_GT(expected["instructions_per_rank"][3], 100);
  EXPECT_THAT(model.err, HasSubstr("3: hello from 3 of 4\n")) << "standard output is for JSON alone";
  for (const std::string backend : {"rtl", "lockstep", "mixed"}) {
    const Ended ended = run("hello_from", {"--json", "-", "--quiet", "--backend", backend, "--threads", "2"});
    if (ended.code == 77) GTEST_SKIP() << ended.err;
    EXPECT_EQ(ended.err, model.err);
    const auto got = document(ended);
    for (const char* key : {"cycles", "finish_cycle_per_rank", "instructions_per_rank", "flit_hops"}) {
      EXPECT_EQ(got[key], expected[key]) << backend << ", " << key;
    }
    EXPECT_EQ(got["processor_cycles_compared"] > 0, backend == "lockstep");
  }
}

struct Way {
  Misbehaviour how;
  const char* place;
  const char* what;
};

const Way ways[] = {
    {Misbehaviour::illegal_instruction, "in illegal()", "illegal instruction 0xffffffff"},
    {Misbehaviour::load_from_nowhere, "in misbehave()", "load from 0x41000000, where nothing can be read"},
    {Misbehaviour::store_to_nowhere, "in misbehave()", "store to 0x70000000, where nothing can be written"},
    {Misbehaviour::store_to_program, "in misbehave()", "store to 0x140, where nothing can be written"},
    {Misbehaviour::misaligned_store, "in misbehave()", "misaligned store to 0x40001002"},
    {Misbehaviour::jump_out_of_program, "in misbehave()", "jump out of program memory, to 0x20000000"},
    {Misbehaviour::stack_overflow, "in ", "stack overflow: store to 0x3ffff"},
    {Misbehaviour::trap_loop, "pc 0x20000000", "the trap handler traps at its first instruction"},
    {Misbehaviour::null_call, "in misbehave()", "call of a null pointer: jump to 0x0"},
    {Misbehaviour::null_load, "in misbehave()", "load through a null pointer, from 0x8"},
    {Misbehaviour::null_store, "in misbehave()", "store through a null pointer, to 0x0"},
    {Misbehaviour::put_just_outside, "in put_to() at misbehave.cpp:", "put to rank 4; ranks are 0 to 3"},
    {Misbehaviour::put_misaligned, "in put_to() at misbehave.cpp:",
     "the NIC refuses a put: an address that is not a multiple of 8: 8 bytes from 0x2004 to 0x2000 of rank "
     "0"},
    {Misbehaviour::put_of_nothing, "in put_to() at misbehave.cpp:",
     "the NIC refuses a put: length 0: 0 bytes from 0x2000 to 0x2000 of rank 0"},
    {Misbehaviour::abort, "in misbehave()", "abort(), or an assertion that does not hold"},
    {Misbehaviour::failed_assertion, "in misbehave()", "abort(), or an assertion that does not hold"},
    {Misbehaviour::endless_loop, "tile 1 computes in misbehave() at misbehave.cpp:",
     "not finished: --max-cycles 100000 is reached: tile 1 computes in misbehave()"},
    {Misbehaviour::endless_loop, "and has written nothing since cycle ",
     "as if it polled memory that nobody writes"},
    {Misbehaviour::endless_wait, "wait_for_nobody() at misbehave.cpp:",
     "the network is quiet, and nobody will send what tiles wait for: tile 1 waits in"},
    {Misbehaviour::endless_wait, " for counter 7 to be 1, it is 0\n", "deadlock: cycle "},
    {Misbehaviour::wait_for_no_counter,
     "misbehave.cpp:", " for counter 64, which does not exist (counters are 1 to 63), to be "},
    {Misbehaviour::endless_traps, "in illegal()",
     "traps again and again: its trap handler returns to this instruction: no flit has moved and no tile has "
     "computed for 50000 cycles"},
    {Misbehaviour::library_store,
     "(called by misbehave() at misbehave.cpp:", "store to 0x70000000, where nothing can be written"},
    {Misbehaviour::endless_line, "tile 1 computes in ", "--max-cycles 100000 is reached"},
};

TEST(TileProgram, OneThatMisbehavesEndsWithTileProgramCounterSymbolAndCycle) {
  for (const Way& way : ways) {
    const Ended ended = misbehave(way.how);
    EXPECT_EQ(ended.code, 2) << way.what;
    EXPECT_EQ(std::count(ended.err.begin(), ended.err.end(), '\n'), 1) << ended.err;
    EXPECT_THAT(ended.err,
                AllOf(MatchesRegex(
                          "collnoc: (program failed: tile 1, pc 0x[0-9a-f]+ in .*, cycle|deadlock: cycle|not "
                          "finished: ).*\n"),
                      HasSubstr("tile 1"), HasSubstr(way.place), HasSubstr(way.what)));
  }
}

TEST(TileProgram, AMulticastThatTheNicRefusesIsNamed) {
  for (const std::string nic : {"one-port", "all-port"}) {
    for (const auto& [how, what] :
         {std::pair{Misbehaviour::multicast_outside, "put to rank 4; ranks are 0 to 3"},
          {Misbehaviour::multicast_reversed,
           "no such destination: 8 bytes from 0x2000 to 0x2000 of the box from rank 3 to rank 0"},
          {Misbehaviour::multicast_to_nobody,
           "no such destination: 8 bytes from 0x2000 to 0x2000 of the box from rank 1 to rank 1"},
          {Misbehaviour::multicast_that_combines,
           "an unknown operation, or a length of no whole elements: 8 bytes from 0x2000 to 0x2000 of"}}) {
      const Ended ended = run("misbehave", {"--argument", std::to_string(static_cast<std::uint32_t>(how)),
                                            "--multicast", "on", "--accumulate", "on", "--nic", nic});
      EXPECT_EQ(ended.code, 2) << what;
      EXPECT_THAT(ended.err, HasSubstr(what)) << nic;
    }
  }
}

TEST(TileProgram, OneThatMisbehavesDoesSoInTheSameCycleInRtl) {
  for (const Misbehaviour how :
       {Misbehaviour::store_to_nowhere, Misbehaviour::illegal_instruction, Misbehaviour::jump_out_of_program,
        Misbehaviour::stack_overflow, Misbehaviour::put_just_outside, Misbehaviour::put_misaligned,
        Misbehaviour::endless_wait, Misbehaviour::trap_loop, Misbehaviour::null_call, Misbehaviour::null_load,
        Misbehaviour::library_store}) {
    const Ended ended = misbehave(how, "lockstep");
    if (ended.code == 77) GTEST_SKIP() << ended.err;
    EXPECT_EQ(ended.err, misbehave(how).err);
  }
}

TEST(TileProgram, AFailedAssertionReportsItsPlace) {
  EXPECT_THAT(misbehave(Misbehaviour::failed_assertion).out, HasSubstr("1: "));
  EXPECT_THAT(misbehave(Misbehaviour::failed_assertion).out, HasSubstr("assertion failed: zero == 1\n"));
}

TEST(TileProgram, ADeadlockIsReportedAtOnce) {
  const Ended ended = misbehave(Misbehaviour::endless_wait);
  const std::size_t at = ended.err.find("cycle ") + 6;
  EXPECT_LT(std::stoul(ended.err.substr(at)), 5000u) << ended.err;
}

/// What every option that adds output must not change.
nlohmann::json shared_part(const Ended& ended) {
  EXPECT_EQ(ended.code, 0) << ended.err;
  auto program = nlohmann::json::parse(ended.out.substr(ended.out.find('{')))["program"];
  for (const char* key : {"links", "tiles", "profile_per_rank", "energy"}) program.erase(key);
  return program;
}

TEST(TileProgram, OptionsThatAddOutputChangeNoNumber) {
  const std::vector<std::vector<std::string>> options{{"--per-link"},
                                                      {"--energy"},
                                                      {"--profile"},
                                                      {"--sanitize"},
                                                      {"--record", "/dev/null"},
                                                      {"--timeline", testing::TempDir() + "timeline.json"},
                                                      {"--flame-graph", testing::TempDir() + "flames"}};
  const std::vector<std::string> plain{"--json", "-", "--quiet"};
  const auto expected = shared_part(run("portable_print", plain));
  for (const auto& first : options) {
    for (const auto& second : options) {
      if (&first > &second) continue;
      if (first[0] == "--sanitize" && second[0] == "--record") continue;  // both watch the nodes
      std::vector<std::string> arguments = plain;
      arguments.insert(arguments.end(), first.begin(), first.end());
      if (&first != &second) arguments.insert(arguments.end(), second.begin(), second.end());
      EXPECT_EQ(shared_part(run("portable_print", arguments)), expected) << first[0] << " " << second[0];
    }
  }
}

TEST(TileProgram, PlacesAndEnergyAreThoseOfItsFlits) {
  const auto program = [](const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"--json", "-", "--quiet", "--topology", "mesh:4x4"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Ended ended = run("matrix_by_calls", arguments);
    EXPECT_EQ(ended.code, 0) << ended.err;
    return nlohmann::json::parse(ended.out)["program"];
  };
  const auto all = program({"--per-link", "--energy"});
  std::uint64_t flits = 0;
  for (const auto& link : all["links"]) flits += link["flits"].get<std::uint64_t>();
  EXPECT_EQ(flits, all["flit_hops"]);
  EXPECT_GT(flits, 0u);
  EXPECT_EQ(all["tiles"].size(), 16u);
  EXPECT_GT(all["energy"]["message"], 0);
  EXPECT_EQ(all["energy"], program({"--energy"})["energy"]);
  EXPECT_THAT(run("hello_from", {"--energy", "--sequencer", "on"}).err,
              HasSubstr("counts the puts of a program's software"));
}

TEST(TileProgram, WhatOnlyCollectivesHaveIsRefused) {
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"broadcast"},
                                             {"--bytes", "64"},
                                             {"--step-barrier"},
                                             {"--startup-cycles", "4"},
                                             {"--algorithm", "all"}}) {
    const Ended ended = run("hello_from", arguments);
    EXPECT_EQ(ended.code, 1);
    EXPECT_THAT(ended.err, HasSubstr("applies to collectives only; "));
  }
  EXPECT_THAT(run("hello_from", {"--backend", "netlist"}).err,
              HasSubstr("there are no netlists of processors"));
  EXPECT_THAT(run("hello_from", {"--memory", "48K"}).err, HasSubstr("must be a power of two from 64K to 2M"));
}

}  // namespace
}  // namespace collnoc::test
