#include "collnoc/model/systemc/memory_module.hpp"

namespace collnoc::systemc {

MemoryModule::MemoryModule(const sc_core::sc_module_name& name, const HardwareConfig& config,
                           std::uint32_t words, bool with_host)
    : sc_module(name),
      rd_req_i("rd_req_i", config.reads()),
      rd_addr_i("rd_addr_i", config.reads()),
      rd_gnt_o("rd_gnt_o", config.reads()),
      rd_data_o("rd_data_o", config.reads() * config.flit_bits / 64),
      wr_req_i("wr_req_i", config.channels()),
      wr_addr_i("wr_addr_i", config.channels()),
      wr_data_i("wr_data_i", config.channels() * config.flit_bits / 64),
      wr_strb_i("wr_strb_i", config.channels()),
      wr_gnt_o("wr_gnt_o", config.channels()),
      channels_(config.channels()),
      flit_words_(config.flit_bits / 64),
      memory_(config, words),
      words_(channels_ * flit_words_) {
  SC_HAS_PROCESS(MemoryModule);
  SC_METHOD(grant);
  sensitive << turned_;
  for (unsigned r = 0; r < rd_req_i.size(); ++r) sensitive << rd_req_i[r] << rd_addr_i[r];
  for (unsigned c = 0; c < channels_; ++c) sensitive << wr_req_i[c] << wr_addr_i[c];
  if (with_host) {
    host.emplace();
    sensitive << host->host_valid_i << host->host_write_i << host->host_addr_i;
  }
  SC_METHOD(rising_edge);
  sensitive << clk_i.pos();
  dont_initialize();
  for (unsigned c = 0; c < channels_; ++c) requests_.wr_data[c] = &words_[c * flit_words_];
}

const sc_core::sc_event& MemoryModule::written_event() {
  watched_ = true;
  memory_.watch(&written_);
  return wrote_;
}

void MemoryModule::take_requests() {
  requests_.rd_req = requests_.wr_req = 0;
  for (unsigned r = 0; r < rd_req_i.size(); ++r) {
    if (rd_req_i[r].read()) {
      requests_.rd_req |= 1u << r;
      requests_.rd_addr[r] = rd_addr_i[r].read().to_uint();
    }
  }
  for (unsigned c = 0; c < channels_; ++c) {
    if (wr_req_i[c].read()) {
      requests_.wr_req |= 1u << c;
      requests_.wr_addr[c] = wr_addr_i[c].read().to_uint();
    }
  }
}

void MemoryModule::take_host() {
  host_asks_ = host && host->host_valid_i.read();
  if (!host_asks_) {
    memory_.no_host();
    return;
  }
  memory_.host(host->host_write_i.read(), host->host_addr_i.read().to_uint(), host->host_wdata_i.read(),
               static_cast<std::uint8_t>(host->host_strb_i.read().to_uint()));
}

void MemoryModule::grant() {
  take_requests();
  take_host();
  std::uint32_t rd_gnt = 0, wr_gnt = 0;
  memory_.grants(requests_, rd_gnt, wr_gnt);
  for (unsigned r = 0; r < rd_gnt_o.size(); ++r) rd_gnt_o[r].write((rd_gnt >> r) & 1);
  for (unsigned c = 0; c < channels_; ++c) wr_gnt_o[c].write((wr_gnt >> c) & 1);
  if (!awake_ && (host_asks_ || (requests_.rd_req | requests_.wr_req) != 0)) asked_.notify();
}

// While there are no requests, the module sleeps and ignores the clock. A reset sets whose turn it is; what
// is requested in the cycle that its first edge ends is done, as in the RTL.
void MemoryModule::rising_edge() {
  if (!awake_) {
    awake_ = true;
    next_trigger(clk_i.posedge_event());
    return;
  }
  const bool asked = host_asks_ || (requests_.rd_req | requests_.wr_req) != 0;
  if (asked) access();
  if (!rst_ni.read()) {
    memory_.reset();
    turned_.notify(sc_core::SC_ZERO_TIME);
  } else if (!asked) {
    awake_ = false;
    next_trigger(asked_ | rst_ni.negedge_event());
  }
}

void MemoryModule::access() {
  for (unsigned c = 0; c < channels_; ++c) {
    if (!((requests_.wr_req >> c) & 1)) continue;
    requests_.wr_strb[c] = wr_strb_i[c].read();
    for (unsigned w = 0; w < flit_words_; ++w)
      words_[c * flit_words_ + w] = wr_data_i[c * flit_words_ + w].read();
  }
  if (watched_ && requests_.wr_req != 0) written_ = {};
  if (host) take_host();  // data may have changed after the request
  const bool host_reads = host_asks_ && !host->host_write_i.read();
  memory_.access(requests_);
  memory_.advance();
  if (host_reads) host->host_rdata_o.write(memory_.host_rdata());
  if (watched_ && memory_.wr_gnt() != 0) wrote_.notify(sc_core::SC_ZERO_TIME);
  for (unsigned r = 0; r < rd_gnt_o.size(); ++r) {
    if (!((memory_.rd_gnt() >> r) & 1)) continue;
    for (unsigned w = 0; w < flit_words_; ++w) rd_data_o[r * flit_words_ + w].write(memory_.rd_data(r)[w]);
  }
  if (memory_.rd_gnt() != requests_.rd_req || memory_.wr_gnt() != requests_.wr_req) {
    turned_.notify(sc_core::SC_ZERO_TIME);
  }
}

}  // namespace collnoc::systemc
