// Both orders of dimensions, and complete graphs, as software sees them: what SHAPE tells, where messages go,
// which bits of PUT_CTRL are refused.
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

INSTANTIATE_TEST_SUITE_P(nodes, NicRoutes,
                         ::testing::Values(Case{Backend::model, false}, Case{Backend::model, true},
                                           Case{Backend::lockstep, false}, Case{Backend::lockstep, true}),
                         [](const auto& info) {
                           return name_of(info.param.backend) +
                                  (info.param.all_port ? "_all_port" : "_one_port");
                         });

}  // namespace
}  // namespace collnoc::testing
