// Tests direct-timed: its proofs, and that no two of its messages ever meet, or none waits for long, by a
// calculation of when each message is on which link. It uses the latency of the hardware contract only.
// tests/sim/engine/timed_exchange_test.cpp compares it with the hardware.
#include "collnoc/firmware/collectives/total_exchange/direct_timed.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "sim/schedule/path.hpp"
#include "sim/topology/topology_text.hpp"
#include "tests/firmware/collectives/proof.hpp"

namespace collnoc {
namespace {

/// A message and the channels that it uses one after the other: injection, links, ejection.
struct Message {
  Rank from = 0;
  std::uint32_t step = 0;
  std::vector<std::size_t> channels;
};

/// All messages, in the order of their steps.
std::vector<Message> messages(const Job& job) {
  const Topology& t = job.topology;
  std::vector<Message> all;
  for (std::uint32_t step = 0; step < DirectTimed::steps(job); ++step) {
    for (Rank rank = 0; rank < t.size(); ++rank) {
      const PhaseMessage m = Phases::message(t, rank, DirectTimed::phase(job, step));
      if (!m.any) continue;
      Message message{rank, step, {std::size_t{t.size()} * t.links() + rank}};
      for_each_link(t, rank, m.to, m.route, [&](Rank node, Link link) {
        message.channels.push_back(std::size_t{node} * t.links() + link);
      });
      message.channels.push_back(std::size_t{t.size()} * (t.links() + 1) + m.to);
      all.push_back(message);
    }
  }
  return all;
}

/// The longest time that a message waits for its next channel: until the messages of earlier steps have left
/// it, and until the message before it has left the buffer that both pass. `too_long` if a sender is still
/// busy with its last message. `early`: this message starts one cycle earlier.
constexpr std::uint32_t too_long = 1000;
std::uint32_t longest_wait(const Job& job, const std::vector<Message>& all, const Message* early = nullptr) {
  const std::uint32_t flits = message_flits(job.timing, job.bytes), hop = job.timing.hop_cycles;
  const std::size_t channels = std::size_t{job.topology.size()} * (job.topology.links() + 2);
  std::vector<std::uint32_t> free(channels, 0), buffer(channels, 0);
  std::uint32_t longest = 0;
  for (const Message& m : all) {
    std::uint32_t at = DirectTimed::begin(job, m.from, m.step) - (&m == early ? 1 : 0);
    std::size_t before = channels;
    for (const std::size_t channel : m.channels) {
      std::uint32_t earliest = free[channel];
      if (before != channels) earliest = std::max(earliest, buffer[before]);
      if (earliest > at) {
        longest = std::max(longest, before == channels ? too_long : earliest - at);
        at = earliest;
      }
      if (before != channels) buffer[before] = at + flits;
      free[channel] = at + flits;
      before = channel;
      at += hop;
    }
  }
  return longest;
}

TEST(DirectTimed, IsProved) {
  for (const char* text : {"mesh:1", "mesh:7", "torus:6", "mesh:4x4", "torus:8x8", "mesh:8x8", "torus:5x3",
                           "mesh:2x3x4", "hypercube:4", "ghc:3x4"}) {
    for (const PortModel nic : {PortModel::one_port, PortModel::all_port})
      expect_proved(exchange("direct-timed"), {parse_topology(text), 0, 24}, nic);
  }
}

TEST(DirectTimed, NeverLetsTwoMessagesMeet) {
  for (const char* text :
       {"mesh:2", "mesh:7", "torus:6", "mesh:4x4", "torus:4x4", "mesh:8x8", "torus:5x3", "torus:6x6",
        "torus:12x10", "torus:16x4", "mesh:4x5w", "torus:4x4x4", "hypercube:6", "ghc:4x4"}) {
    for (const std::uint32_t bytes : {8u, 64u, 256u}) {
      for (const std::uint32_t hop : {1u, 3u}) {
        Job job{parse_topology(text), 0, bytes};
        job.timing.hop_cycles = hop;
        EXPECT_EQ(longest_wait(job, messages(job)), 0u)
            << text << ", " << bytes << " bytes, " << hop << " cycles per hop";
      }
    }
  }
}

TEST(DirectTimed, NeverLetsTwoMessagesMeetOnAnEightByEightTorusIfSendersAreNotExact) {
  for (const std::uint32_t bytes : {64u, 256u}) {
    const Job job{Topology::torus(8, 8), 0, bytes};
    EXPECT_EQ(DirectTimed::starts_by_path(job), bytes == 64);
    EXPECT_EQ(longest_wait(job, messages(job)), 0u) << bytes;
  }
}

TEST(DirectTimed, LetsNoMessageWaitLongerThanABufferCanHoldItOnAnEightByEightTorus) {
  for (const std::uint32_t bytes : {64u, 72u, 128u, 248u, 512u}) {
    Job job{Topology::torus(8, 8), 0, bytes};
    job.timing.head_wait = 2;
    EXPECT_EQ(longest_wait(job, messages(job)), 2u) << bytes;
  }
}

TEST(DirectTimed, LetsNoMessageWaitForALastPacketThatHasNotBegun) {
  for (const std::uint32_t bytes : {256u, 504u}) {  // the last packet has a head flit and one more
    Job job{Topology::torus(8, 8), 0, bytes};
    job.timing.head_wait = 2;
    ASSERT_EQ(last_packet_flits(job.timing, bytes), 2u);
    EXPECT_EQ(longest_wait(job, messages(job)), 1u) << bytes;
  }
}

TEST(DirectTimed, HasNoCycleToSpareOnAnEightByEightTorus) {
  Job job{Topology::torus(8, 8), 0, 64};
  job.timing.head_wait = 2;
  const std::vector<Message> all = messages(job);
  std::uint32_t later = 0;
  for (const Message& m : all) {
    const Coordinates at = job.topology.coordinates(m.from);
    if (at[0] >= TorusTimes::classes || at[1] >= TorusTimes::classes) continue;
    if (TorusTimes::gap(at, m.step, TorusTimes::most_wait) == 0) continue;
    ++later;
    EXPECT_GT(longest_wait(job, all, &m), 2u) << "rank " << m.from << ", step " << m.step;
  }
  EXPECT_GT(later, 900u);
}

TEST(DirectTimed, LastPacketHasTheRestOfAMessage) {
  const Timing timing{8, 32, 1};
  for (const auto& [bytes, flits] :
       {std::pair{1u, 2u}, {8u, 2u}, {9u, 3u}, {248u, 32u}, {249u, 2u}, {256u, 2u}, {264u, 3u}})
    EXPECT_EQ(last_packet_flits(timing, bytes), flits) << bytes;
}

}  // namespace
}  // namespace collnoc
