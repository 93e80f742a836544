// The flits that the hardware counts on the links agree with the message-hops (TCD) of the schedule.
#include <gtest/gtest.h>

#include "tests/sim/engine/runs.hpp"

namespace collnoc::test {
namespace {

class MessageHops : public ::testing::TestWithParam<const char*> {};

TEST_P(MessageHops, OfOnePacketAreHalfTheFlitsOverLinks) {
  for (const char* algorithm : {"eyes", "eyes-fig2", "eyes-optimal", "recursive-division", "multicast"}) {
    RunConfig config = collective(Collective::broadcast, algorithm, GetParam(), 8);  // a head and a flit
    config.hardware.multicast = algorithm == std::string("multicast");
    if (find_algorithm(Collective::broadcast, algorithm)->why_not(config.topology, config.nic())) continue;
    for (config.root = 0; config.root < config.topology.size(); ++config.root) {
      const RunResult result = run_collective(config, {});
      EXPECT_EQ(result.flit_hops, 2 * result.message_hops) << run_id(config);
      EXPECT_EQ(result.bytes_wrong, 0u) << run_id(config);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(On, MessageHops,
                         ::testing::Values("mesh:4x4", "mesh:8x8", "torus:8x8", "mesh:4x4x4"),
                         [](const auto& test) {
                           std::string name = test.param;
                           for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
                           return name;
                         });

}  // namespace
}  // namespace collnoc::test
