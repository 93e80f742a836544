// Model counterpart of rtl/nic/nic_rx.sv: receives the messages of one ejection channel.
#pragma once
#include <array>
#include <cstdint>
#include <cstring>

#include "collnoc/arch/hardware_config.hpp"
#include "collnoc/model/common/flit.hpp"
#include "collnoc/model/nic/accumulator.hpp"

namespace collnoc::model {

/// A queue of flits between router (or own sender) and receiver: model counterpart of i_eject and i_loop.
struct FlitFifo {
  struct Entry {
    std::uint8_t vc = 0;
    bool head = false, tail = false;
  };
  std::uint64_t* data_q = nullptr;  ///< [entry * words], in memory of the receiver
  std::array<Entry, eject_depth> mem_q{};
  std::uint8_t rd_ptr_q = 0, wr_ptr_q = 0, count_q = 0;

  const Entry& front() const { return mem_q[rd_ptr_q]; }
  const std::uint64_t* front_data(unsigned words) const { return data_q + rd_ptr_q * words; }
  void reset() { rd_ptr_q = wr_ptr_q = count_q = 0; }
  void push(const FlitRef& flit, unsigned words) {
    mem_q[wr_ptr_q] = {flit.vc, flit.head, flit.tail};
    if (words == 1) {
      data_q[wr_ptr_q] = flit.data[0];
    } else {
      std::memcpy(data_q + wr_ptr_q * words, flit.data, words * sizeof(std::uint64_t));
    }
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
    std::uint8_t operation = 0;
  };

  // Data that is read in every cycle comes first.
  FlitFifo eject, loop;
  bool inc_q = false, prefer_loop_q = false;
  std::uint8_t inc_counter_q = 0;
  bool has_loop = false;  ///< parameter LOOP

  // Wires of this cycle.
  bool wants = false;   ///< needs to read the words of the front flit, which are combined
  bool rd_req = false;  ///< it may, too: no receiver holds them
  std::uint32_t rd_addr = 0;
  bool wr_req = false;
  std::uint32_t wr_addr = 0;
  const std::uint64_t* wr_data = nullptr;
  std::uint64_t wr_strb = 0;  ///< one bit per byte

 private:
  bool take_loop_ = false, may_pop_ = false;
  const HardwareConfig* config_ = nullptr;
  std::unique_ptr<std::uint64_t[]> data_;  // of the entries of both queues

 public:
  std::uint32_t bank_stalls_q = 0;
  std::array<Context, max_vcs + 1> context_q{};  ///< [vc], then that of the loop
  std::unique_ptr<Accumulator> accumulator;      ///< with ACCUMULATE

  NicRx() = default;
  NicRx(const NicRx&) = delete;
  NicRx& operator=(const NicRx&) = delete;
  /// `with_loop`: it receives what the node sends to itself.
  void init(const HardwareConfig& config, bool with_loop) {
    config_ = &config;
    has_loop = with_loop;
    const unsigned words = config.flit_bits / 64;
    data_ = std::make_unique<std::uint64_t[]>((with_loop ? 2 : 1) * std::size_t{eject_depth} * words);
    eject.data_q = data_.get();
    if (with_loop) loop.data_q = data_.get() + std::size_t{eject_depth} * words;
    if (config.accumulate) accumulator = std::make_unique<Accumulator>(words);
    if (config.float_sums) accumulator->floats = std::make_unique<Accumulator::FloatSums>();
  }
  /// A reset: the registers that have one.
  void reset() {
    eject.reset();
    loop.reset();
    prefer_loop_q = inc_q = false;
    inc_counter_q = 0;
    bank_stalls_q = 0;
    if (accumulator) accumulator->reset();
  }
  /// It holds no flit from the router whose credit is not returned.
  bool drained() const { return eject.count_q == 0; }
  bool quiescent() const { return !has_flit() && !inc_q && !busy(); }

  /// `inc_gnt`: the pending increment is served in this cycle.
  void settle(bool inc_gnt) {
    wr_req = may_pop_ = take_loop_ = wants = rd_req = false;
    const bool can_count = !inc_q || inc_gnt, busy = this->busy();
    if (accumulator) accumulator->settle(can_count);
    if (busy) {
      wr_req = accumulator->wr_req;
      wr_addr = accumulator->write.addr_q;
      wr_data = accumulator->write.data_q.get();
      wr_strb = 0;
      for (unsigned h = 0; h < config_->flit_bytes() / 4; ++h)
        wr_strb |= std::uint64_t{(accumulator->write.halves_q >> h) & 1u ? 15u : 0u} << (4 * h);
    }
    if (!has_flit()) return;
    take_loop_ = loop.count_q != 0 && (eject.count_q == 0 || prefer_loop_q);
    const FlitFifo::Entry& f = front();
    const Context& c = context_q[stream(f)];
    if (!f.head && c.operation != 0) {
      wants = true;
      rd_addr = c.addr;
      return;
    }
    may_pop_ = (!f.tail || can_count) && (!busy || (f.head && !f.tail));
    if (f.head || busy) return;
    wr_req = may_pop_;
    wr_addr = c.addr;
    wr_data = front_data();
    wr_strb = strobes(f, c);
  }
  /// `may_read`: no receiver holds the words that it needs to read.
  void settle_read(bool may_read) { rd_req = wants && may_read; }

