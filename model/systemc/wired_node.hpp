// A node whose pins are connected to signals of its own, but for the inputs of its links, which a network
// binds to the signals of the neighbours (node_network.hpp), and the reset of the tile alone, which need not
// be bound. What drives and reads the other signals is up to who derives from it: memory and bus
// (tile_module.hpp), or hosts of a fabric (sim/systemc/pin_board.cpp).
#pragma once
#include <memory>
#include <systemc>

#include "collnoc/model/common/place.hpp"
#include "collnoc/model/systemc/node_module.hpp"

namespace collnoc::systemc {

class WiredNode : public sc_core::sc_module {
  template <class T>
  using Signals = sc_core::sc_vector<sc_core::sc_signal<T>>;
  template <int w>
  using Bits = sc_dt::sc_uint<w>;

 public:
  WiredNode(const sc_core::sc_module_name& name, const HardwareConfig& config, const model::Place& place,
            const NodeInside& inside);

  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};
  sc_core::sc_in<Bits<32>> cycle_i{"cycle_i"};

 private:
  std::unique_ptr<NodePins> made_;

 public:
  NodePins& node;

  // Outputs of the links.
  Signals<bool> out_valid, out_head, out_tail;
  Signals<Bits<2>> out_vc;
  Signals<std::uint64_t> out_data;
  Signals<Bits<4>> in_credit;
  // Register bus.
  sc_core::sc_signal<bool> reg_valid, reg_write, reg_ready, event;
  sc_core::sc_signal<Bits<10>> reg_addr;
  sc_core::sc_signal<Bits<32>> reg_wdata, reg_rdata;
  // Memory.
  Signals<bool> rd_req, rd_gnt, wr_req, wr_gnt;
  Signals<Bits<addr_w>> rd_addr, wr_addr;
  Signals<std::uint64_t> rd_data, wr_data, wr_strb;
  sc_core::sc_signal<bool> quiescent;
  // Straps.
  sc_core::sc_signal<Bits<20>> coord, extent;
  sc_core::sc_signal<Bits<4>> wrap;
  sc_core::sc_signal<Bits<addr_w + 1>> mem_words;
};

}  // namespace collnoc::systemc
