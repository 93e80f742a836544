// rtl/router/route_compute.sv against its twin model/router/route_compute.hpp: for random places, every
// destination, direction, lane and virtual channel.
#include "collnoc/model/router/route_compute.hpp"

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
#include "Vroute_star_5_from_nic.h"

namespace collnoc::testing {
namespace {

/// What comes in by `in_port` on `vc` with this head leaves RTL and model the same way.
template <class Top>
void expect_twin(Top& top, const HardwareConfig& config, const model::Place& at, const model::Head& head,
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
  const model::Out expected = model::route_compute(config, at, in_port, vc, head.word());
  ASSERT_EQ(top.port_o, model::out_port(expected))
      << std::hex << at.coord << " to " << head.dst << " route " << int{head.route} << " vc " << vc;
  ASSERT_EQ(top.vc_o, model::out_vc(expected))
      << std::hex << at.coord << " to " << head.dst << " route " << int{head.route} << " vc " << vc;
}

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
      // Source's low bits, directions, virtual channel, order of dimensions.
      for (unsigned other = 0; other < 32 * vcs; ++other) {
        model::Head head;
        head.dst = static_cast<std::uint16_t>(to % kx | to / kx << 8);
        head.src = static_cast<std::uint16_t>(other % 4);
        head.route = static_cast<std::uint8_t>(other / 4 % 4 | other / 16 % 2 * model::Head::descending);
        const unsigned vc = other / 32;
        expect_twin(top, config, at, head, in_port, vc);
        if (::testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

/// The same for random packets in networks of up to 256 x 256: all bits of the coordinates.
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
      // Home in this dimension, anywhere, or not far below: the longest way round a ring.
      const unsigned own = at.coord >> 8 * d & 0xff, near = own - random() % (own + 1) % 32;
      const unsigned to = random() % 3 == 0 ? own : random() % 2 == 0 ? random() % extent : near;
      head.dst = static_cast<std::uint16_t>(head.dst | to << 8 * d);
    }
    at.wrap = static_cast<std::uint8_t>(random() % 4);
    head.src = static_cast<std::uint16_t>(random());
    head.route = static_cast<std::uint8_t>(random() % 4);
    const unsigned vc = random() % vcs;
    expect_twin(top, config, at, head, in_port, vc);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

TEST(RouteCompute, equals_the_model_in_networks_of_all_extents) {
  far_destinations<Vroute_from_link>(4, 1, false);
  far_destinations<Vroute_from_y>(2, 2, true);
  far_destinations<Vroute_from_nic>(3, 4, false);
}

TEST(RouteCompute, equals_the_model_from_a_link_of_x) { every_destination<Vroute_from_link>(4, 1, false); }
TEST(RouteCompute, equals_the_model_from_a_link_of_y) { every_destination<Vroute_from_y>(2, 2, true); }
TEST(RouteCompute, equals_the_model_from_the_nic) { every_destination<Vroute_from_nic>(3, 4, false); }
TEST(RouteCompute, equals_the_model_with_one_virtual_channel) {
  every_destination<Vroute_single_vc>(1, 0, true);
}

TEST(RouteCompute, equals_the_model_with_both_orders_from_a_link) {
  every_destination<Vroute_both_from_link>(4, 1, false, 2);
}
TEST(RouteCompute, equals_the_model_with_both_orders_from_the_nic) {
  every_destination<Vroute_both_from_nic>(2, 4, true, 2);
}

/// Where a packet goes in a product of complete graphs, by the topology's own links: to the first dimension,
/// or the last, in which it is not home.
Link expected_link(const Topology& topology, Rank at, Rank dst, bool descending) {
  const Coordinates own = topology.coordinates(at), there = topology.coordinates(dst);
  Link link = topology.links();  // ejection
  for (unsigned d = topology.dims(); d-- > 0;) {
    if (own[d] == there[d] || (descending && link != topology.links())) continue;
    link = topology.link_towards(d, own[d], there[d], false);
  }
  return link;
}

/// From every node to every other, every source lane and virtual channel, each order the hardware has.
/// `from`: the link by which packets come, or none.
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
        const bool descending = other / 4 / vcs != 0;
        if (descending) head.route = model::Head::descending;
        const Link link = expected_link(topology, at, dst, descending);
        if (from != no_rank && link < topology.links()) {
          const unsigned d = topology.dimension_of(link), came = topology.dimension_of(from);
          if (descending ? d >= came : d <= came) continue;  // such a packet does not come by this link
        }
        expect_twin(top, config, place, head, in_port, vc);
        if (::testing::Test::HasFatalFailure()) return;
        const unsigned channel = all_port && from != no_rank ? from : 0;
        const unsigned each = vcs / orders;
        ASSERT_EQ(top.port_o, link + (link == topology.links() ? channel : 0)) << at << " to " << dst;
        ASSERT_EQ(top.vc_o, model::lane_mod(model::lane(head.dst, head.src, topology.dims()), each) +
                                (descending ? each : 0));
      }
    }
  }
}

