// A NetworkModule with RTL behind the pins of some nodes, and RTL and model in lockstep behind those of
// others, does what a network of the model does; a difference is a report of SystemC.
#include "collnoc/model/systemc/network_module.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>

#include "sim/systemc/fabric_module.hpp"
#include "sim/systemc/native_tiles.hpp"
#include "sim/systemc/node_makers.hpp"
#include "sim/systemc/reporting_node.hpp"
#include "sim/systemc/trace_links.hpp"
#include "tests/sim/systemc/link_log.hpp"
#include "tests/sim/systemc/script.hpp"
#include "tests/support/nodes.hpp"

namespace collnoc::test {
namespace {

using sc_core::SC_NS;
using sc_core::sc_time;

// sim/fabric finds the libraries of nodes in the cache of the tests.
void use_test_cache() { ::setenv("COLLNOC_CACHE", test_cache().c_str(), 0); }

/// What software on all tiles of a network sees, under random scripts.
struct Scripted {
  Scripted(const char* name, const Topology& topology, const HardwareConfig& config, sc_core::sc_clock& clk,
           sc_core::sc_signal<bool>& rst_n, const std::vector<Script>& scripts,
           const std::function<systemc::NodeMaker(Rank)>& maker)
      : network(name, topology, config, script_words(topology), maker),
        log((std::string(name) + "_log").c_str(), network),
        values(topology.size()) {
    network.clk_i(clk);
    network.rst_ni(rst_n);
    log.clk_i(clk);
    log.rst_ni(rst_n);
    for (Rank r = 0; r < topology.size(); ++r) fill_source(network.tile(r).memory.memory().bytes(), r);
    tiles = std::make_unique<systemc::NativeTiles>(
        (std::string(name) + "_tiles").c_str(), topology,
        [&](Rank r) -> systemc::TileBus& { return network.bus(r); },
        systemc::NativeTiles::Options{first_cycle, 0, 64 * 1024},
        [&, scripts](systemc::NativeTile& t) {
          values[t.rank()] = work(scripts[t.rank()], network.bus(t.rank()), t);
        });
  }
  systemc::NetworkModule network;
  PinLog log;
  std::vector<std::vector<std::uint32_t>> values;
  std::unique_ptr<systemc::NativeTiles> tiles;
};

void expect_same_with_rtl(bool all_port) {
  use_test_cache();
  const Topology topology = Topology::torus(4, 3);
  HardwareConfig config;
  config.all_port = all_port;
  config.fit(topology);
  const std::vector<Script> scripts = random_scripts(topology, 60, 9, false, all_port);
  sc_core::sc_clock clk("clk", sc_time(7, SC_NS));
  sc_core::sc_signal<bool> rst_n("rst_n", false);
  const systemc::NodeMakers rtl(NodeKind::rtl, config), lockstep(NodeKind::lockstep, config);
  Scripted models("models", topology, config, clk, rst_n, scripts, {});
  Scripted mixed("mixed", topology, config, clk, rst_n, scripts, [&](Rank r) -> systemc::NodeMaker {
    return r % 3 == 0 ? rtl(r) : r % 3 == 1 ? lockstep(r) : systemc::make_model;
  });
  sc_core::sc_start(30, SC_NS);
  rst_n.write(true);
  for (unsigned n = 0; n < 2'000 && !(models.tiles->done() && mixed.tiles->done()); ++n)
    sc_core::sc_start(70, SC_NS);
  ASSERT_TRUE(models.tiles->done());
  ASSERT_TRUE(mixed.tiles->done());
  EXPECT_EQ(models.values, mixed.values);
  EXPECT_EQ(first_difference(models.log.log, mixed.log.log), "");
  EXPECT_GT(models.log.log.size(), 500u);
  EXPECT_GT(lockstep.link_cycles(), 1'000u);
  EXPECT_EQ(rtl.link_cycles(), 0u);
  // A reset in the middle: all begin again, alike.
  rst_n.write(false);
  sc_core::sc_start(21, SC_NS);
  rst_n.write(true);
  sc_core::sc_start(70, SC_NS);
  for (Rank r = 0; r < topology.size(); ++r) {
    EXPECT_TRUE(mixed.network.node(r).quiescent.read());
    EXPECT_EQ(mixed.network.node(r).reg_ready.read(), models.network.node(r).reg_ready.read());
  }
  EXPECT_EQ(models.network.cycle(), mixed.network.cycle());
}

TEST(NetworkModule, has_rtl_beside_the_model_one_port) { expect_same_with_rtl(false); }
TEST(NetworkModule, has_rtl_beside_the_model_all_port) { expect_same_with_rtl(true); }

/// Of a VCD file: how often each variable that begins with a scope became 1.
std::map<std::string, unsigned> rises(const std::string& file) {
  std::ifstream in(file);
  std::map<std::string, std::string> names;
  std::map<std::string, unsigned> count;
  std::vector<std::string> scopes;
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string word, kind, width, id, name;
    words >> word;
    if (word == "$scope" && words >> kind >> name) scopes.push_back(name);
    if (word == "$upscope") scopes.pop_back();
    if (word == "$var" && words >> kind >> width >> id >> name) {
      std::string path;
      for (std::size_t s = 1; s < scopes.size(); ++s) path += scopes[s] + ".";  // not "SystemC"
      names[id] = path + name;
      count[path + name] = 0;
    }
    if (line.starts_with("1")) ++count[names.at(line.substr(1))];
  }
  return count;
}

TEST(NetworkModule, traces_its_links_with_the_names_of_waves) {
  const Topology topology = Topology::mesh(2, 2);
  HardwareConfig config;
  config.fit(topology);
  sc_core::sc_clock clk("clk", sc_time(10, SC_NS));
  sc_core::sc_signal<bool> rst_n("rst_n", false);
  const std::vector<Script> scripts = random_scripts(topology, 20, 4, false, false);
  Scripted models("models", topology, config, clk, rst_n, scripts, {});
  const std::string file = testing::TempDir() + "/links";
  sc_core::sc_trace_file* const vcd = sc_core::sc_create_vcd_trace_file(file.c_str());
  systemc::trace_links(vcd, models.network);
  sc_core::sc_start(30, SC_NS);
  rst_n.write(true);
  while (!models.tiles->done()) sc_core::sc_start(100, SC_NS);
  sc_core::sc_close_vcd_trace_file(vcd);
  std::map<std::string, unsigned> expected;  // of `valid`: the cycles with a flit after one without
  const auto name = [&](Rank r, Link l) {
    return fmt::format("node_{}_{}.{}", r % 2, r / 2,
                       std::array{"plus_x", "minus_x", "plus_y", "minus_y"}[l]);
  };
  std::map<std::string, Cycle> last;
  for (const LinkState& s : models.log.log) {
    if (!s.valid) continue;
    const std::string link = name(s.rank, s.link);
    const auto before = last.find(link);
    if (before == last.end() || before->second + 1 != s.cycle) ++expected[link + ".valid"];
    last[link] = s.cycle;
  }
  EXPECT_EQ(expected.size(), 8u);
  const std::map<std::string, unsigned> seen = rises(file + ".vcd");
  for (const auto& [signal, times] : expected) {
    ASSERT_TRUE(seen.contains(signal)) << signal;
    EXPECT_EQ(seen.at(signal), times) << signal;
  }
  EXPECT_EQ(seen.size(), 4u * 4 * 6);
  std::remove((file + ".vcd").c_str());
}

/// A NodeMaker whose lockstep differs in cycle 12.
systemc::NodeMaker faulty(const std::shared_ptr<VerilatedLibrary>& library, LockstepLog& log, Rank rank) {
  return [&log, library, rank](const HardwareConfig& c, const model::Place& place) {
    LockstepOptions options;
    options.inject_fault = [](Cycle cycle, Rank, model::Node&, model::NodeOut& out) {
      if (cycle == 12) out.event = !out.event;
    };
    return std::make_unique<systemc::ReportingNode>(
        make_lockstep_node(library, c, place, rank, log, options));
  };
}

TEST(NetworkModule, reports_a_difference) {
  const Topology topology = Topology::mesh(2, 2);
  const HardwareConfig config;
  LockstepLog log;
  const auto library = test_library(config);
  sc_core::sc_clock clk("clk", sc_time(10, SC_NS));
  sc_core::sc_signal<bool> rst_n("rst_n", false);
  systemc::NetworkModule network("network", topology, config, 8192, [&](Rank r) {
    return r == 2 ? faulty(library, log, r) : systemc::make_model;
  });
  network.clk_i(clk);
  network.rst_ni(rst_n);
  sc_core::sc_start(25, SC_NS);
  rst_n.write(true);
  // A quiescent node is not computed, so something must keep it awake: a register is read in every cycle.
  sc_core::sc_spawn([&] {
    for (;;) network.bus(2).access({true, false, 0, 0});
  });
  try {
    sc_core::sc_start(1000, SC_NS);
    FAIL() << "not reported";
  } catch (const sc_core::sc_report& report) {
    EXPECT_STREQ(report.get_msg_type(), systemc::lockstep_report);
    EXPECT_EQ(report.get_severity(), sc_core::SC_ERROR);
    EXPECT_STREQ(report.get_msg(), "cycle 12, node 2, pin event_o: RTL 0x0, model 0x1");
  }
}

TEST(FabricModule, is_a_network_of_its_own_in_lockstep) {
  use_test_cache();
  const Topology topology = Topology::mesh(2, 2);
  sc_core::sc_clock clk("clk", sc_time(10, SC_NS));
  EXPECT_THROW(systemc::FabricModule("wrong", Topology::star(3), {}), sc_core::sc_report);
  systemc::FabricModule network("network", topology, {}, NodeKind::lockstep, 1024);
  network.clk_i(clk);
  systemc::NativeTiles tiles(
      "tiles", topology, [&](Rank r) -> systemc::TileBus& { return network.bus(r); }, {},
      [&](systemc::NativeTile& tile) {
        tile.memory()[0] = std::byte{7};
        if (tile.rank() == 0) tile.put({.dst = 3, .local = 0, .remote = 8, .bytes = 8, .counter = 1});
        if (tile.rank() == 3) tile.wait(1, 1);
      });
  sc_core::sc_start(1000, SC_NS);
  EXPECT_TRUE(tiles.done());
  EXPECT_EQ(network.bus(3).memory().size(), 8192u);
  EXPECT_EQ(network.bus(3).memory()[8], std::byte{7});
  EXPECT_GT(network.link_cycles(), 20u);
}

TEST(FabricModule, reports_a_difference_and_stands_still) {
  const Topology topology = Topology::mesh(2, 2);
  LockstepLog log;
  const auto library = test_library({});
  LockstepOptions options;
  options.inject_fault = [](Cycle cycle, Rank rank, model::Node&, model::NodeOut& out) {
    if (rank == 2 && cycle == 12) out.event = !out.event;
  };
  Fabric::Options all;
  all.skip_quiescent = false;
  Fabric fabric(topology, {}, all, [&](Rank r, const HardwareConfig& c, const model::Place& place) {
    return make_lockstep_node(library, c, place, r, log, options);
  });
  sc_core::sc_clock clk("clk", sc_time(10, SC_NS));
  systemc::FabricModule network("network", fabric);
  network.clk_i(clk);
  static std::vector<std::string> reports;
  sc_core::sc_report_handler::set_handler([](const sc_core::sc_report& report, const sc_core::sc_actions&) {
    reports.push_back(std::string(report.get_msg_type()) + " " + report.get_msg());
  });
  sc_core::sc_start(1000, SC_NS);
  EXPECT_EQ(
      reports,
      (std::vector<std::string>{"/collnoc/lockstep cycle 12, node 2, pin event_o: RTL 0x0, model 0x1"}));
  EXPECT_LT(fabric.now(), 14u);
}

TEST(NodeMakers, refuse_illegal_hardware_and_other_hardware_than_their_own) {
  use_test_cache();
  HardwareConfig config;
  config.vcs = 9;
  EXPECT_THROW(systemc::NodeMakers(NodeKind::model, config), std::invalid_argument);
  const systemc::NodeMaker maker = systemc::NodeMakers(NodeKind::rtl, {})(0);
  const auto place = model::Place::of(Topology::mesh(2, 2), 0, 8192);
  EXPECT_NE(maker({}, place), nullptr);
  config.vcs = 4;
  EXPECT_THROW(maker(config, place), sc_core::sc_report);
}

}  // namespace
}  // namespace collnoc::test
