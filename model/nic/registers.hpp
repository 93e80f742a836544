// Every register of the NIC with its RTL name; part of model/registers.hpp.
#pragma once
#include <bit>
#include <cstdint>
#include <type_traits>

#include "collnoc/model/common/register_visitor.hpp"
#include "collnoc/model/nic/nic.hpp"

namespace collnoc::model {

template <class Self, class Visitor>
void NicSequencer::registers(Self& self, Visitor&& v) {
  v("i_nic.gen_sequencer.owed_q", self.owed_q, {});
  v("i_nic.gen_sequencer.i_sequencer.plan_q", self.plan_q, {});
  v("i_nic.gen_sequencer.i_sequencer.at_q", self.at_q, {});
  v("i_nic.gen_sequencer.i_sequencer.fault_q", self.fault_q, {});
  v("i_nic.gen_sequencer.i_sequencer.started_q", self.started_q, {});
  v("i_nic.gen_sequencer.i_sequencer.armed_q", self.armed_q, {});
  v("i_nic.gen_sequencer.i_sequencer.event_q", self.event_q, {});
  v("i_nic.gen_sequencer.i_sequencer.i_check.gen_many.mask_q", self.check_arbiter.mask_q, {});
  if (self.channels_ > 1) {
    v("i_nic.gen_sequencer.i_sequencer.i_fetch.gen_many.mask_q", self.fetch_arbiter.mask_q, {});
    v("i_nic.gen_sequencer.i_sequencer.i_access.gen_many.mask_q", self.access_arbiter.mask_q, {});
  }
#define COLLNOC_CONTEXT "i_nic.gen_sequencer.i_sequencer.gen_context[%].i_context."
  for (unsigned c = 0; c < self.channels_; ++c) {
    auto& x = self.context[c];
    v(COLLNOC_CONTEXT "i_queue.rd_ptr_q", x.rd_ptr_q, {c});
    v(COLLNOC_CONTEXT "i_queue.wr_ptr_q", x.wr_ptr_q, {c});
    v(COLLNOC_CONTEXT "i_queue.count_q", x.queued_q, {c});
    v(COLLNOC_CONTEXT "running_q", x.running_q, {c});
    v(COLLNOC_CONTEXT "first_valid_q", x.first_valid_q, {c});
    v(COLLNOC_CONTEXT "slot_valid_q", x.slot_valid_q, {c});
    v(COLLNOC_CONTEXT "inflight_q", x.inflight_q, {c});
    v(COLLNOC_CONTEXT "known_q", x.known_q, {c});
    v(COLLNOC_CONTEXT "reading_q", x.reading_q, {c});
    v(COLLNOC_CONTEXT "missed_q", x.missed_q, {c});
    v(COLLNOC_CONTEXT "stale_q", x.stale_q, {c});
    v(COLLNOC_CONTEXT "fetch_q", x.fetch_q, {c});
    v(COLLNOC_CONTEXT "front_at_q", x.front_at_q, {c});
    v(COLLNOC_CONTEXT "first_q", x.first_q, {c});
    v(COLLNOC_CONTEXT "slot_at_q", x.slot_at_q, {c});
    v(COLLNOC_CONTEXT "threshold_q", x.threshold_q, {c});
    v(COLLNOC_CONTEXT "gate_q", x.gate_q, {c});
    v(COLLNOC_CONTEXT "watched_q", x.watched_q, {c});
    v(COLLNOC_CONTEXT "piece_q", x.piece_q, {c});
    v(COLLNOC_CONTEXT "count_q", x.count_q, {c});
    if (x.config->multicast) {
      v(COLLNOC_CONTEXT "gen_corner.multicast_q", x.multicast_q, {c});
      v(COLLNOC_CONTEXT "gen_corner.corner_q", x.corner_q, {c});
    }
    Wide slot;
    unsigned at = 0;
    x.slot_q.fields([&](std::uint64_t value, unsigned width) { slot.put(value, width, at); });
    const Wide slot_was = slot;
    v.shown(COLLNOC_CONTEXT "slot_q", slot, {c});
    if constexpr (!std::is_const_v<Self>) {
      at = 0;
      if (slot != slot_was)
        x.slot_q.fields([&](auto& field, unsigned width) { slot.take(field, width, at); });
    }
    if (v.arrays()) {
      for (unsigned k = 0; k < NicContext::queue_words; ++k) {
        v(COLLNOC_CONTEXT "i_queue.mem_q[%]", x.queue_q[k], {c, k});
      }
    }
  }
#undef COLLNOC_CONTEXT
}

template <class Self, class Visitor>
void Nic::registers(Self& self, Visitor&& v) {
  const HardwareConfig& c = self.config_;
  const unsigned vc_w = c.vcs > 1 ? static_cast<unsigned>(std::bit_width(c.vcs - 1)) : 1;
  const unsigned words = c.flit_bits / 64;
  v("i_nic.i_registers.put_src_q", self.put_.put_src_q, {});
  v("i_nic.i_registers.put_addr_q", self.put_.put_addr_q, {});
  v("i_nic.i_registers.put_bytes_q", self.put_.put_bytes_q, {});
  v("i_nic.i_registers.put_ctrl_q", self.put_.put_ctrl_q, {});
  v("i_nic.i_registers.put_node_q", self.put_.put_node_q, {});
  if (c.multicast) {
    v("i_nic.i_registers.gen_corner.multicast_q", self.put_.multicast_q, {});
    v("i_nic.i_registers.gen_corner.corner_q", self.put_.corner_q, {});
  }
  v("i_nic.i_registers.launch_valid_q", self.launch_valid_q_, {});
  v("i_nic.i_registers.error_q", self.error_q_, {});
  v("i_nic.i_registers.rdata_q", self.rdata_q_, {});
  v("i_nic.i_registers.count_valid_q", self.count_valid_q_, {});
  auto& n = self.counters_;
  v("i_nic.i_counters.event_q", n.event_q, {});
  v("i_nic.i_counters.incremented_q", n.incremented_q, {});
  v("i_nic.i_counters.read_q", n.read_q, {});
  v("i_nic.i_counters.subtract_q", n.subtract_q, {});
  v("i_nic.i_counters.number_q", n.number_q, {});
  v("i_nic.i_counters.amount_q", n.amount_q, {});
  if (self.channels_ > 1) {
    v("i_nic.i_counters.i_arbiter.gen_many.mask_q", n.inc_arbiter.mask_q, {});
  }
  v("i_nic.i_counters.i_arrived.written_q", n.arrived.written_q, {});
  v("i_nic.i_counters.i_arrived.last_write_q", n.arrived.last_write_q, {});
  v("i_nic.i_counters.i_subtracted.written_q", n.subtracted.written_q, {});
  v("i_nic.i_counters.i_subtracted.last_write_q", n.subtracted.last_write_q, {});
  for (const unsigned r : {ArrivalCounters::by_arrival, ArrivalCounters::by_software}) {
    v("i_nic.i_counters.i_arrived.gen_read[%].hit_q", n.arrived.hit_q[r], {r});
    v("i_nic.i_counters.i_arrived.gen_read[%].known_q", n.arrived.known_q[r], {r});
    v("i_nic.i_counters.i_arrived.gen_read[%].i_ram.data_q", n.arrived.data_q[r], {r});
  }
  v("i_nic.i_counters.i_subtracted.gen_read[0].hit_q", n.subtracted.hit_q[0], {});
  v("i_nic.i_counters.i_subtracted.gen_read[0].known_q", n.subtracted.known_q[0], {});
  v("i_nic.i_counters.i_subtracted.gen_read[0].i_ram.data_q", n.subtracted.data_q[0], {});
  if (v.arrays()) {
    for (unsigned k = 0; k < counters; ++k) {
      v("i_nic.i_counters.i_arrived.gen_read[0].i_ram.mem_q[%]", n.arrived.mem_q[k], {k});
      v("i_nic.i_counters.i_arrived.gen_read[1].i_ram.mem_q[%]", n.arrived.mem_q[k], {k});
      v("i_nic.i_counters.i_subtracted.gen_read[0].i_ram.mem_q[%]", n.subtracted.mem_q[k], {k});
    }
  }
  if (self.sequencer_) NicSequencer::registers(*self.sequencer_, v);
  for (unsigned ch = 0; ch < self.channels_; ++ch) {
    auto& t = self.tx_[ch];
    v("i_nic.gen_channel[%].i_tx.i_queue.rd_ptr_q", t.rd_ptr_q, {ch});
    v("i_nic.gen_channel[%].i_tx.i_queue.wr_ptr_q", t.wr_ptr_q, {ch});
    v("i_nic.gen_channel[%].i_tx.i_queue.count_q", t.count_q, {ch});
    v("i_nic.gen_channel[%].i_tx.started_q", t.started_q, {ch});
    v("i_nic.gen_channel[%].i_tx.local_q", t.local_q, {ch});
    v("i_nic.gen_channel[%].i_tx.remote_q", t.remote_q, {ch});
    v("i_nic.gen_channel[%].i_tx.remaining_q", t.remaining_q, {ch});
    v("i_nic.gen_channel[%].i_tx.left_q", t.left_q, {ch});
    for (unsigned vc = 0; vc < c.vcs; ++vc) {
      v("i_nic.gen_channel[%].i_tx.gen_credit[%].credit_q", t.credit_q[vc], {ch, vc});
    }
    v("i_nic.gen_channel[%].i_tx.loop_credit_q", t.loop_credit_q, {ch});
    v("i_nic.gen_channel[%].i_tx.valid_q", t.valid_q, {ch});
    v("i_nic.gen_channel[%].i_tx.loop_q", t.loop_q, {ch});
    v("i_nic.gen_channel[%].i_tx.head_q", t.head_q, {ch});
    v("i_nic.gen_channel[%].i_tx.tail_q", t.tail_q, {ch});
    v("i_nic.gen_channel[%].i_tx.vc_q", t.vc_q, {ch});
    Wide header{t.header_q[0], t.header_q[1]};
    v.shown("i_nic.gen_channel[%].i_tx.header_q", header, {ch});
    if constexpr (!std::is_const_v<Self>) {
      t.header_q[0] = header.low;
      t.header_q[1] = header.high;
    }
    v("i_nic.gen_channel[%].i_tx.gen_monitor.i_monitor.flits_q", t.monitor.flits_q, {ch});
    v("i_nic.gen_channel[%].i_tx.gen_monitor.i_monitor.credit_stalls_q", t.monitor.credit_stalls_q, {ch});
    v("i_nic.gen_channel[%].i_tx.gen_monitor.i_monitor.arbitration_stalls_q", t.monitor.arbitration_stalls_q,
      {ch});
    if (v.arrays()) {
      for (unsigned k = 0; k < NicTx::queue_depth; ++k) {
        const Descriptor& d = t.queue_q[k];
        Wide w;
        unsigned at = 0;
        d.fields([&](std::uint64_t value, unsigned width) { w.put(value, width, at); });
        w.put(d.vc, vc_w, at);
        v.shown("i_nic.gen_channel[%].i_tx.i_queue.mem_q[%]", w, {ch, k});
      }
    }
    auto& r = self.rx_[ch];
    v("i_nic.gen_channel[%].i_rx.i_eject.rd_ptr_q", r.eject.rd_ptr_q, {ch});
    v("i_nic.gen_channel[%].i_rx.i_eject.wr_ptr_q", r.eject.wr_ptr_q, {ch});
    v("i_nic.gen_channel[%].i_rx.i_eject.count_q", r.eject.count_q, {ch});
    if (ch == 0) {
      v("i_nic.gen_channel[%].i_rx.gen_loop.i_loop.rd_ptr_q", r.loop.rd_ptr_q, {ch});
      v("i_nic.gen_channel[%].i_rx.gen_loop.i_loop.wr_ptr_q", r.loop.wr_ptr_q, {ch});
      v("i_nic.gen_channel[%].i_rx.gen_loop.i_loop.count_q", r.loop.count_q, {ch});
      v("i_nic.gen_channel[%].i_rx.gen_loop.prefer_loop_q", r.prefer_loop_q, {ch});
    }
    v("i_nic.gen_channel[%].i_rx.inc_q", r.inc_q, {ch});
    v("i_nic.gen_channel[%].i_rx.inc_counter_q", r.inc_counter_q, {ch});
    v("i_nic.gen_channel[%].i_rx.gen_monitor.bank_stalls_q", r.bank_stalls_q, {ch});
    if (c.accumulate) {
#define COLLNOC_ACCUMULATOR "i_nic.gen_channel[%].i_rx.gen_accumulate.i_accumulator."
      auto& x = *r.accumulator;
      v(COLLNOC_ACCUMULATOR "read_q", x.read.valid_q, {ch});
      v(COLLNOC_ACCUMULATOR "write_q", x.write.valid_q, {ch});
#define COLLNOC_FLOAT_SUMS COLLNOC_ACCUMULATOR "gen_float_sums."
      v(COLLNOC_ACCUMULATOR "read_operation_q", x.read_operation_q, {ch});
      v(COLLNOC_ACCUMULATOR "read_addr_q", x.read.addr_q, {ch});
      v(COLLNOC_ACCUMULATOR "write_addr_q", x.write.addr_q, {ch});
      v(COLLNOC_ACCUMULATOR "read_halves_q", x.read.halves_q, {ch});
      v(COLLNOC_ACCUMULATOR "write_halves_q", x.write.halves_q, {ch});
      v(COLLNOC_ACCUMULATOR "read_counter_q", x.read.counter_q, {ch});
      v(COLLNOC_ACCUMULATOR "write_counter_q", x.write.counter_q, {ch});
      if (v.arrays()) {
        v.shown_words(COLLNOC_ACCUMULATOR "read_data_q", x.read.data_q.get(), words, {ch});
        v.shown_words(COLLNOC_ACCUMULATOR "write_data_q", x.write.data_q.get(), words, {ch});
      }
      if (c.float_sums) {
        auto& f = *x.floats;
        v(COLLNOC_FLOAT_SUMS "read_fresh_q", f.read_fresh_q, {ch});
        v(COLLNOC_FLOAT_SUMS "order_q", f.order.valid_q, {ch});
        v(COLLNOC_FLOAT_SUMS "add_q", f.add.valid_q, {ch});
        v(COLLNOC_FLOAT_SUMS "order_addr_q", f.order.addr_q, {ch});
        v(COLLNOC_FLOAT_SUMS "add_addr_q", f.add.addr_q, {ch});
        v(COLLNOC_FLOAT_SUMS "order_halves_q", f.order.halves_q, {ch});
        v(COLLNOC_FLOAT_SUMS "add_halves_q", f.add.halves_q, {ch});
        v(COLLNOC_FLOAT_SUMS "order_counter_q", f.order.counter_q, {ch});
        v(COLLNOC_FLOAT_SUMS "add_counter_q", f.add.counter_q, {ch});
        if (v.arrays())
          v.shown_words(COLLNOC_FLOAT_SUMS "read_memory_q", f.read_memory_q.data(), words, {ch});
#define COLLNOC_ADDER COLLNOC_FLOAT_SUMS "gen_half[%].i_float_adder."
        for (unsigned h = 0; h < 2 * words; ++h) {
          auto& a = f.adder[h];
          v(COLLNOC_ADDER "known_q", a.known_q, {ch, h});
          v(COLLNOC_ADDER "subtract_q", a.subtract_q, {ch, h});
          v(COLLNOC_ADDER "larger_q", a.larger_q, {ch, h});
          v(COLLNOC_ADDER "smaller_q", a.smaller_q, {ch, h});
          v(COLLNOC_ADDER "shift_q", a.shift_q, {ch, h});
          v(COLLNOC_ADDER "result_q", a.result_q, {ch, h});
          v(COLLNOC_ADDER "sign_q", a.sign_q, {ch, h});
          v(COLLNOC_ADDER "limit_q", a.limit_q, {ch, h});
          v(COLLNOC_ADDER "total_q", a.total_q, {ch, h});
        }
#undef COLLNOC_ADDER
      }
#undef COLLNOC_FLOAT_SUMS
#undef COLLNOC_ACCUMULATOR
    }
    if (v.arrays()) {
      for (unsigned s = 0; s < c.vcs + (ch == 0 ? 1 : 0); ++s) {
        Wide w;
        unsigned at = 0;
        w.put(r.context_q[s].last, 6, at);
        w.put(r.context_q[s].counter, counter_w, at);
        w.put(r.context_q[s].addr, addr_w, at);
        if (c.accumulate) w.put(r.context_q[s].operation, 4, at);
        const Wide was = w;
        v.shown_slice("i_nic.gen_channel[%].i_rx.context_q", w, s * at, at, {ch});
        if constexpr (!std::is_const_v<Self>) {
          if (w != was) {
            r.context_q[s] = {static_cast<std::uint32_t>(w.low >> 12 & address_mask),
                              static_cast<std::uint8_t>((w.low >> 6) & 63),
                              static_cast<std::uint8_t>(w.low & 63), static_cast<std::uint8_t>(w.low >> 30)};
          }
        }
      }
      const auto fifo = [&](const char* name, const FlitFifo& f, bool with_vc) {
        for (unsigned k = 0; k < eject_depth; ++k) {
          const FlitFifo::Entry& e = f.mem_q[k];
          const unsigned tag = (with_vc ? unsigned{e.vc} << 2 : 0u) | (e.head ? 2u : 0u) | (e.tail ? 1u : 0u);
          v.shown_flit(name, f.data_q + std::size_t{k} * words, words, tag, 2 + (with_vc ? vc_w : 0),
                       {ch, k});
        }
      };
      fifo("i_nic.gen_channel[%].i_rx.i_eject.mem_q[%]", r.eject, true);
      if (ch == 0) fifo("i_nic.gen_channel[%].i_rx.gen_loop.i_loop.mem_q[%]", r.loop, false);
    }
  }
}

}  // namespace collnoc::model
