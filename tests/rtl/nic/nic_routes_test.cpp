// Directions on rings, both dimension orders, generalized hypercubes and star graphs, as software sees them:
// the contents of SHAPE, the routes of messages (route_contract.hpp), and the bits of PUT_CTRL that are
// refused.
#include <gtest/gtest.h>

#include <array>

#include "tests/rtl/router/route_contract.hpp"
#include "tests/support/bench.hpp"

namespace collnoc::test {
namespace {

struct Case {
  NodeKind kind;
  bool all_port;
};

class NicRoutes : public ::testing::TestWithParam<Case> {
 protected:
  static constexpr std::uint32_t words = 1024;
  static HardwareConfig hardware(const Topology& topology, unsigned route_orders) {
    HardwareConfig c;
    c.fit(topology);
    c.all_port = GetParam().all_port;
    c.route_orders = route_orders;
    c.vcs = c.default_vcs();
    return c;
  }
  static Bench bench(const Topology& topology, unsigned route_orders) {
    Fabric::Options options;
    options.mem_words = words;
    return {topology, hardware(topology, route_orders), GetParam().kind, options};
  }
  /// Expects that a signal from `from` to `to` raises no error, leaves by `link` and arrives.
  static void expect_leaves_by(Bench& b, Rank from, Rank to, unsigned link) {
    const std::uint32_t before = b.read(from, nic::output_flits(link)), arrived = b.read(to, nic::counter(1));
    EXPECT_EQ(errors_of(b, from, 1, to), 0u);
    EXPECT_EQ(b.read(from, nic::output_flits(link)), before + 1)
        << from << " to " << to << " by link " << link;
    EXPECT_EQ(b.read(to, nic::counter(1)), arrived + 1) << from << " to " << to;
  }
  /// Returns the flags that a signal with these bits raises, and clears them.
  static std::uint32_t errors_of(Bench& b, Rank from, std::uint32_t ctrl, Rank to) {
    b.put(from, 0, 0, 0, ctrl | nic::ctrl_signal, to);
    EXPECT_TRUE(b.settle());
    const std::uint32_t raised = b.read(from, nic::error);
    b.write(from, nic::error, raised);
    return raised;
  }
};

TEST_P(NicRoutes, both_orders_leave_by_their_first_dimension) {
  Bench b = bench(Topology::mesh(3, 3), 2);
  EXPECT_EQ(b.read(4, nic::shape),
            1u << 26 | 64u << 16 | 2u << 12 | b.fabric().config().channels() << 8 | 2u << 4);
  EXPECT_EQ(errors_of(b, 4, 1, 8), 0u);
  EXPECT_EQ(b.read(4, nic::output_flits(0)), 1u);
  EXPECT_EQ(b.read(4, nic::output_flits(2)), 0u);
  EXPECT_EQ(errors_of(b, 4, 1 | nic::ctrl_descending, 8), 0u);
  EXPECT_EQ(b.read(4, nic::output_flits(0)), 1u);
  EXPECT_EQ(b.read(4, nic::output_flits(2)), 1u);
  EXPECT_EQ(b.read(8, nic::counter(1)), 2u);
}

TEST_P(NicRoutes, one_order_refuses_the_bit_of_the_other) {
  Bench b = bench(Topology::mesh(3, 3), 1);
  EXPECT_EQ(errors_of(b, 4, 1 | nic::ctrl_descending, 8), std::uint32_t{nic::error_counter});
  EXPECT_EQ(b.read(4, nic::channel_flits(0)), 0u);
}

TEST_P(NicRoutes, complete_graphs_are_crossed_in_one_hop) {
  const Topology topology = Topology::complete({4, 3}, 2);
  Bench b = bench(topology, 1);
  EXPECT_EQ(b.read(0, nic::shape),
            4u << 28 | 64u << 16 | 2u << 12 | b.fabric().config().channels() << 8 | 2u << 4);
  for (Rank dst = 1; dst < topology.size(); ++dst) {
    // Node 0 reaches coordinate o of dimension d by link 3d + o - 1.
    const unsigned x = dst % 4, y = dst / 4;
    expect_leaves_by(b, 0, dst, x != 0 ? x - 1 : 3 + y - 1);
  }
}

TEST_P(NicRoutes, complete_graphs_have_no_directions) {
  Bench b = bench(Topology::complete({4, 3}, 2), 1);
  for (unsigned bit = 6; bit < 32; ++bit) {
    if (bit == 16) continue;
    EXPECT_EQ(errors_of(b, 0, 1 | 1u << bit, 11), std::uint32_t{nic::error_counter}) << bit;
  }
  EXPECT_EQ(b.read(0, nic::channel_flits(0)), 0u);
}

TEST_P(NicRoutes, a_node_beyond_a_shorter_extent_is_refused) {
  Bench b = bench(Topology::complete({4, 3}, 2), 1);
  b.bus(0).write(nic::put_ctrl, 1 | nic::ctrl_signal);
  b.bus(0).write(nic::put_node, 0x0300);  // y = 3
  ASSERT_TRUE(b.settle());
  EXPECT_EQ(b.read(0, nic::error), std::uint32_t{nic::error_node});
}

TEST_P(NicRoutes, star_graphs_are_crossed_on_a_shortest_path) {
  const Topology topology = Topology::star(4);
  Bench b = bench(topology, 1);
  EXPECT_EQ(b.read(5, nic::shape),
            4u << 28 | 1u << 27 | 64u << 16 | 3u << 12 | b.fabric().config().channels() << 8 | 1u << 4);
  EXPECT_EQ(b.read(5, nic::extent), 23u);
  EXPECT_EQ(b.read(5, nic::node), topology.address(5));
  contract::Network network;
  network.kind = contract::Kind::star;
  network.symbols = 4;
  const auto label = [&](Rank rank) {
    contract::Node symbols;
    for (unsigned i = 0; i < 4; ++i) symbols.push_back(topology.address(rank) >> 3 * i & 7);
    return symbols;
  };
  for (Rank dst = 0; dst < topology.size(); ++dst) {
    if (dst == 5) continue;
    const auto path =
        contract::path(network, {.vcs = 3, .orders = 1, .all_port = false}, label(5), label(dst), {});
    const std::uint64_t hops = b.fabric().link_flits();
    expect_leaves_by(b, 5, dst, path.front().out_port);
    EXPECT_EQ(b.fabric().link_flits() - hops, path.size() - 1) << dst;
  }
}

TEST_P(NicRoutes, star_graphs_have_no_directions) {
  Bench b = bench(Topology::star(3), 1);
  for (unsigned bit = 6; bit < 32; ++bit) {
    if (bit == 16) continue;
    EXPECT_EQ(errors_of(b, 0, 1 | 1u << bit, 4), std::uint32_t{nic::error_counter}) << bit;
  }
  EXPECT_EQ(b.read(0, nic::channel_flits(0)), 0u);
}

TEST_P(NicRoutes, only_permutations_are_nodes_of_a_star_graph) {
  const Topology topology = Topology::star(3);
  Bench b = bench(topology, 1);
  std::uint32_t nodes = 0;
  const auto launch = [&](std::uint32_t address) {
    b.bus(0).write(nic::put_ctrl, 1 | nic::ctrl_signal);
    b.bus(0).write(nic::put_node, address);
    EXPECT_TRUE(b.settle());
    const std::uint32_t raised = b.read(0, nic::error);
    b.write(0, nic::error, raised);
    return raised;
  };
  for (std::uint32_t address = 0; address < 1u << 9; ++address) {
    const std::uint32_t raised = launch(address);
    if (raised == 0) ++nodes;
    if (raised != 0) EXPECT_EQ(raised, std::uint32_t{nic::error_node}) << address;
  }
  EXPECT_EQ(nodes, 6u);
  for (Rank dst = 0; dst < topology.size(); ++dst) EXPECT_EQ(b.read(dst, nic::counter(1)), 1u) << dst;
  for (unsigned bit = 9; bit < 32; ++bit) {
    EXPECT_EQ(launch(topology.address(1) | 1u << bit), std::uint32_t{nic::error_node}) << bit;
  }
}

class NicDirections : public NicRoutes {};

TEST_P(NicDirections, are_the_shorter_ones_and_alternate_at_half_a_ring) {
  Bench b = bench(Topology::torus(4, 5), 1);
  const std::array<unsigned, 2> extents = {4, 5};
  for (Rank src = 0; src < 20; ++src) {
    for (Rank dst = 0; dst < 20; ++dst) {
      if (src == dst) continue;
      const std::array<unsigned, 2> from = {src % 4, src / 4}, to = {dst % 4, dst / 4};
      const unsigned d = from[0] != to[0] ? 0 : 1;
      expect_leaves_by(b, src, dst, 2 * d + (contract::shorter_is_minus(from[d], to[d], extents[d]) ? 1 : 0));
    }
  }
}

TEST_P(NicDirections, on_lines_lead_straight_there) {
  Bench b = bench(Topology::mesh(4, 3), 1);
  for (Rank src = 0; src < 12; ++src) {
    for (Rank dst = 0; dst < 12; ++dst) {
      if (src == dst) continue;
      const bool in_x = src % 4 != dst % 4;
      const bool minus = in_x ? dst % 4 < src % 4 : dst < src;
      expect_leaves_by(b, src, dst, (in_x ? 0 : 2) + (minus ? 1 : 0));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(nodes, NicDirections,
                         ::testing::Values(Case{NodeKind::model, false}, Case{NodeKind::model, true},
                                           Case{NodeKind::rtl, false}, Case{NodeKind::rtl, true}),
                         [](const auto& test) {
                           return name_of(test.param.kind) +
                                  (test.param.all_port ? "_all_port" : "_one_port");
                         });
INSTANTIATE_TEST_SUITE_P(nodes, NicRoutes,
                         ::testing::Values(Case{NodeKind::model, false}, Case{NodeKind::model, true},
                                           Case{NodeKind::lockstep, false}, Case{NodeKind::lockstep, true}),
                         [](const auto& test) {
                           return name_of(test.param.kind) +
                                  (test.param.all_port ? "_all_port" : "_one_port");
                         });

}  // namespace
}  // namespace collnoc::test
