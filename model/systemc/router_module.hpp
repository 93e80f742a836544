// A router with pins: rtl/router/router.sv as a SystemC module. Behind the pins is the plain model, or what
// a RouterMaker makes: verilated RTL, RTL and model in lockstep (sim/systemc/piece_makers.hpp), or yours.
//
// Every pin has its RTL name; one that consists of equal fields is a vector of them (node_module.hpp). Ports:
// the links, then the injection channels (in) or the ejection channels (out). Promises: every output is
// registered. Reset is synchronous; straps are sampled at each edge with rst_ni low. Before the first such
// edge, nothing is driven.
#pragma once
#include <memory>
#include <systemc>

#include "collnoc/model/router/clocked_router.hpp"
#include "collnoc/model/systemc/flit_pins.hpp"

namespace collnoc::systemc {

class RouterModule : public sc_core::sc_module {
  template <int w>
  using Bits = sc_dt::sc_uint<w>;

 public:
  /// Reports an SC_ERROR of type hardware_report if `config` is not legal.
  RouterModule(const sc_core::sc_module_name& name, const HardwareConfig& config,
               model::RouterMaker make = model::make_model_router);

  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};
  // place in the network (straps)
  sc_core::sc_in<Bits<20>> coord_i{"coord_i"}, extent_i{"extent_i"};
  sc_core::sc_in<Bits<4>> wrap_i{"wrap_i"};
  FlitIns in;                                                ///< [port]
  sc_core::sc_vector<sc_core::sc_out<Bits<4>>> in_credit_o;  ///< [input port] one bit per vc
  FlitOuts out;                                              ///< [port]
  sc_core::sc_vector<sc_core::sc_in<Bits<4>>> out_credit_i;  ///< [output link] one bit per vc
  sc_core::sc_vector<sc_core::sc_in<bool>> eject_credit_i;   ///< [ejection channel]
  // read of an event count
  sc_core::sc_in<bool> count_read_i{"count_read_i"};
  sc_core::sc_in<Bits<6>> count_number_i{"count_number_i"};  ///< {output, event}
  sc_core::sc_out<Bits<32>> count_o{"count_o"};
  sc_core::sc_out<bool> quiescent_o{"quiescent_o"};

 private:
  void rising_edge();
  void reset();
  void drive();

  HardwareConfig config_;
  model::RouterMaker make_;
  std::unique_ptr<model::ClockedRouter> router_;
  model::Place place_;       // of router_
  bool in_reset_ = false;    // since the last edge
  std::uint32_t edges_ = 0;  // since the reset
  model::RouterIn in_;
  model::RouterOut out_;
};

}  // namespace collnoc::systemc
