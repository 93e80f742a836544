// Lower bounds on the accepted throughput when every tile offers one flit per cycle, for the comparison with
// other routers in docs/results.md.
#include <gtest/gtest.h>

#include "tests/sim/engine/runs.hpp"

namespace collnoc::test {
namespace {

double accepted(TrafficConfig config) {
  config.drain_cycles = 0;
  return run_traffic(config, 1.0, {}).accepted;
}

TEST(Saturation, Mesh8x8WithFourVirtualChannelsOfEightFlits) {
  EXPECT_GT(accepted(traffic("mesh:8x8", 4, 8, 8)), 0.39);
}

TEST(Saturation, Torus8x8WithFourVirtualChannelsOfEightFlits) {
  EXPECT_GT(accepted(traffic("torus:8x8", 4, 8, 8)), 0.51);
}

TEST(Saturation, Mesh4x4WithOneVirtualChannelOfFourFlitsAndSignals) {
  EXPECT_GE(accepted(traffic("mesh:4x4", 1, 4, 1)), 0.62);
}

TEST(Saturation, Mesh4x4WithOneVirtualChannelOfFourFlitsAndPacketsOfFour) {
  EXPECT_GE(accepted(traffic("mesh:4x4", 1, 4, 4)), 0.54);
}

TEST(Saturation, StarGraphsWithTheVirtualChannelsTheyNeed) {  // docs/reference/star-graph.md
  EXPECT_GE(accepted(traffic("star:4", 3, 4, 8)), 0.48);
  EXPECT_GE(accepted(traffic("star:5", 4, 4, 8)), 0.44);
}

}  // namespace
}  // namespace collnoc::test
