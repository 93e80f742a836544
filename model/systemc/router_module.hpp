// A router with pins: rtl/router/router.sv as a SystemC module. Behind the pins (router_pins.hpp) is the
// plain model, or what a RouterMaker makes: verilated RTL, RTL and model in lockstep
// (sim/systemc/piece_makers.hpp), or yours.
//
// Promises: every output is registered. Reset is synchronous; straps are sampled at each edge with rst_ni
// low. Before the first such edge, nothing is driven.
#pragma once
#include <memory>
#include <systemc>

#include "collnoc/model/router/clocked_router.hpp"
#include "collnoc/model/systemc/router_pins.hpp"

namespace collnoc::systemc {

class RouterModule : public RouterPins {
 public:
  /// Reports an SC_ERROR of type hardware_report if `config` is not legal.
  RouterModule(const sc_core::sc_module_name& name, const HardwareConfig& config,
               model::RouterMaker make = model::make_model_router);

 private:
  void rising_edge();
  void reset();
  void drive();

  model::RouterMaker make_;
  std::unique_ptr<model::ClockedRouter> router_;
  model::Place place_;       // of router_
  bool in_reset_ = false;    // since the last edge
  std::uint32_t edges_ = 0;  // since the reset
  model::RouterIn in_;
  model::RouterOut out_;
};

}  // namespace collnoc::systemc
