// Model counterpart of rtl/nic/nic_sequencer.sv: performs a plan in the tile's memory without software.
#pragma once
#include <array>
#include <bit>
#include <cstdint>

#include "collnoc/arch/nic_registers.hpp"
#include "collnoc/model/common/rr_arbiter.hpp"
#include "collnoc/model/nic/nic_context.hpp"

namespace collnoc::model {

class NicSequencer {
 public:
  NicSequencer(unsigned channels, std::uint32_t mem_words, const HardwareConfig& config)
      : channels_(channels), mem_words_(mem_words) {
    for (NicContext& c : context) c.config = &config;
  }

  // Registers.
  std::uint32_t plan_q = 0, at_q = 0, fault_q = 0, started_q = 0;
  bool armed_q = false, event_q = false;
  RrArbiter fetch_arbiter, access_arbiter, check_arbiter;
  std::array<NicContext, max_channels> context;
  std::uint8_t owed_q = 0;  ///< of nic.sv: channels at which software's put is next

  /// A reset: the registers that have one.
  void reset() {
    plan_q = at_q = fault_q = 0;
    armed_q = event_q = false;
    fetch_arbiter.mask_q = access_arbiter.mask_q = check_arbiter.mask_q = 0;
    owed_q = 0;
    for (NicContext& c : context) c.reset();
  }

  // Wires of this cycle, one bit per context.
  std::uint32_t push = 0, push_gnt = 0;
  std::uint8_t owed = 0;        ///< next value of owed_q
  std::uint32_t fetch_gnt = 0;  ///< the context that fetches, if the memory grants it

  /// `software`: software launches. The result: who may check its put in this cycle, a bit per context, then
  /// software.
  std::uint32_t settle(bool software) {
    std::uint32_t fetch = 0, check = 0, at_meet = 0;
    push = access_ = running_ = 0;
    for (unsigned c = 0; c < channels_; ++c) {
      NicContext& x = context[c];
      x.settle(!armed_q, mem_words_);
      const std::uint32_t bit = 1u << c;
      if (!x.running_q) continue;
      running_ |= bit;
      if (x.fetch) fetch |= bit;
      if (x.check) check |= bit;
      if (x.at_meet) at_meet |= bit;
      if (x.push) push |= bit;
      if (x.read || x.subtract) access_ |= bit;
    }
    all_meet_ = (running_ & ~at_meet) == 0;
    fetch_gnt = fetch != 0 ? fetch_arbiter.grant(fetch) : 0;
    access_gnt_ = access_ != 0 ? access_arbiter.grant(access_) : 0;
    const std::uint32_t wanted = check | (software ? 1u << channels_ : 0u);
    check_gnt_ = wanted != 0 ? check_arbiter.grant(wanted) : 0;
    return check_gnt_;
  }
  std::uint32_t fetch_addr() const { return context[std::countr_zero(fetch_gnt)].fetch_addr(); }
  bool running() const { return running_ != 0; }

  bool quiescent() const {
    if (armed_q || event_q) return false;
    for (unsigned c = 0; c < channels_; ++c) {
      if (!context[c].quiescent(all_meet_)) return false;
    }
    return true;
  }

  /// The value of a counter that was read in the last cycle is for a context.
  bool reading() const {
    for (unsigned c = 0; c < channels_; ++c) {
      if (context[c].reading_q) return true;
    }
    return false;
  }
  /// The context that may access the arrival counters in this cycle if software does not, or nullptr.
  const NicContext* accesses() const {
    return access_gnt_ != 0 ? &context[std::countr_zero(access_gnt_)] : nullptr;
  }

