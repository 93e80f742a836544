// The network as a library takes the cycles of a replay, on every backend.
#include <gtest/gtest.h>

#include <fstream>

#include "tests/sim/engine/runs.hpp"
#include "tests/sim/network/messages.hpp"

namespace collnoc::test {
namespace {

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

TEST(Network, IsEqualOnEveryBackend) {
  const std::vector<Sent> messages = random_messages(12, 150);
  Network first("--topology mesh:4x3");
  const std::string expected = text_of(drive(first, messages));
  for (const char* options : {"--backend lockstep", "--backend rtl"}) {
    Network other(std::string("--topology mesh:4x3 ") + options);
    EXPECT_EQ(text_of(drive(other, messages)), expected) << options;
  }
}

}  // namespace
}  // namespace collnoc::test
