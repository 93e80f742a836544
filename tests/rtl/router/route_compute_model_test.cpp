// rtl/topology/route_compute.sv compared with model/router/route_compute.hpp for all values of the pins,
// including values that no packet has, and with model/router/mesh_route.hpp where that applies.
// route_compute_test.cpp tests both against the contract.
#include <gtest/gtest.h>

#include <random>

#include "Vroute_both_from_link.h"
#include "Vroute_both_from_nic.h"
#include "Vroute_complete_from_link.h"
#include "Vroute_complete_from_nic.h"
#include "Vroute_from_link.h"
#include "Vroute_from_nic.h"
#include "Vroute_from_y.h"
#include "Vroute_hypercube.h"
#include "Vroute_single_vc.h"
#include "Vroute_spidergon_from_across.h"
#include "Vroute_spidergon_from_nic.h"
#include "Vroute_spidergon_from_ring.h"
#include "Vroute_star_3_from_nic.h"
#include "Vroute_star_3_spare_vc.h"
#include "Vroute_star_4_from_link.h"
#include "Vroute_star_5_from_link.h"
#include "Vroute_star_6_from_link.h"
#include "collnoc/model/router/mesh_route.hpp"
#include "collnoc/model/router/route_compute.hpp"

namespace collnoc::test {
namespace {

/// Expects RTL and model to send a packet that arrives at `in_port` on `vc` to the same port and virtual
/// channel.
template <class Top>
void expect_equal(Top& top, const HardwareConfig& config, const model::Place& at, const model::Head& head,
                  unsigned in_port, unsigned vc) {
  top.valid_i = 1;
  top.coord_i = at.coord;
  top.extent_i = at.extent;
  top.wrap_i = at.wrap;
  top.dst_i = head.dst;
  top.src_i = head.src;
  top.route_i = head.route;
  top.vc_i = static_cast<std::uint8_t>(vc);
  top.eval();
  const model::Out expected = model::route_compute(config, at, in_port, vc, head);
  ASSERT_EQ(top.port_o, model::out_port(expected))
      << std::hex << at.coord << " to " << head.dst << " route " << int{head.route} << " vc " << vc;
  ASSERT_EQ(top.vc_o, model::out_vc(expected))
      << std::hex << at.coord << " to " << head.dst << " route " << int{head.route} << " vc " << vc;
  const model::MeshRoute mesh(config, at);
  if (!mesh.applies()) return;
  const std::array words{head.word(), head.second(0)};
  ASSERT_EQ(unsigned{mesh.route(in_port, words.data())}, unsigned{expected})
      << std::hex << at.coord << " to " << head.dst << " route " << int{head.route} << " vc " << vc;
}

/// Every destination, direction, order, hash and virtual channel in random networks.
template <class Top>
void every_destination(unsigned vcs, unsigned in_port, bool all_port, unsigned orders = 1) {
  Top top;
  HardwareConfig config;
  config.vcs = vcs;
  config.all_port = all_port;
  config.route_orders = orders;
  std::mt19937 random(vcs * 8 + in_port);
  for (unsigned place = 0; place < 60; ++place) {
    const unsigned kx = 1 + random() % 9, ky = 1 + random() % 9;
    model::Place at;
    at.coord = static_cast<std::uint16_t>(random() % kx | (random() % ky) << 8);
    at.extent = static_cast<std::uint16_t>((kx - 1) | (ky - 1) << 8);
    at.wrap = static_cast<std::uint8_t>(random() % 4);
    for (unsigned to = 0; to < kx * ky; ++to) {
      // Low bits of the source, directions, order of dimensions, virtual channel.
      for (unsigned other = 0; other < 32 * vcs; ++other) {
        model::Head head;
        head.dst = static_cast<std::uint16_t>(to % kx | to / kx << 8);
        head.src = static_cast<std::uint16_t>(other % 4);
        head.route = static_cast<std::uint8_t>(other / 4 % 4 | other / 16 % 2 * model::Head::descending);
        const unsigned vc = other / 32;
        expect_equal(top, config, at, head, in_port, vc);
        if (::testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

/// The same for random packets in networks of up to 256 x 256, so that every bit of a coordinate is used.
template <class Top>
void far_destinations(unsigned vcs, unsigned in_port, bool all_port) {
  Top top;
  HardwareConfig config;
  config.vcs = vcs;
  config.all_port = all_port;
  std::mt19937 random(vcs * 8 + in_port);
  for (unsigned packet = 0; packet < 200'000; ++packet) {
    model::Place at;
    model::Head head;
    for (unsigned d = 0; d < 2; ++d) {
      const unsigned extent = 1 + random() % 256;
      at.extent = static_cast<std::uint16_t>(at.extent | (extent - 1) << 8 * d);
      at.coord = static_cast<std::uint16_t>(at.coord | random() % extent << 8 * d);
      // The destination has this node's coordinate, any coordinate, or one slightly below, which is the
      // longest path around a ring in plus direction.
      const unsigned own = at.coord >> 8 * d & 0xff, near = own - random() % (own + 1) % 32;
      const unsigned to = random() % 3 == 0 ? own : random() % 2 == 0 ? random() % extent : near;
      head.dst = static_cast<std::uint16_t>(head.dst | to << 8 * d);
    }
    at.wrap = static_cast<std::uint8_t>(random() % 4);
    head.src = static_cast<std::uint16_t>(random());
    head.route = static_cast<std::uint8_t>(random() % 4);
    const unsigned vc = random() % vcs;
    expect_equal(top, config, at, head, in_port, vc);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

TEST(RouteComputeModel, equals_the_model_in_networks_of_all_extents) {
  far_destinations<Vroute_from_link>(4, 1, false);
  far_destinations<Vroute_from_y>(2, 2, true);
  far_destinations<Vroute_from_nic>(3, 4, false);
}

TEST(RouteComputeModel, equals_the_model_from_a_link_of_x) {
  every_destination<Vroute_from_link>(4, 1, false);
}
TEST(RouteComputeModel, equals_the_model_from_a_link_of_y) { every_destination<Vroute_from_y>(2, 2, true); }
TEST(RouteComputeModel, equals_the_model_from_the_nic) { every_destination<Vroute_from_nic>(3, 4, false); }
TEST(RouteComputeModel, equals_the_model_with_one_virtual_channel) {
  every_destination<Vroute_single_vc>(1, 0, true);
}

TEST(RouteComputeModel, equals_the_model_with_both_orders_from_a_link) {
  every_destination<Vroute_both_from_link>(4, 1, false, 2);
}
TEST(RouteComputeModel, equals_the_model_with_both_orders_from_the_nic) {
  every_destination<Vroute_both_from_nic>(2, 4, true, 2);
}

/// Packets at every node for every destination, with every source hash, virtual channel and order. `from` is
/// the link over which they arrive, or none.
template <class Top>
void every_pair(const Topology& topology, unsigned vcs, unsigned orders, bool all_port, Link from = no_rank) {
  Top top;
  HardwareConfig config;
  config.fit(topology);
  config.vcs = vcs;
  config.all_port = all_port;
  config.route_orders = orders;
  const unsigned in_port = from == no_rank ? topology.links() : from;
  for (Rank at = 0; at < topology.size(); ++at) {
    const model::Place place = model::Place::of(topology, at, 1);
    for (Rank dst = 0; dst < topology.size(); ++dst) {
      for (unsigned other = 0; other < 4 * vcs * orders; ++other) {
        model::Head head;
        head.dst = topology.address(dst);
        head.src = static_cast<std::uint16_t>(other % 4);
        const unsigned vc = other / 4 % vcs;
        if (other / 4 / vcs != 0) head.route = model::Head::descending;
        // The highest virtual channel of a star graph is the last class: no packet arrives on it at an even
        // node.
        const bool even = topology.kind() == TopologyKind::star &&
                          star::is_even(topology.radix(), star::permutation(topology.radix(), at));
        if (even && from != no_rank && at != dst && vc + 1 >= vcs) continue;
        expect_equal(top, config, place, head, in_port, vc);
        if (::testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

TEST(RouteComputeModel, equals_the_model_in_complete_graphs) {
  every_pair<Vroute_complete_from_nic>(Topology::complete({4, 4}, 2), 2, 1, false);
  every_pair<Vroute_complete_from_nic>(Topology::complete({4, 3}, 2), 2, 1, false);
  every_pair<Vroute_complete_from_link>(Topology::complete({3, 2, 3}, 3), 4, 2, true, 2);
  every_pair<Vroute_hypercube>(Topology::hypercube(6), 1, 1, true, 2);
}
TEST(RouteComputeModel, equals_the_model_in_star_graphs) {
  every_pair<Vroute_star_3_from_nic>(Topology::star(3), 2, 1, false);
  every_pair<Vroute_star_3_spare_vc>(Topology::star(3), 4, 1, false);
  every_pair<Vroute_star_4_from_link>(Topology::star(4), 3, 1, true, 1);
  every_pair<Vroute_star_5_from_link>(Topology::star(5), 4, 1, false, 3);
  every_pair<Vroute_star_6_from_link>(Topology::star(6), 4, 1, false, 4);
}

TEST(RouteComputeModel, equals_the_model_on_spidergons) {
  every_pair<Vroute_spidergon_from_nic>(Topology::spidergon(16), 2, 1, false);
  every_pair<Vroute_spidergon_from_ring>(Topology::spidergon(22), 4, 1, true, 1);
  every_pair<Vroute_spidergon_from_across>(Topology::spidergon(6), 3, 1, false, 2);
}

}  // namespace
}  // namespace collnoc::test
