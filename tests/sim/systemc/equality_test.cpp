// The fabric, the fabric as a SystemC module and the network with pins are equal on every link in every
// cycle.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "collnoc/model/systemc/network_module.hpp"
#include "sim/fabric/fabric.hpp"
#include "sim/systemc/fabric_module.hpp"
#include "sim/systemc/native_tiles.hpp"
#include "sim/topology/topology_text.hpp"
#include "tests/sim/systemc/link_log.hpp"
#include "tests/sim/systemc/script.hpp"
#include "tests/sim/systemc/socket_log.hpp"

namespace collnoc::test {
namespace {

using sc_core::sc_time;

struct Case {
  const char* name;
  Topology topology;
  HardwareConfig config;
};

// NOLINTNEXTLINE(readability-identifier-naming): GoogleTest looks for this name
void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

std::vector<Case> cases() {
  std::vector<Case> all;
  all.push_back({"Mesh3x5OnePort", Topology::mesh(3, 5), {}});
  all.push_back({"Torus4x4AllPort", Topology::torus(4, 4), {}});
  all.back().config.all_port = true;
  all.push_back({"Torus3x2TwoCycleHop", Topology::torus(3, 2), {}});
  all.back().config.hop_cycles = 2;
  all.back().config.vcs = 4;
  all.push_back({"Mesh4x4Wide", Topology::mesh(4, 4), {}});
  all.back().config.flit_bits = 256;
  all.back().config.all_port = true;
  all.back().config.max_packet_flits = 5;
  all.push_back({"Mesh2x3StoreAndForward", Topology::mesh(2, 3), {}});
  all.back().config.switching = Switching::store_and_forward;
  all.back().config.max_packet_flits = 4;
  all.push_back({"Mesh3x3BothOrders", Topology::mesh(3, 3), {}});
  all.back().config.route_orders = 2;
  all.push_back({"Hypercube5OnePort", Topology::hypercube(5), {}});
  all.push_back({"Complete4x3AllPort", Topology::complete({4, 3}, 2), {}});
  all.back().config.all_port = true;
  all.push_back({"Star4AllPort", Topology::star(4), {}});
  all.back().config.all_port = true;
  all.back().config.vcs = 3;
  all.push_back({"Torus3x4Multicast", Topology::torus(3, 4), {}});
  all.back().config.multicast = true;
  all.push_back({"Mesh3x3AllPortMulticast", Topology::mesh(3, 3), {}});
  all.back().config.all_port = all.back().config.multicast = all.back().config.accumulate = true;
  all.push_back({"CmeshSwitches", parse_topology("cmesh:2x2,3"), {}});
  all.push_back({"ChipletsAllPort", parse_topology("chiplets:2x1,2x2,4,2"), {}});
  all.back().config.all_port = true;
  for (Case& c : all) c.config.fit(c.topology);
  return all;
}

std::unique_ptr<AnyNode> model_node(Rank, const HardwareConfig& config, const model::Place& place) {
  return make_model_node(config, place);
}

class Equality : public ::testing::TestWithParam<Case> {};

TEST_P(Equality, OfFabricFabricModuleAndPins) {
  const Case& c = GetParam();
  const std::vector<Script> scripts =
      random_scripts(c.topology, 60, 5, c.config.multicast, c.config.all_port);
  const Rank size = c.topology.size();
  Fabric::Options options;
  options.mem_words = script_words(c.topology);

  Fabric plain(c.topology, c.config, options, model_node), stepped(c.topology, c.config, options, model_node),
      in_planes(c.topology, c.config, options, model_node),  // not observed
      ahead_fabric(c.topology, c.config, options, model_node);
  FabricLog plain_log(plain), stepped_log(stepped);
  std::vector<std::unique_ptr<ScriptHost>> hosts;
  sc_core::sc_clock clk("clk", sc_time(10, sc_core::SC_NS));
  sc_core::sc_signal<bool> rst_n("rst_n", false);
  systemc::FabricModule fast("fast", stepped);
  fast.clk_i(clk);
  systemc::FabricModule planes("planes", in_planes);
  planes.clk_i(clk);
  systemc::FabricModule ahead("ahead", ahead_fabric);
  ahead.run_ahead(sc_time(10, sc_core::SC_NS), 1 + c.topology.size());
  systemc::NetworkModule pins("pins", c.topology, c.config, options.mem_words);
  pins.clk_i(clk);
  pins.rst_ni(rst_n);
  PinLog pin_log("pin_log", pins);
  pin_log.clk_i(clk);
  pin_log.rst_ni(rst_n);
  for (Rank r = 0; r < size; ++r) {
    hosts.push_back(std::make_unique<ScriptHost>(c.topology, scripts[r]));
    plain.set_host(r, hosts[r].get());
    fill_source(plain.memory(r).bytes(), r);
    fill_source(stepped.memory(r).bytes(), r);
    fill_source(in_planes.memory(r).bytes(), r);
    fill_source(ahead_fabric.memory(r).bytes(), r);
    fill_source(pins.tile(r).memory.memory().bytes(), r);
  }
  std::vector<std::unique_ptr<SocketLog>> fast_sockets, plane_sockets, ahead_sockets, pin_sockets;
  for (Rank r = 0; r < size; ++r) {
    const std::string rank = std::to_string(r);
    fast_sockets.push_back(std::make_unique<SocketLog>(("fast_socket_" + rank).c_str(), fast.bus(r)));
    plane_sockets.push_back(std::make_unique<SocketLog>(("plane_socket_" + rank).c_str(), planes.bus(r)));
    ahead_sockets.push_back(std::make_unique<SocketLog>(("ahead_socket_" + rank).c_str(), ahead.bus(r)));
    pin_sockets.push_back(std::make_unique<SocketLog>(("pin_socket_" + rank).c_str(), pins.bus(r)));
  }
  std::vector<std::vector<std::uint32_t>> fast_values(size), plane_values(size), ahead_values(size),
      pin_values(size);
  const systemc::NativeTiles::Options start{first_cycle, 0, 64 * 1024};
  systemc::NativeTiles on_fast(
      "on_fast", c.topology, [&](Rank r) -> systemc::TileBus& { return fast.bus(r); }, start,
      [&](systemc::NativeTile& t) {
        fast_values[t.rank()] = work(scripts[t.rank()], fast.bus(t.rank()), t);
      });
  systemc::NativeTiles on_planes(
      "on_planes", c.topology, [&](Rank r) -> systemc::TileBus& { return planes.bus(r); }, start,
      [&](systemc::NativeTile& t) {
        plane_values[t.rank()] = work(scripts[t.rank()], planes.bus(t.rank()), t);
      });
  systemc::NativeTiles on_ahead(
      "on_ahead", c.topology, [&](Rank r) -> systemc::TileBus& { return ahead.bus(r); }, start,
      [&](systemc::NativeTile& t) {
        ahead_values[t.rank()] = work(scripts[t.rank()], ahead.bus(t.rank()), t);
      });
  systemc::NativeTiles on_pins(
      "on_pins", c.topology, [&](Rank r) -> systemc::TileBus& { return pins.bus(r); }, start,
      [&](systemc::NativeTile& t) { pin_values[t.rank()] = work(scripts[t.rank()], pins.bus(t.rank()), t); });

  sc_core::sc_start(sc_time(35, sc_core::SC_NS));
  rst_n = true;
  const unsigned cycles = 12000;
  sc_core::sc_start(sc_time(10, sc_core::SC_NS) * cycles);
  ASSERT_TRUE(on_fast.done() && on_planes.done() && on_ahead.done() && on_pins.done());
  ASSERT_TRUE(stepped.quiet());
  plain.step(cycles);
  ASSERT_TRUE(plain.quiet());
  EXPECT_EQ(in_planes.computes_planes(),
            !c.config.multicast && (c.config.hop_cycles == 1 || c.topology.tables() == nullptr));

  EXPECT_GT(plain_log.log.size(), 1000u);
  EXPECT_EQ(first_difference(plain_log.log, stepped_log.log), "");
  EXPECT_EQ(first_difference(plain_log.log, pin_log.log), "");
  for (Rank r = 0; r < size; ++r) {
    EXPECT_EQ(hosts[r]->values, fast_values[r]);
    EXPECT_EQ(hosts[r]->values, plane_values[r]);
    EXPECT_EQ(hosts[r]->values, ahead_values[r]);
    EXPECT_EQ(hosts[r]->values, pin_values[r]);
    EXPECT_GT(fast_sockets[r]->log.size(), 10u);
    EXPECT_EQ(fast_sockets[r]->log, plane_sockets[r]->log) << "rank " << r;
    EXPECT_EQ(fast_sockets[r]->log, ahead_sockets[r]->log) << "rank " << r;
    EXPECT_EQ(fast_sockets[r]->log, pin_sockets[r]->log) << "rank " << r;
    const std::uint8_t* bytes = plain.memory(r).bytes();
    EXPECT_TRUE(std::equal(bytes, bytes + options.mem_words * 8, stepped.memory(r).bytes()));
    EXPECT_TRUE(std::equal(bytes, bytes + options.mem_words * 8, in_planes.memory(r).bytes()));
    EXPECT_TRUE(std::equal(bytes, bytes + options.mem_words * 8, ahead_fabric.memory(r).bytes()));
    EXPECT_TRUE(std::equal(bytes, bytes + options.mem_words * 8, pins.tile(r).memory.memory().bytes()));
  }
}

INSTANTIATE_TEST_SUITE_P(Networks, Equality, ::testing::ValuesIn(cases()),
                         [](const auto& of) { return std::string(of.param.name); });

}  // namespace
}  // namespace collnoc::test
