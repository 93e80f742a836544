// A router and a NIC as modules with pins of their own, wired as rtl/tile/node.sv wires them, show at every
// pin what the node shows whose inputs they share; nodes that are made of both can be anywhere in a network;
// a difference between RTL and model is a report of SystemC.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "collnoc/model/systemc/network_module.hpp"
#include "collnoc/model/systemc/nic_module.hpp"
#include "collnoc/model/systemc/router_module.hpp"
#include "collnoc/model/systemc/split_node.hpp"
#include "sim/systemc/native_tiles.hpp"
#include "sim/systemc/node_makers.hpp"
#include "sim/systemc/piece_makers.hpp"
#include "tests/sim/systemc/link_log.hpp"
#include "tests/sim/systemc/script.hpp"
#include "tests/support/nodes.hpp"

namespace collnoc::test {
namespace {

using sc_core::SC_NS;
using sc_core::sc_signal;
using sc_core::sc_time;
using sc_dt::sc_uint;
template <class T>
using Signals = sc_core::sc_vector<sc_signal<T>>;

void use_test_cache() { ::setenv("COLLNOC_CACHE", test_cache().c_str(), 0); }

/// A router and a NIC with the inputs of one node of a torus, whose outputs are compared with the node's.
class Shadow : public sc_core::sc_module {
 public:
  Shadow(const sc_core::sc_module_name& name, systemc::NetworkModule& network, Rank rank,
         const HardwareConfig& config, model::RouterMaker make_router, model::NicMaker make_nic)
      : sc_module(name),
        router("router", config, std::move(make_router)),
        nic("nic", config, std::move(make_nic)),
        whole_(network.node(rank)),
        links_(config.links()),
        channels_(config.channels()),
        words_(config.flit_bits / 64),
        routed_("routed", links_ + channels_, words_),
        injected_("injected", channels_, words_),
        credit_("credit", links_ + channels_),
        eject_credit_("eject_credit", channels_),
        rd_req_("rd_req", config.reads()),
        wr_req_("wr_req", channels_),
        rd_addr_("rd_addr", config.reads()),
        wr_addr_("wr_addr", channels_),
        wr_data_("wr_data", channels_ * words_),
        wr_strb_("wr_strb", channels_) {
    SC_HAS_PROCESS(Shadow);
    SC_METHOD(compare);
    sensitive << clk_i.neg();
    dont_initialize();
    wire_links(network, rank);
    wire_channels();
    wire_tile();
  }

  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};
  systemc::RouterModule router;
  systemc::NicModule nic;
  std::uint64_t flits = 0, cycles = 0;