  struct In {
    bool write = false;  ///< a register is written
    std::uint16_t addr = 0;
    std::uint32_t wdata = 0, cycle = 0;
    bool rd_gnt = false;
    std::uint64_t fetched = 0;
    bool counters_taken = false;
    NicContext::In counters;              ///< value, increments and subtractions
    std::uint8_t put_errors = 0;          ///< of the put that a context checks
    const Descriptor* checked = nullptr;  ///< that put
    unsigned channel = 0;
  };
  /// Errors raised in this cycle.
  std::uint8_t commit(const In& in) {
    const bool control = in.write && in.addr == nic::seq_control;
    const bool stop = control && (in.wdata & nic::seq_stop) != 0;
    const bool starts = control && (in.wdata & nic::seq_start) != 0 && !stop;
    const bool restart = starts && running();
    const bool misplaced = starts && !running() && (plan_q & ~(std::uint32_t{address_mask} << 3)) != 0;
    const bool start = starts && !running() && !misplaced;

    // Faults.
    const std::uint32_t checks = check_gnt_ & ((1u << channels_) - 1);
    const unsigned checker = checks != 0 ? static_cast<unsigned>(std::countr_zero(checks)) : max_channels;
    const bool refused = checks != 0 && (in.put_errors != 0 || in.channel != checker);
    std::uint32_t faults = 0, ends = 0;
    for (unsigned c = 0; c < channels_; ++c) {
      if (context[c].fault() || (c == checker && refused)) faults |= 1u << c;
      if (context[c].ends) ends |= 1u << c;
    }
    const bool fault = faults != 0;
    std::uint8_t errors = checks != 0 ? in.put_errors : std::uint8_t{0};
    if (fault || restart || misplaced) errors |= nic::error_action;
    const std::uint32_t fault_at = fault ? context[std::countr_zero(faults)].at() << 3 : 0;

    // Contexts.
    const std::uint32_t elapsed = in.cycle - started_q;
    NicContext::In x = in.counters;
    x.stop = stop || fault;
    x.all_meet = all_meet_;
    x.elapsed = elapsed;
    x.fetched = in.fetched;
    for (unsigned c = 0; c < channels_; ++c) {
      if (!context[c].running_q) {
        context[c].inflight_q = false;
        continue;
      }
      x.fault = (faults >> c) & 1;
      x.fetch_gnt = in.rd_gnt && ((fetch_gnt >> c) & 1);
      x.access_gnt = !in.counters_taken && ((access_gnt_ >> c) & 1);
      x.push_gnt = (push_gnt >> c) & 1;
      x.checked = c == checker && !refused ? in.checked : nullptr;
      context[c].commit(x);
    }
    if (start) {
      for (unsigned c = 0; c < channels_; ++c) context[c].start((plan_q >> 3) + c);
    }
    if (fetch_gnt != 0 && in.rd_gnt) fetch_arbiter.update(fetch_gnt, channels_);
    if (access_gnt_ != 0 && !in.counters_taken) access_arbiter.update(access_gnt_, channels_);
    if (check_gnt_ != 0) check_arbiter.update(check_gnt_, channels_ + 1);

    // Registers.
    owed_q = owed;
    event_q = misplaced || fault || (ends != 0 && ends == running_ && !stop);
    if (fault) {
      fault_q = fault_at;
    } else if (misplaced) {
      fault_q = plan_q;
    }
    if (start) {
      armed_q = (in.wdata & nic::seq_timed) != 0;
      started_q = armed_q ? at_q : in.cycle;
    } else if (stop || fault || static_cast<std::int32_t>(elapsed + 1) >= 0) {
      armed_q = false;
    }
    if (in.write && in.addr == nic::seq_plan) plan_q = in.wdata;
    if (in.write && in.addr == nic::seq_at) at_q = in.wdata;
    return errors;
  }

  template <class Self, class Visitor>
  static void registers(Self& self, Visitor&& v);

  std::uint32_t read(std::uint16_t addr) const {
    switch (addr) {
      case nic::seq_plan: return plan_q;
      case nic::seq_at: return at_q;
      case nic::seq_state:
        return nic::seq_present | (armed_q ? nic::seq_armed : 0u) | nic::seq_running.at(running_);
      case nic::seq_fault: return fault_q;
      default: break;
    }
    for (unsigned c = 0; c < channels_; ++c) {
      if (addr == nic::seq_action(c)) return (running_ >> c) & 1 ? context[c].at() << 3 : 0;
    }
    return 0;
  }

 private:
  unsigned channels_;
  std::uint32_t mem_words_;
  std::uint32_t running_ = 0, access_ = 0, access_gnt_ = 0, check_gnt_ = 0;
  bool all_meet_ = true;
};

}  // namespace collnoc::model
