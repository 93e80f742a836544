// The message and exit code for a network that deadlocks, or could: one line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "sim/commands/schedule_catalogue.hpp"
#include "sim/engine/simulator.hpp"
#include "sim/program/program.hpp"

namespace collnoc::test {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;

struct Ended {
  int code;
  std::string out, err;
};

Ended collnoc(const std::vector<std::string>& arguments) {
  std::ostringstream out, err;
  Console console{out, err};
  Simulator engine;
  const int code = run_program(arguments, console, ScheduleCatalogue(), engine);
  return {code, out.str(), err.str()};
}

long lines(const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }

TEST(Deadlock, ATorusWithOneVirtualChannelIsRefusedWithTheCycle) {
  const Ended ended = collnoc({"traffic", "--topology", "torus:8x8", "--vcs", "1"});
  EXPECT_EQ(ended.code, 1);
  EXPECT_EQ(lines(ended.err), 1) << ended.err;
  EXPECT_THAT(ended.err, HasSubstr("--vcs 1 is too few for torus:8x8"));
  EXPECT_THAT(ended.err, ContainsRegex("->\\+[xy] vc 0 waits for \\("));
}

TEST(Deadlock, AMessageOfATileToItselfIsNone) {
  // Every tile copies 512 KiB to itself, in which time no link has a flit.
  const Ended ended = collnoc({"run", "reduce-scatter", "--topology", "mesh:2x1", "--bytes", "256K",
                               "--executor", "nic", "--algorithm", "recursive-halving", "--quiet"});
  EXPECT_EQ(ended.code, 0) << ended.err;
}

TEST(Deadlock, AMulticastOnItIsRefusedWithTheCycle) {
  const Ended ended = collnoc({"run", "broadcast", "--topology", "torus:4x4", "--vcs", "1", "--multicast",
                               "on", "--algorithm", "multicast"});
  EXPECT_EQ(ended.code, 1);
  EXPECT_EQ(lines(ended.err), 1) << ended.err;
  EXPECT_THAT(ended.err, ContainsRegex("->\\+[xy] vc 0 waits for \\("));
}

TEST(Deadlock, ACollectiveOnItIsRefusedToo) {
  const Ended ended = collnoc({"run", "broadcast", "--topology", "torus:8x8", "--vcs", "1"});
  EXPECT_EQ(ended.code, 1);
  EXPECT_THAT(ended.err, HasSubstr("--vcs 1 is too few"));
}

TEST(Deadlock, AMeshWithOneVirtualChannelIsNot) {
  EXPECT_EQ(collnoc({"traffic", "--topology", "mesh:4x4", "--vcs", "1"}).code, 0);
}

TEST(StarGraph, WithTooFewVirtualChannelsIsRefused) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"run", "total-exchange", "--algorithm", "direct", "--topology", "star:4",
                                 "--vcs", "2"},
        {"run", "broadcast", "--topology", "star:3", "--vcs", "1"},
        {"traffic", "--topology", "star:5", "--vcs", "3"}}) {
    const Ended ended = collnoc(arguments);
    EXPECT_EQ(ended.code, 1);
    EXPECT_EQ(lines(ended.err), 1) << ended.err;
    EXPECT_THAT(ended.err, HasSubstr("else packets wait for each other: ("));
  }
  EXPECT_THAT(collnoc({"traffic", "--topology", "star:5", "--vcs", "3"}).err,
              HasSubstr("--vcs 3 is too few for star:5: it needs 4"));
  EXPECT_THAT(collnoc({"traffic", "--topology", "star:6", "--vcs", "3"}).err,
              HasSubstr("--vcs 3 is too few for star:6: it needs 4"));
  const Ended checked = collnoc({"check", "broadcast", "--topology", "star:4", "--vcs", "2"});
  EXPECT_EQ(checked.code, 2);
}

TEST(Multicast, WithTooFewVirtualChannelsIsRefusedWithTheCycleOfItsCopies) {
  for (const std::vector<std::string>& hardware :
       {std::vector<std::string>{"--topology", "torus:4x4", "--vcs", "1"},
        {"--topology", "torus:4x4", "--vcs", "2", "--route-orders", "2"},
        {"--topology", "star:4", "--vcs", "2"}}) {
    std::vector<std::string> arguments{"run", "broadcast", "--multicast", "on", "--algorithm", "multicast"};
    arguments.insert(arguments.end(), hardware.begin(), hardware.end());
    const Ended ended = collnoc(arguments);
    EXPECT_EQ(ended.code, 1);
    EXPECT_EQ(lines(ended.err), 1) << ended.err;
    EXPECT_THAT(ended.err, HasSubstr("is too few for "));
    EXPECT_THAT(ended.err, ContainsRegex("else packets wait for each other: .*vc [0-9] waits for "));
  }
}

