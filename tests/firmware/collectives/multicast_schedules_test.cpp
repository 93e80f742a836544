// Tests the schedules that use multicast: proofs on many networks, what their page says of their costs, the
// tree that the checker follows, and that the checker finds faults.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "collnoc/firmware/collectives/broadcast/multicast_trees.hpp"
#include "sim/schedule/guarantee.hpp"
#include "sim/schedule/metrics.hpp"
#include "tests/firmware/collectives/proof.hpp"
#include "tests/sim/schedule/damaged.hpp"

namespace collnoc {
namespace {

using testing::HasSubstr;
using Kind = Action::Kind;

constexpr const char* networks[] = {"mesh:2",      "mesh:7",      "torus:6",   "torus:9",   "mesh:4x4",
                                    "torus:4x4",   "mesh:3x5",    "torus:5x3", "mesh:4x5w", "torus:8x8",
                                    "mesh:2x3x4",  "torus:4x4x4", "ghc:3x3",   "ghc:4x2",   "hypercube:4",
                                    "torus:2x3x2", "mesh:1x5",    "torus:2x2", "star:3",    "star:4"};

std::vector<const Algorithm*> all() {
  std::vector<const Algorithm*> found;
  for (const Algorithm* a : algorithms())
    if (a->multicasts()) found.push_back(a);
  return found;
}
const Algorithm& of(Collective collective, const char* name = "multicast") {
  return *find_algorithm(collective, name);
}

PortModel nic_of(const Algorithm& a) {
  return a.name().ends_with("-all-port") ? PortModel::all_port : PortModel::one_port;
}

std::uint32_t bytes_for(const Algorithm& a, std::uint32_t bytes) {
  const CollectiveForm& form = form_of(a.collective());
  return !form.has_data() ? 0 : form.combines ? bytes / 8 * 8 : bytes;
}

TEST(MulticastSchedules, AreProvedOnEveryNetworkFromEveryRoot) {
  ASSERT_EQ(all().size(), 8u);
  for (const char* network : networks) {
    const Topology topology = parse_topology(network);
    for (const Algorithm* a : all()) {
      const Rank roots = form_of(a->collective()).rooted() ? topology.size() : 1;
      for (Rank root = 0; root < roots; root += 1 + topology.size() / 16) {
        for (const std::uint32_t bytes : {8u, 1001u}) {
          const Job job{topology, root, bytes_for(*a, bytes), 64};
          if (!a->why_not(topology, nic_of(*a))) expect_proved(*a, job, nic_of(*a));
        }
      }
    }
  }
}

TEST(MulticastSchedules, CostWhatTheirPageSays) {
  for (const char* network : {"torus:4x4", "mesh:3x5", "mesh:2x3x4", "ghc:3x3"}) {
    const Topology t = parse_topology(network);
    std::uint32_t extents = 0;
    for (unsigned d = 0; d < t.dims(); ++d) extents += t.extent(d);
    const Rank n = t.size();
    const Metrics broadcast = measure(of(Collective::broadcast), {t, 1, 24}),
                  barrier = measure(of(Collective::barrier), {t, 0, 0}),
                  gather = measure(of(Collective::all_to_all_broadcast), {t, 0, 24}),
                  reduce = measure(of(Collective::all_reduce), {t, 0, 24});
    EXPECT_EQ(broadcast.alpha, 1u) << network;
    EXPECT_EQ(broadcast.messages, 1u) << network;
    EXPECT_EQ(broadcast.message_hops, n - 1) << network;  // a tree
    EXPECT_EQ(barrier.alpha, extents) << network;
    EXPECT_EQ(barrier.messages, n * t.dims()) << network;
    EXPECT_EQ(gather.alpha, extents) << network;
    std::uint64_t beta = 0, blocks = 1;
    for (unsigned d = 0; d < t.dims(); ++d) {
      beta += blocks * t.extent(d);
      blocks *= t.extent(d);
    }
    EXPECT_EQ(gather.beta_bytes, 24 * beta) << network;
    EXPECT_EQ(reduce.alpha, extents - t.dims() + 1) << network;
    EXPECT_EQ(reduce.messages, n) << network;
  }
}

TEST(MulticastSchedules, SplitABroadcastOverAsManyTreesAsTheNodeWithTheFewestLinksHas) {
  for (const auto& [network, trees] : {std::pair{"torus:4x4", 4u},
                                       {"mesh:3x5", 2u},
                                       {"torus:3x3x3", 6u},
                                       {"mesh:2x3x4", 3u},
                                       {"hypercube:4", 4u},
                                       {"ghc:3x3", 4u},
                                       {"mesh:4x5w", 2u},
                                       {"torus:6", 2u},
                                       {"mesh:7", 1u}}) {
    const Topology t = parse_topology(network);
    const Job job{t, 0, trees * 16 * 8 * 8};  // parts of eight packets
    const Metrics cost = measure(of(Collective::broadcast, "multicast-all-port"), job);
    EXPECT_GE(job.bytes, trees * cost.beta_bytes - trees * 2 * 16 * 8) << network;
    EXPECT_LE(job.bytes, trees * cost.beta_bytes) << network;
    EXPECT_GE(MulticastTrees(t, 0).count(), trees) << network;
  }
}

/// No directed link is in two trees, and every tree reaches every node once, later than who sends to it.
TEST(MulticastTrees, ShareNoLinkAndReachEveryNodeOnce) {
  for (const char* network :
       {"mesh:2", "torus:2", "torus:5", "mesh:3x5", "torus:4x3", "torus:2x4", "mesh:4x5w", "torus:3x2x4",
        "mesh:2x3x4", "ghc:4x3", "ghc:3x2x2", "hypercube:4", "ghc:5", "star:4"}) {
    const Topology topology = parse_topology(network);
    for (Rank root = 0; root < topology.size(); ++root) {
      const MulticastTrees trees(topology, root);
      std::set<std::pair<Rank, Link>> used;
      for (unsigned tree = 0; tree < trees.count(); ++tree) {
        std::vector<unsigned> received(topology.size(), 0);
        const auto receives = [&](Rank from, Rank to) {
          ++received[to];
          ASSERT_EQ(trees.depth(tree, to), trees.depth(tree, from) + 1) << network << " root " << root;
        };
        for (Rank node = 0; node < topology.size(); ++node) {
          trees.for_each_send(
              tree, node,
              [&](const Box& box, Route route) {
                for_each_tree_link(topology, node, box, route, [&](Rank at, Link link) {
                  ASSERT_TRUE(used.insert({at, link}).second) << network << " root " << root << ": " << at;
                  const Rank to = topology.neighbour(at, link);
                  if (box.reaches(topology, node, to)) receives(node, to);
                });
              },
              [&](Rank to, Route route) {
                for_each_tree_link(topology, node, {to, to}, route, [&](Rank at, Link link) {
                  ASSERT_EQ(topology.neighbour(at, link), to) << "more than one hop";
                  ASSERT_TRUE(used.insert({at, link}).second) << network << " root " << root << ": " << at;
                  receives(node, to);
                });
              });
        }
        for (Rank node = 0; node < topology.size(); ++node)
          ASSERT_EQ(received[node], node == root ? 0u : 1u) << network << " root " << root << " to " << node;
      }
    }
  }
}

TEST(MulticastSchedules, SendLongVectorsOfAnAllReduceUpTheTreesOfAReduce) {
  for (const char* network : {"torus:8x8", "mesh:3x5", "mesh:2x3x4", "hypercube:6"}) {
    const Topology t = parse_topology(network);
    const Job job{t, 0, 4096};
    const Metrics up = measure(*find_algorithm(Collective::reduce, "pipelined-trees"), job),
                  all = measure(of(Collective::all_reduce), job);
    EXPECT_EQ(all.messages, up.messages + 1) << network;
    EXPECT_NEAR(all.alpha, up.alpha + 1, 4) << network << ": the root is in the middle";
  }
}

/// Every box of a network, from every node; in a star graph every substar with the node.
template <class Visit>
void for_each_box(const Topology& topology, Visit&& visit) {
  for (Rank src = 0; src < topology.size(); ++src) {
    for (Rank from = 0; from < topology.size(); ++from) {
      for (Rank to = 0; to < topology.size(); ++to) {
        const Coordinates first = topology.coordinates(from), last = topology.coordinates(to);
        bool reversed = topology.kind() == TopologyKind::star && (from != src || to == src);
        for (unsigned d = 0; d < topology.dims(); ++d)
          reversed |= topology.has_coordinates() && first[d] > last[d] && !topology.wraps(d);
        if (!reversed && Box{from, to} != Box{src, src}) visit(src, Box{from, to});
      }
    }
  }
}

TEST(MulticastTree, ReachesEveryMemberOnceAndUsesNoLinkTwice) {
  for (const char* network : {"mesh:7", "torus:6", "mesh:4x4", "torus:4x3", "torus:2x4", "mesh:2x3x2",
                              "ghc:3x3", "hypercube:3", "star:4"}) {
    const Topology topology = parse_topology(network);
    for_each_box(topology, [&](Rank src, const Box& box) {
      const std::string where = fmt::format("{} from {} to {} .. {}", network, src, box.from, box.to);
      std::vector<bool> has(topology.size(), false);
      has[src] = true;
      std::set<Rank> leaves;  // nodes from which nothing leaves
      for_each_tree_link(topology, src, box, {}, [&](Rank at, Link link) {
        const Rank next = topology.neighbour(at, link);
        ASSERT_TRUE(has[at]) << where << ": a branch leaves " << at << " before it has the message";
        EXPECT_FALSE(has[next]) << where << ": " << next << " gets it twice";
        has[next] = true;
        leaves.erase(at);
        leaves.insert(next);
      });
      for (Rank r = 0; r < topology.size(); ++r) {
        if (box.reaches(topology, src, r)) EXPECT_TRUE(has[r]) << where << ": not " << r;
      }
      for (const Rank leaf : leaves)
        EXPECT_TRUE(box.reaches(topology, src, leaf))
            << where << ": " << leaf << " is no member, and the last";
    });
  }
}

TEST(MulticastSchedules, ArriveOnceAndAFaultIsFound) {
  for (const char* network : {"torus:4x4", "mesh:3x5"}) {
    const Topology topology = parse_topology(network);
    for (const Algorithm* a : all()) {
      const Job job{topology, 0, bytes_for(*a, 64)};
      // One multicast reaches a node less.
      const Damaged smaller(*a, [&](Rank, Action& action) {
        if (action.kind == Kind::multicast && action.box.from != action.box.to)
          action.box.from = action.box.to;
        return true;
      });
      bool good = true;
      if (a->why_not(topology, nic_of(*a))) continue;
      for (const Verdict& verdict : check(smaller, job, nic_of(*a))) good &= verdict.good();
      EXPECT_FALSE(good) << a->name() << " on " << network;
    }
  }
}

TEST(MulticastSchedules, AWaitThatIsMissingIsFound) {
  const Topology topology = parse_topology("torus:4x4");
  for (const Algorithm* a : all()) {
    if (a->name() == "multicast" && a->collective() == Collective::broadcast)
      continue;  // waits at the end only
    const std::uint32_t steps = a->steps({topology, 0, 256});
    const Rank relay = nic_of(*a) == PortModel::all_port ? 4 : 10;
    const Damaged hasty(*a, [&](Rank r, Action& action) {
      return !(action.kind == Kind::wait && r == relay && action.step < steps);
    });
    const Verdict order = check_order(hasty, {topology, 0, bytes_for(*a, 256)});
    EXPECT_FALSE(order.good()) << to_text(a->collective());
  }
}

TEST(MulticastSchedules, OnlyMulticastsToOneBoxStayInOrder) {
  const Put put{1, 0, 0, 8, 1, false, {}};
  Action wait;
  wait.kind = Kind::wait;
  wait.counter = 1;
  wait.count = 1;
  const std::vector<ActionMark> program{ActionMark(wait)};
  const auto first_is_sure = [&](std::optional<Box> first, std::optional<Box> second) {
    std::vector<Message> messages{{0, 0, 0, put, first}, {0, 1, 0, put, second}};
    guarantee(program, {0, 1}, messages);
    return messages[0].seen == 0;
  };
  EXPECT_TRUE(first_is_sure(Box{0, 3}, Box{0, 3}));
  EXPECT_FALSE(first_is_sure(Box{0, 3}, Box{0, 1}));
  EXPECT_FALSE(first_is_sure(Box{0, 3}, std::nullopt));
}

TEST(MulticastSchedules, ImpossibleBoxesAreNamed) {
  const Job job{parse_topology("mesh:4x4"), 5, 64};
  const auto with = [&](Box box) {
    const Damaged damaged(of(Collective::broadcast), [&](Rank, Action& action) {
      action.box = box;
      return true;
    });
    Schedule schedule = spell_out(damaged, job, PortModel::one_port);
    return trace(schedule).answer;
  };
  EXPECT_THAT(with({0, 16}), HasSubstr("rank 16 is outside the network"));
  EXPECT_THAT(with({3, 0}), HasSubstr("its box is reversed"));
  EXPECT_THAT(with({5, 5}), HasSubstr("its box has no node but the sender"));
  const Job star{parse_topology("star:4"), 5, 64};
  const Damaged elsewhere(of(Collective::broadcast), [&](Rank, Action& action) {
    for (Rank r = 0; star.topology.distance(5, action.box.from) != 2; ++r) action.box.from = r;
    return true;
  });
  Schedule schedule = spell_out(elsewhere, star, PortModel::one_port);
  EXPECT_THAT(trace(schedule).answer, HasSubstr("its first node is neither the sender nor its neighbour"));
}

TEST(MulticastSchedules, RefuseWhatTheyCannotUse) {
  for (const Algorithm* a : all()) {
    const bool all_port = nic_of(*a) == PortModel::all_port;
    EXPECT_TRUE(a->why_not(parse_topology("torus:4x4"), all_port ? PortModel::one_port : PortModel::all_port))
        << to_text(a->collective());
    EXPECT_EQ(a->why_not(parse_topology("spidergon:12"), nic_of(*a)).value_or(""),
              "it needs multicasts, which this network does not have")
        << to_text(a->collective());
    EXPECT_TRUE(a->why_not(parse_topology("mesh:1"), PortModel::one_port)) << to_text(a->collective());
    HardwareConfig hardware;
    hardware.accumulate = true;
    EXPECT_THAT(lacks(*a, hardware).value_or(""), HasSubstr("--multicast on"));
    hardware.multicast = true;
    EXPECT_FALSE(lacks(*a, hardware));
  }
}

}  // namespace
}  // namespace collnoc
