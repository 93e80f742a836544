// Model counterpart of rtl/nic/nic_rx.sv: receives the messages of one ejection channel.
#pragma once
#include <array>
#include <cstdint>
#include <cstring>

#include "collnoc/arch/hardware_config.hpp"
#include "collnoc/model/common/flit.hpp"

namespace collnoc::model {

/// A queue of flits between router (or own sender) and receiver: model counterpart of i_eject and i_loop.
struct FlitFifo {
  struct Entry {
    std::uint8_t vc = 0;
    bool head = false, tail = false;
    std::array<std::uint64_t, max_flit_words> data{};
  };
  std::array<Entry, eject_depth> mem_q{};
  std::uint8_t rd_ptr_q = 0, wr_ptr_q = 0, count_q = 0;

  void push(const FlitRef& flit, unsigned words) {
    Entry& e = mem_q[wr_ptr_q];
    e.vc = flit.vc;
    e.head = flit.head;
    e.tail = flit.tail;
    std::memcpy(e.data.data(), flit.data, words * sizeof(std::uint64_t));
    wr_ptr_q = (wr_ptr_q + 1) % eject_depth;
    ++count_q;
  }
  void pop() {
    rd_ptr_q = (rd_ptr_q + 1) % eject_depth;
    --count_q;
  }
};

class NicRx {
 public:
  /// Context of a stream, from its head.
  struct Context {
    std::uint32_t addr = 0;  ///< next word to write
    std::uint8_t counter = 0;
    std::uint8_t last = 0;
  };

  FlitFifo eject, loop;
  bool prefer_loop_q = false;
  std::array<Context, max_vcs + 1> context_q{};  ///< [vc], then that of the loop
  bool inc_q = false;
  std::uint8_t inc_counter_q = 0;
  std::uint32_t bank_stalls_q = 0;

  // Wires of this cycle.
  bool wr_req = false;
  std::uint32_t wr_addr = 0;
  const std::uint64_t* wr_data = nullptr;
  std::uint64_t wr_strb = 0;  ///< one bit per byte

  void init(const HardwareConfig& config) { config_ = &config; }
  bool quiescent() const { return eject.count_q == 0 && loop.count_q == 0 && !inc_q; }

  /// `inc_gnt`: the pending increment is served in this cycle.
  void settle(bool inc_gnt) {
    wr_req = may_pop_ = false;
    if (eject.count_q == 0 && loop.count_q == 0) return;
    take_loop_ = loop.count_q != 0 && (eject.count_q == 0 || prefer_loop_q);
    const FlitFifo::Entry& f = front();
    may_pop_ = !f.tail || !inc_q || inc_gnt;
    if (f.head) return;
    const Context& c = context_q[stream(f)];
    wr_req = may_pop_;
    wr_addr = c.addr;
    wr_data = f.data.data();
    const std::uint64_t all = ~std::uint64_t{0} >> (64 - config_->flit_bytes());
    wr_strb = f.tail ? all & ~((~std::uint64_t{0} << 1) << c.last) : all;
  }

  /// True when the current flit leaves.
  bool pops(bool wr_gnt) const { return may_pop_ && (front().head || wr_gnt); }
  bool take_loop() const { return take_loop_; }
  bool has_flit() const { return eject.count_q != 0 || loop.count_q != 0; }

  void commit(bool wr_gnt, bool inc_gnt, const FlitRef* from_router, const FlitRef* from_sender) {
    if (inc_gnt) inc_q = false;
    if (has_flit()) {
      if (pops(wr_gnt)) {
        const FlitFifo::Entry& f = front();
        Context& c = context_q[stream(f)];
        if (f.head) {
          const Head h = Head::from_word(f.data[0]);
          c = {h.addr, h.counter, h.last};
          if (config_->flit_bits > 64) c.last |= static_cast<std::uint8_t>((f.data[1] & 7) << 3);
        } else {
          c.addr = (c.addr + config_->flit_bits / 64) & address_mask;
        }
        if (f.tail) {
          inc_q = c.counter != 0;
          inc_counter_q = c.counter;
        }
        prefer_loop_q = has_loop && !take_loop_;
        (take_loop_ ? loop : eject).pop();
      } else {
        ++bank_stalls_q;
      }
    }
    if (from_router != nullptr) eject.push(*from_router, config_->flit_bits / 64);
    if (from_sender != nullptr) loop.push(*from_sender, config_->flit_bits / 64);
  }

  bool has_loop = false;  ///< parameter LOOP

 private:
  const FlitFifo::Entry& front() const {
    return take_loop_ ? loop.mem_q[loop.rd_ptr_q] : eject.mem_q[eject.rd_ptr_q];
  }
  unsigned stream(const FlitFifo::Entry& f) const { return take_loop_ ? config_->vcs : f.vc; }

  const HardwareConfig* config_ = nullptr;
  bool take_loop_ = false, may_pop_ = false;
};

}  // namespace collnoc::model
