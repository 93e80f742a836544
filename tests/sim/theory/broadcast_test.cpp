// Bounds of broadcasts against the schedules.
#include "sim/theory/broadcast.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "networks.hpp"
#include "sim/schedule/metrics.hpp"

namespace collnoc::test {
using namespace theory;
namespace {

using testing::HasSubstr;

ScheduleCosts costs(Collective collective, const std::string& name, const Topology& topology, Rank root) {
  const Metrics metrics = measure(*find_algorithm(collective, name), Job{topology, root, 7680, 0});
  return {name, metrics.alpha, metrics.beta, metrics.message_hops};
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

/// Every one-port schedule without multicasts, on networks of every kind.
TEST(Broadcast, NoScheduleIsBelowTheBounds) {
  unsigned compared = 0;
  for (const char* text :
       {"mesh:4x4", "torus:4x4", "mesh:3x5", "hypercube:4", "ghc:3x3", "star:3", "star:4", "spidergon:16"}) {
    const Topology topology = parse_topology(text);
    for (const Algorithm* algorithm : algorithms()) {
      const bool rooted = algorithm->collective() == Collective::broadcast;
      if (!rooted && algorithm->collective() != Collective::all_to_all_broadcast) continue;
      for (const PortModel nic : {PortModel::one_port, PortModel::all_port}) {
        if (algorithm->multicasts() || algorithm->why_not(topology, nic)) continue;
        const auto own = costs(algorithm->collective(), std::string(algorithm->name()), topology, 0);
        for (const Statement& statement :
             rooted ? broadcast(topology, nic, 0, own) : all_to_all_broadcast(topology, nic, own)) {
          // Tseng & Sheu's start-ups are those of messages that move one hop.
          if (statement.text.find("one hop") != std::string::npos && own.message_hops > topology.size())
            continue;
          if (statement.quantity == "message-hops" && own.alpha > log2_ceil(topology.size())) continue;
          ASSERT_TRUE(statement.reached) << text << " " << own.name << ": " << statement.text;
          EXPECT_EQ(statement.reached->least, statement.reached->value <= statement.bound + 1e-9);
          ++compared;
        }
      }
    }
  }
  EXPECT_GT(compared, 100u);
}

TEST(Broadcast, SaysWhatTheTheoremsSay) {
  const Topology mesh = parse_topology("mesh:8x8"), star = parse_topology("star:4");
  const auto all = broadcast(mesh, PortModel::one_port, 0, costs(Collective::broadcast, "eyes", mesh, 0));
  ASSERT_EQ(all.size(), 3u);
  EXPECT_THAT(all[0].text,
              HasSubstr("6 + k - 1 if the root sends the message in k blocks; eyes has 6, the least"));
  EXPECT_THAT(all[1].text, HasSubstr("fewer than 6 blocks; eyes has 6, 6.00 times the bound"));
  EXPECT_THAT(all[2].text,
              HasSubstr("at least 69 message-hops, from an eye; root 0 is not one; eyes has 79, 1.14"));
  EXPECT_EQ(all[2].reached->value, 79);
  EXPECT_TRUE(broadcast(mesh, PortModel::all_port, 0, {}).empty());
  EXPECT_TRUE(broadcast(parse_topology("mesh:1"), PortModel::one_port, 0, {}).empty());
  const auto lemma = broadcast(star, PortModel::all_port, 0, {});
  ASSERT_EQ(lemma.size(), 2u);
  EXPECT_EQ(lemma[0].bound, 4);
  EXPECT_DOUBLE_EQ(lemma[1].bound, 1.0 / 3);
  EXPECT_EQ(broadcast(star, PortModel::one_port, 0, {})[2].bound, 5);  // log2 24, rounded up
  EXPECT_DOUBLE_EQ(all_to_all_broadcast(star, PortModel::all_port, {})[1].bound, 23.0 / 3);
  EXPECT_TRUE(all_to_all_broadcast(mesh, PortModel::all_port, {}).empty());
}

}  // namespace
}  // namespace collnoc::test
