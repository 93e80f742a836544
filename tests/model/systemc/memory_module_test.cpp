// The memory of a tile with pins: what is requested in the cycle that the first edge of a reset ends is done,
// as in rtl/tile/tile_memory.sv, whose reset concerns only whose turn it is.
#include "collnoc/model/systemc/memory_module.hpp"

#include <gtest/gtest.h>

namespace collnoc::systemc {
namespace {

using sc_core::SC_NS;
using sc_core::sc_signal;

void step(double ns) { sc_core::sc_start(sc_core::sc_time(ns, SC_NS)); }

/// Rising edges at 5, 15, 25 ... ns.
struct Bench {
  Bench() : memory("memory", {}, 64) {
    memory.clk_i(clk);
    memory.rst_ni(rst_n);
    memory.rd_req_i[0](rd_req);
    memory.rd_addr_i[0](rd_addr);
    memory.rd_gnt_o[0](rd_gnt);
    memory.rd_data_o[0](rd_data);
    memory.wr_req_i[0](wr_req);
    memory.wr_addr_i[0](wr_addr);
    memory.wr_data_i[0](wr_data);
    memory.wr_strb_i[0](wr_strb);
    memory.wr_gnt_o[0](wr_gnt);
  }
  std::uint8_t at(unsigned byte) { return memory.memory().bytes()[byte]; }

  sc_core::sc_clock clk{"clk", 10, SC_NS, 0.5, 5, SC_NS};
  sc_signal<bool> rst_n{"rst_n", false}, rd_req{"rd_req"}, rd_gnt{"rd_gnt"}, wr_req{"wr_req"},
      wr_gnt{"wr_gnt"};
  sc_signal<sc_dt::sc_uint<addr_w>> rd_addr{"rd_addr"}, wr_addr{"wr_addr"};
  sc_signal<std::uint64_t> rd_data{"rd_data"}, wr_data{"wr_data"}, wr_strb{"wr_strb"};
  MemoryModule memory;
};

TEST(MemoryModule, PerformsWhatTheFirstEdgeOfAResetMeets) {
  Bench b;
  step(20);
  b.rst_n = true;
  step(40);
  b.wr_req = true;
  b.wr_addr = 3;
  b.wr_data = 0x1122334455667788;
  b.wr_strb = 0x0f;
  b.rst_n = false;
  step(2);
  EXPECT_TRUE(b.wr_gnt.read());
  EXPECT_EQ(b.at(24), 0);
  step(8);  // the edge
  EXPECT_EQ(b.at(24), 0x88);
  EXPECT_EQ(b.at(27), 0x55);
  EXPECT_EQ(b.at(28), 0);  // not strobed
  b.wr_req = false;
  b.wr_data = 0;
  step(30);
  b.rst_n = true;
  b.rd_req = true;
  b.rd_addr = 3;
  step(20);
  EXPECT_EQ(b.rd_data.read(), 0x55667788u);
}

}  // namespace
}  // namespace collnoc::systemc