TEST(RouteCompute, crosses_a_complete_graph_by_its_link) {
  every_pair<Vroute_complete_from_nic>(Topology::complete({4, 4}, 2), 2, 1, false);
  every_pair<Vroute_complete_from_nic>(Topology::complete({4, 3}, 2), 2, 1, false);
  every_pair<Vroute_complete_from_nic>(Topology::complete({2, 4}, 2), 2, 1, false);
}
TEST(RouteCompute, crosses_complete_graphs_in_both_orders) {
  every_pair<Vroute_complete_from_link>(Topology::complete({3, 3, 3}, 3), 4, 2, true, 2);
  every_pair<Vroute_complete_from_link>(Topology::complete({3, 2, 3}, 3), 4, 2, true, 2);
}
TEST(RouteCompute, crosses_a_hypercube_of_six_dimensions) {
  every_pair<Vroute_hypercube>(Topology::hypercube(6), 1, 1, true, 2);
}

/// From every node of a star graph to every other, every source lane, every virtual channel on which a packet
/// can come: greedy, one virtual channel higher after every odd node. `from`: the link by which packets come,
/// or none; then `channel` is the injection channel.
template <class Top>
void every_pair_of_a_star(unsigned symbols, unsigned vcs, bool all_port, Link from, unsigned channel = 0) {
  Top top;
  const Topology topology = Topology::star(symbols);
  HardwareConfig config;
  config.fit(topology);
  config.vcs = vcs;
  config.all_port = all_port;
  const bool from_link = from != no_rank;
  const unsigned in_port = from_link ? from : topology.links() + channel;
  const unsigned first_classes = vcs - (symbols - 1) + 1;
  for (Rank at = 0; at < topology.size(); ++at) {
    const model::Place place = model::Place::of(topology, at, 1);
    const bool even = star::is_even(symbols, star::permutation(symbols, at));
    for (Rank dst = 0; dst < topology.size(); ++dst) {
      for (unsigned other = 0; other < 4 * vcs; ++other) {
        model::Head head;
        head.dst = topology.address(dst);
        head.src = static_cast<std::uint16_t>(other % 4);
        const unsigned vc = other / 4;
        if (from_link && at != dst && vc + (even ? 1 : 0) >= vcs) continue;  // none comes so late
        expect_twin(top, config, place, head, in_port, vc);
        if (::testing::Test::HasFatalFailure()) return;
        const unsigned lane = model::lane(head.dst, head.src, 1);
        if (at == dst) {
          ASSERT_EQ(top.port_o, topology.links() + (all_port && from_link ? from : 0)) << at;
          continue;
        }
        ASSERT_EQ(top.port_o, topology.link_towards(0, at, dst, false)) << at << " to " << dst;
        ASSERT_EQ(top.vc_o, from_link ? vc + (even ? 1 : 0) : model::lane_mod(lane, first_classes))
            << at << " to " << dst << " vc " << vc;
      }
    }
  }
}

TEST(RouteCompute, goes_greedily_over_a_star_graph) {
  every_pair_of_a_star<Vroute_star_3_from_nic>(3, 2, false, no_rank);
  every_pair_of_a_star<Vroute_star_4_from_link>(4, 3, true, 1);
  every_pair_of_a_star<Vroute_star_5_from_nic>(5, 4, true, no_rank, 3);
  every_pair_of_a_star<Vroute_star_5_from_link>(5, 4, false, 3);
}
TEST(RouteCompute, begins_in_a_later_class_where_there_are_more_than_a_star_graph_needs) {
  every_pair_of_a_star<Vroute_star_3_spare_vc>(3, 4, false, no_rank);
}

