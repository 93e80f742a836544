#include "collnoc/model/systemc/router_module.hpp"

#include <utility>

namespace collnoc::systemc {

RouterModule::RouterModule(const sc_core::sc_module_name& name, const HardwareConfig& config,
                           model::RouterMaker make)
    : RouterPins(name, config), make_(std::move(make)) {
  SC_HAS_PROCESS(RouterModule);
  SC_METHOD(rising_edge);
  sensitive << clk_i.pos();
  dont_initialize();
}

void RouterModule::rising_edge() {
  if (!rst_ni.read()) {
    reset();
    return;
  }
  in_reset_ = false;
  if (!router_) return;
  in_.cycle = edges_++;
  in_.valid = in.read(in_.flit.data());
  bool credits = false;
  for (unsigned l = 0; l < out_credit_i.size(); ++l) {
    in_.link_credit[l] = static_cast<std::uint8_t>(out_credit_i[l].read().to_uint());
    credits |= in_.link_credit[l] != 0;
  }
  in_.eject_credit = 0;
  for (unsigned c = 0; c < eject_credit_i.size(); ++c)
    in_.eject_credit |= std::uint32_t{eject_credit_i[c].read()} << c;
  in_.count_read = count_read_i.read();
  in_.count_number = static_cast<std::uint8_t>(count_number_i.read().to_uint());
  if (out_.quiescent && in_.valid == 0 && !credits && in_.eject_credit == 0 && !in_.count_read) return;
  router_->tick(in_, out_);
  drive();
}

void RouterModule::reset() {
  const model::Place place = model::Place::at_straps(config(), coord_i.read().to_uint(),
                                                     extent_i.read().to_uint(), wrap_i.read().to_uint(), 0);
  if (std::exchange(in_reset_, true) && place == place_) return;
  router_ = make_(config(), place_ = place);
  edges_ = 0;
  out_ = {};
  router_->reset(out_);
  drive();
}

void RouterModule::drive() {
  out.write(out_.valid, out_.flit.data());
  for (unsigned p = 0; p < in_credit_o.size(); ++p) in_credit_o[p].write(out_.credit[p]);
  count_o.write(out_.count);
  quiescent_o.write(out_.quiescent);
}

}  // namespace collnoc::systemc
