// The registered algorithms, as the program sees them.
#include "sim/commands/schedule_catalogue.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/sim/program/fakes.hpp"

namespace collnoc::test {
namespace {

std::string best_broadcast(std::uint64_t bytes) {
  return ScheduleCatalogue().best(Collective::broadcast, Topology::mesh(8, 8), {}, bytes, Executor::native, 0,
                                  {"recursive-division", "scatter-collect", "recursion-based"});
}

TEST(ScheduleCatalogue, ShortMessagesNeedFewStepsAndLongOnesShortPieces) {
  EXPECT_EQ(best_broadcast(8), "recursive-division");
  EXPECT_EQ(best_broadcast(512), "recursion-based");
  EXPECT_EQ(best_broadcast(64 * 1024), "scatter-collect");
}

TEST(ScheduleCatalogue, TheBestOfTheLargestNetworkIsFoundAtOnce) {
  EXPECT_EQ(ScheduleCatalogue().best(Collective::broadcast, Topology::mesh(256, 256), {}, 8, Executor::native,
                                     0, {"scatter-collect", "recursive-division"}),
            "recursive-division");
}

TEST(ScheduleCatalogue, AMessageThatDoesNotFitTheMemoryIsAReasonNotToRun) {
  const ScheduleCatalogue catalogue;
  const Topology topology = Topology::mesh(8, 8);
  EXPECT_FALSE(catalogue.why_not(Collective::broadcast, "recursive-division", topology, {}, 1 << 20));
  const auto reason =
      catalogue.why_not(Collective::broadcast, "recursive-division", topology, {}, 1ull << 33);
  EXPECT_NE(reason.value_or("").find("tile's memory"), std::string::npos);
}

TEST(ScheduleCatalogue, EveryAlgorithmProvesItselfOnASmallNetwork) {
  FakeEngine engine;
  for (const std::string collective : {"broadcast", "total-exchange", "all-to-all-broadcast"}) {
    const Ended ended =
        collnoc({"check", collective, "--algorithm", "all", "--topology", "torus:4x4", "--bytes", "64"},
                engine, ScheduleCatalogue());
    EXPECT_EQ(ended.code, 0) << ended.out << ended.err;
  }
}

TEST(ScheduleCatalogue, RecursionBasedMeansTheScheduleOfTheNic) {
  const auto check = [](const std::string& algorithm, const std::string& nic, const std::string& orders) {
    FakeEngine engine;
    return collnoc({"check", "broadcast", "--algorithm", algorithm, "--topology", "mesh:4x4", "--nic", nic,
                    "--route-orders", orders},
                   engine, ScheduleCatalogue());
  };
  const auto rows = [&](const std::string& algorithm, const std::string& nic) {
    return check(algorithm, nic, "2").out;
  };
  using ::testing::HasSubstr;
  EXPECT_THAT(rows("recursion-based", "all-port"), HasSubstr(" recursion-based-all-port "));
  EXPECT_THAT(rows("recursion-based", "one-port"), HasSubstr(" recursion-based "));
  EXPECT_THAT(rows("recursion-based-one-port", "all-port"), HasSubstr(" recursion-based "));
  EXPECT_THAT(check("recursion-based", "all-port", "1").out, HasSubstr(" recursion-based "));
  const Ended refused = check("recursion-based-all-port", "all-port", "1");
  EXPECT_EQ(refused.code, 1);
  EXPECT_THAT(refused.err, HasSubstr("it needs routes in both orders of dimensions, --route-orders 2"));
}

Ended check_torus(const std::string& vcs) {
  FakeEngine engine;
  return collnoc(
      {"check", "broadcast", "--algorithm", "scatter-collect", "--topology", "torus:4x4", "--vcs", vcs},
      engine, ScheduleCatalogue());
}

TEST(ScheduleCatalogue, TheDeadlockGraphOfTheHardwareIsPartOfTheProof) {
  const Ended ended = check_torus("2");
  EXPECT_EQ(ended.code, 0);
  EXPECT_THAT(ended.out, ::testing::ContainsRegex("deadlock graph +yes +[0-9]+ channels"));
}

TEST(ScheduleCatalogue, ARingWithOneVirtualChannelIsNotProvedFreeOfDeadlock) {
  const Ended ended = check_torus("1");
  EXPECT_EQ(ended.code, 2);
  EXPECT_THAT(ended.out, ::testing::ContainsRegex("deadlock graph +NO +.*->.. vc 0 waits for \\("));
}

TEST(ScheduleCatalogue, AnUnknownTopologyIsRefusedWithTheNearestName) {
  FakeEngine engine;
  const Ended ended = collnoc({"run", "broadcast", "--topology", "Torus:4x4"}, engine, ScheduleCatalogue());
  EXPECT_NE(ended.err.find("did you mean 'torus:4x4'?"), std::string::npos) << ended.err;
}

}  // namespace
}  // namespace collnoc::test
