// Tests direct-timed: its proofs, and that no two of its messages ever meet, by a calculation of when each
// flit is on which link. It uses the latency of the hardware contract only.
#include "collnoc/firmware/collectives/direct_timed.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "sim/schedule/path.hpp"
#include "sim/topology/topology_text.hpp"
#include "tests/firmware/collectives/proof.hpp"

namespace collnoc {
namespace {

/// Cycles [begin, end) in which a message is on a link, an injection or an ejection channel.
using Uses = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// How often a message is on a link or channel before the one that came earlier has left. `early`: phases
/// from this one on start one cycle earlier.
std::uint32_t meetings(const Job& job, std::uint32_t early = ~0u) {
  const Topology& t = job.topology;
  const std::uint32_t flits = message_flits(job.timing, job.bytes), hop = job.timing.hop_cycles;
  std::vector<Uses> uses(std::size_t{t.size()} * (t.links() + 2));
  for (std::uint32_t phase = 0; phase < DirectTimed::steps(job); ++phase) {
    for (Rank rank = 0; rank < t.size(); ++rank) {
      const PhaseMessage m = Phases::message(t, rank, phase);
      if (!m.any) continue;
      std::uint32_t at = DirectTimed::begin(job, phase) - (phase >= early ? 1 : 0);
      const auto use = [&](std::size_t what) {
        uses[what].emplace_back(at, at + flits);
        at += hop;
      };
      use(std::size_t{t.size()} * t.links() + rank);
      for_each_link(t, rank, m.to, m.route,
                    [&](Rank node, Link link) { use(std::size_t{node} * t.links() + link); });
      use(std::size_t{t.size()} * (t.links() + 1) + m.to);
    }
  }
  std::uint32_t count = 0;
  for (Uses& u : uses) {
    std::sort(u.begin(), u.end());
    for (std::size_t i = 1; i < u.size(); ++i) count += u[i].first < u[i - 1].second;
  }
  return count;
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
       {"mesh:2", "mesh:7", "torus:6", "mesh:4x4", "torus:4x4", "torus:8x8", "mesh:8x8", "torus:5x3",
        "torus:6x6", "torus:12x10", "torus:16x4", "mesh:4x5w", "torus:4x4x4", "hypercube:6", "ghc:4x4"}) {
    for (const std::uint32_t bytes : {8u, 64u, 256u}) {
      for (const std::uint32_t hop : {1u, 3u}) {
        Job job{parse_topology(text), 0, bytes};
        job.timing.hop_cycles = hop;
        EXPECT_EQ(meetings(job), 0u) << text << ", " << bytes << " bytes, " << hop << " cycles per hop";
      }
    }
  }
}

TEST(DirectTimed, HasNoCycleToSpareOnAnEightByEightTorus) {
  const Job job{Topology::torus(8, 8), 0, 256};
  for (std::uint32_t phase = 1; phase < 64; ++phase) EXPECT_GT(meetings(job, phase), 0u) << phase;
}

}  // namespace
}  // namespace collnoc
