// The node at its pins: registered outputs, synchronous reset, straps; and a tile of them that copies to itself.
#include <gtest/gtest.h>

#include <cstring>

#include "model/systemc/network_module.hpp"

namespace collnoc::systemc {
namespace {

using sc_core::SC_NS;
using sc_core::sc_signal;
using sc_core::sc_start;
using sc_core::sc_vector;

void step(double ns) { sc_start(sc_core::sc_time(ns, SC_NS)); }

// A node whose every pin is a signal of the test; rising edges at 5, 15, 25 ... ns.
struct Bench {
  explicit Bench(const HardwareConfig& config = {})
      : node("node", config),
        in_valid("in_valid", config.links()), in_head("in_head", config.links()), in_tail("in_tail", config.links()),
        out_valid("out_valid", config.links()), out_head("out_head", config.links()), out_tail("out_tail", config.links()),
        in_vc("in_vc", config.links()), out_vc("out_vc", config.links()),
        in_credit("in_credit", config.links()), out_credit("out_credit", config.links()),
        in_data("in_data", config.links() * node.words()), out_data("out_data", config.links() * node.words()),
        rd_req("rd_req", config.channels()), rd_gnt("rd_gnt", config.channels()), wr_req("wr_req", config.channels()),
        wr_gnt("wr_gnt", config.channels()), rd_addr("rd_addr", config.channels()), wr_addr("wr_addr", config.channels()),
        rd_data("rd_data", config.channels() * node.words()), wr_data("wr_data", config.channels() * node.words()),
        wr_strb("wr_strb", config.channels()) {
    node.clk_i(clk); node.rst_ni(rst_n);
    node.coord_i(coord); node.extent_i(extent); node.wrap_i(wrap); node.mem_words_i(mem_words); node.cycle_i(cycle);
    node.in_valid_i(in_valid); node.in_head_i(in_head); node.in_tail_i(in_tail); node.in_vc_i(in_vc);
    node.in_data_i(in_data); node.in_credit_o(in_credit);
    node.out_valid_o(out_valid); node.out_head_o(out_head); node.out_tail_o(out_tail); node.out_vc_o(out_vc);
    node.out_data_o(out_data); node.out_credit_i(out_credit);
    node.reg_valid_i(reg_valid); node.reg_write_i(reg_write); node.reg_addr_i(reg_addr); node.reg_wdata_i(reg_wdata);
    node.reg_ready_o(reg_ready); node.reg_rdata_o(reg_rdata); node.event_o(event);
    node.rd_req_o(rd_req); node.rd_addr_o(rd_addr); node.rd_gnt_i(rd_gnt); node.rd_data_i(rd_data);
    node.wr_req_o(wr_req); node.wr_addr_o(wr_addr); node.wr_data_o(wr_data); node.wr_strb_o(wr_strb);
    node.wr_gnt_i(wr_gnt); node.quiescent_o(quiescent);
    coord = 0x0101; extent = 0x0303; mem_words = 1024;
  }
  void reset() {
    rst_n = false;
    step(10);
    rst_n = true;
  }
  std::uint32_t read(unsigned addr) {
    reg_valid = true;
    reg_write = false;
    reg_addr = addr;
    step(10);
    reg_valid = false;
    return reg_rdata.read().to_uint();
  }
  void write(unsigned addr, std::uint32_t data) {
    reg_valid = true;
    reg_write = true;
    reg_addr = addr;
    reg_wdata = data;
    step(10);
    reg_valid = false;
  }
  // A signal (head and tail in one) for this node, with counter `counter`.
  void drive_signal(unsigned link, unsigned counter) {
    model::Head head;
    head.dst = static_cast<std::uint16_t>(coord.read().to_uint());
    head.counter = static_cast<std::uint8_t>(counter);
    in_valid[link] = true;
    in_head[link] = true;
    in_tail[link] = true;
    in_data[link] = head.word();
  }

