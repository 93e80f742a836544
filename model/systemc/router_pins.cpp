#include "collnoc/model/systemc/router_pins.hpp"

#include "collnoc/model/systemc/hardware_check.hpp"

namespace collnoc::systemc {

RouterPins::RouterPins(const sc_core::sc_module_name& name, const HardwareConfig& config)
    : sc_module(name),
      in("in", config.links() + config.channels(), config.flit_bits / 64),
      in_credit_o("in_credit_o", config.links() + config.channels()),
      out("out", config.links() + config.channels(), config.flit_bits / 64),
      out_credit_i("out_credit_i", config.links()),
      eject_credit_i("eject_credit_i", config.channels()),
      config_(config) {
  require_legal(this->name(), config);
  if (config.routes != 0) refuse_hardware(this->name(), "ROUTES: a router alone has no routing table");
}

}  // namespace collnoc::systemc