  /// True when the current flit leaves. `reads`: the read of its words is granted and counts.
  bool pops(bool wr_gnt, bool reads) const {
    return takes(wr_gnt, reads) || (may_pop_ && (front().head || wr_gnt));
  }
  /// True when the current flit goes to the accumulator.
  bool takes(bool wr_gnt, bool reads) const { return reads && accumulator->has_space(wr_gnt); }
  bool take_loop() const { return take_loop_; }
  bool has_flit() const { return eject.count_q != 0 || loop.count_q != 0; }

  /// `rd_data`: of this receiver's read that was granted in the last cycle.
  void commit(bool wr_gnt, bool inc_gnt, bool reads, const std::uint64_t* rd_data, const FlitRef* from_router,
              const FlitRef* from_sender) {
    if (inc_gnt) inc_q = false;
    const bool take = takes(wr_gnt, reads), pop = pops(wr_gnt, reads);
    if (busy() || take) {
      if (accumulator->counts(wr_gnt)) {
        inc_q = true;
        inc_counter_q = accumulator->write.counter_q;
      }
      accumulate(wr_gnt, rd_data, take);
    }
    if (has_flit()) {
      if (pop) {
        receive(front(), context_q[stream(front())], take);
      } else {
        ++bank_stalls_q;
      }
    }
    if (from_router != nullptr) eject.push(*from_router, config_->flit_bits / 64);
    if (from_sender != nullptr) loop.push(*from_sender, config_->flit_bits / 64);
  }

  /// The front flit leaves; `take`: to the accumulator.
  void receive(FlitFifo::Entry f, Context& c, bool take) {
    if (f.head) {
      begin(front_data(), c);
    } else {
      c.addr = (c.addr + config_->flit_bits / 64) & address_mask;
    }
    if (f.tail && !take) count(c);
    prefer_loop_q = has_loop && !take_loop_;
    (take_loop_ ? loop : eject).pop();
  }
  // The parts of receive().
  /// What the head of a packet says.
  void begin(const std::uint64_t* head, Context& c) const {
    const Head h = Head::from_word(head[0]);
    const bool replaces =
        !config_->accumulate || (config_->multicast && (h.route & multicast_route_bit) != 0);
    c = {h.addr, h.counter, h.last, replaces ? std::uint8_t{0} : h.operation};
    if (config_->flit_bits > 64) c.last |= static_cast<std::uint8_t>((head[1] & 7) << 3);
  }
  /// A packet has ended.
  void count(const Context& c) {
    inc_q = c.counter != 0;
    inc_counter_q = c.counter;
  }
  /// One bit per byte that the flit has.
  std::uint64_t strobes(const FlitFifo::Entry& f, const Context& c) const { return strobes(f.tail, c); }
  std::uint64_t strobes(bool tail, const Context& c) const {
    const std::uint64_t all = ~std::uint64_t{0} >> (64 - config_->flit_bytes());
    return tail ? all & ~((~std::uint64_t{0} << 1) << c.last) : all;
  }

 private:
  bool busy() const { return accumulator && accumulator->busy(); }
  void accumulate(bool wr_gnt, const std::uint64_t* rd_data, bool take) {
    Accumulator::Taken taken;
    if (take) {
      const FlitFifo::Entry& f = front();
      const Context& c = context_q[stream(f)];
      const std::uint64_t strb = strobes(f, c);
      taken = {static_cast<Operation>(c.operation), c.addr, front_data(), 0,
               f.tail ? c.counter : std::uint8_t{0}};
      for (unsigned h = 0; h < config_->flit_bytes() / 4; ++h)
        taken.halves |= static_cast<std::uint16_t>((strb >> (4 * h) & 1) << h);
    }
    accumulator->commit(wr_gnt, rd_data, config_->flit_bits / 64, take ? &taken : nullptr);
  }
  const FlitFifo& fifo() const { return take_loop_ ? loop : eject; }
  const FlitFifo::Entry& front() const { return fifo().front(); }
  const std::uint64_t* front_data() const { return fifo().front_data(config_->flit_bits / 64); }
  unsigned stream(const FlitFifo::Entry& f) const { return take_loop_ ? config_->vcs : f.vc; }
};

}  // namespace collnoc::model
