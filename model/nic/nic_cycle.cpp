// A cycle of the NIC.
#include <bit>

#include "collnoc/arch/nic_registers.hpp"
#include "collnoc/model/nic/nic.hpp"

namespace collnoc::model {

void Nic::settle() {
  NicSequencer* const sequencer = sequencer_.get();
  launch_done_ = false;
  bool checked = launch_valid_q_;  // software's put
  std::uint32_t taken = 0;         // channels that take a context's put
  if (sequencer != nullptr) {
    const std::uint32_t check = sequencer->settle(launch_valid_q_);
    checked = (check >> channels_) & 1;
    if (check != 0 && !checked) {
      launch_ = nic_launch(config_, place_, sequencer->context[std::countr_zero(check)].put());
    }
    for (unsigned c = 0; c < channels_; ++c) {
      if (!tx_[c].full()) taken |= 1u << c;
    }
    taken &= sequencer->push & ~std::uint32_t{sequencer->owed_q};
    sequencer->push_gnt = taken;
  }
  if (checked) {
    launch_ = nic_launch(config_, place_, put_);
    launch_done_ = launch_.errors != 0 || (!tx_[launch_.channel].full() && !((taken >> launch_.channel) & 1));
  }
  if (sequencer != nullptr) {
    sequencer->owed = sequencer->owed_q;
    if (checked) {
      const std::uint32_t bit = 1u << launch_.channel,
                          behind = tx_[launch_.channel].full() ? sequencer->owed_q : 0u;
      sequencer->owed =
          launch_.errors == 0 ? static_cast<std::uint8_t>((taken | behind) & bit) : std::uint8_t{0};
    }
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
        held |= rx_[o].accumulator->holds(rx_[c].rd_addr, config_.flit_bits / 64);
      rx_[c].settle_read(!held);
    }
  }
}

std::uint32_t Nic::eject_credits(std::uint32_t rd_gnt, std::uint32_t wr_gnt) const {
  std::uint32_t credits = 0;
  const std::uint32_t reads = config_.accumulate ? accumulator_reads(rd_gnt) : 0;
  for (unsigned c = 0; c < channels_; ++c) {
    if (rx_[c].pops((wr_gnt >> c) & 1, (reads >> c) & 1) && !rx_[c].take_loop()) credits |= 1u << c;
  }
  return credits;
}

bool Nic::quiescent() const {
  const NicSequencer* const sequencer = sequencer_.get();
  if (launch_valid_q_ || count_valid_q_ || !counters_.quiescent() ||
      (sequencer != nullptr && !sequencer->quiescent()))
    return false;
  for (unsigned c = 0; c < channels_; ++c) {
    if (!tx_[c].quiescent() || !rx_[c].quiescent()) return false;
  }
  return true;
}

/// Accesses of this cycle. Software comes before the sequencer.
ArrivalCounters::In Nic::counter_accesses(const RegisterAccess& a) const {
  const NicSequencer* const sequencer = sequencer_.get();
  ArrivalCounters::In x;
  if (a.valid && (a.addr >> 8) == 1) {
    x.read = !a.write;
    x.subtract = a.write;
    x.number = (a.addr >> 2) & 63;
    x.amount = a.wdata;
  } else if (const NicContext* context = sequencer != nullptr ? sequencer->accesses() : nullptr) {
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
  NicSequencer* const sequencer = sequencer_.get();
  const RegisterAccess& a = in.access;
  const std::uint32_t taken = sequencer != nullptr ? sequencer->push_gnt : 0;
  const std::uint32_t counted = sequencer != nullptr ? counters_.value() : 0;
  ArrivalCounters::In accesses;
  if (inc_ != 0 || a.valid || !counters_.quiescent() || (sequencer != nullptr && sequencer->running())) {
    accesses = counter_accesses(a);
    counters_.commit(accesses);
    if (inc_ != 0) counters_.inc_arbiter.update(inc_gnt_, channels_);
  }

  // Channels. The loop connects channel 0's sender to its receiver. Idle receivers
  // and senders are skipped.
  const unsigned links = links_;
  const std::uint32_t reads = config_.accumulate ? accumulator_reads(in.rd_gnt) : 0;
  const bool loop_credit = rx_[0].take_loop() && rx_[0].pops((in.wr_gnt & 1) != 0, (reads & 1) != 0);
  for (unsigned c = 0; c < channels_; ++c) {
    NicTx& tx = tx_[c];
    NicRx& rx = rx_[c];
    const bool loops = c == 0 && tx.valid_q && tx.loop_q, arrives = (router.valid >> (links + c)) & 1;
    if (arrives || loops || !rx.quiescent()) {
      const FlitRef looped = loops ? tx.driven(in.rd_data) : FlitRef{};
      const std::uint64_t* read =
          config_.accumulate ? in.rd_data + (channels_ + c) * (config_.flit_bits / 64) : nullptr;
      rx.commit((in.wr_gnt >> c) & 1, (inc_gnt_ >> c) & 1, (reads >> c) & 1, read,
                arrives ? &router.channel[c] : nullptr, loops ? &looped : nullptr);
    }
    const bool push = launch_done_ && launch_.errors == 0 && launch_.channel == c;
    const Descriptor* pushed = push ? &launch_.descriptor : nullptr;
    Descriptor piece;
    if (sequencer != nullptr && ((taken >> c) & 1) != 0) {
      piece = sequencer->context[c].piece();
      pushed = &piece;
    }
    const bool looped_out = c == 0 && loop_credit;
    const std::uint8_t credits = router.credit[links + c];
    if (credits != 0 || looped_out || pushed != nullptr || !tx.quiescent())
      tx.commit((in.rd_gnt >> c) & 1, credits, looped_out, pushed);
  }

  // Registers.
  commit_put(a, sequencer != nullptr ? commit_sequencer(in, accesses, counted) : std::uint8_t{0});
}

bool Nic::commit_put(const RegisterAccess& a, std::uint8_t more_errors) {
  const bool ready = reg_ready();
  const std::uint8_t raised = static_cast<std::uint8_t>((launch_done_ ? launch_.errors : 0u) | more_errors);
  launch_valid_q_ = launch_valid_q_ && !launch_done_;
  put_.multicast_q = put_.multicast_q && !launch_done_;
  bool launches = false;
  if (a.valid && a.write) {
    if (a.addr == nic::error) error_q_ &= static_cast<std::uint8_t>(~a.wdata);
    const bool absent = a.addr == nic::put_corner && !config_.multicast;
    launches = ready && !absent && put_.write(config_, a.addr, a.wdata);
    launch_valid_q_ |= launches;
  }
  error_q_ |= raised;
  return launches;
}

}  // namespace collnoc::model
