// A node with every pin connected to a signal of the test; rising edges at 5, 15, 25 ... ns.
#pragma once
#include <cstdint>
#include <systemc>

#include "collnoc/model/systemc/node_module.hpp"

namespace collnoc::systemc {

using sc_core::SC_NS;
using sc_core::sc_signal;
using sc_core::sc_start;
using sc_core::sc_vector;

inline void step(double ns) { sc_start(sc_core::sc_time(ns, SC_NS)); }

struct NodeBench {
  explicit NodeBench(const HardwareConfig& config = {})
      : node("node", config),
        in_valid("in_valid", config.links()),
        in_head("in_head", config.links()),
        in_tail("in_tail", config.links()),
        out_valid("out_valid", config.links()),
        out_head("out_head", config.links()),
        out_tail("out_tail", config.links()),
        in_vc("in_vc", config.links()),
        out_vc("out_vc", config.links()),
        in_credit("in_credit", config.links()),
        out_credit("out_credit", config.links()),
        in_data("in_data", config.links() * node.words()),
        out_data("out_data", config.links() * node.words()),
        rd_req("rd_req", config.reads()),
        rd_gnt("rd_gnt", config.reads()),
        wr_req("wr_req", config.channels()),
        wr_gnt("wr_gnt", config.channels()),
        rd_addr("rd_addr", config.reads()),
        wr_addr("wr_addr", config.channels()),
        rd_data("rd_data", config.reads() * node.words()),
        wr_data("wr_data", config.channels() * node.words()),
        wr_strb("wr_strb", config.channels()) {
    node.clk_i(clk);
    node.rst_ni(rst_n);
    node.coord_i(coord);
    node.extent_i(extent);
    node.wrap_i(wrap);
    node.mem_words_i(mem_words);
    node.cycle_i(cycle);
    node.in_valid_i(in_valid);
    node.in_head_i(in_head);
    node.in_tail_i(in_tail);
    node.in_vc_i(in_vc);
    node.in_data_i(in_data);
    node.in_credit_o(in_credit);
    node.out_valid_o(out_valid);
    node.out_head_o(out_head);
    node.out_tail_o(out_tail);
    node.out_vc_o(out_vc);
    node.out_data_o(out_data);
    node.out_credit_i(out_credit);
    node.reg_valid_i(reg_valid);
    node.reg_write_i(reg_write);
    node.reg_addr_i(reg_addr);
    node.reg_wdata_i(reg_wdata);
    node.reg_ready_o(reg_ready);
    node.reg_rdata_o(reg_rdata);
    node.event_o(event);
    node.rd_req_o(rd_req);
    node.rd_addr_o(rd_addr);
    node.rd_gnt_i(rd_gnt);
    node.rd_data_i(rd_data);
    node.wr_req_o(wr_req);
    node.wr_addr_o(wr_addr);
    node.wr_data_o(wr_data);
    node.wr_strb_o(wr_strb);
    node.wr_gnt_i(wr_gnt);
    node.quiescent_o(quiescent);
    coord = 0x0101;
    extent = 0x0303;
    mem_words = 1024;
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
  sc_signal<sc_dt::sc_uint<20>> coord{"coord"}, extent{"extent"};
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

}  // namespace collnoc::systemc
