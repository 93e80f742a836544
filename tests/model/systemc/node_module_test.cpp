// The pins of the node: registered outputs, synchronous reset, straps; and a network that is reset twice.
#include <gtest/gtest.h>

#include <cstring>

#include "collnoc/model/systemc/network_module.hpp"
#include "tests/model/systemc/node_bench.hpp"

namespace collnoc::systemc {
namespace {

TEST(NodeModule, DrivesNothingBeforeItsFirstReset) {
  NodeBench b;
  b.rst_n = true;
  b.drive_signal(0, 1);
  step(50);
  EXPECT_FALSE(b.reg_ready.read());
  EXPECT_EQ(b.in_credit[0].read(), 0u);
}

TEST(NodeModule, TakesItsStrapsAtReset) {
  NodeBench b;
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
  NodeBench b;
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
  NodeBench b;
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
  EXPECT_FALSE(b.quiescent.read());  // a copy of the read data is still stored
  step(10);
  EXPECT_TRUE(b.quiescent.read());
  EXPECT_EQ(b.reg_rdata.read(), 1u);
}

TEST(NodeModule, ResetIsSynchronousAndClearsTheState) {
  NodeBench b;
  b.reset();
  b.write(0x000, 0x40);
  EXPECT_EQ(b.read(0x000), 0x40u);
  b.rst_n = false;  // and high again before an edge
  step(3);
  b.rst_n = true;
  step(7);
  EXPECT_EQ(b.read(0x000), 0x40u);
  b.reset();
  EXPECT_EQ(b.read(0x000), 0u);
}

TEST(NodeModule, DiscardsArrivalsWhileItsTileIsInReset) {
  NodeBench b;
  sc_signal<bool> tile_rst_n("tile_rst_n", true), held("held");
  b.node.tile_rst_ni(tile_rst_n);
  b.node.held_o(held);
  b.reset();
  b.write(0x000, 0x40);
  tile_rst_n = false;
  step(10);
  EXPECT_TRUE(held.read());
  b.drive_signal(2, 9);
  step(10);
  b.in_valid[2] = false;
  step(80);
  EXPECT_FALSE(b.quiescent.read());
  tile_rst_n = true;
  step(10);
  EXPECT_FALSE(held.read());
  EXPECT_EQ(b.read(0x038), 0x80000001u);
  EXPECT_EQ(b.read(0x000), 0u);
  b.drive_signal(2, 9);
  step(10);
  b.in_valid[2] = false;
  step(80);
  EXPECT_EQ(b.read(0x100 + 4 * 9), 1u);
}

TEST(NodeModule, SendsASignalOverTheLinkOfItsRoute) {
  NodeBench b;
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

/// The text of the report that elaboration ends with.
std::string refused(const Topology& topology, const HardwareConfig& config, std::uint32_t mem_words = 64) {
  try {
    NetworkModule network("network", topology, config, mem_words);
    sc_start(sc_core::SC_ZERO_TIME);
  } catch (const sc_core::sc_report& report) {
    return std::string(report.get_msg_type()) + " " + report.get_msg();
  }
  return "nothing was refused";
}

TEST(NetworkModule, RefusesATopologyOfOtherDimensions) {
  HardwareConfig config;
  config.dims = 3;
  EXPECT_EQ(refused(Topology::mesh(2, 2), config),
            "/collnoc/hardware network: dims: must be those of the topology");
}
TEST(NetworkModule, RefusesHardwareThatCanDeadlock) {
  HardwareConfig config;
  config.vcs = 1;
  EXPECT_EQ(
      refused(Topology::torus(4, 4), config),
      "/collnoc/hardware network: vcs: a ring of more than 2 nodes needs 2 for each route order; at least 2");
}
TEST(NetworkModule, RefusesATooLargeMemory) {
  EXPECT_EQ(refused(Topology::mesh(2, 2), {}, 262'145),
            "/collnoc/hardware network: mem_words: must be at most 262144");
}
TEST(NetworkModule, NamesAnUnboundPort) {
  EXPECT_EQ(refused(Topology::mesh(2, 2), {}),
            "complete binding failed port not bound: port 'network.rst_ni' (sc_in)");
}
TEST(NodeModule, RefusesIllegalHardware) {
  HardwareConfig config;
  config.vcs = 5;
  try {
    const NodeModule node("node", config);
    FAIL() << "not refused";
  } catch (const sc_core::sc_report& report) {
    EXPECT_STREQ(report.get_msg(), "node: vcs: must be 1 to 4");
  }
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
