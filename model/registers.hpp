// Every register of a node with its RTL name, relative to node.sv.
//
// A visitor is called as `v(name, value)` for a register that the model stores in the same form, and as
// `v.shown(name, value)` for one that it stores in another form. Fault tests take both by reference and write
// through them; modified tags, contexts and heads are converted back. In a name, each `%` stands for the next
// of the indices that follow. Only visitors that need names format them.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <initializer_list>
#include <type_traits>

#include "collnoc/model/tile/node.hpp"

namespace collnoc::model {

using Indices = std::initializer_list<unsigned>;

/// Value of a register with up to 128 bits, low word first.
struct Wide {
  std::uint64_t low = 0, high = 0;
  friend constexpr bool operator==(const Wide&, const Wide&) = default;
  template <class T>
  constexpr void take(T& field, unsigned width, unsigned& at) const {
    const std::uint64_t bits = at >= 64 ? high >> (at - 64) : at == 0 ? low : low >> at | high << (64 - at);
    field = static_cast<T>(bits & ((std::uint64_t{1} << width) - 1));
    at += width;
  }
  constexpr void put(std::uint64_t value, unsigned width, unsigned& at) {
    if (at < 64) low |= value << at;
    if (at + width > 64) high |= at >= 64 ? value << (at - 64) : value >> (64 - at);
    at += width;
  }
};

/// Passes one bit of a set under a name.
template <class Visitor, class Set>
void bit_register(Visitor&& v, const char* name, Set& set, unsigned at, Indices n) {
  const std::uint64_t was = (set >> at) & 1;
  std::uint64_t bit = was;
  v(name, bit, n);
  if constexpr (!std::is_const_v<Set>) {
    if (bit != was) set = static_cast<Set>(set ^ (Set{1} << at));
  }
}

/// Registers of a queue with MULTICAST: queue `k` of group `g` of input `i`, which is virtual channel `vc`.
template <class Self, class Visitor>
void Router::copies_registers(Self& self, Visitor&& v, unsigned i, unsigned g, unsigned k, unsigned vc) {
#define COLLNOC_PLACES "i_router.gen_input[%].gen_group[%].i_input_buffer.gen_vc[%].gen_places."
  auto& b = self.input_[i];
  bit_register(v, COLLNOC_PLACES "held_q", b.held_q, vc, {i, g, k});
  bit_register(v, COLLNOC_PLACES "owed_q", b.owed_q, vc, {i, g, k});
  for (unsigned p = 0; v.arrays() && p < b.depth; ++p)
    v(COLLNOC_PLACES "gen_place[%].place_q", b.order_q[vc * b.depth + p], {i, g, k, p});
#undef COLLNOC_PLACES
#define COLLNOC_QUEUE "i_router.gen_multicast.i_multicast.gen_queue[%]."
  auto& copies = self.multicast_->copies[i * max_vcs + vc];
  const unsigned q = i * self.config_.vcs + vc;
  v(COLLNOC_QUEUE "i_copies.holds_q", copies.holds_q, {q});
  v(COLLNOC_QUEUE "i_copies.taken_q", copies.taken_q, {q});
  v(COLLNOC_QUEUE "i_copies.give_up_q", copies.give_up_q, {q});
  v(COLLNOC_QUEUE "i_copies.resume_q", copies.resume_q, {q});
  v(COLLNOC_QUEUE "index_q", copies.index_q, {q});
#undef COLLNOC_QUEUE
}

template <class Self, class Visitor>
void Router::registers(Self& self, Visitor&& v) {
  const HardwareConfig& c = self.config_;
  const unsigned port_w = static_cast<unsigned>(std::bit_width(self.ports_ - 1));
  const unsigned vc_w = c.vcs > 1 ? static_cast<unsigned>(std::bit_width(c.vcs - 1)) : 1;
  // A route as the RTL stores it: port and virtual channel; with MULTICAST, from the top: the bit of a
  // multicast, the packet's set of copies, which is one for a unicast, and a unicast's virtual channel.
  const unsigned route_w = (self.multicast_ ? 1 + self.multicast_->fixed.most_copies() : port_w) + vc_w;
  const auto route = [&](TagRoute held, unsigned input) -> std::uint64_t {
    if (held == Tag::no_route) return 0;
    if ((held & Tag::multicast_bit) != 0)
      return std::uint64_t{1} << (route_w - 1) | std::uint64_t{held & 0xffu} << vc_w;
    const auto out = static_cast<Out>(held);
    const unsigned to =
        self.multicast_ ? self.multicast_->fixed.compress(input, 1u << out_port(out)) : out_port(out);
    return std::uint64_t(to << vc_w | out_vc(out));
  };
  // The inverse of `route`.
  const auto held_route = [&](std::uint64_t shown, unsigned input) -> std::uint64_t {
    const std::uint64_t to = shown >> vc_w & ((std::uint64_t{1} << (route_w - vc_w)) - 1);
    if (!self.multicast_) return to << 2 | (shown & ((1u << vc_w) - 1));
    const std::uint64_t copies = to & 0xff & ((std::uint64_t{1} << (route_w - vc_w - 1)) - 1);
    if ((shown >> (route_w - 1) & 1) != 0) return Tag::multicast_bit | copies;
    if (copies == 0) return std::uint64_t{Tag::no_route};
    const unsigned port =
        self.multicast_->fixed.output(input, static_cast<unsigned>(std::countr_zero(copies)));
    return std::uint64_t{port} << 2 | (shown & ((1u << vc_w) - 1));
  };
  // Passes a tag of an input port under a name.
  const auto show = [&](const char* name, auto& held, Indices n, unsigned input) {
    const Wide was{(std::uint64_t{held.head()} << 1 | std::uint64_t{held.tail()}) << route_w |
                       route(held.route(), input),
                   0};
    Wide tag = was;
    v.shown(name, tag, n);
    if constexpr (!std::is_const_v<Self>) {
      if (tag == was) return;
      held.bits = static_cast<std::uint16_t>(tag.low >> route_w << 14 | held_route(tag.low, input));
    }
  };
  for (unsigned i = 0; i < self.ports_; ++i) {
    auto& b = self.input_[i];
    for (unsigned g = 0; g < self.groups_; ++g) {
      const unsigned first = g * self.group_vcs_, place = first * b.depth;
      Wide routes;
      unsigned at = 0;
      for (unsigned k = 0; k < self.group_vcs_; ++k) {
        const unsigned vc = first + k;
        const Indices n{i, g, k};
        v("i_router.gen_input[%].gen_group[%].i_input_buffer.gen_vc[%].rd_ptr_q", b.rd_ptr_q[vc], n);
        v("i_router.gen_input[%].gen_group[%].i_input_buffer.gen_vc[%].wr_ptr_q", b.wr_ptr_q[vc], n);
        v("i_router.gen_input[%].gen_group[%].i_input_buffer.gen_vc[%].count_q", b.count_q[vc], n);
        show("i_router.gen_input[%].gen_group[%].i_input_buffer.gen_vc[%].front_q", b.front_q[vc], n, i);
        if (self.multicast_) copies_registers(self, v, i, g, k, vc);
        if (c.switching == Switching::store_and_forward) {
          v("i_router.gen_input[%].gen_group[%].i_input_buffer.gen_vc[%].gen_whole.tails_q", b.tails_q[vc],
            n);
        }
        routes.put(route(b.route_q[vc], i), route_w, at);
      }
      v.shown("i_router.gen_input[%].gen_group[%].i_input_buffer.route_q", routes, {i, g});
      if (v.arrays()) {
        for (unsigned s = 0; s < self.group_vcs_ * b.depth; ++s) {
          show("i_router.gen_input[%].gen_group[%].i_input_buffer.tag_q[%]", b.tag_q[place + s], {i, g, s},
               i);
          v.shown_words("i_router.gen_input[%].gen_group[%].i_input_buffer.data_q[%]",
                        b.data_q + (place + s) * b.words, b.words, {i, g, s});
        }
      }
      if (self.group_vcs_ > 1) {
        const unsigned n = i * self.groups_ + g;
        v("i_router.i_switch_allocator.gen_input[%].i_vc_arbiter.gen_many.mask_q", self.vc_arbiter_[n].mask_q,
          {n});
      }
    }
    v("i_router.i_switch_allocator.gen_output[%].i_arbiter.gen_many.mask_q", self.output_arbiter_[i].mask_q,
      {i});
    for (unsigned vc = 0; vc < c.vcs; ++vc) {
      if (vc == 0 || i < self.links_) {
        const std::uint64_t before = self.output_.credit_q[i * 4 + vc];
        std::uint64_t credits = before;
        v("i_router.gen_output[%].i_output_unit.gen_credit[%].credit_q", credits, {i, vc});
        if constexpr (!std::is_const_v<Self>) {
          if (credits != before) self.output_.set(i, vc, static_cast<unsigned>(credits & 0xff));
        }
      }
      const std::uint64_t bit = std::uint64_t{1} << (i * 4 + vc);
      const std::uint64_t was = (self.output_.busy_q & bit) != 0;
      std::uint64_t busy = was;
      v("i_router.gen_output[%].i_output_unit.gen_vc[%].busy_q", busy, {i, vc});
      if constexpr (!std::is_const_v<Self>) {
        if (busy != was) self.output_.busy_q ^= bit;
      }
    }
    auto& m = self.monitor_[i];
    v("i_router.gen_monitor.gen_link[%].i_link_monitor.flits_q", m.flits_q, {i});
    v("i_router.gen_monitor.gen_link[%].i_link_monitor.credit_stalls_q", m.credit_stalls_q, {i});
    v("i_router.gen_monitor.gen_link[%].i_link_monitor.arbitration_stalls_q", m.arbitration_stalls_q, {i});
    if (self.stages_ != 0) v("i_router.gen_input[%].gen_credit_register.credit_q", self.credit_q_[i], {i});
    for (unsigned s = 0; s < self.stages(i); ++s) {
      auto& r = self.register_[i * self.stages_ + s];
      v("i_router.gen_output[%].i_output_unit.gen_register.gen_stage[%].valid_q", r.valid_q, {i, s});
      v("i_router.gen_output[%].i_output_unit.gen_register.gen_stage[%].head_q", r.head_q, {i, s});
      v("i_router.gen_output[%].i_output_unit.gen_register.gen_stage[%].tail_q", r.tail_q, {i, s});
      v("i_router.gen_output[%].i_output_unit.gen_register.gen_stage[%].vc_q", r.vc_q, {i, s});
      if (v.arrays()) {
        v.shown_words("i_router.gen_output[%].i_output_unit.gen_register.gen_stage[%].data_q",
                      r.data_q[r.which].data(), self.input_[0].words, {i, s});
      }
    }
  }
}

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
      auto& x = r.accumulator;
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
          v.shown_flit(name, e.data, words, tag, 2 + (with_vc ? vc_w : 0), {ch, k});
        }
      };
      fifo("i_nic.gen_channel[%].i_rx.i_eject.mem_q[%]", r.eject, true);
      if (ch == 0) fifo("i_nic.gen_channel[%].i_rx.gen_loop.i_loop.mem_q[%]", r.loop, false);
    }
  }
}

template <class Self, class Visitor>
void Node::registers(Self& self, Visitor&& v) {
  Router::registers(self.router_, v);
  Nic::registers(self.nic_, v);
}

}  // namespace collnoc::model
