#include "collnoc/model/nic/nic.hpp"

#include <bit>

#include "collnoc/arch/nic_registers.hpp"

namespace collnoc::model {

Nic::Nic(const HardwareConfig& config, const Place& place, const Router& router)
    : config_(config),
      place_(place),
      router_(&router),
      channels_(config.channels()),
      tx_(std::make_unique<NicTx[]>(channels_)),
      rx_(std::make_unique<NicRx[]>(channels_)) {
  for (unsigned c = 0; c < channels_; ++c) {
    tx_[c].init(config_, place.coord);
    rx_[c].init(config_);
    rx_[c].has_loop = c == 0;
  }
  if (config.sequencer)
    sequencer_ = std::make_unique<NicSequencer>(channels_, place.mem_words, config.multicast);
}

void Nic::settle() {
  launch_done_ = false;
  bool checked = launch_valid_q_;  // software's put
  std::uint32_t taken = 0;         // channels that take a context's put
  if (sequencer_) {
    NicSequencer& s = *sequencer_;
    const std::uint32_t check = s.settle(launch_valid_q_);
    checked = (check >> channels_) & 1;
    if (check != 0 && !checked) {
      launch_ = nic_launch(config_, place_, s.context[std::countr_zero(check)].put());
    }
    for (unsigned c = 0; c < channels_; ++c) {
      if (!tx_[c].full()) taken |= 1u << c;
    }
    taken &= s.push & ~std::uint32_t{s.owed_q};
    s.push_gnt = taken;
  }
  if (checked) {
    launch_ = nic_launch(config_, place_, put_);
    launch_done_ = launch_.errors != 0 || (!tx_[launch_.channel].full() && !((taken >> launch_.channel) & 1));
  }
  if (checked && sequencer_) {
    const std::uint32_t bit = 1u << launch_.channel,
                        behind = tx_[launch_.channel].full() ? sequencer_->owed_q : 0u;
    sequencer_->owed =
        launch_.errors == 0 ? static_cast<std::uint8_t>((taken | behind) & bit) : std::uint8_t{0};
  } else if (sequencer_) {
    sequencer_->owed = sequencer_->owed_q;
  }
  inc_ = 0;
  for (unsigned c = 0; c < channels_; ++c) {
    if (rx_[c].inc_q) inc_ |= 1u << c;
  }
  inc_gnt_ = inc_ != 0 ? counters_.inc_arbiter.grant(inc_) : 0;
  for (unsigned c = 0; c < channels_; ++c) {
    tx_[c].settle();
    rx_[c].settle((inc_gnt_ >> c) & 1);
  }
  if (config_.accumulate) {
    for (unsigned c = 0; c < channels_; ++c) {
      bool held = false;
      for (unsigned o = 0; rx_[c].wants && o < channels_; ++o)
        held |= rx_[o].accumulator.holds(rx_[c].rd_addr, config_.flit_bits / 64);
      rx_[c].settle_read(!held);
    }
  }
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

std::uint32_t Nic::eject_credits(std::uint32_t rd_gnt, std::uint32_t wr_gnt) const {
  std::uint32_t credits = 0;
  const std::uint32_t reads = accumulator_reads(rd_gnt);
  for (unsigned c = 0; c < channels_; ++c) {
    if (rx_[c].has_flit() && rx_[c].pops((wr_gnt >> c) & 1, (reads >> c) & 1) && !rx_[c].take_loop())
      credits |= 1u << c;
  }
  return credits;
}

bool Nic::quiescent() const {
  if (launch_valid_q_ || !counters_.quiescent() || (sequencer_ && !sequencer_->quiescent())) return false;
  for (unsigned c = 0; c < channels_; ++c) {
    if (!tx_[c].quiescent() || !rx_[c].quiescent()) return false;
  }
  return true;
}

/// Accesses of this cycle. Software comes before the sequencer.
ArrivalCounters::In Nic::counter_accesses(const RegisterAccess& a) const {
  ArrivalCounters::In x;
  if (a.valid && (a.addr >> 8) == 1) {
    x.read = !a.write;
    x.subtract = a.write;
    x.number = (a.addr >> 2) & 63;
    x.amount = a.wdata;
  } else if (const NicContext* context = sequencer_ ? sequencer_->accesses() : nullptr) {
    x.read = context->read;
    x.subtract = context->subtract;
    x.number = context->number();
    x.amount = context->amount();
  }
  if (inc_ != 0) {
    x.inc = true;
    x.incremented = rx_[std::countr_zero(inc_gnt_)].inc_counter_q;
  }
  return x;
}

void Nic::commit(const In& in, const Router::Out_& router) {
  const RegisterAccess& a = in.access;
  const std::uint32_t taken = sequencer_ ? sequencer_->push_gnt : 0;
  const std::uint32_t counted = counters_.value();
  ArrivalCounters::In accesses;
  if (inc_ != 0 || a.valid || !counters_.quiescent() || (sequencer_ && sequencer_->running())) {
    accesses = counter_accesses(a);
    counters_.commit(accesses);
    if (inc_ != 0) counters_.inc_arbiter.update(inc_gnt_, channels_);
  }

  // Channels. The loop connects channel 0's sender to its receiver.
  const unsigned links = config_.links();
  const std::uint32_t reads = accumulator_reads(in.rd_gnt);
  const bool loop_credit =
      rx_[0].has_flit() && rx_[0].pops((in.wr_gnt & 1) != 0, (reads & 1) != 0) && rx_[0].take_loop();
  for (unsigned c = 0; c < channels_; ++c) {
    const bool loops = c == 0 && tx_[0].valid_q && tx_[0].loop_q;
    const FlitRef looped = loops ? tx_[0].driven(in.rd_data[0]) : FlitRef{};
    const bool arrives = (router.valid >> (links + c)) & 1;
    const std::uint64_t* read = config_.accumulate ? in.rd_data[channels_ + c] : nullptr;
    rx_[c].commit((in.wr_gnt >> c) & 1, (inc_gnt_ >> c) & 1, (reads >> c) & 1, read,
                  arrives ? &router.channel[c] : nullptr, loops ? &looped : nullptr);
    const bool push = launch_done_ && launch_.errors == 0 && launch_.channel == c;
    const Descriptor* pushed = push ? &launch_.descriptor : nullptr;
    Descriptor piece;
    if ((taken >> c) & 1) {
      piece = sequencer_->context[c].piece();
      pushed = &piece;
    }
    const std::uint8_t credits =
        (router.credit_any >> (links + c)) & 1 ? router.credit[links + c] : std::uint8_t{0};
    tx_[c].commit((in.rd_gnt >> c) & 1, credits, c == 0 && loop_credit, pushed);
  }

  // Registers.
  const bool ready = reg_ready();
  std::uint8_t raised = launch_done_ ? launch_.errors : std::uint8_t{0};
  if (sequencer_) raised |= commit_sequencer(in, accesses, counted);
  if (a.valid && a.write && a.addr == nic::error) error_q_ &= static_cast<std::uint8_t>(~a.wdata);
  error_q_ |= raised;
  if (launch_done_) launch_valid_q_ = put_.multicast_q = false;
  const bool absent = a.addr == nic::put_corner && !config_.multicast;
  if (a.valid && a.write && ready && !absent && put_.write(a.addr, a.wdata)) launch_valid_q_ = true;
}

/// The sequencer's part of a cycle; the errors that it raises.
std::uint8_t Nic::commit_sequencer(const In& in, const ArrivalCounters::In& accesses, std::uint32_t counted) {
  NicSequencer::In x;
  x.write = in.access.valid && in.access.write;
  x.addr = in.access.addr;
  x.wdata = in.access.wdata;
  x.cycle = in.cycle;
  x.rd_gnt = (in.rd_gnt >> config_.wide_reads()) & 1;
  x.fetched = in.rd_data[config_.wide_reads()][0];
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

/// The register SHAPE. Its low bits are the dimensions that wrap, or the topology of a network that is not a
/// product.
std::uint32_t Nic::shape() const {
  const bool product = config_.topology < TopologyKind::star;
  const unsigned low =
      product ? place_.wrap
              : static_cast<unsigned>(config_.topology) - static_cast<unsigned>(TopologyKind::star);
  return nic::shape_radix.at(config_.radix) | (product ? 0u : nic::shape_no_product) |
         (config_.route_orders == 2 ? nic::shape_both_orders : 0u) |
         nic::shape_flit_bits.at(config_.flit_bits) | nic::shape_vcs.at(config_.vcs) |
         nic::shape_channels.at(channels_) | nic::shape_dims.at(config_.dims) |
         nic::shape_wraps.at(low & 15u);
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
                 (config_.multicast ? nic::status_multicasts : 0u);
        case nic::error: return error_q_;
        case nic::cycle: return cycle;
        case nic::node: return place_.coord;
        case nic::extent: return place_.extent;
        case nic::shape: return shape();
        case nic::memory: return place_.mem_words;
        default: return 0;
      }
    }
    case 1: return 0;  // counters_ provides it in the next cycle
    case 2: {
      if (index >= router_->ports()) return 0;
      const LinkMonitor& m = router_->monitor(index);
      return j == 0 ? m.flits_q : j == 1 ? m.credit_stalls_q : j == 2 ? m.arbitration_stalls_q : 0;
    }
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
