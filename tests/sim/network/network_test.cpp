// The network as a library: the same arrivals for any number of threads, their order, and failures, which are
// texts and never exceptions of the C interface.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/sim/network/messages.hpp"

namespace collnoc::test {
namespace {

using ::testing::HasSubstr;

TEST(Network, IsEqualForAnyThreadsAndStrides) {
  for (const std::string topology :
       {"mesh:4x3", "torus:4x4", "hypercube:3", "ghc:3x3", "star:3", "spidergon:8"}) {
    Network first("--topology " + topology);
    const std::vector<Sent> messages = random_messages(first.nodes(), 60);
    const std::string expected = text_of(drive(first, messages));
    for (const char* threads : {"2", "5"}) {
      Network other("--topology " + topology + " --threads " + threads);
      EXPECT_EQ(text_of(drive(other, messages)), expected) << topology << ", threads: " << threads;
    }
    // Steps of several cycles send no later, since they end in the cycles in which something is sent.
    Network strides("--topology " + topology);
    EXPECT_EQ(text_of(drive(strides, messages, 1000)), expected) << topology;
  }
}

/// A signal is seen one cycle after it has arrived.
TEST(Network, ArrivalsAreInTheOrderOfCyclesThenTargets) {
  Network network("--topology torus:4x4");
  const std::vector<Arrival> arrivals = drive(network, random_messages(16, 300));
  const auto place = [](const Arrival& a) { return std::pair(a.arrived + (a.bytes == 0 ? 1 : 0), a.target); };
  for (std::size_t i = 1; i < arrivals.size(); ++i) EXPECT_LE(place(arrivals[i - 1]), place(arrivals[i]));
  for (const Arrival& a : arrivals) {
    EXPECT_LE(a.sent, a.injected);
    EXPECT_LT(a.injected, a.accepted);
    EXPECT_LT(a.accepted, a.arrived);
  }
}

TEST(Network, StepsToTheFirstArrivalAndNoFurther) {
  Network network("--topology mesh:4x4");
  EXPECT_FALSE(network.step_to_arrival(1000));  // nothing is under way
  EXPECT_EQ(network.now(), 0u);
  network.send(0, 15, 64);
  network.send(0, 1, 8);
  EXPECT_FALSE(network.step_to_arrival(5));
  EXPECT_EQ(network.now(), 5u);
  EXPECT_TRUE(network.step_to_arrival(1000));
  const std::uint64_t now = network.now();
  EXPECT_TRUE(network.step_to_arrival(1000));  // it was not taken
  EXPECT_EQ(network.now(), now);
  const std::vector<Arrival> arrivals = network.arrivals();
  ASSERT_EQ(arrivals.size(), 1u);
  EXPECT_EQ(arrivals[0].arrived, now);
  EXPECT_EQ(network.under_way(), 1u);
  network.step(1'000'000);  // without messages, cycles cost little
  EXPECT_EQ(network.now(), now + 1'000'000);
  EXPECT_EQ(network.arrivals().size(), 1u);
}

TEST(Network, RefusesWithOneLine) {
  for (const auto& [options, why] :
       {std::pair("--topology moon:4x4", "moon"), std::pair("--vsc 4", "unknown option '--vsc'"),
        std::pair("--vcs 9", "--vcs 9: "), std::pair("--backend glass", "unknown backend 'glass'"),
        std::pair("--topology mesh:1", "at least 2 nodes"),
        std::pair("--topology torus:8x8 --vcs 1", "too few"), std::pair("--config /no/such", "/no/such")}) {
    EXPECT_EQ(collnoc_open(options), nullptr);
    EXPECT_THAT(collnoc_error(), HasSubstr(why));
    EXPECT_THAT(collnoc_error(), ::testing::Not(HasSubstr("\n")));
    EXPECT_THROW(Network{options}, NetworkError);
  }
  Network network("--topology mesh:2x2");
  EXPECT_THROW(network.send(0, 4, 8), NetworkError);
  EXPECT_THAT(collnoc_error(), HasSubstr("rank 4 is outside; ranks are 0 to 3"));
  EXPECT_THROW(network.send(2, 2, 8), NetworkError);
  network.send(0, 1, 8);  // it can still be used
  network.step(100);
  EXPECT_EQ(network.arrivals().size(), 1u);
}

TEST(Network, NullIsAFailureToo) {
  EXPECT_EQ(collnoc_open(nullptr), nullptr);
  EXPECT_EQ(collnoc_step(nullptr, 1), -1);
  EXPECT_THAT(collnoc_error(), HasSubstr("NULL"));
  EXPECT_EQ(collnoc_send(nullptr, 0, 1, 8), 0u);
  EXPECT_EQ(collnoc_step_to_arrival(nullptr, 1), -1);
  EXPECT_EQ(collnoc_take_arrivals(nullptr, nullptr, 1), 0u);
  EXPECT_EQ(collnoc_nodes(nullptr), 0u);
  collnoc_close(nullptr);
}

/// A failure of the simulation itself: the network stays failed, with the same text.
TEST(Network, ALimitOfCyclesEndsItForGood) {
  collnoc_network* network = collnoc_open("--topology mesh:4x4 --max-cycles 200");
  ASSERT_NE(network, nullptr);
  collnoc_send(network, 0, 15, 100'000);
  EXPECT_EQ(collnoc_step(network, 100'000), -1);
  const std::string why = collnoc_error();
  EXPECT_THAT(why, HasSubstr("not finished: --max-cycles 200 is reached"));
  EXPECT_EQ(collnoc_send(network, 0, 1, 8), 0u);
  EXPECT_EQ(collnoc_error(), why);
  collnoc_close(network);
}

}  // namespace
}  // namespace collnoc::test
