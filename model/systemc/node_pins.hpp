// The pins of a node, rtl/tile/node.sv, as the ports of a SystemC module. What drives them is up to who
// derives from it: NodeModule (node_module.hpp), a router and a NIC with pins of their own (split_node.hpp),
// or a module of yours in the place of a node in a network (network_module.hpp).
//
// Every pin has its RTL name. An RTL pin that consists of equal fields (one per link or channel) is an
// sc_vector of them. Data is in 64-bit words: word w of link or channel i is at [i * words() + w]. Who drives
// the outputs does so after rising edges only, and returns a credit for every flit that it takes.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <systemc>

#include "collnoc/arch/hardware_config.hpp"
#include "collnoc/model/systemc/hardware_check.hpp"

namespace collnoc::systemc {

/// Bits of a word address of the tile's memory: collnoc_pkg::ADDR_W.
inline constexpr int addr_w = 18;

class NodePins : public sc_core::sc_module {
 protected:
  template <class T>
  using Ins = sc_core::sc_vector<sc_core::sc_in<T>>;
  template <class T>
  using Outs = sc_core::sc_vector<sc_core::sc_out<T>>;
  template <int w>
  using Bits = sc_dt::sc_uint<w>;

  /// Reports an SC_ERROR of type hardware_report if `config` is not legal.
  NodePins(const sc_core::sc_module_name& name, const HardwareConfig& config);

 public:
  const HardwareConfig& config() const { return config_; }
  /// 64-bit words per flit.
  unsigned words() const { return config_.flit_bits / 64; }
  /// In a graph: the routing table after every reset, an entry per node of the network, as in the register
  /// ROUTE; without it, software writes the table. Must outlive the module; only before the simulation.
  void set_routes(const std::uint8_t* routes) { routes_ = routes; }

  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};
  // reset of the tile alone; need not be bound, then it is high
  sc_core::sc_port<sc_core::sc_signal_in_if<bool>, 1, sc_core::SC_ZERO_OR_MORE_BOUND> tile_rst_ni{
      "tile_rst_ni"};
  sc_core::sc_port<sc_core::sc_signal_inout_if<bool>, 1, sc_core::SC_ZERO_OR_MORE_BOUND> held_o{"held_o"};
  // place in the network (straps)
  sc_core::sc_in<Bits<20>> coord_i{"coord_i"}, extent_i{"extent_i"};
  sc_core::sc_in<Bits<4>> wrap_i{"wrap_i"};
  sc_core::sc_in<Bits<addr_w + 1>> mem_words_i{"mem_words_i"};
  sc_core::sc_in<Bits<32>> cycle_i{"cycle_i"};
  // links in
  Ins<bool> in_valid_i, in_head_i, in_tail_i;
  Ins<Bits<2>> in_vc_i;
  Ins<std::uint64_t> in_data_i;
  Outs<Bits<4>> in_credit_o;  ///< one bit per vc
  // links out
  Outs<bool> out_valid_o, out_head_o, out_tail_o;
  Outs<Bits<2>> out_vc_o;
  Outs<std::uint64_t> out_data_o;
  Ins<Bits<4>> out_credit_i;
  // register bus
  sc_core::sc_in<bool> reg_valid_i{"reg_valid_i"}, reg_write_i{"reg_write_i"};
  sc_core::sc_in<Bits<10>> reg_addr_i{"reg_addr_i"};
  sc_core::sc_in<Bits<32>> reg_wdata_i{"reg_wdata_i"};
  sc_core::sc_out<bool> reg_ready_o{"reg_ready_o"};
  sc_core::sc_out<Bits<32>> reg_rdata_o{"reg_rdata_o"};
  sc_core::sc_out<bool> event_o{"event_o"};
  // memory
  Outs<bool> rd_req_o;
  Outs<Bits<addr_w>> rd_addr_o;
  Ins<bool> rd_gnt_i;
  Ins<std::uint64_t> rd_data_i;
  Outs<bool> wr_req_o;
  Outs<Bits<addr_w>> wr_addr_o;
  Outs<std::uint64_t> wr_data_o;
  Outs<std::uint64_t> wr_strb_o;  ///< one bit per byte
  Ins<bool> wr_gnt_i;
  sc_core::sc_out<bool> quiescent_o{"quiescent_o"};

 protected:
  const std::uint8_t* routes() const { return routes_; }

 private:
  HardwareConfig config_;
  const std::uint8_t* routes_ = nullptr;
};

/// Makes a module with these pins, of this name. Never null.
using NodeModuleMaker =
    std::function<std::unique_ptr<NodePins>(const char* name, const HardwareConfig& config)>;

}  // namespace collnoc::systemc
