#include "collnoc/model/nic/nic.hpp"

#include "collnoc/arch/nic_registers.hpp"

namespace collnoc::model {

Nic::Nic(const Router& router) : Nic(router.config(), router.place(), &router) {}
Nic::Nic(const HardwareConfig& config, const Place& place) : Nic(config, place, nullptr) {}

Nic::Nic(const HardwareConfig& config, const Place& place, const Router* router)
    : tx_(std::make_unique<NicTx[]>(config.channels())),
      rx_(std::make_unique<NicRx[]>(config.channels())),
      router_(router),
      config_(config),
      place_(place),
      links_(config_.links()),
      channels_(config_.channels()) {
  for (unsigned c = 0; c < channels_; ++c) {
    tx_[c].init(config_, place_.coord);
    rx_[c].init(config_, c == 0);
  }
  if (config_.sequencer) sequencer_ = std::make_unique<NicSequencer>(channels_, place_.mem_words, config_);
}

void Nic::reset() {
  for (unsigned c = 0; c < channels_; ++c) {
    tx_[c].reset();
    rx_[c].reset();
  }
  if (sequencer_) sequencer_->reset();
  counters_.reset();
  launch_valid_q_ = false;
  error_q_ = 0;
  rdata_q_ = 0;
  count_valid_q_ = false;
  put_ = {};
}

void Nic::halt() {
  for (unsigned c = 0; c < channels_; ++c) tx_[c].halt();
}

bool Nic::drained() const {
  for (unsigned c = 0; c < channels_; ++c) {
    if (!tx_[c].drained() || !rx_[c].drained()) return false;
  }
  return true;
}

std::uint32_t Nic::accumulator_reads(std::uint32_t rd_gnt) const {
  if (!config_.accumulate) return 0;
  const std::uint32_t granted = rd_gnt >> channels_ & ((1u << channels_) - 1);
  std::uint32_t reads = granted;
  for (unsigned c = 0; c < channels_; ++c) {
    if (!rx_[c].rd_req) reads &= ~(1u << c);
  }
  for (unsigned c = 1; c < channels_; ++c) {
    for (unsigned o = 0; o < c; ++o) {
      if ((granted >> o & 1) != 0 && rx_[o].wants &&
          Accumulator::overlap(rx_[c].rd_addr, rx_[o].rd_addr, config_.flit_bits / 64)) {
        reads &= ~(1u << c);
      }
    }
  }
  return reads;
}

/// The sequencer's part of a cycle; the errors that it raises.
std::uint8_t Nic::commit_sequencer(const In& in, const ArrivalCounters::In& accesses, std::uint32_t counted) {
  NicSequencer::In x;
  x.write = in.access.valid && in.access.write;
  x.addr = in.access.addr;
  x.wdata = in.access.wdata;
  x.cycle = in.cycle;
  x.rd_gnt = (in.rd_gnt >> config_.wide_reads()) & 1;
  x.fetched = in.rd_data[config_.wide_reads() * (config_.flit_bits / 64)];
  x.counters_taken = in.access.valid && (in.access.addr >> 8) == 1;
  x.counters.value = counted;
  x.counters.inc = accesses.inc;
  x.counters.inc_number = static_cast<std::uint8_t>(accesses.incremented);
  x.counters.subtracted = accesses.subtract;
  x.counters.subtracted_number = static_cast<std::uint8_t>(accesses.number);
  x.put_errors = launch_.errors;
  x.checked = &launch_.descriptor;
  x.channel = launch_.channel;
  return sequencer_->commit(x);
}

/// The register SHAPE.
std::uint32_t Nic::shape() const {
  return nic::shape_radix.at(config_.radix) |
         (has_coordinates(config_.topology) ? 0u : nic::shape_no_product) |
         (config_.route_orders == 2 ? nic::shape_both_orders : 0u) |
         nic::shape_flit_bits.at(config_.flit_bits) | nic::shape_vcs.at(config_.vcs) |
         nic::shape_channels.at(channels_) | nic::shape_dims.at(config_.dims) |
         nic::shape_wraps.at(shape_code(config_.topology, place_.wrap) & 15u);
}

std::uint32_t Nic::read(std::uint16_t addr, std::uint32_t cycle) const {
  const unsigned index = (addr >> 4) & 15, j = (addr >> 2) & 3;
  switch (addr >> 8) {
    case 0: {
      if (((addr >> 6) & 3) == 1) {
        const unsigned c = (addr >> 2) & 15;
        return c < channels_ ? tx_[c].count_q : 0;
      }
      if (((addr >> 6) & 3) != 0) return sequencer_ ? sequencer_->read(addr) : 0;
      bool busy = false;
      for (unsigned c = 0; c < channels_; ++c) busy |= !tx_[c].quiescent();
      switch (addr & 0x3cu) {
        case nic::put_src: return put_.put_src_q;
        case nic::put_addr: return put_.put_addr_q;
        case nic::put_bytes: return put_.put_bytes_q;
        case nic::put_ctrl: return put_.put_ctrl_q;
        case nic::put_node: return put_.put_node_q;
        case nic::status:
          return (busy ? nic::status_busy : 0u) | (launch_valid_q_ ? nic::status_launching : 0u) |
                 (config_.accumulate ? nic::status_accumulates : 0u) |
                 (config_.multicast ? nic::status_multicasts : 0u) |
                 (config_.float_sums ? nic::status_float_sums : 0u);
        case nic::error: return error_q_;
        case nic::cycle: return cycle;
        case nic::node: return place_.coord;
        case nic::extent: return place_.extent | (config_.address_bits > 16 ? nic::extent_wide : 0u);
        case nic::shape: return shape();
        case nic::memory: return place_.mem_words;
        case nic::discarded: return discarded;
        default: return 0;
      }
    }
    case 1: return 0;  // counters_ provides it in the next cycle
    case 2: return router_ != nullptr ? router_->count((addr >> 2) & 63u) : 0;
    default: {
      if (index >= channels_) return 0;
      const LinkMonitor& m = tx_[index].monitor;
      return j == 0   ? m.flits_q
             : j == 1 ? m.credit_stalls_q
             : j == 2 ? m.arbitration_stalls_q
                      : rx_[index].bank_stalls_q;
    }
  }
}

}  // namespace collnoc::model
