// Hardware that the RTL refuses to elaborate is refused with a message that names the parameter to change.
#include "collnoc/model/legality.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

namespace collnoc {
namespace {

using Change = std::function<void(HardwareConfig&)>;

std::string broken_by(const Change& change) {
  HardwareConfig config;
  change(config);
  const auto broken = why_illegal(config);
  return broken ? broken->parameter : "";
}

TEST(Legality, TheDefaultIsLegal) { EXPECT_FALSE(why_illegal(HardwareConfig{})); }

TEST(Legality, EveryLimitIsLegalAndOneBeyondIsNot) {
  const struct {
    const char* parameter;
    unsigned HardwareConfig::*member;
    unsigned least, most;
  } ranges[] = {{"dims", &HardwareConfig::dims, 1, 4},
                {"vcs", &HardwareConfig::vcs, 1, 4},
                {"vc_depth", &HardwareConfig::vc_depth, 2, 64},
                {"max_packet_flits", &HardwareConfig::max_packet_flits, 2, 256},
                {"hop_cycles", &HardwareConfig::hop_cycles, 1, 5},
                {"route_orders", &HardwareConfig::route_orders, 1, 2}};
  for (const auto& range : ranges) {
    for (const unsigned good : {range.least, range.most})
      EXPECT_EQ(broken_by([&](HardwareConfig& c) { c.*range.member = good; }), "") << range.parameter << good;
    for (const unsigned bad : {range.least - 1, range.most + 1})
      EXPECT_EQ(broken_by([&](HardwareConfig& c) { c.*range.member = bad; }), range.parameter) << bad;
  }
  for (const unsigned bits : {64u, 128u, 256u, 512u})
    EXPECT_EQ(broken_by([&](HardwareConfig& c) { c.flit_bits = bits; }), "");
  for (const unsigned bits : {32u, 65u, 192u, 1024u})
    EXPECT_EQ(broken_by([&](HardwareConfig& c) { c.flit_bits = bits; }), "flit_bits");
}

TEST(Legality, CombinationsAreChecked) {
  const struct {
    Change change;
    const char* parameter;
  } cases[] = {
      {[](HardwareConfig& c) { c.route_orders = 2, c.vcs = 3; }, "vcs"},
      {[](HardwareConfig& c) { c.route_orders = 2, c.vcs = 4; }, ""},
      {[](HardwareConfig& c) { c.switching = Switching::cut_through; }, "max_packet_flits"},
      {[](HardwareConfig& c) { c.switching = Switching::cut_through, c.vc_depth = 32; }, ""},
      {[](HardwareConfig& c) { c.radix = 2; }, "radix"},
      {[](HardwareConfig& c) { c.topology = TopologyKind::complete, c.radix = 1; }, "radix"},
      {[](HardwareConfig& c) { c.topology = TopologyKind::complete, c.radix = 2, c.dims = 6; }, ""},
      {[](HardwareConfig& c) { c.topology = TopologyKind::complete, c.radix = 4, c.dims = 3; },
       "dims"},  // 9 links
      {[](HardwareConfig& c) { c.topology = TopologyKind::star, c.radix = 4, c.dims = 1; }, ""},
      {[](HardwareConfig& c) {
         c.topology = TopologyKind::star, c.radix = 3, c.dims = 1, c.multicast = true;
       },
       ""},
      {[](HardwareConfig& c) { c.topology = TopologyKind::spidergon, c.dims = 1, c.multicast = true; },
       "multicast"},
      {[](HardwareConfig& c) { c.route_orders = 2, c.multicast = true; }, ""},
      {[](HardwareConfig& c) { c.topology = TopologyKind::star, c.radix = 6, c.dims = 1; }, ""},
      {[](HardwareConfig& c) { c.topology = TopologyKind::star, c.radix = 7, c.dims = 1; }, "radix"},
      {[](HardwareConfig& c) { c.topology = TopologyKind::star, c.radix = 4; }, "dims"},
      {[](HardwareConfig& c) {
         c.topology = TopologyKind::star, c.radix = 4, c.dims = 1, c.route_orders = 2;
       },
       "route_orders"},
      {[](HardwareConfig& c) { c.topology = TopologyKind::spidergon, c.dims = 1; }, ""},
      {[](HardwareConfig& c) { c.topology = TopologyKind::spidergon; }, "dims"},
      {[](HardwareConfig& c) { c.topology = TopologyKind::spidergon, c.dims = 1, c.radix = 3; }, "radix"},
  };
  for (const auto& one : cases) EXPECT_EQ(broken_by(one.change), one.parameter) << &one - cases;
}

TEST(Legality, ANetworkNeedsVirtualChannelsAgainstDeadlock) {
  const auto broken = [](const Topology& topology, unsigned vcs, unsigned orders) {
    HardwareConfig config;
    config.fit(topology);
    config.vcs = vcs;
    config.route_orders = orders;
    return why_illegal(config, topology).has_value();
  };
  EXPECT_FALSE(broken(Topology::mesh(4, 4), 1, 1));
  EXPECT_TRUE(broken(Topology::torus(4, 4), 1, 1));
  EXPECT_FALSE(broken(Topology::torus(4, 4), 2, 1));
  EXPECT_TRUE(broken(Topology::torus(4, 4), 2, 2));
  EXPECT_FALSE(broken(Topology::torus(4, 4), 4, 2));
  EXPECT_FALSE(broken(Topology::torus(2, 2), 1, 1));
  EXPECT_TRUE(broken(Topology::star(4), 2, 1));
  EXPECT_FALSE(broken(Topology::star(4), 3, 1));
  EXPECT_TRUE(broken(Topology::spidergon(16), 1, 1));
  EXPECT_FALSE(broken(Topology::spidergon(16), 2, 1));
}

TEST(Legality, NodesMustFitTheTopology) {
  EXPECT_EQ(why_illegal(HardwareConfig{}, Topology::hypercube(3))->parameter, "dims");
}

}  // namespace
}  // namespace collnoc
