// What a user sees of programs of their own, above all of those that misbehave: one line, an exit code, no
// hang.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "sim/engine/simulation_engine.hpp"
#include "sim/program/program.hpp"
#include "sim/program/schedule_catalogue.hpp"

namespace collnoc::test {
namespace {

using ::testing::AllOf;
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
  SimulationEngine engine;
  arguments.insert(arguments.begin(), {"run", "--topology", "mesh:2x2", "--firmware",
                                       COLLNOC_TEST_PROGRAMS "/" + program + ".elf"});
  const int code = run_program(arguments, console, ScheduleCatalogue(), engine);
  return {code, out.str(), err.str()};
}

Ended misbehave(unsigned how, const std::string& backend = "model") {
  return run("misbehave", {"--argument", std::to_string(how), "--backend", backend, "--patience", "50000",
                           "--max-cycles", "100000", "--quiet"});
}

TEST(TileProgram, PrintsWithItsRankInFrontAndEndsWithZero) {
  const Ended ended = run("hello_from");
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_THAT(ended.out, StartsWith("0: hello from 0 of 4\n1: hello from 1 of 4\n2: hello from 2 of 4\n"
                                    "3: hello from 3 of 4\n0: no newline\n1: no newline\n"));
  EXPECT_THAT(ended.out, HasSubstr("hello_from.elf  mesh:2x2  one-port  backend=model"));
}

TEST(TileProgram, AnotherExitCodeThanZeroEndsWithTwo) {
  const Ended ended = run("hello_from", {"--argument", "3"});
  EXPECT_EQ(ended.code, 2);
  EXPECT_THAT(ended.err,
              MatchesRegex("collnoc: program failed: tile 1 ends with exit code 3 in cycle [0-9]+; "
                           "2 more with others than 0\n"));
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
  unsigned argument;
  const char* place;
  const char* what;
};

const Way ways[] = {
    {0, "in misbehave", "store to 0x70000000, where nothing can be written"},
    {1, "in misbehave", "load from 0x41000000, where nothing can be read"},
    {2, "in misbehave", "store to 0x40, where nothing can be written"},
    {3, "in misbehave", "misaligned store to 0x40001002"},
    {4, "in misbehave", "illegal instruction 0xffffffff"},
    {5, "in misbehave", "jump out of program memory, to 0x20000000"},
    {6, "in ", "stack overflow: store to 0x3ffff"},
    {7, "in misbehave", "put to rank 99; ranks are 0 to 3"},
    {8, "in ", "the NIC refuses a put: an address that is no multiple of 8"},
    {9, "in misbehave", "abort(), or an assertion that does not hold"},
    {10, "in misbehave", "abort(), or an assertion that does not hold"},
    {11, "in misbehave", "no flit has moved and nothing was printed for 50000 cycles (--patience)"},
    {12, "in ", "waits for messages that nobody will send; the network is quiet"},
    {13, "in ", "not finished after --max-cycles 100000"},
};

TEST(TileProgram, OneThatMisbehavesEndsWithTileProgramCounterSymbolAndCycle) {
  for (const Way& way : ways) {
    const Ended ended = misbehave(way.argument);
    EXPECT_EQ(ended.code, 2) << way.what;
    EXPECT_EQ(std::count(ended.err.begin(), ended.err.end(), '\n'), 1) << ended.err;
    EXPECT_THAT(ended.err,
                AllOf(MatchesRegex("collnoc: (program failed|deadlock): tile 1, pc 0x[0-9a-f]+ in .*"),
                      HasSubstr(way.place), HasSubstr(", cycle "), HasSubstr(way.what)));
  }
}

TEST(TileProgram, OneThatMisbehavesDoesSoInTheSameCycleInRtl) {
  for (const unsigned argument : {0u, 4u, 5u, 6u, 7u, 8u, 12u}) {
    const Ended ended = misbehave(argument, "lockstep");
    if (ended.code == 77) GTEST_SKIP() << ended.err;
    EXPECT_EQ(ended.err, misbehave(argument).err);
  }
}

TEST(TileProgram, AnAssertionSaysWhich) {
  EXPECT_THAT(misbehave(9).out, HasSubstr("1: "));
  EXPECT_THAT(misbehave(9).out, HasSubstr("assertion failed: zero == 1\n"));
}

TEST(TileProgram, ADeadlockIsSeenAtOnce) {
  const Ended ended = misbehave(12);
  const std::size_t at = ended.err.find("cycle ") + 6;
  EXPECT_LT(std::stoul(ended.err.substr(at)), 5000u) << ended.err;
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
    EXPECT_THAT(ended.err, HasSubstr("is of collectives; "));
  }
  EXPECT_THAT(run("hello_from", {"--backend", "netlist"}).err,
              HasSubstr("there are no netlists of processors"));
  EXPECT_THAT(run("hello_from", {"--memory", "48K"}).err, HasSubstr("must be a power of two from 64K to 2M"));
}

}  // namespace
}  // namespace collnoc::test
