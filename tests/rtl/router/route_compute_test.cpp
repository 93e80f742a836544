// rtl/topology/route_compute.sv against the contract: packets travel whole paths (route_contract.hpp). Where
// a path passes the input port that a unit serves, the unit must give the port and virtual channel of the
// next hop. The model must meet the same expectation. Every test counts the hops that it checked.
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
#include "Vroute_wide.h"
#include "tests/rtl/router/route_contract.hpp"

namespace collnoc::test {
namespace {

using contract::Hardware;
using contract::Hop;
using contract::Kind;
using contract::Network;
using contract::Node;
using contract::Route;

/// One unit: its RTL, its model, and the input port that both serve.
template <class Top>
class Unit {
 public:
  Unit(const Hardware& hardware, unsigned in_port) : hardware_(hardware), in_port_(in_port) {}

  /// Checks the unit at every hop of the packet's path that passes its input port.
  void pass(const Network& network, const Node& src, const Node& dst, const Route& route) {
    for (const Hop& hop : contract::path(network, hardware_, src, dst, route)) {
      const bool injected = hop.in_port == network.links();
      if (injected ? in_port_ < network.links() : hop.in_port != in_port_) continue;
      ++checked;
      model::Place at;
      at.dims = static_cast<std::uint8_t>(network.dims());
      at.bits = static_cast<std::uint8_t>(network.address_bits / network.dims());
      at.coord = contract::address(network, hop.at);
      at.extent = extent_straps(network);
      at.wrap = wrap_straps(network, hop.at);
      model::Head head;
      head.src = static_cast<std::uint16_t>(contract::address(network, src));
      head.dst = contract::address(network, dst);
      head.route = static_cast<std::uint8_t>(route.minus | (route.descending ? 1u << 4 : 0));
      SCOPED_TRACE(::testing::Message()
                   << std::hex << "at " << at.coord << ", from " << head.src << " to " << head.dst
                   << ", route " << int{head.route} << ", arrives on virtual channel " << hop.in_vc);
      expect_rtl(at, head, hop);
      const model::Out out = model::route_compute(config(network), at, in_port_, hop.in_vc, head);
      ASSERT_EQ(model::out_port(out), hop.out_port) << "model";
      ASSERT_EQ(model::out_vc(out), hop.out_vc) << "model";
    }
  }

  unsigned checked = 0;  ///< hops

 private:
  /// extent - 1 of every dimension, packed like an address; for a star graph the number of nodes - 1.
  static std::uint32_t extent_straps(const Network& network) {
    if (network.kind == Kind::star) {
      unsigned nodes = 1;
      for (unsigned n = 2; n <= network.symbols; ++n) nodes *= n;
      return nodes - 1;
    }
    Node last = network.extents;
    for (unsigned& extent : last) --extent;
    return contract::address(network, last);
  }
  /// Which dimensions are rings.
  static std::uint8_t wrap_straps(const Network& network, const Node&) {
    unsigned bits = 0;
    for (unsigned d = 0; d < network.wrap.size(); ++d) bits |= network.wrap[d] ? 1u << d : 0;
    return static_cast<std::uint8_t>(bits);
  }
  HardwareConfig config(const Network& network) const {
    HardwareConfig config;
    config.dims = network.dims();
    config.address_bits = network.address_bits;
    config.vcs = hardware_.vcs;
    config.route_orders = hardware_.orders;
    config.all_port = hardware_.all_port;
    config.topology = network.kind == Kind::complete    ? TopologyKind::complete
                      : network.kind == Kind::star      ? TopologyKind::star
                      : network.kind == Kind::spidergon ? TopologyKind::spidergon
                                                        : TopologyKind::grid;
    config.radix = network.kind == Kind::star ? network.symbols : network.longest;
    return config;
  }
  void expect_rtl(const model::Place& at, const model::Head& head, const Hop& hop) {
    top_.valid_i = 1;
    top_.coord_i = at.coord;
    top_.extent_i = at.extent;
    top_.wrap_i = at.wrap;
    top_.dst_i = head.dst;
    top_.src_i = head.src;
    top_.route_i = head.route;
    top_.vc_i = static_cast<std::uint8_t>(hop.in_vc);
    top_.eval();
    ASSERT_EQ(top_.port_o, hop.out_port) << "RTL";
    ASSERT_EQ(top_.vc_o, hop.out_vc) << "RTL";
  }

