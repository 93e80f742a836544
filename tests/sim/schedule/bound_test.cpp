// Tests sim/schedule/bound.hpp against hand-made numbers.
#include "sim/schedule/bound.hpp"

#include <gtest/gtest.h>

#include "sim/topology/topology_text.hpp"

namespace collnoc {
namespace {

std::uint64_t bound(Collective c, const char* topology, std::uint32_t bytes, bool all_port, Rank root = 0,
                    unsigned flit_bits = 64, unsigned hop_cycles = 1, unsigned max_packet_flits = 32) {
  HardwareConfig hardware;
  hardware.all_port = all_port;
  hardware.flit_bits = flit_bits;
  hardware.hop_cycles = hop_cycles;
  hardware.max_packet_flits = max_packet_flits;
  return lower_bound(c, {parse_topology(topology), root, bytes}, hardware).cycles;
}

TEST(Bound, OfAOnePortBroadcastIsTheMessageAndTheLongestPath) {
  EXPECT_EQ(bound(Collective::broadcast, "mesh:8x8", 1024, false), 128u + 5 + 14);
  EXPECT_EQ(bound(Collective::broadcast, "mesh:8x8", 1024, false, 27), 128u + 5 + 8);
  EXPECT_EQ(bound(Collective::broadcast, "torus:8x8", 1024, false), 128u + 5 + 8);
  EXPECT_EQ(bound(Collective::broadcast, "torus:8x8", 1, false), 1u + 1 + 8);
  EXPECT_EQ(bound(Collective::broadcast, "torus:8x8", 1024, false, 0, 256), 32u + 2 + 8);
  EXPECT_EQ(bound(Collective::broadcast, "torus:8x8", 1024, false, 0, 64, 2), 128u + 5 + 16);
  EXPECT_EQ(bound(Collective::broadcast, "mesh:1", 1024, false), 0u);
}

TEST(Bound, HasOneHeadFlitPerPacket) {
  EXPECT_EQ(bound(Collective::broadcast, "torus:8x8", 248, false, 0, 64, 1, 32),
            31u + 1 + 8);  // 31 payload flits
  EXPECT_EQ(bound(Collective::broadcast, "torus:8x8", 249, false, 0, 64, 1, 32), 32u + 2 + 8);
  EXPECT_EQ(bound(Collective::broadcast, "torus:8x8", 1024, false, 0, 64, 1, 2), 128u + 128 + 8);
}

TEST(Bound, OfAnAllPortBroadcastIsAQuarterOnATorusAndAHalfOnAMesh) {
  EXPECT_EQ(bound(Collective::broadcast, "torus:8x8", 1024, true), 32u + 2 + 8);
  EXPECT_EQ(bound(Collective::broadcast, "mesh:8x8", 1024, true, 27), 64u + 3 + 8);  // a corner has two links
}

TEST(Bound, OfATotalExchangeIsInjectionOrTheMiddleCut) {
  EXPECT_EQ(bound(Collective::total_exchange, "mesh:8x8", 64, false), 128u * 8 + 34 + 1);
  EXPECT_EQ(bound(Collective::total_exchange, "torus:8x8", 64, true), 64u * 8 + 17 + 1);
  EXPECT_EQ(bound(Collective::total_exchange, "torus:4x4", 64, false), 15u * 8 + 4 + 1);
  EXPECT_EQ(bound(Collective::total_exchange, "mesh:1", 64, false), 0u);
}

TEST(Bound, OfAnAllToAllBroadcastIsWhatANodeReceives) {
  EXPECT_EQ(bound(Collective::all_to_all_broadcast, "torus:8x8", 64, false), 63u * 8 + 17 + 1);
  EXPECT_EQ(bound(Collective::all_to_all_broadcast, "torus:8x8", 64, true), 63u * 2 + 5 + 1);
  EXPECT_EQ(bound(Collective::all_to_all_broadcast, "mesh:8x8", 64, true),
            63u * 4 + 9 + 1);  // a corner has two links
  EXPECT_EQ(bound(Collective::all_to_all_broadcast, "mesh:1", 64, true), 0u);
}

TEST(Bound, OfAnAllToAllBroadcastOfShortBlocksIsTheLongestPath) {
  EXPECT_EQ(bound(Collective::all_to_all_broadcast, "mesh:64", 8, false, 0, 64, 2), 1u + 1 + 63 * 2);
  EXPECT_EQ(bound(Collective::all_to_all_broadcast, "mesh:64", 8, false), 63u + 3 + 1);
}

TEST(Bound, SaysWhichLimitItIs) {
  const Job job{Topology::mesh(8, 8), 0, 64};
  EXPECT_EQ(
      lower_bound(Collective::total_exchange, job, {}).reason,
      "8192 payload flits in one direction over the 8 links of the middle cut of dimension 0, plus one hop");
}

}  // namespace
}  // namespace collnoc
