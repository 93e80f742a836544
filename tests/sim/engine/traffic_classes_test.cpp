// Several classes, lengths, requests with replies, and what is reported about nodes and links.
#include <gtest/gtest.h>

#include <numeric>

#include "sim/engine/traffic_packets.hpp"
#include "sim/results/result_json.hpp"
#include "tests/sim/engine/runs.hpp"

namespace collnoc::test {
namespace {

/// Two classes: requests of 1 or 3 flits with replies, and bursts of long packets to hot spots.
TrafficConfig mixture(const std::string& network, unsigned vcs) {
  TrafficConfig config = traffic(network, vcs, 4, 8);
  config.warmup_cycles = 300;
  config.measure_cycles = 1'500;
  config.classes.resize(2);
  TrafficClass& requests = config.classes[0];
  requests.name = "requests";
  requests.lengths = Lengths({{1, 2}, {3, 1}});
  requests.replies = Replies{Lengths({{1, 1}, {9, 3}}), 7, 2};
  TrafficClass& bursts = config.classes[1];
  bursts.name = "bursts";
  bursts.process.kind = Process::bursty;
  bursts.pattern = {Pattern::hotspot, "hotspot:0,5:0.3", {0, 5}, 0.3, {}, {}};
  bursts.weight = 3;
  return config;
}

std::string text_of(const TrafficConfig& config, const TrafficResult& result) {
  return traffic_document({}, config, {result})["traffic"]["loads"].dump();
}

TEST(Traffic, IsEqualInModelRtlAndLockstepForAnyNumberOfThreads) {
  TrafficConfig config = mixture("mesh:4x4", 2);
  config.per_pair = config.per_link = true;
  const std::string expected = text_of(config, run_traffic(config, 0.12));
  for (const unsigned threads : {2u, 5u}) {
    config.threads = threads;
    EXPECT_EQ(text_of(config, run_traffic(config, 0.12)), expected) << threads;
  }
  for (const Backend backend : {Backend::rtl, Backend::lockstep}) {
    config.backend = backend;
    TrafficResult result = run_traffic(config, 0.12);
    EXPECT_EQ(result.link_cycles_compared > 0, backend == Backend::lockstep);
    result.link_cycles_compared = 0;
    EXPECT_EQ(text_of(config, result), expected) << word_of(backend);
  }
}

/// All packets arrive, in every kind of network: the watch of signals and of heads follows every router.
TEST(Traffic, EveryPacketIsFollowedOnEveryKindOfHardware) {
  for (const char* network : {"mesh:3x3", "torus:4x4", "hypercube:4", "star:4", "spidergon:8"}) {
    for (const bool all_port : {false, true}) {
      for (const Switching switching :
           {Switching::wormhole, Switching::cut_through, Switching::store_and_forward}) {
        for (const unsigned hop_cycles : {1u, 3u}) {
          TrafficConfig config = mixture(network, std::string(network) == "star:4" ? 3 : 2);
          config.hardware.all_port = all_port;
          config.hardware.switching = switching;
          config.hardware.hop_cycles = hop_cycles;
          config.hardware.vc_depth = 16;
          config.hardware.max_packet_flits = 16;
          const TrafficResult result = run_traffic(config, 0.08);
          EXPECT_EQ(result.lost, 0u);
          EXPECT_FALSE(result.saturated()) << network << " " << all_port << " " << hop_cycles;
          for (const TrafficClassResult& c : result.classes) EXPECT_GT(c.requests.total.count(), 5u);
          const TrafficClassResult& r = result.classes[0];
          EXPECT_GT(r.replies.total.count(), 20u);
          EXPECT_EQ(r.round_trip.count(), r.requests.total.count());
          EXPECT_GE(r.round_trip.mean(), r.requests.total.mean() + r.replies.total.mean());
        }
      }
    }
  }
}

/// With addresses of 20 bits, the upper ones of a source are in its place in the receivers' memories.
TEST(Traffic, EveryPacketIsFollowedInALongNetwork) {
  for (const char* network : {"mesh:33x2x5", "torus:3x259"}) {
    TrafficConfig config = mixture(network, 2);
    config.hardware.flit_bits = 128;
    config.classes[1].pattern = {};
    config.per_pair = true;
    TrafficResult result = run_traffic(config, 0.01);
    EXPECT_EQ(result.lost, 0u);
    EXPECT_FALSE(result.saturated()) << network;
    for (const TrafficClassResult& c : result.classes) EXPECT_GT(c.requests.total.count(), 100u);
    const std::string expected = text_of(config, result);
    config.threads = 2;
    EXPECT_EQ(text_of(config, run_traffic(config, 0.01)), expected);
  }
}

TEST(Traffic, AnAllPortNicMaySendPacketsOutOfTheirOrder) {
  TrafficConfig config = traffic("torus:4x4", 2, 4, 8);
  config.hardware.all_port = true;
  config.measure_cycles = 3'000;
  const TrafficResult result = run_traffic(config, 4.0);  // far beyond saturation
  EXPECT_EQ(result.lost, 0u);
  EXPECT_GT(result.accepted, 0.6);
}

TEST(Traffic, ClassesShareTheLoadByTheirWeights) {
  TrafficConfig config = traffic("mesh:4x4", 2, 8, 8);
  config.classes.resize(3, config.classes[0]);
  config.classes[0].weight = 3;
  config.classes[1].lengths = Lengths(2);
  config.classes[2].fixed_load = 0.05;
  const TrafficResult result = run_traffic(config, 0.2);
  EXPECT_NEAR(result.classes[0].accepted, 0.15, 0.008);
  EXPECT_NEAR(result.classes[1].accepted, 0.05, 0.003);
  EXPECT_NEAR(result.classes[2].accepted, 0.05, 0.005);
  EXPECT_DOUBLE_EQ(result.offered, 0.25);
}

TEST(Traffic, ALimitOfOutstandingRequestsBoundsTheirRate) {
  TrafficConfig config = traffic("mesh:2x2", 1, 8, 2);
  set_pattern(config, Pattern::neighbour);
  config.classes[0].replies = Replies{Lengths(2), 50, 1};
  const TrafficResult result = run_traffic(config, 1.0);
  // One request at a time: the next one leaves when the reply has arrived.
  const Latencies &requests = result.classes[0].requests, &replies = result.classes[0].replies;
  const double cycle = requests.network.mean() + requests.serialization.mean() + 50 + replies.total.mean();
  EXPECT_NEAR(result.classes[0].accepted / 4, 1 / cycle, 0.12 / cycle);
  config.classes[0].replies->outstanding = 4;
  EXPECT_NEAR(run_traffic(config, 1.0).accepted / result.accepted, 4, 0.2);
}

TEST(Traffic, ARequestAndItsReplyAreCreatedAsFarApartAsTheServiceTakes) {
  TrafficConfig config = traffic("mesh:4x4", 2, 8, 1);
  config.classes[0].replies = Replies{Lengths(9), 100, 0};
  config.warmup_cycles = 10'000;
  const TrafficResult result = run_traffic(config, 0.001);
  const TrafficClassResult& c = result.classes[0];
  EXPECT_NEAR(c.round_trip.mean(), c.requests.total.mean() + 100 + c.replies.total.mean(), 1.5);
}

TEST(Traffic, LinksCarryEveryFlitOnceForEachHop) {
  TrafficConfig config = traffic("torus:4x4", 2, 8, 4);
  set_pattern(config, Pattern::tornado);  // one hop in each dimension
  const TrafficResult result = run_traffic(config, 0.2);
  const auto flits = static_cast<double>(
      std::accumulate(result.link_flits.begin(), result.link_flits.end(), std::uint64_t{0}));
  EXPECT_NEAR(flits / (16 * 10'000.0), 2 * result.accepted, 0.002);
}

TEST(Traffic, TheLeastServedNodeIsTheOneWithTheLeastRate) {
  auto matrix = std::make_shared<RateMatrix>();
  for (Rank r = 0; r < 4; ++r) matrix->rows.push_back({{(r + 1) % 4, r == 3 ? 0.0 : 0.2 * (r + 1)}});
  matrix->rows[3].clear();
  TrafficConfig config = traffic("mesh:2x2", 1, 8, 8);
  config.classes[0].pattern = {Pattern::matrix, "matrix", {}, 0, {}, matrix};
  const TrafficResult result = run_traffic(config, 0.5);
  EXPECT_EQ(result.least->rank, 0u);
  EXPECT_NEAR(result.least->accepted, 0.1, 0.015);
  EXPECT_EQ(result.most->rank, 2u);
  EXPECT_NEAR(result.most->accepted, 0.3, 0.03);
}

TEST(Traffic, TileMemoryDoesNotGrowWithTheNetwork) {
  const PacketLayout small(parse_topology("mesh:4x4"), 8, 8, 1), large(parse_topology("mesh:64x64"), 8, 8, 1);
  EXPECT_LE(large.bytes(), 2 * small.bytes());
}

}  // namespace
}  // namespace collnoc::test