  Top top_;
  Hardware hardware_;
  unsigned in_port_;
};

/// Random packets in `networks` random networks of two dimensions, each a line or a ring of up to `longest`
/// nodes: both directions on rings, both orders where the hardware has them.
template <class Top>
void random_packets(const Hardware& hardware, unsigned in_port, unsigned networks, unsigned packets,
                    unsigned longest) {
  Unit<Top> unit(hardware, in_port);
  std::mt19937 random(hardware.vcs * 8 + in_port);
  const auto below = [&](unsigned bound) { return static_cast<unsigned>(random() % bound); };
  for (unsigned n = 0; n < networks; ++n) {
    Network network;
    network.extents = {1 + below(longest), 1 + below(longest)};
    network.wrap = {below(2) != 0, below(2) != 0};
    network.address_bits = hardware.address_bits;
    for (unsigned p = 0; p < packets; ++p) {
      Node src, dst;
      Route route;
      for (unsigned d = 0; d < 2; ++d) {
        src.push_back(below(network.extents[d]));
        // The destination often has the source's coordinate, or one slightly below, which is the longest path
        // around a ring in plus direction.
        const unsigned way = below(3);
        dst.push_back(way == 0   ? src[d]
                      : way == 1 ? below(network.extents[d])
                                 : src[d] - below(src[d] + 1) % 8);
        const bool minus = network.wrap[d] ? below(2) != 0 : dst[d] < src[d];
        route.minus |= minus ? 1u << d : 0;
      }
      route.descending = hardware.orders == 2 && below(2) != 0;
      unit.pass(network, src, dst, route);
      if (::testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(unit.checked, networks * packets / 8) << "hops checked";
}

/// Many random packets in small networks, and a few in networks of up to 256 x 256.
template <class Top>
void small_and_large(const Hardware& hardware, unsigned in_port) {
  random_packets<Top>(hardware, in_port, 100, 500, 9);
  random_packets<Top>(hardware, in_port, 100, 10, 256);
}

TEST(RouteCompute, follows_dimension_order_and_datelines_from_a_link_of_x) {
  small_and_large<Vroute_from_link>({.vcs = 4, .orders = 1, .all_port = false}, 1);
}
TEST(RouteCompute, follows_dimension_order_and_datelines_from_a_link_of_y) {
  small_and_large<Vroute_from_y>({.vcs = 2, .orders = 1, .all_port = true}, 2);
}
TEST(RouteCompute, follows_dimension_order_and_datelines_from_the_nic) {
  small_and_large<Vroute_from_nic>({.vcs = 3, .orders = 1, .all_port = false}, 4);
}
TEST(RouteCompute, follows_dimension_order_with_one_virtual_channel) {
  small_and_large<Vroute_single_vc>({.vcs = 1, .orders = 1, .all_port = true}, 0);
}
TEST(RouteCompute, follows_dimension_order_with_addresses_of_20_bits) {
  const Hardware hardware = {.vcs = 2, .orders = 1, .all_port = false, .address_bits = 20};
  random_packets<Vroute_wide>(hardware, 1, 100, 100, 9);
  random_packets<Vroute_wide>(hardware, 1, 300, 10, 1024);
}
TEST(RouteCompute, follows_both_orders_from_a_link) {
  small_and_large<Vroute_both_from_link>({.vcs = 4, .orders = 2, .all_port = false}, 1);
}
TEST(RouteCompute, follows_both_orders_from_the_nic) {
  small_and_large<Vroute_both_from_nic>({.vcs = 2, .orders = 2, .all_port = true}, 4);
}

/// Every node of a product of complete graphs.
std::vector<Node> nodes_of(const Node& extents) {
  std::vector<Node> all = {{}};
  for (const unsigned extent : extents) {
    std::vector<Node> longer;
    for (const Node& begin : all) {
      for (unsigned c = 0; c < extent; ++c) {
        longer.push_back(begin);
        longer.back().push_back(c);
      }
    }
    all = longer;
  }
  return all;
}

/// Packets from every node to every other, in both orders where the hardware has them.
template <class Top>
void every_pair(const Hardware& hardware, unsigned in_port, const Network& network,
                const std::vector<Node>& nodes) {
  Unit<Top> unit(hardware, in_port);
  for (const Node& src : nodes) {
    for (const Node& dst : nodes) {
      for (unsigned order = 0; order < hardware.orders; ++order) {
        unit.pass(network, src, dst, {.minus = 0, .descending = order == 1});
        if (::testing::Test::HasFatalFailure()) return;
      }
    }
  }
  EXPECT_GE(unit.checked, nodes.size()) << "hops checked";
}

template <class Top>
void complete(const Hardware& hardware, unsigned in_port, const Node& extents) {
  Network network;
  network.kind = Kind::complete;
  network.extents = extents;
  network.longest = *std::max_element(extents.begin(), extents.end());
  every_pair<Top>(hardware, in_port, network, nodes_of(extents));
}

TEST(RouteCompute, crosses_a_complete_graph_by_one_link) {
  const Hardware hardware = {.vcs = 2, .orders = 1, .all_port = false};
  complete<Vroute_complete_from_nic>(hardware, 6, {4, 4});
  complete<Vroute_complete_from_nic>(hardware, 6, {4, 3});
  complete<Vroute_complete_from_nic>(hardware, 6, {2, 4});
}
TEST(RouteCompute, crosses_complete_graphs_in_both_orders) {
  const Hardware hardware = {.vcs = 4, .orders = 2, .all_port = true};
  complete<Vroute_complete_from_link>(hardware, 2, {3, 3, 3});
  complete<Vroute_complete_from_link>(hardware, 2, {3, 2, 3});
}
TEST(RouteCompute, crosses_a_hypercube_of_six_dimensions) {
  complete<Vroute_hypercube>({.vcs = 1, .orders = 1, .all_port = true}, 2, {2, 2, 2, 2, 2, 2});
}

template <class Top>
void star(unsigned symbols, const Hardware& hardware, unsigned in_port) {
  Network network;
  network.kind = Kind::star;
  network.symbols = symbols;
  Node label;
  for (unsigned i = 0; i < symbols; ++i) label.push_back(i);
  std::vector<Node> nodes;
  do {
    nodes.push_back(label);
  } while (std::next_permutation(label.begin(), label.end()));
  every_pair<Top>(hardware, in_port, network, nodes);
}

TEST(RouteCompute, goes_greedily_over_a_star_graph) {
  star<Vroute_star_3_from_nic>(3, {.vcs = 2, .orders = 1, .all_port = false}, 2);
  star<Vroute_star_4_from_link>(4, {.vcs = 3, .orders = 1, .all_port = true}, 1);
  star<Vroute_star_5_from_nic>(5, {.vcs = 4, .orders = 1, .all_port = true}, 7);
  star<Vroute_star_5_from_link>(5, {.vcs = 4, .orders = 1, .all_port = false}, 3);
}
TEST(RouteCompute, begins_in_a_later_class_where_a_star_graph_has_spare_virtual_channels) {
  star<Vroute_star_3_spare_vc>(3, {.vcs = 4, .orders = 1, .all_port = false}, 2);
}

template <class Top>
void spidergon(unsigned tiles, const Hardware& hardware, unsigned in_port) {
  Network network;
  network.kind = Kind::spidergon;
  network.extents = {tiles};
  network.wrap = {true};
  std::vector<Node> nodes;
  for (unsigned tile = 0; tile < tiles; ++tile) nodes.push_back({tile});
  every_pair<Top>(hardware, in_port, network, nodes);
}

TEST(RouteCompute, goes_across_a_spidergon_first) {
  for (const unsigned tiles : {4u, 6u, 16u, 22u, 64u}) {
    spidergon<Vroute_spidergon_from_nic>(tiles, {.vcs = 2, .orders = 1, .all_port = false}, 3);
    spidergon<Vroute_spidergon_from_across>(tiles, {.vcs = 3, .orders = 1, .all_port = false}, 2);
    if (tiles > 6) spidergon<Vroute_spidergon_from_ring>(tiles, {.vcs = 4, .orders = 1, .all_port = true}, 1);
  }
}

TEST(RouteCompute, takes_y_before_x_when_the_head_asks_for_it) {
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
}  // namespace collnoc::test
