// rtl/topology/route_table.sv, table_route.sv and table_launch.sv, and their model: a table takes the entries
// that its router has, routes and launches follow them. The expected values are computed here.
#include "collnoc/model/router/route_table.hpp"

#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <random>

#include "Vlaunch_graph.h"
#include "Vroute_graph.h"
#include "Vroute_table_four_vcs.h"
#include "Vroute_table_two_vcs.h"
#include "collnoc/model/router/route_compute.hpp"
#include "tests/support/verilated_pins.hpp"

namespace collnoc::test {
namespace {

constexpr unsigned entries = 16;

struct Entry {
  std::uint64_t link, first, count;
  friend bool operator==(const Entry&, const Entry&) = default;
};

HardwareConfig graph_hardware(unsigned links, unsigned vcs) {
  HardwareConfig config;
  config.dims = 1;
  config.topology = TopologyKind::graph;
  config.radix = links;
  config.routes = entries;
  config.vcs = vcs;
  return config;
}

/// A value of the register ROUTE: docs/reference/hardware.md.
std::uint32_t route(unsigned node, const Entry& e) {
  return static_cast<std::uint32_t>(node << 16 | (e.count - 1) << 5 | e.first << 3 | e.link);
}

template <class Top>
void random_writes(unsigned links, unsigned vcs) {
  Top top;
  const unsigned vc_w = vcs > 2 ? 2 : 1, width = 3 + 2 * vc_w;
  const HardwareConfig config = graph_hardware(links, vcs);
  model::RouteTable model(config, model::Place{});
  std::array<std::optional<Entry>, entries> expected;
  std::mt19937 random(links);
  unsigned taken = 0, ignored = 0;
  for (unsigned t = 0; t < 20'000; ++t) {
    const unsigned node = random() % 4 == 0 ? random() % 65536 : random() % entries;
    const Entry e{random() % 8, random() % 4, 1 + random() % 4};
    const bool writes = random() % 4 != 0;
    // The other bits of the register are not used.
    const std::uint32_t data = route(node, e) | (random() % 512) << 7;
    top.write_i = writes;
    top.data_i = data;
    edge(top);
    if (writes) model.write(data);
    const bool possible = e.link < links && e.first + e.count <= vcs && node < entries;
    if (writes) ++(possible ? taken : ignored);
    if (writes && possible) expected[node] = e;
    for (unsigned n = 0; n < entries; ++n) {
      if (!expected[n]) continue;
      const Entry rtl{bits(top.routes_o, n * width, 3), bits(top.routes_o, n * width + 3, vc_w),
                      bits(top.routes_o, n * width + 3 + vc_w, vc_w) + 1};
      ASSERT_EQ(rtl, *expected[n]) << "RTL, entry " << n << ", cycle " << t;
      ASSERT_EQ(model.entries()[n], route(0, *expected[n])) << "model, entry " << n << ", cycle " << t;
    }
  }
  EXPECT_GT(taken, 500u);
  EXPECT_GT(ignored, 1000u);
}

TEST(RouteTable, takes_the_entries_that_a_router_with_four_virtual_channels_has) {
  random_writes<Vroute_table_four_vcs>(5, 4);
}
TEST(RouteTable, takes_the_entries_that_a_router_with_two_virtual_channels_has) {
  random_writes<Vroute_table_two_vcs>(3, 2);
}

/// A random table of a node with 5 links and 4 virtual channels, in the form of the RTL and of the model.
struct Table {
  explicit Table(std::mt19937& random) {
    for (unsigned n = 0; n < entries; ++n) {
      const unsigned first = random() % 4;
      entry[n] = {random() % 5, first, 1 + random() % (4 - first)};
      held[n] = static_cast<std::uint8_t>(route(0, entry[n]));
    }
  }
  template <class Port>
  void show(Port& port) const {
    std::array<std::uint32_t, 4> words{};
    for (unsigned n = 0; n < entries; ++n) {
      for (unsigned b = 0; b < 7; ++b) words[(n * 7 + b) / 32] |= (held[n] >> b & 1u) << (n * 7 + b) % 32;
    }
    for (unsigned w = 0; w < 4; ++w) port[w] = words[w];
  }
  std::array<Entry, entries> entry;
  std::array<std::uint8_t, entries> held;
};

TEST(RouteTable, routes_follow_the_entry_and_the_hash) {
  Vroute_graph top;
  const HardwareConfig config = graph_hardware(5, 4);
  std::mt19937 random(1);
  for (unsigned t = 0; t < 20'000; ++t) {
    const Table table(random);
    table.show(top.routes_i);
    const unsigned own = random() % entries, dst = random() % entries, src = random() % entries;
    top.valid_i = 1;
    top.coord_i = own;
    top.dst_i = dst;
    top.src_i = static_cast<std::uint16_t>(src);
    top.eval();
    const unsigned hash = (src ^ dst) % 4;
    const auto modulo = [&](std::uint64_t count) { return count == 3 && hash == 3 ? 0 : hash % count; };
    const Entry& e = table.entry[dst];
    const std::uint64_t port = own == dst ? 5 : e.link, vc = own == dst ? hash : e.first + modulo(e.count);
    ASSERT_EQ(top.port_o, port);
    ASSERT_EQ(top.vc_o, vc);
    model::Place at;
    at.dims = 1;
    at.bits = 16;
    at.coord = own;
    at.routes = table.held.data();
    model::Head head;
    head.dst = dst;
    head.src = static_cast<std::uint16_t>(src);
    const model::Out out = model::route_compute(config, at, 5, 0, head);
    ASSERT_EQ(model::out_port(out), port) << "model";
    ASSERT_EQ(model::out_vc(out), vc) << "model";
  }
  top.valid_i = 0;
  top.eval();
  EXPECT_EQ(top.port_o, 0u);
  EXPECT_EQ(top.vc_o, 0u);
}

TEST(RouteTable, a_launch_takes_the_first_link_and_refuses_what_is_no_node) {
  Vlaunch_graph top;
  HardwareConfig config = graph_hardware(5, 4);
  config.all_port = true;
  std::mt19937 random(2);
  for (unsigned t = 0; t < 20'000; ++t) {
    const Table table(random);
    table.show(top.routes_i);
    const unsigned nodes = 2 + random() % (entries - 1), own = random() % nodes;
    const unsigned dst = random() % 4 == 0 ? random() % 65536 : random() % entries;
    top.valid_i = 1;
    top.coord_i = static_cast<std::uint16_t>(own);
    top.extent_i = static_cast<std::uint16_t>(nodes - 1);
    top.node_i = static_cast<std::uint16_t>(dst);
    top.eval();
    ASSERT_EQ(top.outside_o, dst >= nodes);
    ASSERT_EQ(top.differs_o, dst != own);
    if (dst < nodes && dst != own) ASSERT_EQ(top.channel_o, table.entry[dst].link);
    model::Place at;
    at.dims = 1;
    at.bits = 16;
    at.coord = own;
    at.extent = nodes - 1;
    at.routes = table.held.data();
    const model::Start start = model::Rules<Graph>::launch({config, at, dst, 0, false});
    ASSERT_EQ(start.outside, dst >= nodes) << "model";
    ASSERT_EQ(start.differs, dst != own) << "model";
    if (dst < nodes && dst != own) ASSERT_EQ(start.link, table.entry[dst].link) << "model";
  }
}

}  // namespace
}  // namespace collnoc::test
