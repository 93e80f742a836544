// Every register of the router with its RTL name; part of model/registers.hpp.
#pragma once
#include <bit>
#include <cstdint>
#include <type_traits>

#include "collnoc/model/common/register_visitor.hpp"
#include "collnoc/model/router/router.hpp"

namespace collnoc::model {

/// Registers of a queue with MULTICAST: queue `k` of group `g` of input `i`, which is virtual channel `vc`.
template <class Self, class Visitor>
void Router::copies_registers(Self& self, Visitor&& v, unsigned i, unsigned g, unsigned k, unsigned vc) {
#define COLLNOC_PLACES "i_router.i_inputs.gen_input[%].gen_group[%].i_input_buffer.gen_vc[%].gen_places."
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
  const unsigned vc_w = c.vcs > 1 ? static_cast<unsigned>(std::bit_width(c.vcs - 1)) : 1;
  const Turns& turns = *self.turns_;
  // A route as the RTL stores it, from the top: with MULTICAST, the bit of a multicast; the packet's set of
  // copies, which is one for a unicast; a unicast's virtual channel.
  const unsigned route_w = (self.multicast_ ? 1 : 0) + turns.most_outputs() + vc_w;
  const auto route = [&](TagRoute held, unsigned input) -> std::uint64_t {
    if (held == Tag::no_route) return 0;
    if ((held & Tag::multicast_bit) != 0)
      return std::uint64_t{1} << (route_w - 1) | std::uint64_t{held & 0xffu} << vc_w;
    const auto out = static_cast<Out>(held);
    return std::uint64_t(turns.place(input, out_port(out)) << vc_w | out_vc(out));
  };
  // The inverse of `route`.
  const auto held_route = [&](std::uint64_t shown, unsigned input) -> std::uint64_t {
    const std::uint64_t copies = shown >> vc_w & ((std::uint64_t{1} << turns.most_outputs()) - 1);
    if (self.multicast_ && (shown >> (route_w - 1) & 1) != 0) return Tag::multicast_bit | copies;
    if (copies == 0) return std::uint64_t{Tag::no_route};
    const unsigned port = turns.output(input, static_cast<unsigned>(std::countr_zero(copies)));
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
  // A set of queues or channels, [port][vc].
  const auto set = [&](const char* name, auto& bits) {
    std::uint64_t was = 0;
    for (unsigned n = 0; n < self.sizes_.ports() * c.vcs; ++n)
      was |= (bits >> (n / c.vcs * max_vcs + n % c.vcs) & 1) << n;
    std::uint64_t now = was;
    v(name, now, {});
    if constexpr (!std::is_const_v<Self>) {
      for (unsigned n = 0; n < self.sizes_.ports() * c.vcs; ++n)
        bits ^= ((was ^ now) >> n & 1) << (n / c.vcs * max_vcs + n % c.vcs);
    }
  };
  auto& reservations = self.reservations_;
  v("i_router.i_reservations.tick_q", reservations.tick_q, {});
  set("i_router.i_reservations.old_q", reservations.old_q);
  if (self.sizes_.group_vcs() > 1) set("i_router.i_reservations.gen_urgent.urgent_q", reservations.urgent_q);
  set("i_router.i_reservations.reserved_q", reservations.reserved_q);
  // What the RTL knows before the cycle that needs it: channels that a head may take. They follow from other
  // registers and come after these, so that lockstep reports the cause first.
  const std::uint64_t start = self.output_.head_ok() & ~self.output_.busy_q;
  for (unsigned i = 0; i < self.sizes_.ports(); ++i) {
    auto& b = self.input_[i];
    for (unsigned g = 0; g < self.sizes_.groups(); ++g) {
      const unsigned first = g * self.sizes_.group_vcs(), place = first * b.depth;
      Wide routes;
      unsigned at = 0;
      for (unsigned k = 0; k < self.sizes_.group_vcs(); ++k) {
        const unsigned vc = first + k;
        const Indices n{i, g, k};
        v("i_router.i_inputs.gen_input[%].gen_group[%].i_input_buffer.gen_vc[%].rd_ptr_q", b.rd_ptr_q[vc], n);
        v("i_router.i_inputs.gen_input[%].gen_group[%].i_input_buffer.gen_vc[%].wr_ptr_q", b.wr_ptr_q[vc], n);
        v("i_router.i_inputs.gen_input[%].gen_group[%].i_input_buffer.gen_vc[%].count_q", b.count_q[vc], n);
        show("i_router.i_inputs.gen_input[%].gen_group[%].i_input_buffer.gen_vc[%].front_q", b.front_q[vc], n,
             i);
        if (self.multicast_) {
          copies_registers(self, v, i, g, k, vc);
        } else {
          auto& front = b.front_q[vc];
          std::uint64_t channel = 0;  // of the front's packet, [place of the output][vc]
          if (front.route() != Tag::no_route) {
            const unsigned output = turns.place(i, out_port(front.out()));
            channel = std::uint64_t{1}
                      << (static_cast<unsigned>(std::countr_zero(output)) * c.vcs + out_vc(front.out()));
          }
          const std::uint64_t was = channel;
          v("i_router.i_inputs.gen_input[%].gen_group[%].i_input_buffer.gen_vc[%].gen_channel.channel_q",
            channel, n);
          if constexpr (!std::is_const_v<Self>) {  // a netlist has the route here only
            if (channel != was && channel != 0) {
              const auto bit = static_cast<unsigned>(std::countr_zero(channel));
              front.bits = static_cast<std::uint16_t>((front.bits & (Tag::head_bit | Tag::tail_bit)) |
                                                      to_out(turns.output(i, bit / c.vcs), bit % c.vcs));
            }
          }
        }
        if (c.switching == Switching::store_and_forward) {
          v("i_router.i_inputs.gen_input[%].gen_group[%].i_input_buffer.gen_vc[%].gen_whole.tails_q",
            b.tails_q[vc], n);
        }
        routes.put(route(b.route_q[vc], i), route_w, at);
      }
      v.shown("i_router.i_inputs.gen_input[%].gen_group[%].i_input_buffer.route_q", routes, {i, g});
      if (v.arrays()) {
        for (unsigned s = 0; s < self.sizes_.group_vcs() * b.depth; ++s) {
          show("i_router.i_inputs.gen_input[%].gen_group[%].i_input_buffer.tag_q[%]", b.tag_q[place + s],
               {i, g, s}, i);
          v.shown_words("i_router.i_inputs.gen_input[%].gen_group[%].i_input_buffer.data_q[%]",
                        b.data_q + (place + s) * b.words, b.words, {i, g, s});
        }
      }
      if (self.sizes_.group_vcs() > 1) {
        const unsigned n = i * self.sizes_.groups() + g;
        v("i_router.i_switch_allocator.gen_input[%].i_vc_arbiter.gen_many.mask_q", self.vc_arbiter_[n].mask_q,
          {n});
      }
    }
    v("i_router.i_switch_allocator.gen_output[%].i_arbiter.gen_many.mask_q", self.output_arbiter_[i].mask_q,
      {i});
    for (unsigned vc = 0; vc < c.vcs; ++vc) {
      if (vc == 0 || i < self.sizes_.links()) {
        const std::uint64_t before = self.output_.credit_q[i * 4 + vc];
        std::uint64_t credits = before;
        v("i_router.i_outputs.gen_output[%].i_output_unit.gen_credit[%].credit_q", credits, {i, vc});
        bool has_credit = before != 0;
        v("i_router.i_outputs.gen_output[%].i_output_unit.gen_credit[%].has_credit_q", has_credit, {i, vc});
        if constexpr (!std::is_const_v<Self>) {
          if (credits != before) self.output_.set(i, vc, static_cast<unsigned>(credits & 0xff));
        }
      }
      const std::uint64_t bit = std::uint64_t{1} << (i * 4 + vc);
      const std::uint64_t was = (self.output_.busy_q & bit) != 0;
      std::uint64_t busy = was;
      v("i_router.i_outputs.gen_output[%].i_output_unit.gen_vc[%].busy_q", busy, {i, vc});
      if constexpr (!std::is_const_v<Self>) {
        if (busy != was) self.output_.busy_q ^= bit;
      }
      bool may_start = (start & bit) != 0;
      v("i_router.i_outputs.gen_output[%].i_output_unit.gen_vc[%].start_q", may_start, {i, vc});
    }
    auto& m = self.monitor_[i];
    v.count("i_router.gen_monitor.i_monitor.i_counters.%", m.flits_q, 3 * i);
    v.count("i_router.gen_monitor.i_monitor.i_counters.%", m.credit_stalls_q, 3 * i + 1);
    v.count("i_router.gen_monitor.i_monitor.i_counters.%", m.arbitration_stalls_q, 3 * i + 2);
    if (self.stages_ != 0)
      v("i_router.i_inputs.gen_input[%].gen_credit_register.credit_q", self.credit_q_[i], {i});
    for (unsigned s = 0; s < self.stages(i); ++s) {
      auto& r = self.register_[i * self.stages_ + s];
      v("i_router.i_outputs.gen_output[%].i_output_unit.gen_register.gen_stage[%].valid_q", r.valid_q,
        {i, s});
      v("i_router.i_outputs.gen_output[%].i_output_unit.gen_register.gen_stage[%].head_q", r.head_q, {i, s});
      v("i_router.i_outputs.gen_output[%].i_output_unit.gen_register.gen_stage[%].tail_q", r.tail_q, {i, s});
      v("i_router.i_outputs.gen_output[%].i_output_unit.gen_register.gen_stage[%].vc_q", r.vc_q, {i, s});
      if (v.arrays()) {
        v.shown_words("i_router.i_outputs.gen_output[%].i_output_unit.gen_register.gen_stage[%].data_q",
                      r.data_q[r.which].data(), self.input_[0].words, {i, s});
      }
    }
  }
  if (c.vcs > 1) {
    std::uint64_t young_start = start & ~reservations.reserved_q;
    set("i_router.i_reservations.gen_before.young_start_q", young_start);
  }
}

}  // namespace collnoc::model