 private:
  void wire_links(systemc::NetworkModule& network, Rank rank) {
    const Topology& topology = network.topology();
    for (Link l = 0; l < links_; ++l) {
      systemc::WiredNode& neighbour = network.node(topology.neighbour(rank, l));
      const Link there = topology.opposite(rank, l);
      router.in.valid_i[l](neighbour.out_valid[there]);
      router.in.head_i[l](neighbour.out_head[there]);
      router.in.tail_i[l](neighbour.out_tail[there]);
      router.in.vc_i[l](neighbour.out_vc[there]);
      for (unsigned w = 0; w < words_; ++w)
        router.in.data_i[l * words_ + w](neighbour.out_data[there * words_ + w]);
      router.out_credit_i[l](neighbour.in_credit[there]);
    }
    for (unsigned p = 0; p < links_ + channels_; ++p) routed_.follow(p, router.out, p);
    router.in_credit_o(credit_);
    router.eject_credit_i(eject_credit_);
    router.count_read_i(count_read_);
    router.count_number_i(count_number_);
    router.count_o(count_);
    router.quiescent_o(router_quiescent_);
  }
  void wire_channels() {
    for (unsigned c = 0; c < channels_; ++c) {
      const unsigned p = links_ + c;
      injected_.follow(c, nic.inj, c);
      injected_.drive(c, router.in, p);
      routed_.drive(p, nic.ej, c);
      nic.inj_credit_i[c](credit_[p]);
    }
    nic.ej_credit_o(eject_credit_);
    nic.count_read_o(count_read_);
    nic.count_number_o(count_number_);
    nic.count_i(count_);
  }
  void wire_tile() {
    for (auto* module : {&router.clk_i, &nic.clk_i}) (*module)(clk_i);
    for (auto* module : {&router.rst_ni, &nic.rst_ni}) (*module)(rst_ni);
    router.coord_i(whole_.coord);
    router.extent_i(whole_.extent);
    router.wrap_i(whole_.wrap);
    nic.coord_i(whole_.coord);
    nic.extent_i(whole_.extent);
    nic.wrap_i(whole_.wrap);
    nic.mem_words_i(whole_.mem_words);
    nic.cycle_i(whole_.cycle_i);
    nic.reg_valid_i(whole_.reg_valid);
    nic.reg_write_i(whole_.reg_write);
    nic.reg_addr_i(whole_.reg_addr);
    nic.reg_wdata_i(whole_.reg_wdata);
    nic.reg_ready_o(reg_ready_);
    nic.reg_rdata_o(reg_rdata_);
    nic.event_o(event_);
    nic.rd_req_o(rd_req_);
    nic.rd_addr_o(rd_addr_);
    nic.rd_gnt_i(whole_.rd_gnt);
    nic.rd_data_i(whole_.rd_data);
    nic.wr_req_o(wr_req_);
    nic.wr_addr_o(wr_addr_);
    nic.wr_data_o(wr_data_);
    nic.wr_strb_o(wr_strb_);
    nic.wr_gnt_i(whole_.wr_gnt);
    nic.drained_o(drained_);
    nic.quiescent_o(nic_quiescent_);
  }

  template <class T>
  void same(const char* pin, const Signals<T>& is, const Signals<T>& expected, unsigned i) const {
    ASSERT_EQ(is[i].read(), expected[i].read()) << pin << " " << i << " at " << sc_core::sc_time_stamp();
  }
  void compare() {
    if (HasFailure() || !rst_ni.read()) return;
    ++cycles;
    for (unsigned l = 0; l < links_; ++l) {
      same("valid", routed_.valid, whole_.out_valid, l);
      same("credit", credit_, whole_.in_credit, l);
      if (!whole_.out_valid[l].read()) continue;
      ++flits;
      same("head", routed_.head, whole_.out_head, l);
      same("tail", routed_.tail, whole_.out_tail, l);
      same("vc", routed_.vc, whole_.out_vc, l);
      for (unsigned w = 0; w < words_; ++w) same("data", routed_.data, whole_.out_data, l * words_ + w);
    }
    ASSERT_EQ(reg_ready_.read(), whole_.reg_ready.read());
    ASSERT_EQ(reg_rdata_.read(), whole_.reg_rdata.read());
    ASSERT_EQ(event_.read(), whole_.event.read());
    ASSERT_EQ(router_quiescent_.read() && nic_quiescent_.read(), whole_.quiescent.read());
    for (unsigned r = 0; r < rd_req_.size(); ++r) {
      same("rd_req", rd_req_, whole_.rd_req, r);
      if (rd_req_[r].read()) same("rd_addr", rd_addr_, whole_.rd_addr, r);
    }
    for (unsigned c = 0; c < channels_; ++c) {
      same("wr_req", wr_req_, whole_.wr_req, c);
      if (!wr_req_[c].read()) continue;
      same("wr_addr", wr_addr_, whole_.wr_addr, c);
      same("wr_strb", wr_strb_, whole_.wr_strb, c);
      for (unsigned w = 0; w < words_; ++w) same("wr_data", wr_data_, whole_.wr_data, c * words_ + w);
    }
  }
  static bool HasFailure() { return ::testing::Test::HasFailure(); }

