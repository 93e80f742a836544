// Synthetic traffic on hardware with both orders of dimensions, or with a read for every virtual channel:
// what that brings.
#include <gtest/gtest.h>

#include <algorithm>

#include "sim/engine/order_chooser.hpp"
#include "tests/sim/engine/runs.hpp"

namespace collnoc::test {
namespace {

TrafficConfig mesh(unsigned vcs, OrderChoice orders, unsigned flits = 8) {
  TrafficConfig config = traffic("mesh:8x8", vcs, 8, flits);
  config.hardware.route_orders = 2;
  config.orders = orders;
  config.warmup_cycles = 2000;
  config.measure_cycles = 4000;
  config.drain_cycles = 0;
  return config;
}

OrderChooser chooser(OrderChoice choice, const Topology& topology, Rank rank) {
  HardwareConfig hardware;
  hardware.route_orders = 2;
  return {choice, hardware, topology, rank};
}

TEST(TrafficOrders, TransposeOnAMeshAcceptsWhatBothOrdersAllow) {
  // One order alone is bound by the link that seven nodes share: 7/32.
  TrafficConfig ascending = mesh(2, OrderChoice::ascending);
  set_pattern(ascending, Pattern::transpose);
  EXPECT_LE(run_traffic(ascending, 1, {}).accepted, 7.0 / 32 + 0.001);
  for (const OrderChoice orders : {OrderChoice::hash, OrderChoice::turns, OrderChoice::credits})
    for (const unsigned vcs : {2u, 4u}) {
      TrafficConfig config = mesh(vcs, orders);
      set_pattern(config, Pattern::transpose);
      EXPECT_GE(run_traffic(config, 1, {}).accepted, 0.35) << word_of(orders) << " " << vcs;
    }
}

TEST(TrafficOrders, UniformTrafficLosesNothing) {
  TrafficConfig one = mesh(4, OrderChoice::ascending);
  one.hardware.route_orders = 1;
  const double whole = run_traffic(one, 1, {}).accepted;
  EXPECT_LT(run_traffic(mesh(4, OrderChoice::ascending), 1, {}).accepted,
            0.9 * whole);  // half of the channels idle
  for (const OrderChoice orders : {OrderChoice::hash, OrderChoice::turns, OrderChoice::credits})
    EXPECT_GT(run_traffic(mesh(4, orders), 1, {}).accepted, 0.98 * whole) << word_of(orders);
}

TEST(TrafficOrders, TheHashKeepsThePacketsOfAPairInOneOrderAndUsesBoth) {
  const Topology net = Topology::mesh(4, 4);
  unsigned descending = 0;
  for (Rank src = 0; src < net.size(); ++src) {
    OrderChooser orders = chooser(OrderChoice::hash, net, src);
    for (Rank dst = 0; dst < net.size(); ++dst) {
      if (dst == src) continue;
      const Order order = orders.next(dst);
      for (int i = 0; i < 3; ++i) EXPECT_EQ(orders.next(dst), order);
      descending += order == Order::descending ? 1 : 0;
    }
  }
  EXPECT_NEAR(descending, net.size() * (net.size() - 1) / 2.0, net.size());
}

TEST(TrafficOrders, TurnsAlternate) {
  const Topology net = Topology::mesh(4, 4);
  OrderChooser orders = chooser(OrderChoice::turns, net, 5);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(orders.next(10), Order::ascending);
    EXPECT_EQ(orders.next(7), Order::descending);
  }
}

TEST(TrafficOrders, CreditsChooseTheEmptierFirstLink) {
  const Topology net = Topology::mesh(4, 4);
  OrderChooser orders = chooser(OrderChoice::credits, net, 0);
  model::NodeOut out;
  model::NodeIn in;
  out.link_valid = 1;  // a flit leaves over +x on the first virtual channel
  out.link[0].vc = 0;
  orders.see(out, in);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(orders.next(15), Order::descending);
  out.link_valid = 0;
  in.link_credit = 1;  // its credit returns, and one flit of the other order leaves over +y
  in.credit[0] = 1;
  out.link_valid = 4;
  out.link[2].vc = 1;
  orders.see(out, in);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(orders.next(15), Order::ascending);
}

TEST(TrafficOrders, SignalsInBothOrdersAllArriveAndCostNoRegisterWriteMore) {
  for (const OrderChoice orders : {OrderChoice::turns, OrderChoice::credits}) {
    TrafficConfig config = traffic("torus:4x4", 4, 8, 1);
    config.hardware.route_orders = 2;
    config.orders = orders;
    set_pattern(config, Pattern::neighbour);
    const TrafficResult result = run_traffic(config, 0.6, {});
    EXPECT_EQ(result.lost, 0u);
    EXPECT_NEAR(result.accepted, 0.6, 0.02) << word_of(orders);  // with one write more at most 0.5
  }
}

TrafficConfig torus(unsigned flits) {
  TrafficConfig config = traffic("torus:8x8", 4, 8, flits);
  config.hardware.vc_reads = true;
  config.warmup_cycles = 2000;
  config.measure_cycles = 4000;
  config.drain_cycles = 0;
  return config;
}

TEST(TrafficVcReads, ATorusAcceptsMoreAndDoesNotFallPastSaturation) {
  TrafficConfig one_read = torus(8);
  one_read.hardware.vc_reads = false;
  EXPECT_GT(run_traffic(torus(8), 1, {}).accepted, 1.05 * run_traffic(one_read, 1, {}).accepted);
  double most = 0;
  for (const double load : {0.6, 0.7, 0.8, 0.9, 1.0}) {
    const double accepted = run_traffic(torus(1), load, {}).accepted;
    EXPECT_GT(accepted, 0.98 * most) << load;
    most = std::max(most, accepted);
  }
}

TEST(TrafficVcReads, CyclesOfAnIdleNetworkStayAsTheyAre) {
  TrafficConfig config = torus(8);
  config.measure_cycles = 20'000;
  const double with = mean_latency(run_traffic(config, 0.01, {}));
  config.hardware.vc_reads = false;
  EXPECT_NEAR(with, mean_latency(run_traffic(config, 0.01, {})), 0.1);
}

}  // namespace
}  // namespace collnoc::test
