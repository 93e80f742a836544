#include "collnoc/model/systemc/nic_module.hpp"

#include <utility>

namespace collnoc::systemc {

NicModule::NicModule(const sc_core::sc_module_name& name, const HardwareConfig& config, model::NicMaker make)
    : sc_module(name),
      inj("inj", config.channels(), config.flit_bits / 64),
      inj_credit_i("inj_credit_i", config.channels()),
      ej("ej", config.channels(), config.flit_bits / 64),
      ej_credit_o("ej_credit_o", config.channels()),
      rd_req_o("rd_req_o", config.reads()),
      rd_addr_o("rd_addr_o", config.reads()),
      rd_gnt_i("rd_gnt_i", config.reads()),
      rd_data_i("rd_data_i", config.reads() * config.flit_bits / 64),
      wr_req_o("wr_req_o", config.channels()),
      wr_addr_o("wr_addr_o", config.channels()),
      wr_data_o("wr_data_o", config.channels() * config.flit_bits / 64),
      wr_strb_o("wr_strb_o", config.channels()),
      wr_gnt_i("wr_gnt_i", config.channels()),
      config_(config),
      words_(config.flit_bits / 64),
      make_(std::move(make)),
      rd_words_(config.reads() * words_) {
  require_legal(this->name(), config);
  if (config.routes != 0) refuse_hardware(this->name(), "ROUTES: a NIC alone has no routing table");
  in_.rd_data = rd_words_.data();
  SC_HAS_PROCESS(NicModule);
  SC_METHOD(rising_edge);
  sensitive << clk_i.pos();
  dont_initialize();
  SC_METHOD(settle);
  sensitive << stepped_ << reg_valid_i << reg_write_i << reg_addr_i << count_i;
  for (unsigned r = 0; r < rd_gnt_i.size(); ++r) sensitive << rd_gnt_i[r];
  for (unsigned c = 0; c < wr_gnt_i.size(); ++c) sensitive << wr_gnt_i[c];
  for (unsigned w = 0; w < rd_data_i.size(); ++w) sensitive << rd_data_i[w];
  dont_initialize();
}

void NicModule::rising_edge() {
  if (!rst_ni.read()) {
    reset();
    return;
  }
  in_reset_ = false;
  if (!nic_) return;
  read_pins();
  in_.ej_valid = ej.read(in_.ej.data());
  bool credits = false;
  for (unsigned c = 0; c < inj_credit_i.size(); ++c) {
    in_.inj_credit[c] = static_cast<std::uint8_t>(inj_credit_i[c].read().to_uint());
    credits |= in_.inj_credit[c] != 0;
  }
  in_.halt = halt_i.size() != 0 && halt_i->read();
  in_.discarded = discarded_i.size() != 0 ? discarded_i->read().to_uint() : 0;
  if (out_.quiescent && !in_.access.valid && in_.ej_valid == 0 && !credits) return;
  nic_->edge(in_);
  stepped_.notify(sc_core::SC_ZERO_TIME);
}

void NicModule::reset() {
  const model::Place place =
      model::Place::at_straps(config_, coord_i.read().to_uint(), extent_i.read().to_uint(),
                              wrap_i.read().to_uint(), mem_words_i.read().to_uint());
  if (std::exchange(in_reset_, true) && place == place_) return;
  nic_ = make_(config_, place_ = place);
  nic_->reset();
  stepped_.notify(sc_core::SC_ZERO_TIME);
}

void NicModule::settle() {
  if (!nic_) return;
  read_pins();
  nic_->settle(in_, out_);
  drive();
}

/// Those on which outputs of the same cycle depend.
void NicModule::read_pins() {
  in_.cycle = cycle_i.read().to_uint();
  in_.access = {.valid = reg_valid_i.read(),
                .write = reg_write_i.read(),
                .addr = static_cast<std::uint16_t>(reg_addr_i.read().to_uint()),
                .wdata = reg_wdata_i.read().to_uint()};
  in_.rd_gnt = in_.wr_gnt = 0;
  for (unsigned r = 0; r < rd_gnt_i.size(); ++r) in_.rd_gnt |= std::uint32_t{rd_gnt_i[r].read()} << r;
  for (unsigned c = 0; c < wr_gnt_i.size(); ++c) in_.wr_gnt |= std::uint32_t{wr_gnt_i[c].read()} << c;
  for (unsigned w = 0; w < rd_words_.size(); ++w) rd_words_[w] = rd_data_i[w].read();
  in_.count = count_i.read().to_uint();
}

void NicModule::drive() {
  reg_ready_o.write(out_.reg_ready);
  reg_rdata_o.write(out_.reg_rdata);
  event_o.write(out_.event);
  inj.write(out_.inj_valid, out_.inj.data());
  for (unsigned r = 0; r < rd_req_o.size(); ++r) {
    const bool requests = (out_.rd_req >> r & 1) != 0;
    rd_req_o[r].write(requests);
    if (requests) rd_addr_o[r].write(out_.rd_addr[r]);
  }
  for (unsigned c = 0; c < wr_req_o.size(); ++c) {
    ej_credit_o[c].write((out_.ej_credit >> c & 1) != 0);
    const bool requests = (out_.wr_req >> c & 1) != 0;
    wr_req_o[c].write(requests);
    if (!requests) continue;
    wr_addr_o[c].write(out_.wr_addr[c]);
    wr_strb_o[c].write(out_.wr_strb[c]);
    for (unsigned w = 0; w < words_; ++w) wr_data_o[c * words_ + w].write(out_.wr_data[c][w]);
  }
  drained_o.write(out_.drained);
  count_read_o.write(out_.count_read);
  count_number_o.write(out_.count_number);
  quiescent_o.write(out_.quiescent);
}

}  // namespace collnoc::systemc
