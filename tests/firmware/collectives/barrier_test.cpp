// Tests the barriers: proofs, costs, and that the checker finds a barrier that lets a rank through too early.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/schedule/bound.hpp"
#include "sim/schedule/metrics.hpp"
#include "tests/firmware/collectives/proof.hpp"
#include "tests/sim/schedule/damaged.hpp"

namespace collnoc {
namespace {

using testing::HasSubstr;

const Algorithm& barrier_of(std::string_view name) { return *find_algorithm(Collective::barrier, name); }

TEST(Barrier, IsProvedOnEveryNetworkAndCostsWhatItsPageSays) {
  for (const char* network : {"mesh:1", "mesh:2", "mesh:7", "torus:6", "mesh:4x4", "torus:4x4", "mesh:3x5",
                              "torus:5x3", "mesh:4x5w", "torus:8x8", "mesh:2x3x4", "ghc:3x3", "hypercube:4",
                              "star:3", "star:4", "spidergon:8"}) {
    const Job job{parse_topology(network), 0, 0};
    const Rank n = job.topology.size();
    for (const char* name : {"dissemination", "tree"}) {
      expect_proved(barrier_of(name), job, PortModel::one_port, Formula::equal);
      expect_proved(barrier_of(name), job, PortModel::all_port);
    }
    const Metrics dissemination = measure(barrier_of("dissemination"), job),
                  tree = measure(barrier_of("tree"), job);
    EXPECT_EQ(dissemination.alpha, log2_ceil(n)) << network;
    EXPECT_EQ(dissemination.messages, std::uint64_t{n} * log2_ceil(n)) << network;
    EXPECT_EQ(tree.alpha, 2 * log2_ceil(n)) << network;
    EXPECT_EQ(tree.messages, 2u * (n - 1)) << network;
    EXPECT_EQ(tree.beta_bytes + dissemination.beta_bytes, 0u) << network;
  }
}

TEST(Barrier, WithoutASignalIsNoBarrier) {
  const Job job{Topology::mesh(3, 5), 0, 0};
  for (const char* name : {"dissemination", "tree"}) {
    const Damaged damaged(barrier_of(name), [](Rank r, Action& a) {
      return !(a.kind == Action::Kind::put && r == 7 && a.step == 0);
    });
    Schedule schedule = spell_out(damaged, job, PortModel::one_port);
    EXPECT_THAT(trace(schedule).answer, HasSubstr("does not learn that rank")) << name;
  }
}

TEST(Barrier, WithoutAWaitLetsARankThroughTooEarly) {
  const Job job{Topology::mesh(4, 4), 0, 0};
  for (const char* name : {"dissemination", "tree"}) {
    const Damaged damaged(barrier_of(name), [](Rank r, Action& a) {
      return !(a.kind == Action::Kind::wait && r == 2 && a.step < 4);
    });
    EXPECT_THAT(check_order(damaged, job).answer, HasSubstr("may leave the barrier before rank")) << name;
  }
}

TEST(Barrier, BoundIsTheLongestPathOfASignal) {
  EXPECT_EQ(lower_bound(Collective::barrier, {Topology::torus(8, 8), 0, 0}, {}).cycles, 1u + 8);
  EXPECT_EQ(lower_bound(Collective::barrier, {Topology::mesh(8, 8), 0, 0}, {}).cycles, 1u + 14);
}

}  // namespace
}  // namespace collnoc
