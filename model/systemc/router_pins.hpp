// The pins of a router, rtl/router/router.sv, as the ports of a SystemC module. What drives them is up to who
// derives from it: RouterModule (router_module.hpp), or a router of yours beside a NIC (split_node.hpp).
//
// Every pin has its RTL name; one that consists of equal fields is a vector of them (flit_pins.hpp). Ports:
// the links, then the injection channels (in) or the ejection channels (out). Who drives the outputs does so
// after rising edges only. Of each output port and virtual channel, there are as many credits at the
// beginning as the other side has buffers: VC_DEPTH of a link, model::eject_depth of an ejection channel for
// all virtual channels together. It takes as many flits itself without giving a credit: VC_DEPTH from a link,
// max(VC_DEPTH, 4) from an injection channel, of each virtual channel.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <systemc>

#include "collnoc/arch/hardware_config.hpp"
#include "collnoc/model/systemc/flit_pins.hpp"

namespace collnoc::systemc {

class RouterPins : public sc_core::sc_module {
 protected:
  template <int w>
  using Bits = sc_dt::sc_uint<w>;

  /// Reports an SC_ERROR of type hardware_report if `config` is not legal, or a graph's.
  RouterPins(const sc_core::sc_module_name& name, const HardwareConfig& config);

 public:
  const HardwareConfig& config() const { return config_; }

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
  HardwareConfig config_;
};

/// Makes a module with these pins, of this name. Never null.
using RouterModuleMaker =
    std::function<std::unique_ptr<RouterPins>(const char* name, const HardwareConfig& config)>;

}  // namespace collnoc::systemc