  sc_core::sc_clock clk{"clk", 10, SC_NS, 0.5, 5, SC_NS};  // rising edges at 5, 15, 25 ...
  NodeModule node;
  sc_signal<bool> rst_n{"rst_n"}, reg_valid{"reg_valid"}, reg_write{"reg_write"}, reg_ready{"reg_ready"};
  sc_signal<bool> event{"event"}, quiescent{"quiescent"};
  sc_signal<sc_dt::sc_uint<16>> coord{"coord"}, extent{"extent"};
  sc_signal<sc_dt::sc_uint<4>> wrap{"wrap"};
  sc_signal<sc_dt::sc_uint<19>> mem_words{"mem_words"};
  sc_signal<sc_dt::sc_uint<32>> cycle{"cycle"}, reg_wdata{"reg_wdata"}, reg_rdata{"reg_rdata"};
  sc_signal<sc_dt::sc_uint<10>> reg_addr{"reg_addr"};
  sc_vector<sc_signal<bool>> in_valid, in_head, in_tail, out_valid, out_head, out_tail;
  sc_vector<sc_signal<sc_dt::sc_uint<2>>> in_vc, out_vc;
  sc_vector<sc_signal<sc_dt::sc_uint<4>>> in_credit, out_credit;
  sc_vector<sc_signal<std::uint64_t>> in_data, out_data;
  sc_vector<sc_signal<bool>> rd_req, rd_gnt, wr_req, wr_gnt;
  sc_vector<sc_signal<sc_dt::sc_uint<18>>> rd_addr, wr_addr;
  sc_vector<sc_signal<std::uint64_t>> rd_data, wr_data, wr_strb;
};

TEST(NodeModule, DrivesNothingBeforeItsFirstReset) {
  Bench b;
  b.rst_n = true;
  b.drive_signal(0, 1);
  step(50);
  EXPECT_FALSE(b.reg_ready.read());
  EXPECT_EQ(b.in_credit[0].read(), 0u);
}

TEST(NodeModule, TakesItsStrapsAtReset) {
  Bench b;
  b.reset();
  EXPECT_EQ(b.read(0x020), 0x0101u);
  EXPECT_EQ(b.read(0x024), 0x0303u);
  EXPECT_EQ(b.read(0x02c), 1024u);
  EXPECT_EQ(b.read(0x028), 64u << 16 | 2u << 12 | 1u << 8 | 2u << 4);
  b.coord = 0x0202;
  b.wrap = 3;
  b.reset();
  EXPECT_EQ(b.read(0x020), 0x0202u);
  EXPECT_EQ(b.read(0x028) & 15, 3u);
}

TEST(NodeModule, ChangesOutputsAfterRisingEdgesOnly) {
  Bench b;
  b.reset();  // now at 10 ns, the next rising edge is at 15
  b.drive_signal(1, 7);
  step(4);
  EXPECT_TRUE(b.quiescent.read());
  EXPECT_EQ(b.in_credit[1].read(), 0u);
  step(2);  // 16 ns: the flit is in the buffer
  b.in_valid[1] = false;
  EXPECT_FALSE(b.quiescent.read());
  const unsigned credit = b.in_credit[1].read().to_uint();
  step(8);  // no further rising edge until 25
  EXPECT_EQ(b.in_credit[1].read().to_uint(), credit);
}

TEST(NodeModule, CountsAnArrivalAndRaisesItsEvent) {
  Bench b;
  b.reset();
  b.drive_signal(2, 9);
  step(10);
  b.in_valid[2] = false;
  unsigned credits = 0, events = 0;
  for (int k = 0; k < 10; ++k) {
    credits += b.in_credit[2].read() != 0;
    events += b.event.read();
    step(10);
  }
  EXPECT_EQ(credits, 1u);
  EXPECT_EQ(events, 1u);
  EXPECT_EQ(b.read(0x100 + 4 * 9), 1u);
  EXPECT_TRUE(b.quiescent.read());
}

TEST(NodeModule, ResetIsSynchronousAndForgets) {
  Bench b;
  b.reset();
  b.write(0x000, 0x40);
  EXPECT_EQ(b.read(0x000), 0x40u);
  b.rst_n = false;  // and back before an edge
  step(3);
  b.rst_n = true;
  step(7);
  EXPECT_EQ(b.read(0x000), 0x40u);
  b.reset();
  EXPECT_EQ(b.read(0x000), 0u);
}

TEST(NodeModule, SendsASignalOverTheLinkOfItsRoute) {
  Bench b;
  b.reset();
  b.write(0x00c, 1u << 16 | 5);  // a signal for counter 5
  b.write(0x010, 0x0103);        // to x = 3, y = 1: link 0
  bool seen = false;
  for (int k = 0; k < 10 && !seen; ++k) {
    step(10);
    seen = b.out_valid[0].read();
  }
  ASSERT_TRUE(seen);
  EXPECT_TRUE(b.out_head[0].read() && b.out_tail[0].read());
  const model::Head head = model::Head::from_word(b.out_data[0].read());
  EXPECT_EQ(head.dst, 0x0103);
  EXPECT_EQ(head.src, 0x0101);
  EXPECT_EQ(head.counter, 5);
}

TEST(NetworkModule, RefusesATopologyOfOtherDimensions) {
  HardwareConfig config;
  config.dims = 3;
  EXPECT_THROW(NetworkModule("network", Topology::mesh(2, 2), config), std::invalid_argument);
}

TEST(NetworkModule, StartsAgainAfterAReset) {
  sc_core::sc_clock clk("clk", 10, SC_NS);
  sc_signal<bool> rst_n("rst_n", false);
  HardwareConfig config;
  config.all_port = true;
  NetworkModule network("network", Topology::mesh(2, 2), config, 64);
  network.clk_i(clk);
  network.rst_ni(rst_n);
  std::vector<std::uint32_t> launched, counted;
  sc_core::sc_spawn([&] {
    for (int round = 0; round < 2; ++round) {
      TileBus& bus = network.bus(0);
      bus.wait_until(0);
      std::memcpy(bus.memory().data(), "reset me", 8);
      const std::uint32_t put[5] = {0, 8, 8, 3, 0x0101};
      for (unsigned k = 0; k < 5; ++k) bus.access({true, true, static_cast<std::uint16_t>(4 * k), put[k]});
      launched.push_back(static_cast<std::uint32_t>(bus.cycle()));
      network.bus(3).wait_event();
      counted.push_back(network.bus(3).access({true, false, 0x100 + 4 * 3, 0}));
      sc_core::wait(rst_n.posedge_event());
    }
  });
  for (int round = 0; round < 2; ++round) {
    rst_n = false;
    step(25);
    rst_n = true;
    step(505);
  }
  EXPECT_EQ(counted, (std::vector<std::uint32_t>{1, 1}));
  ASSERT_EQ(launched.size(), 2u);
  EXPECT_EQ(launched[0], launched[1]);
  EXPECT_EQ(std::memcmp(network.bus(3).memory().data() + 8, "reset me", 8), 0);
}

}  // namespace
}  // namespace collnoc::systemc
