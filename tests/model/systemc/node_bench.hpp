// A node with every pin connected to a signal of the test; rising edges at 5, 15, 25 ... ns.
#pragma once
#include <cstdint>
#include <systemc>

#include "collnoc/model/systemc/wired_node.hpp"

namespace collnoc::systemc {

using sc_core::SC_NS;
using sc_core::sc_signal;
using sc_core::sc_start;
using sc_core::sc_vector;

inline void step(double ns) { sc_start(sc_core::sc_time(ns, SC_NS)); }

struct NodeBench : WiredNode {
  explicit NodeBench(const HardwareConfig& config = {})
      : WiredNode("bench", config, {.coord = 0x0101, .extent = 0x0303, .mem_words = 1024}, make_model),
        in_valid("in_valid", config.links()),
        in_head("in_head", config.links()),
        in_tail("in_tail", config.links()),
        in_vc("in_vc", config.links()),
        out_credit("out_credit", config.links()),
        in_data("in_data", config.links() * node.words()) {
    clk_i(clk);
    rst_ni(rst_n);
    cycle_i(cycle);
    node.in_valid_i(in_valid);
    node.in_head_i(in_head);
    node.in_tail_i(in_tail);
    node.in_vc_i(in_vc);
    node.in_data_i(in_data);
    node.out_credit_i(out_credit);
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
  sc_signal<bool> rst_n{"rst_n"};
  sc_signal<sc_dt::sc_uint<32>> cycle{"cycle"};
  sc_vector<sc_signal<bool>> in_valid, in_head, in_tail;
  sc_vector<sc_signal<sc_dt::sc_uint<2>>> in_vc;
  sc_vector<sc_signal<sc_dt::sc_uint<4>>> out_credit;
  sc_vector<sc_signal<std::uint64_t>> in_data;
};

}  // namespace collnoc::systemc
