// The network as a library: the cycles of a replay on every backend and for any number of threads, the order
// of arrivals, and failures, which are texts and never exceptions of the C interface.
#include "collnoc/network.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "sim/traffic/random_stream.hpp"
#include "tests/sim/engine/runs.hpp"

namespace collnoc::test {
namespace {

using ::testing::HasSubstr;

struct Sent {
  std::uint64_t cycle;
  std::uint32_t source, target;
  std::uint64_t bytes;
};

std::vector<Sent> random_messages(std::uint32_t nodes, unsigned count) {
  RandomStream random(3);
  constexpr std::uint64_t lengths[]{0, 1, 8, 20, 300, 3000, 40'000};
  std::vector<Sent> messages;
  std::uint64_t cycle = 0;
  for (unsigned i = 0; i < count; ++i) {
    cycle += random.below(8) == 0 ? random.below(300) : 0;
    const auto source = static_cast<std::uint32_t>(random.below(nodes));
    const auto target = static_cast<std::uint32_t>((source + 1 + random.below(nodes - 1)) % nodes);
    messages.push_back({cycle, source, target, lengths[random.below(7)]});
  }
  return messages;
}

/// Sends all messages in their cycles and takes what arrives, in steps of at most `stride` cycles.
std::vector<Arrival> drive(Network& network, const std::vector<Sent>& messages, std::uint64_t stride = 1) {
  std::vector<Arrival> all;
  const auto take = [&] {
    for (const Arrival& arrival : network.arrivals()) all.push_back(arrival);
  };
  for (const Sent& message : messages) {
    while (network.now() < message.cycle) {
      network.step(std::min(stride, message.cycle - network.now()));
      take();
    }
    network.send(message.source, message.target, message.bytes);
  }
  while (network.under_way() > 0) {
    network.step(stride);
    take();
  }
  return all;
}

std::string text_of(const std::vector<Arrival>& arrivals) {
  std::string text;
  for (const Arrival& a : arrivals)
    text += fmt::format("{} {}-{} {} bytes {} {} {} {}\n", a.message, a.source, a.target, a.bytes, a.sent,
                        a.injected, a.accepted, a.arrived);
  return text;
}

TEST(Network, TakesTheCyclesOfAReplay) {
  for (const char* topology : {"mesh:4x3", "torus:4x4", "star:3"}) {
    Network network(std::string("--topology ") + topology);
    const std::vector<Sent> messages = random_messages(network.nodes(), 200);
    const std::vector<Arrival> arrivals = drive(network, messages);
    ASSERT_EQ(arrivals.size(), messages.size());

    const TemporaryFile file(".jsonl");
    std::ofstream trace(file.path());
    for (const Sent& m : messages)
      trace << fmt::format("{{\"cycle\": {}, \"src\": {}, \"dst\": {}, \"bytes\": {}}}\n", m.cycle, m.source,
                           m.target, m.bytes);
    trace.close();
    ReplayConfig config;
    place_on(config, topology);
    config.trace = file.path();
    config.per_pair = true;
    const ReplayResult replay = Simulator().replay(config, {});
    EXPECT_EQ(replay.cycles, arrivals.back().arrived) << topology;
    for (const ReplayPair& pair : replay.pairs) {
      std::uint64_t latencies = 0, longest = 0, count = 0;
      for (const Arrival& a : arrivals) {
        if (a.source != pair.src || a.target != pair.dst) continue;
        latencies += a.arrived - a.sent;
        longest = std::max(longest, a.arrived - a.sent);
        ++count;
      }
      ASSERT_EQ(count, pair.messages);
      EXPECT_EQ(longest, pair.latency_max);
      EXPECT_DOUBLE_EQ(static_cast<double>(latencies) / static_cast<double>(count), pair.latency_mean);
    }
  }
}

TEST(Network, IsEqualOnEveryBackendForAnyThreadsAndStrides) {
  const std::vector<Sent> messages = random_messages(12, 150);
  Network first("--topology mesh:4x3");
  const std::string expected = text_of(drive(first, messages));
  for (const char* options : {"--threads 2", "--threads 5", "--backend lockstep", "--backend rtl"}) {
    Network other(std::string("--topology mesh:4x3 ") + options);
    EXPECT_EQ(text_of(drive(other, messages)), expected) << options;
  }
  // Steps of several cycles send no later, since they end in the cycles in which something is sent.
  Network strides("--topology mesh:4x3");
  EXPECT_EQ(text_of(drive(strides, messages, 1000)), expected);
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
