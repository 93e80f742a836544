// Bounds of broadcasts against the schedules.
#include "sim/theory/broadcast.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "networks.hpp"
#include "sim/commands/schedule_costs.hpp"

namespace collnoc::test {
using namespace theory;
namespace {

using testing::HasSubstr;

ScheduleCosts costs(Collective collective, const std::string& name, const Topology& topology, Rank root,
                    std::uint32_t bytes = 7680) {
  return schedule_costs(*find_algorithm(collective, name), Job{topology, root, bytes, 0});
}

/// `eyes` takes Algorithm 1's path, `eyes-optimal` the least one; Eq. 13 knows neither.
TEST(Broadcast, FromAnEyeHasTheMessageHopsOfTheClosedForm) {
  for (const char* text : {"mesh:2x2", "mesh:4x4", "mesh:8x8", "mesh:16x16", "torus:4x4", "torus:8x8"}) {
    const Topology topology = parse_topology(text);
    const std::uint64_t hops = *hops_from_an_eye(topology);
    std::uint64_t eyes = 0;
    for (Rank root = 0; root < topology.size(); ++root) {
      const std::uint64_t own = costs(Collective::broadcast, "eyes", topology, root).message_hops;
      EXPECT_EQ(own == hops, is_eye(topology, root)) << text << " root " << root << ": " << own;
      EXPECT_GE(own, hops);
      eyes += is_eye(topology, root);
    }
    EXPECT_EQ(eyes, topology.wraps(0) || topology.size() == 4 ? topology.size() : 4u) << text;
  }
}

TEST(Broadcast, HasTheMessageHopsThatThePaperPrints) {
  const auto hops = [](const char* text) { return hops_from_an_eye(parse_topology(text)); };
  EXPECT_EQ(hops("mesh:16x16"), 291u);
  EXPECT_EQ(hops("mesh:2x2x2"), 7u);
  EXPECT_EQ(hops("mesh:4x4x4"), 63u);
  EXPECT_EQ(hops("torus:8x8x8"), 525u);
  for (const char* text :
       {"mesh:8", "mesh:4x8", "mesh:6x6", "mesh:4x4w", "hypercube:4", "star:4", "mesh:1x1"})
    EXPECT_FALSE(hops(text)) << text;
}

/// Every schedule without multicasts, on networks of every kind: whatever is compared is not below its bound.
TEST(Broadcast, NoScheduleIsBelowTheBounds) {
  unsigned compared = 0, in_blocks = 0;
  for (const char* text : {"mesh:2", "mesh:4x4", "torus:4x4", "mesh:3x5", "hypercube:4", "ghc:3x3", "star:3",
                           "star:4", "spidergon:16"}) {
    const Topology topology = parse_topology(text);
    for (const Algorithm* algorithm : algorithms()) {
      const bool rooted = algorithm->collective() == Collective::broadcast;
      if (!rooted && algorithm->collective() != Collective::all_to_all_broadcast) continue;
      for (const PortModel nic : {PortModel::one_port, PortModel::all_port}) {
        if (algorithm->multicasts() || algorithm->why_not(topology, nic)) continue;
        for (const std::uint32_t bytes : {8u, 100u, 7680u}) {
          const auto own = costs(algorithm->collective(), std::string(algorithm->name()), topology, 0, bytes);
          in_blocks += own.root_blocks > 1;
          for (const Statement& statement :
               rooted ? broadcast(topology, nic, 0, own) : all_to_all_broadcast(topology, nic, own)) {
            if (!statement.reached) continue;
            EXPECT_GE(statement.reached->value, statement.bound - 1e-9)
                << text << " " << own.name << " " << bytes << " bytes: " << statement.text;
            ++compared;
          }
        }
      }
    }
  }
  EXPECT_GT(compared, 300u);
  EXPECT_GT(in_blocks, 20u);
}

/// Why the statements say "without multicast".
TEST(Broadcast, AMulticastIsBelowTheStartUpsOfPropositionOne) {
  const Topology mesh = parse_topology("mesh:8x8");
  const std::uint64_t alpha = costs(Collective::broadcast, "multicast", mesh, 0).alpha;
  EXPECT_EQ(alpha, 1u);
  for (const Statement& statement : broadcast(mesh, PortModel::one_port, 0, {}))
    if (statement.quantity == "alpha") {
      EXPECT_LT(static_cast<double>(alpha), statement.bound);
      EXPECT_THAT(statement.text, HasSubstr("without multicast"));
    }
}

/// Messages of the root, counted by hand.
TEST(Broadcast, CountsTheBlocksInWhichTheRootSendsTheMessage) {
  const auto blocks = [](const char* name, const char* text, std::uint32_t bytes) {
    return costs(Collective::broadcast, name, parse_topology(text), 0, bytes).root_blocks;
  };
  EXPECT_EQ(blocks("recursive-division", "mesh:8x8", 1024), 1u);
  EXPECT_EQ(blocks("eyes", "mesh:4x4", 8), 1u);
  // A half and a quarter leave in the scatter, the root's own quarter in the exchange.
  EXPECT_EQ(blocks("scatter-collect", "mesh:4", 1024), 3u);
  EXPECT_EQ(blocks("scatter-collect", "mesh:4", 8), 1u);
}

/// Lemmas 1 and 2 count start-ups of messages that move one hop.
TEST(Broadcast, ComparesStartUpsOnStarGraphsOnlyIfMessagesMoveOneHop) {
  const Topology star = parse_topology("star:4");
  ScheduleCosts own{"own", 3, 1, 23, false};
  EXPECT_FALSE(broadcast(star, PortModel::all_port, 0, own)[0].reached);
  EXPECT_TRUE(broadcast(star, PortModel::all_port, 0, own)[1].reached);
  own.one_hop = true;
  EXPECT_TRUE(broadcast(star, PortModel::all_port, 0, own)[0].reached);
}

TEST(Broadcast, SaysSoWithoutOneRoot) {
  const Topology mesh = parse_topology("mesh:8x8");
  const std::string all = broadcast(mesh, PortModel::one_port, std::nullopt, {})[2].text;
  EXPECT_THAT(all, HasSubstr("at least 69 message-hops from any root; an eye reaches it"));
  EXPECT_THAT(all, testing::Not(HasSubstr("; root ")));
  EXPECT_EQ(broadcast(mesh, PortModel::one_port, 18, {})[2].text, all + "; root 18 is an eye");
  EXPECT_EQ(broadcast(mesh, PortModel::one_port, 19, {})[2].text, all + "; root 19 is not an eye");
}

TEST(Statement, NeverSaysOneTimesTheBound) {
  EXPECT_EQ(excess(56, 40), "1.40 times the bound");
  EXPECT_EQ(excess(2.004, 2), "0.004 more than the bound");
  EXPECT_EQ(excess(1005, 1000), "5 more than the bound");
}

TEST(Broadcast, SaysWhatTheTheoremsSay) {
  const Topology mesh = parse_topology("mesh:8x8"), star = parse_topology("star:4");
  const auto all = broadcast(mesh, PortModel::one_port, 0, costs(Collective::broadcast, "eyes", mesh, 0));
  ASSERT_EQ(all.size(), 3u);
  EXPECT_THAT(
      all[0].text,
      HasSubstr("6 + k - 1 if the root sends the message in k blocks; eyes has 6, which meets the bound"));
  EXPECT_THAT(all[1].text,
              HasSubstr("fewer than 6 blocks, here 2 with k = 1; eyes has 6, 3.00 times the bound"));
  EXPECT_THAT(all[2].text, HasSubstr("Cang & Wu state that a broadcast in 6 steps has at least 69"));
  EXPECT_THAT(all[2].text, HasSubstr("root 0 is not an eye; eyes has 79, 1.14 times the bound"));
  EXPECT_TRUE(all[0].reached->meets_bound);
  EXPECT_FALSE(all[2].reached->meets_bound);
  const auto pieces =
      broadcast(mesh, PortModel::one_port, 0, costs(Collective::broadcast, "scatter-collect", mesh, 0));
  EXPECT_EQ(pieces[0].bound, 12);  // 6 messages of the scatter, then the root's own piece: k = 7
  EXPECT_EQ(pieces[0].source, "Zhuang & Liberatore, section 9, Proposition 2 with k = 7");
  EXPECT_EQ(pieces[1].bound, 1);
  const Topology two = parse_topology("mesh:2");
  for (const Statement& statement : broadcast(two, PortModel::one_port, 0, {}))
    EXPECT_THAT(statement.text, testing::Not(HasSubstr("block")));
  EXPECT_EQ(all[2].reached->value, 79);
  EXPECT_TRUE(broadcast(mesh, PortModel::all_port, 0, {}).empty());
  EXPECT_TRUE(broadcast(parse_topology("mesh:1"), PortModel::one_port, 0, {}).empty());
  const auto lemma = broadcast(star, PortModel::all_port, 0, {});
  ASSERT_EQ(lemma.size(), 2u);
  EXPECT_EQ(lemma[0].bound, 4);
  EXPECT_DOUBLE_EQ(lemma[1].bound, 1.0 / 3);
  EXPECT_EQ(broadcast(star, PortModel::one_port, 0, {})[2].bound, 5);  // log2 24, rounded up
  // 1, 1, 2, 4, 8, 14, 26, 48 nodes are informed in steps 0 to 7, which are 104 of 120.
  EXPECT_EQ(broadcast(parse_topology("star:5"), PortModel::one_port, 0, {})[2].bound, 8);
  EXPECT_DOUBLE_EQ(all_to_all_broadcast(star, PortModel::all_port, {})[1].bound, 23.0 / 3);
  EXPECT_TRUE(all_to_all_broadcast(mesh, PortModel::all_port, {}).empty());
}

}  // namespace
}  // namespace collnoc::test
