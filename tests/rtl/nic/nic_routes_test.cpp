// Both orders of dimensions, complete graphs and star graphs, as software sees them: what SHAPE tells, where
// messages go, which bits of PUT_CTRL are refused.
#include <gtest/gtest.h>

#include "tests/support/bench.hpp"

namespace collnoc::testing {
namespace {

struct Case {
  Backend backend;
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
    return {topology, hardware(topology, route_orders), GetParam().backend, options};
  }
  /// The flags that a signal with these bits raises; they are cleared.
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
    const Coordinates to = topology.coordinates(dst);
    const unsigned d = to[0] != 0 ? 0 : 1;
    const Link link = topology.link_towards(d, 0, to[d], false);
    const std::uint32_t before = b.read(0, nic::output_flits(link));
    EXPECT_EQ(errors_of(b, 0, 1, dst), 0u);
    EXPECT_EQ(b.read(0, nic::output_flits(link)), before + 1) << dst;
    EXPECT_EQ(b.read(dst, nic::counter(1)), 1u) << dst;
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

TEST_P(NicRoutes, the_shorter_extent_ends_where_it_ends) {
  Bench b = bench(Topology::complete({4, 3}, 2), 1);
  b.bus(0).write(nic::put_ctrl, 1 | nic::ctrl_signal);
  b.bus(0).write(nic::put_node, 0x0300);  // y = 3
  ASSERT_TRUE(b.settle());
  EXPECT_EQ(b.read(0, nic::error), std::uint32_t{nic::error_node});
}

TEST_P(NicRoutes, star_graphs_are_crossed_on_a_shortest_way) {
  const Topology topology = Topology::star(4);
  Bench b = bench(topology, 1);
  EXPECT_EQ(b.read(5, nic::shape),
            4u << 28 | 1u << 27 | 64u << 16 | 3u << 12 | b.fabric().config().channels() << 8 | 1u << 4);
  EXPECT_EQ(b.read(5, nic::extent), 23u);
  EXPECT_EQ(b.read(5, nic::node), topology.address(5));
  for (Rank dst = 0; dst < topology.size(); ++dst) {
    if (dst == 5) continue;
    const Link link = topology.link_towards(0, 5, dst, false);
    const std::uint32_t before = b.read(5, nic::output_flits(link));
    const std::uint64_t hops = b.fabric().link_flits();
    EXPECT_EQ(errors_of(b, 5, 1, dst), 0u);
    EXPECT_EQ(b.read(5, nic::output_flits(link)), before + 1) << dst;
    EXPECT_EQ(b.fabric().link_flits() - hops, topology.distance(5, dst));
    EXPECT_EQ(b.read(dst, nic::counter(1)), 1u) << dst;
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

INSTANTIATE_TEST_SUITE_P(nodes, NicRoutes,
                         ::testing::Values(Case{Backend::model, false}, Case{Backend::model, true},
                                           Case{Backend::lockstep, false}, Case{Backend::lockstep, true}),
                         [](const auto& info) {
                           return name_of(info.param.backend) +
                                  (info.param.all_port ? "_all_port" : "_one_port");
                         });

}  // namespace
}  // namespace collnoc::testing