TEST(RouteCompute, takes_y_before_x_where_that_is_asked_for) {
  Vroute_both_from_nic top;
  top.valid_i = 1;
  top.extent_i = 0x0707;
  top.coord_i = 0x0202;
  top.dst_i = 0x0503;
  top.route_i = 0x10;
  top.eval();
  EXPECT_EQ(top.port_o, 2);
  EXPECT_EQ(top.vc_o, 1);
  top.route_i = 0;
  top.eval();
  EXPECT_EQ(top.port_o, 0);
  EXPECT_EQ(top.vc_o, 0);
}

TEST(RouteCompute, takes_x_before_y) {
  Vroute_from_nic top;
  top.valid_i = 1;
  top.extent_i = 0x0707;
  top.coord_i = 0x0202;
  top.dst_i = 0x0503;
  top.eval();
  EXPECT_EQ(top.port_o, 0);
  top.coord_i = 0x0203;
  top.eval();
  EXPECT_EQ(top.port_o, 2);
  top.coord_i = 0x0503;
  top.eval();
  EXPECT_EQ(top.port_o, 4);
}

/// On spidergons of all sizes, from every node to every other, every source lane and virtual channel: across first, and
/// on the ring the dateline classes.
template <class Top>
void every_pair_of_a_spidergon(unsigned vcs, bool all_port, unsigned in_port) {
  Top top;
  HardwareConfig config;
  config.fit(Topology::spidergon(16));
  config.vcs = vcs;
  config.all_port = all_port;
  for (const std::uint32_t n : {4u, 6u, 8u, 10u, 16u, 64u}) {
    const Topology topology = Topology::spidergon(n);
    for (Rank at = 0; at < n; ++at) {
      for (Rank dst = 0; dst < n; ++dst) {
        for (unsigned other = 0; other < 4 * vcs; ++other) {
          model::Head head;
          head.dst = topology.address(dst);
          head.src = static_cast<std::uint16_t>(other % 4);
          const unsigned vc = other / 4, ahead = (dst + n - at) % n;
          expect_twin(top, config, model::Place::of(topology, at, 1), head, in_port, vc);
          if (::testing::Test::HasFatalFailure()) return;
          if (at == dst) {
            ASSERT_EQ(top.port_o, 3 + (all_port && in_port < 3 ? in_port : 0)) << at;
            continue;
          }
          const unsigned link = 4 * ahead <= n ? 0 : 4 * ahead >= 3 * n ? 1 : 2;
          ASSERT_EQ(top.port_o, link) << at << " to " << dst << " of " << n;
          ASSERT_EQ(topology.link_towards(0, at, dst, false), link);
          ASSERT_LT(top.vc_o, vcs);
          if (link == 2) continue;
          const bool wraps = link == 0 ? dst < at : dst > at, at_edge = at == (link == 0 ? n - 1 : 0);
          const bool high = wraps ? at_edge : in_port < 2 ? vc >= vcs / 2 : dst % 2 != 0;
          ASSERT_EQ(top.vc_o >= vcs / 2, high) << at << " to " << dst << " of " << n << " vc " << vc;
        }
      }
    }
  }
}

TEST(RouteCompute, goes_across_first_on_a_spidergon) {
  every_pair_of_a_spidergon<Vroute_spidergon_from_nic>(2, false, 3);
  every_pair_of_a_spidergon<Vroute_spidergon_from_ring>(4, true, 1);
  every_pair_of_a_spidergon<Vroute_spidergon_from_across>(3, false, 2);
}

TEST(RouteCompute, changes_class_on_the_wrap_link) {
  Vroute_from_link top;  // 4 virtual channels: class 0 owns 0 and 1, class 1 owns 2 and 3
  top.valid_i = 1;
  top.extent_i = 0x0007;
  top.wrap_i = 1;
  top.dst_i = 0x0001;
  top.vc_i = 0;
  for (unsigned x : {5u, 6u}) {
    top.coord_i = static_cast<std::uint16_t>(x);
    top.eval();
    EXPECT_LT(top.vc_o, 2) << x;
  }
  top.coord_i = 7;
  top.eval();
  EXPECT_GE(top.vc_o, 2);
  top.coord_i = 0;
  top.vc_i = 3;
  top.eval();
  EXPECT_GE(top.vc_o, 2);
}

}  // namespace
}  // namespace collnoc::testing
