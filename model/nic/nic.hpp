// Model counterpart of rtl/nic/nic.sv and nic_registers.sv.
#pragma once
#include <array>
#include <cstdint>
#include <memory>

#include "collnoc/model/nic/arrival_counters.hpp"
#include "collnoc/model/nic/nic_rx.hpp"
#include "collnoc/model/nic/nic_sequencer.hpp"
#include "collnoc/model/nic/nic_tx.hpp"
#include "collnoc/model/router/router.hpp"

namespace collnoc::model {

/// One access on the register bus.
struct RegisterAccess {
  bool valid = false;
  bool write = false;
  std::uint16_t addr = 0;  ///< bytes, multiple of 4
  std::uint32_t wdata = 0;

  friend bool operator==(const RegisterAccess&, const RegisterAccess&) = default;
};

class Nic {
 public:
  /// `router`: of the same node. It must outlive this object.
  explicit Nic(const Router& router);
  /// Alone: counts of the router come by take_count(). What is referred to must outlive this object.
  Nic(const HardwareConfig& config, const Place& place);

  void settle();

  /// Inputs of one cycle, besides the router's wires.
  struct In {
    const RegisterAccess& access;
    std::uint32_t cycle = 0;
    std::uint32_t rd_gnt = 0;      ///< one bit per read port
    std::uint32_t wr_gnt = 0;      ///< one bit per channel
    const std::uint64_t* rd_data;  ///< of reads granted in the last cycle: [port * words of a flit]
  };
  /// Read side of the register bus; call before anything commits.
  void read_register(const RegisterAccess& access, std::uint32_t cycle) {
    rdata_q_ = reg_rdata();
    count_valid_q_ = false;
    if (access.valid && !access.write) [[unlikely]]
      hold(access.addr, read(access.addr, cycle));
  }
  /// `router`: what the router drives in this cycle.
  void commit(const In& in, const Router::Out_& router);

  // A reset of the tile alone (model/tile/tile_gate.hpp).
  /// The effect of a reset, after commit(): the registers that have one.
  void reset();
  /// After settle(): no packet begins in this cycle.
  void halt();
  /// Once halted: the router is owed nothing, and owes nothing.
  bool drained() const;
  std::uint32_t discarded = 0;  ///< register DISCARDED

  // Wires.
  bool reg_ready() const { return !launch_valid_q_ || launch_done_; }
  std::uint32_t reg_rdata() const {
    return counter_valid() ? counters_.value() : count_valid_q_ ? count_ : rdata_q_;
  }
  /// The pin count_i, before reg_rdata(): the count that was read in the last cycle, if one was.
  void take_count(std::uint32_t count) {
    if (count_valid_q_) count_ = count;
  }
  /// reg_rdata() of a quiescent NIC, which is also ready and has no event.
  std::uint32_t held_rdata() const { return rdata_q_; }
  bool event() const { return counters_.event_q || (sequencer_ && sequencer_->event_q); }
  const NicSequencer* sequencer() const { return sequencer_.get(); }
  /// Channels whose receiver increments a counter in this cycle.
  std::uint32_t increments() const { return inc_gnt_; }
  bool quiescent() const;
  const NicTx& tx(unsigned c) const { return tx_[c]; }
  const NicRx& rx(unsigned c) const { return rx_[c]; }
  /// Ejection channels whose receiver frees a buffer slot in this cycle, given the memory's grants.
  std::uint32_t eject_credits(std::uint32_t rd_gnt, std::uint32_t wr_gnt) const;

  /// What a read of the register at `addr` returns in cycle `cycle`; arrival counters read as 0, since their
  /// value comes a cycle later.
  std::uint32_t read(std::uint16_t addr, std::uint32_t cycle) const;

  template <class Self, class Visitor>
  static void registers(Self& self, Visitor&& v);

 private:
  friend class NicPlanes;
  std::uint32_t shape() const;
  /// `value` was read at `addr`.
  void hold(std::uint16_t addr, std::uint32_t value) {
    count_valid_q_ = (addr >> 8) == 2;
    rdata_q_ = count_valid_q_ ? 0 : value;
    if (count_valid_q_) count_ = value;
  }
  /// The put registers at a clock edge; true if software launches a put.
  bool commit_put(const RegisterAccess& access, std::uint8_t more_errors = 0);
  /// An arrival counter was read for software in the last cycle.
  bool counter_valid() const { return counters_.read_q && !(sequencer_ && sequencer_->reading()); }
  std::uint8_t commit_sequencer(const In& in, const ArrivalCounters::In& accesses, std::uint32_t counted);
  /// Receivers whose read is granted in this cycle and counts: of two reads of one word, the first.
  std::uint32_t accumulator_reads(std::uint32_t rd_gnt) const;
  ArrivalCounters::In counter_accesses(const RegisterAccess& access) const;

  Nic(const HardwareConfig& config, const Place& place, const Router* router);

  // Data that is read in every cycle comes first.
  std::unique_ptr<NicTx[]> tx_;              ///< [channel]
  std::unique_ptr<NicRx[]> rx_;              ///< [channel]
  std::unique_ptr<NicSequencer> sequencer_;  ///< if the hardware has one
  const Router* router_;                     ///< or null
  const HardwareConfig& config_;             ///< the router's, as place_
  const Place& place_;
  unsigned links_, channels_;
  // Wires of this cycle.
  std::uint32_t inc_ = 0, inc_gnt_ = 0;
  bool launch_done_ = false;
  // nic_registers.sv
  bool launch_valid_q_ = false;
  std::uint8_t error_q_ = 0;
  std::uint32_t rdata_q_ = 0;
  std::uint32_t count_ = 0;     ///< of the router, as it was when it was read
  bool count_valid_q_ = false;  ///< it was read in the last cycle
  PutRegisters put_;
  ArrivalCounters counters_;
  Launch launch_;  ///< of the put that is checked
};

}  // namespace collnoc::model