  systemc::WiredNode& whole_;
  unsigned links_, channels_, words_;
  systemc::FlitWires routed_, injected_;
  Signals<sc_uint<4>> credit_;
  Signals<bool> eject_credit_, rd_req_, wr_req_;
  Signals<sc_uint<systemc::addr_w>> rd_addr_, wr_addr_;
  Signals<std::uint64_t> wr_data_, wr_strb_;
  sc_signal<bool> count_read_, router_quiescent_, nic_quiescent_, drained_, reg_ready_, event_;
  sc_signal<sc_uint<6>> count_number_;
  sc_signal<sc_uint<32>> count_, reg_rdata_;
};

/// A torus whose tiles send messages and read registers at random.
struct Scripted {
  Scripted(const char* name, const HardwareConfig& config, sc_core::sc_clock& clk, sc_signal<bool>& rst_n,
           const std::function<systemc::NodeInside(Rank)>& inside = {})
      : scripts(random_scripts(topology, 60, 9, false, config.all_port)),
        network(name, topology, config, script_words(topology), inside),
        log((std::string(name) + "_log").c_str(), network),
        tiles((std::string(name) + "_tiles").c_str(), topology,
              [this](Rank r) -> systemc::TileBus& { return network.bus(r); }, {.first_cycle = first_cycle},
              [this](systemc::NativeTile& t) {
                values[t.rank()] = work(scripts[t.rank()], network.bus(t.rank()), t);
              }) {
    network.clk_i(clk);
    network.rst_ni(rst_n);
    log.clk_i(clk);
    log.rst_ni(rst_n);
    for (Rank r = 0; r < topology.size(); ++r) fill_source(network.tile(r).memory.memory().bytes(), r);
  }
  void run() const {
    for (unsigned n = 0; n < 2'000 && !tiles.done(); ++n) sc_core::sc_start(100, SC_NS);
    ASSERT_TRUE(tiles.done());
  }
  Topology topology = Topology::torus(3, 3);
  std::vector<Script> scripts;
  std::vector<std::vector<std::uint32_t>> values = std::vector<std::vector<std::uint32_t>>(topology.size());
  systemc::NetworkModule network;
  PinLog log;
  systemc::NativeTiles tiles;
};

void expect_the_pins_of_the_node(HardwareConfig config, NodeKind kind) {
  use_test_cache();
  const Topology topology = Topology::torus(3, 3);
  config.fit(topology);
  sc_core::sc_clock clk("clk", sc_time(10, SC_NS));
  sc_signal<bool> rst_n("rst_n", false);
  systemc::NetworkModule network("network", topology, config, script_words(topology));
  network.clk_i(clk);
  network.rst_ni(rst_n);
  for (Rank r = 0; r < topology.size(); ++r) fill_source(network.tile(r).memory.memory().bytes(), r);
  const systemc::NativeTiles tiles(
      "tiles", topology, [&](Rank r) -> systemc::TileBus& { return network.bus(r); }, {},
      [&](systemc::NativeTile& tile) { chatter(tile, network.bus(tile.rank()), config.accumulate); });
  const systemc::RouterMakers routers(kind, config);
  const systemc::NicMakers nics(kind, config);
  Shadow shadow("shadow", network, 4, config, routers(4), nics(4));
  shadow.clk_i(clk);
  shadow.rst_ni(rst_n);
  sc_core::sc_start(31, SC_NS);
  // Resets of 1 to 3 cycles while flits are everywhere: all of it begins anew.
  for (int n = 0; n < 4; ++n) {
    rst_n = true;
    const std::uint64_t before = shadow.flits;
    sc_core::sc_start(2'010 + 40 * n, SC_NS);
    EXPECT_GT(shadow.flits, before + 100);
    rst_n = false;
    sc_core::sc_start(10 * (1 + n % 3), SC_NS);
  }
  EXPECT_GT(shadow.cycles, 800u);
  EXPECT_EQ(routers.link_cycles() != 0, kind == NodeKind::lockstep);
  EXPECT_EQ(nics.link_cycles() != 0, kind == NodeKind::lockstep);
}

TEST(PieceModules, have_the_pins_of_the_node) { expect_the_pins_of_the_node({}, NodeKind::model); }
TEST(PieceModules, have_the_pins_of_an_all_port_node) {
  HardwareConfig config;
  config.all_port = config.sequencer = config.accumulate = true;
  config.flit_bits = 128;
  config.hop_cycles = 2;
  expect_the_pins_of_the_node(config, NodeKind::model);
}
TEST(PieceModules, have_the_pins_of_the_node_in_lockstep) {
  expect_the_pins_of_the_node({}, NodeKind::lockstep);
}

TEST(PieceModules, make_nodes_of_a_network) {
  use_test_cache();
  HardwareConfig config;
  config.fit(Topology::torus(3, 3));
  sc_core::sc_clock clk("clk", sc_time(10, SC_NS));
  sc_signal<bool> rst_n("rst_n", false);
  const systemc::RouterMakers rtl(NodeKind::rtl, config), both(NodeKind::lockstep, config);
  const systemc::NicMakers rtl_nic(NodeKind::rtl, config);
  Scripted whole("whole", config, clk, rst_n);
  Scripted split("split", config, clk, rst_n, [&](Rank r) -> systemc::NodeInside {
    switch (r % 4) {
      case 0: return systemc::make_split(rtl(r));
      case 1: return systemc::make_split(both(r), rtl_nic(r));
      case 2: return systemc::make_model;
    }
    return systemc::make_split_modules(
        [&, r](const char* name, const HardwareConfig& c) {
          return std::make_unique<systemc::RouterModule>(name, c, both(r));
        },
        rtl_nic(r));
  });
  sc_core::sc_start(31, SC_NS);
  rst_n = true;
  ASSERT_NO_FATAL_FAILURE(whole.run());
  ASSERT_NO_FATAL_FAILURE(split.run());
  EXPECT_EQ(whole.values, split.values);
  EXPECT_EQ(first_difference(whole.log.log, split.log.log), "");
  EXPECT_GT(whole.log.log.size(), 500u);
}

TEST(PieceModules, have_no_gate_for_resets_of_a_tile) {
  HardwareConfig config;
  config.fit(Topology::torus(3, 3));
  sc_core::sc_clock clk("clk", sc_time(10, SC_NS));
  sc_signal<bool> rst_n("rst_n", false), tile_rst_n("tile_rst_n", true);
  Scripted network("network", config, clk, rst_n, [&](Rank) {
    return systemc::make_split_modules([](const char* name, const HardwareConfig& c) {
      return std::make_unique<systemc::RouterModule>(name, c);
    });
  });
  network.network.node(4).node.tile_rst_ni(tile_rst_n);
  try {
    sc_core::sc_start(31, SC_NS);
    FAIL() << "no report";
  } catch (const sc_core::sc_report& report) {
    EXPECT_STREQ(report.get_msg_type(), systemc::hardware_report);
    EXPECT_STREQ(report.get_msg(),
                 "network.tile_4.node: tile_rst_ni: between a router and a NIC with pins of their own, "
                 "there is no gate for it");
  }
}

TEST(PieceModules, report_other_hardware) {
  use_test_cache();
  HardwareConfig config;
  config.fit(Topology::torus(3, 3));
  const systemc::RouterMakers both(NodeKind::lockstep, config);
  sc_core::sc_clock clk("clk", sc_time(10, SC_NS));
  sc_signal<bool> rst_n("rst_n", false);
  Scripted network("network", config, clk, rst_n, [&](Rank r) -> systemc::NodeMaker {
    if (r != 4) return systemc::make_model;
    return systemc::make_split([&](const HardwareConfig& other, const model::Place& place) {
      HardwareConfig wrong = other;
      wrong.vc_depth = 8;
      return both(4)(wrong, place);
    });
  });
  try {
    sc_core::sc_start(31, SC_NS);
    FAIL() << "no report";
  } catch (const sc_core::sc_report& report) {
    EXPECT_STREQ(report.get_msg_type(), systemc::hardware_report);
    EXPECT_STREQ(report.get_msg(), "router 4: has other hardware than its maker");
  }
}

}  // namespace
}  // namespace collnoc::test