TEST(Multicast, HasItsOwnHalfOfTheVirtualChannelsWithBothOrders) {
  for (const char* vcs : {"2", "4"}) {
    const std::string topology = vcs[0] == '2' ? "mesh:4x4" : "torus:4x4";
    const Ended ended = collnoc({"run", "broadcast", "--multicast", "on", "--algorithm", "multicast",
                                 "--topology", topology, "--route-orders", "2", "--vcs", vcs});
    EXPECT_EQ(ended.code, 0) << ended.err;
  }
}

TEST(StarGraph, HasAsManyVirtualChannelsAsItNeedsByDefault) {
  for (const char* topology : {"star:3", "star:4", "star:5", "star:6"}) {
    EXPECT_EQ(collnoc({"traffic", "--topology", topology, "--load", "0.9"}).code, 0) << topology;
    EXPECT_EQ(collnoc({"check", "broadcast", "--topology", topology}).code, 0) << topology;
  }
}

TEST(StarGraph, OfSevenSymbolsHasSchedulesButNoHardware) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"run", "broadcast", "--topology", "star:7"},
        {"traffic", "--topology", "star:7"},
        {"tune", "--topology", "star:7", "--output", "star7_tuned.json"},
        {"check", "broadcast", "--topology", "star:7", "--algorithm", "binomial", "--vcs", "3"},
        {"schedule", "broadcast", "--topology", "star:7", "--algorithm", "binomial", "--plan",
         "star7_plan.hpp"}}) {
    const Ended ended = collnoc(arguments);
    EXPECT_EQ(ended.code, 1) << arguments[0];
    EXPECT_EQ(lines(ended.err), 1) << ended.err;
    EXPECT_THAT(ended.err, HasSubstr("there is no hardware of it, only of star graphs of 3 to 6 symbols"));
  }
  const Ended checked = collnoc({"check", "broadcast", "--topology", "star:7", "--algorithm", "binomial"});
  EXPECT_EQ(checked.code, 0) << checked.err;
  EXPECT_THAT(checked.out, HasSubstr("no hardware: it would need 5 virtual channels"));
  EXPECT_EQ(collnoc({"schedule", "broadcast", "--topology", "star:7", "--algorithm", "binomial"}).code, 0);
}

TEST(StarGraph, HasOneOrderOfDimensions) {
  const Ended ended = collnoc({"traffic", "--topology", "star:4", "--route-orders", "2"});
  EXPECT_EQ(ended.code, 1);
  EXPECT_THAT(ended.err,
              HasSubstr("--route-orders 2: star graphs, spidergons and graphs have one order of dimensions"));
}

TEST(LongNetworks, AreForNativePrograms) {
  const Ended ended =
      collnoc({"run", "broadcast", "--topology", "mesh:33x2x2", "--flit-bits", "128", "--firmware", "rv32"});
  EXPECT_EQ(ended.code, 1);
  EXPECT_EQ(lines(ended.err), 1) << ended.err;
  EXPECT_THAT(ended.err, HasSubstr("with 3 dimensions an extent is at most 32"));
}

class LockedUp : public ::testing::TestWithParam<const char*> {};

TEST_P(LockedUp, ReportsTheCycleOfWaitingPackets) {
  ::setenv("COLLNOC_TEST_ALLOW_DEADLOCK", "1", 1);
  const Ended ended =
      collnoc({"traffic", "--topology", "torus:8x8", "--vcs", "1", "--load", "0.8", "--backend", GetParam()});
  ::unsetenv("COLLNOC_TEST_ALLOW_DEADLOCK");
  if (ended.code == 77) GTEST_SKIP() << ended.err;
  EXPECT_EQ(ended.code, 2);
  EXPECT_EQ(lines(ended.err), 1) << ended.err;
  EXPECT_THAT(ended.err, HasSubstr("deadlock: no flit has moved since cycle "));
  EXPECT_THAT(ended.err,
              ContainsRegex("packets wait in a cycle: .*waits for space in .*and back to the first"));
}

INSTANTIATE_TEST_SUITE_P(On, LockedUp, ::testing::Values("model", "rtl"),
                         [](const auto& test) { return std::string(test.param); });

TEST(MaxCycles, TooFewForACollectiveReportTheWaitingRanks) {
  const Ended ended = collnoc({"run", "broadcast", "--max-cycles", "100"});
  EXPECT_EQ(ended.code, 2);
  EXPECT_EQ(lines(ended.err), 1) << ended.err;
  EXPECT_THAT(ended.err, HasSubstr("not finished: --max-cycles 100 is reached"));
  EXPECT_THAT(ended.err, ContainsRegex("rank [0-9]+ in step [0-9]+ waits until counter"));
}

TEST(MaxCycles, TooFewForTrafficReportTheWaitingPackets) {
  const Ended ended = collnoc({"traffic", "--load", "0.8", "--max-cycles", "1000"});
  EXPECT_EQ(ended.code, 2);
  EXPECT_THAT(ended.err, HasSubstr("not finished: --max-cycles 1000 is reached; waiting packets: ("));
}

}  // namespace
}  // namespace collnoc::test
