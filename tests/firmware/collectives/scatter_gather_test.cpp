// Tests scatter and gather: proofs on many networks, their costs, and the lower bounds.
#include <gtest/gtest.h>

#include "sim/schedule/bound.hpp"
#include "sim/schedule/metrics.hpp"
#include "tests/firmware/collectives/proof.hpp"
#include "tests/sim/schedule/damaged.hpp"

namespace collnoc {
namespace {

constexpr const char* networks[] = {"mesh:1",     "mesh:2",      "mesh:7",     "torus:6",     "mesh:4x4",
                                    "torus:4x4",  "mesh:3x5",    "torus:5x3",  "mesh:4x5w",   "torus:8x8",
                                    "mesh:2x3x4", "torus:4x4x4", "ghc:3x3",    "hypercube:4", "star:3",
                                    "star:4",     "spidergon:8", "spidergon:6"};

class Rooted : public testing::TestWithParam<Collective> {
 protected:
  const Algorithm& algorithm(std::string_view name) const { return *find_algorithm(GetParam(), name); }
};

TEST_P(Rooted, IsProvedFromEveryRootOnEveryNetwork) {
  for (const char* network : networks) {
    const Topology topology = parse_topology(network);
    for (const char* name : {"binomial", "direct"}) {
      for (Rank root = 0; root < topology.size(); root += 1 + topology.size() / 8) {
        for (const std::uint32_t bytes : {1u, 24u, 1001u})
          expect_proved(algorithm(name), {topology, root, bytes, 64});
        expect_proved(algorithm(name), {topology, root, 24}, PortModel::all_port);
      }
    }
  }
}

TEST_P(Rooted, CostsWhatItsPageSays) {
  for (const char* network : {"torus:4x4", "mesh:8x8", "hypercube:3", "mesh:2x4x8"}) {
    const Job job{parse_topology(network), 3, 24};
    const Rank n = job.topology.size();
    const Metrics tree = measure(algorithm("binomial"), job), direct = measure(algorithm("direct"), job);
    EXPECT_EQ(1u << tree.alpha, n) << network;
    EXPECT_EQ(tree.beta_bytes, 24u * (n - 1)) << network;
    EXPECT_EQ(direct.alpha, n - 1) << network;
    EXPECT_EQ(direct.beta_bytes, 24u * (n - 1)) << network;
    for (const char* name : {"binomial", "direct"})
      expect_proved(algorithm(name), job, PortModel::one_port, Formula::equal);
  }
  for (const char* network : {"mesh:3x5", "torus:7", "star:3"}) {
    const Job job{parse_topology(network), 0, 24};
    EXPECT_EQ(measure(algorithm("binomial"), job).alpha, log2_ceil(job.topology.size())) << network;
  }
}

TEST_P(Rooted, BinomialSharesNoLinkIfExtentsArePowersOfTwo) {
  for (const char* network : {"torus:4x4", "mesh:8x8", "mesh:2x4x8", "torus:8x4"}) {
    for (Rank root = 0; root < 32; root += 5) {
      const Job job{parse_topology(network), root % 16, 8};
      const Schedule schedule = spell_out(algorithm("binomial"), job, PortModel::one_port);
      EXPECT_EQ(check_links(schedule, true).outcome, Verdict::Outcome::good)
          << network << " from " << job.root;
    }
  }
}

TEST_P(Rooted, FindsABlockThatIsNotDelivered) {
  const Job job{Topology::mesh(4, 4), 5, 64};
  for (const char* name : {"binomial", "direct"}) {
    unsigned puts = 0;
    const Damaged damaged(algorithm(name),
                          [&](Rank, Action& a) { return a.kind != Action::Kind::put || ++puts != 4; });
    Schedule schedule = spell_out(damaged, job, PortModel::one_port);
    EXPECT_FALSE(trace(schedule).good()) << name;
  }
}

TEST_P(Rooted, BoundIsTheTableThroughTheRootsChannel) {
  HardwareConfig hardware;
  const Job job{Topology::torus(8, 8), 0, 1024};
  EXPECT_EQ(lower_bound(GetParam(), job, hardware).cycles, 63u * 128 + 261 + 1);
  hardware.all_port = true;
  EXPECT_EQ(lower_bound(GetParam(), job, hardware).cycles, 63u * 32 + 66 + 1);
  hardware.all_port = false;
  EXPECT_EQ(lower_bound(GetParam(), {Topology::mesh(64, 1), 0, 1}, hardware).cycles, 1u + 1 + 63);
}

INSTANTIATE_TEST_SUITE_P(Of, Rooted, testing::Values(Collective::scatter, Collective::gather),
                         [](const auto& test) { return std::string(to_text(test.param)); });

}  // namespace
}  // namespace collnoc
