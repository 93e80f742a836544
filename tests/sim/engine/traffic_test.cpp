// Synthetic traffic: nothing is lost, and the latency at low load is that of the formula.
#include <gtest/gtest.h>

#include "sim/fabric/host.hpp"
#include "tests/sim/engine/runs.hpp"

namespace collnoc::test {
namespace {

/// Latency in an otherwise idle network from the creation of a packet to its last flit in memory: one write
/// for its source, one for its destination, then the formula of docs/reference/hardware.md, "Timing".
constexpr double zero_load(double hops, unsigned flits) { return hops + flits + 6; }

/// Number of cycles in which every tile sends a packet at the loads below. The first packet of a tile takes
/// longer, because it writes all put registers.
constexpr Cycle first_packets = 20'000;

TEST(Traffic, BelowSaturationAllThatIsOfferedIsAccepted) {
  for (const char* topology : {"mesh:8x8", "torus:8x8"}) {
    for (const double load : {0.05, 0.2, 0.3}) {
      const TrafficResult result = run_traffic(traffic(topology, 2, 8, 8), load, {});
      EXPECT_NEAR(result.accepted, load, 0.02 * load) << topology;
      EXPECT_FALSE(result.saturated()) << topology << " " << load;
    }
  }
}

TEST(Traffic, APacketAloneTakesTheCyclesOfTheFormula) {
  for (const unsigned flits : {2u, 5u, 8u, 32u}) {
    TrafficConfig config = traffic("torus:8x8", 2, 4, flits);
    set_pattern(config, Pattern::neighbour);
    config.warmup_cycles = first_packets;
    config.measure_cycles = 50'000;
    EXPECT_EQ(run_traffic(config, 0.005, {}).latency.total.percentile(0.5), zero_load(2, flits)) << flits;
  }
}

TEST(Traffic, ATwoCycleHopAddsOneCyclePerHopAndOneIntoTheNic) {
  TrafficConfig config = traffic("torus:8x8", 2, 4, 8);
  set_pattern(config, Pattern::neighbour);
  config.hardware.hop_cycles = 2;
  config.warmup_cycles = first_packets;
  EXPECT_EQ(run_traffic(config, 0.005, {}).latency.total.percentile(0.5), zero_load(2, 8) + 3);
}

TEST(Traffic, LatencyOfUniformTrafficApproachesTheFormulaForTheMeanDistance) {
  TrafficConfig config = traffic("mesh:8x8", 2, 8, 8);
  config.warmup_cycles = first_packets;
  config.measure_cycles = 50'000;
  const double mean_hops = 16.0 / 3;  // the mean over all pairs of tiles
  EXPECT_NEAR(mean_latency(run_traffic(config, 0.002, {})), zero_load(mean_hops, 8), 0.2);
}

TEST(Traffic, ASignalAloneTakesTheCyclesOfTheFormula) {
  TrafficConfig config = traffic("torus:8x8", 2, 4, 1);
  set_pattern(config, Pattern::neighbour);
  config.warmup_cycles = 0;
  const double mean = mean_latency(run_traffic(config, 0.001, {}));
  EXPECT_NEAR(mean, zero_load(2, 1), 0.5);  // the first of each node writes all put registers
}

TEST(Traffic, ATileNeverSendsToItself) {
  TrafficConfig config = traffic("mesh:4x4", 1, 4, 4);
  set_pattern(config, Pattern::transpose);
  const TrafficResult result = run_traffic(config, 0.16, {});
  EXPECT_NEAR(result.accepted, 0.16 * 12 / 16, 0.01);  // the 4 tiles of the diagonal are silent
}

TEST(Traffic, AFewPacketsThatAllArriveDoNotCountAsSaturation) {
  for (const std::uint64_t seed : {1, 2, 3, 4, 5}) {
    TrafficConfig config = traffic("star:4", 3, 4, 8);
    set_pattern(config, Pattern::neighbour);
    config.seed = seed;
    config.measure_cycles = 2000;
    EXPECT_FALSE(run_traffic(config, 0.05, {}).saturated()) << seed;
  }
}

TEST(Traffic, GoesThroughStarGraphsWithEveryHardware) {
  for (const char* topology : {"star:3", "star:4", "star:5"}) {
    for (unsigned vcs = parse_topology(topology).radix() - 1; vcs <= 4; ++vcs) {
      for (const Switching switching :
           {Switching::wormhole, Switching::cut_through, Switching::store_and_forward}) {
        for (const unsigned hop_cycles : {1u, 2u}) {
          for (const PortModel nic : {PortModel::one_port, PortModel::all_port}) {
            for (const Pattern pattern : {Pattern::uniform, Pattern::neighbour, Pattern::hotspot}) {
              TrafficConfig config = traffic(topology, vcs, 8, 8);
              config.hardware.all_port = nic == PortModel::all_port;
              config.hardware.switching = switching;
              config.hardware.hop_cycles = hop_cycles;
              config.hardware.max_packet_flits = 8;
              set_pattern(config, pattern);
              config.measure_cycles = 3000;
              const TrafficResult result = run_traffic(config, 0.05, {});
              EXPECT_FALSE(result.saturated()) << topology << ", " << vcs << " virtual channels";
              EXPECT_GT(result.packets, 50u);
            }
          }
        }
      }
    }
  }
}

TEST(Traffic, OnlyTheSeedDeterminesThePackets) {
  TrafficConfig config = traffic("mesh:4x4", 2, 4, 4);
  const TrafficResult one = run_traffic(config, 0.3, {}), again = run_traffic(config, 0.3, {});
  EXPECT_EQ(one.packets, again.packets);
  EXPECT_EQ(mean_latency(one), mean_latency(again));
  config.seed = 2;
  EXPECT_NE(mean_latency(run_traffic(config, 0.3, {})), mean_latency(one));
}

}  // namespace
}  // namespace collnoc::test
