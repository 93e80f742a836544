#include "collnoc/model/router/router.hpp"

#include <algorithm>
#include <bit>

#include "collnoc/model/router/multicast_route.hpp"

namespace collnoc::model {

Router::Router(const HardwareConfig& config, const Place& place)
    : config_(config),
      place_(place),
      ports_(config.links() + config.channels()),
      links_(config.links()),
      usual_(!config.multicast && config.hop_cycles == 1 && config.switching != Switching::store_and_forward),
      groups_(config.vcs == 4 ? 2 : 1),
      group_vcs_(config.vcs / groups_),
      stages_(config.hop_cycles - 1) {
  const unsigned words = config.flit_bits / 64;
  const unsigned injection_depth = std::max(config.vc_depth, 4u);
  const std::size_t slots =
      config.vcs * (links_ * std::size_t{config.vc_depth} + config.channels() * std::size_t{injection_depth});
  data_ = std::make_unique<std::uint64_t[]>(slots * words);
  tags_ = std::make_unique<Tag[]>(slots);
  std::size_t at = 0;
  const unsigned head_needs = config.switching == Switching::wormhole ? 1 : config.max_packet_flits;
  for (unsigned p = 0; p < ports_; ++p) {
    const bool link = p < links_;
    input_[p].depth = static_cast<std::uint8_t>(link ? config.vc_depth : injection_depth);
    input_[p].words = static_cast<std::uint8_t>(words);
    input_[p].tag_q = tags_.get() + at;
    input_[p].data_q = data_.get() + at * words;
    if (config.multicast) {
      if (p == 0) order_ = std::make_unique<std::uint8_t[]>(slots);
      input_[p].order_q = order_.get() + at;
      for (unsigned n = 0; n < config.vcs * input_[p].depth; ++n)
        input_[p].order_q[n] = static_cast<std::uint8_t>(n % input_[p].depth);
    }
    at += config.vcs * input_[p].depth;
    output_.init(p, config.vcs, link ? config.vc_depth : eject_depth, !link, link ? head_needs : 1);
  }
  if (stages_ != 0) register_ = std::make_unique<OutputRegister[]>(ports_ * stages_);
  if (config.multicast) multicast_ = std::make_unique<Copying>(config, place);
}

template <class F>
void Router::for_hardware(F&& f) {
  if (!usual_) return f(AnyHardware{*this});
  switch (config_.vcs) {
    case 1: return f(UsualHardware<1>(*this));
    case 2: return f(UsualHardware<2>(*this));
    case 3: return f(UsualHardware<3>(*this));
    default: return f(UsualHardware<4>(*this));
  }
}

void Router::settle(FlitRef* link) {
  for_hardware([&](auto hardware) { settle_as(hardware, link); });
}

void Router::commit(const In& in) {
  for_hardware([&](auto hardware) { commit_as(hardware, in); });
}

// Conditions are computed, not branched on, wherever their outcome is random.
template <class Hardware>
void Router::settle_as(Hardware hardware, FlitRef* link) {
  const unsigned groups = hardware.groups(), group_vcs = hardware.vcs() / groups;
  credit_stall_ = arbitration_stall_ = 0;
  out_.credit_any = 0;
  out_.credit = {};
  if constexpr (!Hardware::usual) {
    if (multicast_) {
      multicast_->wanted = multicast_->active = 0;
      multicast_->which ^= 1;
    }
  }

  // Inputs: each picks one of its ready virtual channels.
  const std::uint64_t may_start = output_.head_ok & ~output_.busy_q;
  std::uint32_t requested = 0;
  for (std::uint32_t inputs = filled_ | held_; inputs != 0; inputs &= inputs - 1) {
    const unsigned i = static_cast<unsigned>(std::countr_zero(inputs));
    const InputBuffer& buffer = input_[i];
    std::uint32_t ready = 0;
    std::array<std::uint8_t, max_vcs> port{};
    std::array<std::uint32_t, max_vcs> outputs{};  // of a multicast packet
    for (unsigned v = 0; v < hardware.vcs(); ++v) {
      const Tag tag = buffer.front(v);
      const std::uint32_t filled = (buffer.filled >> v) & 1;
      if constexpr (!Hardware::usual) {
        if (((buffer.filled | buffer.held_q) >> v & 1) == 0) continue;
        if (multicast_ && (filled != 0 ? tag.multicast() : true)) {
          outputs[v] = settle_copies(i, v);
          if (outputs[v] != 0) ready |= 1u << v;
          continue;
        }
        const bool store_and_forward = config_.switching == Switching::store_and_forward && tag.head();
        if (store_and_forward && buffer.tails_q[v] == 0) continue;
      }
      const Out to = tag.out();
      port[v] = static_cast<std::uint8_t>(out_port(to));
      const std::uint32_t held =
          filled & std::uint32_t{tag.head()} & static_cast<std::uint32_t>(output_.busy_q >> to);
      const std::uint32_t may_go =
          filled & static_cast<std::uint32_t>((tag.head() ? may_start : output_.body_ok) >> to);
      ready |= may_go << v;
      arbitration_stall_ |= held << port[v];
      credit_stall_ |= (filled & ~held & ~may_go) << port[v];
      if constexpr (!Hardware::usual) {
        if (multicast_) multicast_->wanted |= std::uint64_t{held} << to;
      }
    }
    for (unsigned g = 0; g < groups; ++g) {
      const unsigned first = g * group_vcs;
      const std::uint32_t ask = (ready >> first) & ((1u << group_vcs) - 1);
      if constexpr (!Hardware::usual) {
        if (ask == 0) continue;
      }
      const unsigned n = i * groups + g;
      const std::uint32_t pick = vc_arbiter_[n].grant(ask), asks = ask != 0;
      for (std::uint32_t lost = ask & ~pick; lost != 0; lost &= lost - 1) {
        const unsigned v = first + static_cast<unsigned>(std::countr_zero(lost));
        if (Hardware::usual || outputs[v] == 0) arbitration_stall_ |= 1u << port[v];
      }
      const unsigned v = first + (pick >> 1);  // of at most three
      picked_[n] = static_cast<std::uint8_t>(v);
      if (Hardware::usual || outputs[v] == 0) {
        request_[port[v]] |= asks << n;
        requested |= asks << port[v];
        continue;
      }
      if (multicast_->copies[i * max_vcs + v].resend) write_resent(i, v);
      for (std::uint32_t o = outputs[v]; o != 0; o &= o - 1) request_[std::countr_zero(o)] |= 1u << n;
      requested |= outputs[v];
    }
  }

  // Outputs: each picks one of the inputs that request it.
  granted_ = requested;
  for (std::uint32_t outputs = requested; outputs != 0; outputs &= outputs - 1) {
    const unsigned o = static_cast<unsigned>(std::countr_zero(outputs));
    const std::uint32_t grant = output_arbiter_[o].grant(request_[o]);
    std::uint32_t lost = request_[o] & ~grant;
    request_[o] = 0;
    const unsigned n = static_cast<unsigned>(std::countr_zero(grant));
    winner_[o] = static_cast<std::uint8_t>(n);
    const unsigned i = n / groups, v = picked_[n];
    if constexpr (!Hardware::usual) {
      for (std::uint32_t m = lost; multicast_ && m != 0; m &= m - 1) {
        const unsigned other = static_cast<unsigned>(std::countr_zero(m));
        if (is_copied(other / groups, picked_[other])) lost &= ~(1u << other);
      }
      if (is_copied(i, v)) {
        MulticastCopies& copies = multicast_->copies[i * max_vcs + v];
        copies.granted |= multicast_->fixed.compress(i, 1u << o);
      }
    }
    arbitration_stall_ |= std::uint32_t{lost != 0} << o;
    if (!Hardware::usual && stages_ != 0) continue;
    const Crossing x = crossing(hardware, o);
    wire(link, o) = {x.data, static_cast<std::uint8_t>(out_vc(x.out)), x.head, x.tail};
    if (Hardware::usual || !is_copied(i, v)) give_credit(i, v);
  }
  out_.valid = granted_;
  if constexpr (!Hardware::usual) {
    if (multicast_) settle_fronts();
    if (stages_ != 0) settle_registers(link);
  }
}

/// Hops of more than one cycle: what leaves comes from the last registers.
void Router::settle_registers(FlitRef* link) {
  out_.valid = 0;
  on_the_way_ = false;
  for (unsigned p = 0; p < ports_; ++p) {
    const OutputRegister* stage = &register_[p * stages_];
    const unsigned stages = this->stages(p);
    for (unsigned s = 0; s < stages; ++s) on_the_way_ |= stage[s].valid_q;
    const OutputRegister& r = stage[stages - 1];
    if (r.valid_q) {
      out_.valid |= 1u << p;
      wire(link, p) = {r.data_q[r.which].data(), r.vc_q, r.head_q, r.tail_q};
    }
    on_the_way_ |= credit_q_[p] != 0;
    out_.credit[p] = static_cast<std::uint8_t>(credit_q_[p] >> ((stages - 1) * config_.vcs));
    if (out_.credit[p] != 0) out_.credit_any |= 1u << p;
  }
}

TagRoute Router::route_of(unsigned input, const FlitRef& flit) const {
  if (!multicast_ || !is_multicast(flit.data[0]))
    return route_compute(config_, place_, input, flit.vc, flit.data[0]);
  const std::uint32_t outputs =
      multicast_route(config_, place_, input, MulticastBox::from_word(flit.data[0]));
  return Tag::multicast_bit | multicast_->fixed.compress(input, outputs);
}

void Router::give_credit(unsigned input, unsigned vc) {
  const std::uint8_t bit = static_cast<std::uint8_t>(1u << vc);
  out_.credit[input] |= bit;
  out_.credit_any |= 1u << input;
}

template <class Hardware>
Router::Crossing Router::crossing(Hardware hardware, unsigned output) const {
  const unsigned n = winner_[output], i = n / hardware.groups(), v = picked_[n];
  const InputBuffer& buffer = input_[i];
  if (Hardware::usual || !is_copied(i, v)) {
    const Tag tag = buffer.front(v);
    return {i, v, tag.out(), tag.head(), tag.tail(), buffer.front_data(v)};
  }
  const MulticastCopies& c = multicast_->copies[i * max_vcs + v];
  const unsigned k = static_cast<unsigned>(std::countr_zero(multicast_->fixed.compress(i, 1u << output)));
  const std::uint64_t* data = c.resend ? multicast_->data[multicast_->which][n].data() : buffer.front_data(v);
  return {i, v, multicast_->fixed.out(i, v, k), c.head, c.tail, data};
}

std::uint32_t Router::settle_copies(unsigned input, unsigned vc) {
  Copying& m = *multicast_;
  const InputBuffer& buffer = input_[input];
  MulticastCopies& c = m.copies[input * max_vcs + vc];
  m.active |= std::uint64_t{1} << (input * max_vcs + vc);
  const Tag tag = buffer.front(vc);
  MulticastCopies::In in{};
  in.valid = (buffer.filled >> vc) & 1;
  in.head = tag.head();
  in.tail = tag.tail();
  in.held = (buffer.held_q >> vc) & 1;
  in.copies = tag.copies();
  const unsigned copies = m.fixed.copies(input);
  for (unsigned k = 0; k < copies; ++k) {
    const Out out = m.fixed.out(input, vc, k);
    in.head_ok |= static_cast<std::uint8_t>(((output_.head_ok & ~output_.busy_q) >> out & 1) << k);
    in.body_ok |= static_cast<std::uint8_t>((output_.body_ok >> out & 1) << k);
  }
  c.settle(in);
  std::uint32_t outputs = 0;
  for (unsigned k = 0; k < copies; ++k) {
    const Out out = m.fixed.out(input, vc, k);
    if (((c.starts >> k) & 1) != 0) m.wanted |= output_.busy_q & (std::uint64_t{1} << out);
    if (((c.request >> k) & 1) != 0) outputs |= 1u << m.fixed.output(input, k);
  }
  return outputs;
}

/// The packet's head once more: it continues at the front's address. An empty tail is marked and has no
/// counter.
void Router::write_resent(unsigned input, unsigned vc) {
  Copying& m = *multicast_;
  const InputBuffer& buffer = input_[input];
  const MulticastCopies& c = m.copies[input * max_vcs + vc];
  auto& data = m.data[m.which][input * groups_ + vc / group_vcs_];
  std::copy_n(buffer.head_data(vc), buffer.words, data.begin());
  if (!c.first) data[0] = m.fixed.with_index(data[0], c.index_q);
  if (c.empty) data[0] = empty_tail_of(data[0]);
}

/// Outputs at which the front of a multicast packet waits: for a credit, or for another packet.
void Router::count_stalls(unsigned input, unsigned vc) {
  const Copying& m = *multicast_;
  const MulticastCopies& c = m.copies[input * max_vcs + vc];
  for (unsigned waits = c.waits & ~unsigned{c.granted}; waits != 0; waits &= waits - 1) {
    const unsigned k = static_cast<unsigned>(std::countr_zero(waits)), o = m.fixed.output(input, k);
    const Out out = m.fixed.out(input, vc, k);
    const bool start = (c.starts >> k) & 1, busy = start && ((output_.busy_q >> out) & 1) != 0;
    const bool ok = ((start ? output_.head_ok : output_.body_ok) >> out) & 1;
    (busy || ok ? arbitration_stall_ : credit_stall_) |= 1u << o;
  }
}

/// Updates the copies and the queues of multicast packets, before new flits arrive. `left`: queues whose
/// unicast front left, bit port * 4 + vc.
void Router::commit_copies(std::uint64_t left) {
  Copying& m = *multicast_;
  std::uint64_t touched = m.active;
  m.decided = 0;
  for (std::uint64_t queues = m.active; queues != 0; queues &= queues - 1) {
    const unsigned q = static_cast<unsigned>(std::countr_zero(queues)), i = q / max_vcs, v = q % max_vcs;
    MulticastCopies& c = m.copies[q];
    InputBuffer& buffer = input_[i];
    std::uint8_t wanted = 0;
    for (unsigned k = 0; k < m.fixed.copies(i); ++k)
      wanted |= static_cast<std::uint8_t>((m.wanted >> m.fixed.out(i, v, k) & 1) << k);
    c.commit(wanted, m.fixed.index_of(buffer.front_data(v)[0]), (1u << m.fixed.index_bits()) - 1);
    m.decided += c.quiescent() ? 0 : 1;
    if (c.pop) left |= std::uint64_t{1} << q;
    if (c.pop && stages_ != 0) credit_q_[i] |= static_cast<std::uint16_t>(1u << v);
  }
  // One credit goes per cycle: that of a front that leaves comes before an owed one.
  for (std::uint32_t inputs = owed_; inputs != 0; inputs &= inputs - 1) {
    const unsigned i = static_cast<unsigned>(std::countr_zero(inputs));
    if (stages_ != 0) credit_q_[i] |= input_[i].owed_q;
    input_[i].owed_q &= static_cast<std::uint8_t>(left >> (i * max_vcs));
    touched |= std::uint64_t{1} << (i * max_vcs);
  }
  for (std::uint64_t queues = m.active; queues != 0; queues &= queues - 1) {
    const unsigned q = static_cast<unsigned>(std::countr_zero(queues)), i = q / max_vcs, v = q % max_vcs;
    if (m.copies[q].pop) input_[i].pop_copied(v, input_[i].front(v).tail());
    if (m.copies[q].hold) input_[i].hold(v);
  }
  const auto update = [](std::uint32_t& ports, unsigned i, bool any) {
    ports = (ports & ~(1u << i)) | std::uint32_t{any} << i;
  };
  for (std::uint64_t queues = touched; queues != 0; queues &= queues - 1) {
    const unsigned i = static_cast<unsigned>(std::countr_zero(queues)) / max_vcs;
    update(filled_, i, input_[i].filled != 0);
    update(held_, i, input_[i].held_q != 0);
    update(owed_, i, input_[i].owed_q != 0);
  }
}

/// A copied front leaves its queue, or stays as its packet's head, once every copy has taken it.
void Router::settle_fronts() {
  Copying& m = *multicast_;
  for (std::uint64_t queues = m.active; queues != 0; queues &= queues - 1) {
    const unsigned q = static_cast<unsigned>(std::countr_zero(queues)), i = q / max_vcs, v = q % max_vcs;
    MulticastCopies& c = m.copies[q];
    c.settle_front();
    count_stalls(i, v);
    if (c.pop && stages_ == 0) give_credit(i, v);
  }
  for (std::uint32_t inputs = stages_ == 0 ? owed_ : 0; inputs != 0; inputs &= inputs - 1) {
    const unsigned i = static_cast<unsigned>(std::countr_zero(inputs));
    for (std::uint32_t vcs = input_[i].owed_q; vcs != 0; vcs &= vcs - 1)
      give_credit(i, static_cast<unsigned>(std::countr_zero(vcs)));
  }
}

std::vector<Router::WaitingCopy> Router::waiting_copies(unsigned port, unsigned vc) const {
  const InputBuffer& buffer = input_[port];
  const Tag tag = buffer.front(vc);
  MulticastCopies now = multicast_->copies[port * max_vcs + vc];
  now.settle({true, tag.head(), tag.tail(), ((buffer.held_q >> vc) & 1) != 0, tag.copies(), 0, 0});
  std::vector<WaitingCopy> waiting;
  for (unsigned waits = now.waits; waits != 0; waits &= waits - 1) {
    const unsigned k = static_cast<unsigned>(std::countr_zero(waits));
    waiting.push_back({multicast_->fixed.out(port, vc, k), ((now.starts >> k) & 1) != 0});
  }
  return waiting;
}

/// Hops of more than one cycle: flits and credits go to the next registers.
void Router::commit_registers() {
  for (unsigned p = 0; p < ports_; ++p) {
    const unsigned stages = this->stages(p);
    const auto kept = static_cast<std::uint16_t>((1u << stages * config_.vcs) - 1);
    credit_q_[p] = static_cast<std::uint16_t>(credit_q_[p] << config_.vcs) & kept;
    OutputRegister* stage = &register_[p * stages_];
    for (unsigned s = stages - 1; s > 0; --s) stage[s].take(stage[s - 1]);
    stage[0].valid_q = false;
  }
}

template <class Hardware>
void Router::commit_as(Hardware hardware, const In& in) {
  const unsigned groups = hardware.groups(), group_vcs = hardware.vcs() / groups;
  if constexpr (!Hardware::usual) {
    if (stages_ != 0) commit_registers();
  }

  // Flits that leave.
  std::uint64_t left = 0;
  for (std::uint32_t outputs = granted_; outputs != 0; outputs &= outputs - 1) {
    const unsigned o = static_cast<unsigned>(std::countr_zero(outputs));
    const unsigned n = winner_[o];
    const Crossing x = crossing(hardware, o);
    const unsigned i = x.input, v = x.vc;
    if (!Hardware::usual && stages_ != 0) {
      OutputRegister& r = register_[o * stages_];
      r.valid_q = true;
      r.head_q = x.head;
      r.tail_q = x.tail;
      r.vc_q = static_cast<std::uint8_t>(out_vc(x.out));
      r.which ^= 1;
      std::copy_n(x.data, input_[i].words, r.data_q[r.which].begin());
    }
    ++monitor_[o].flits_q;
    output_.spend(x.out, x.tail);
    vc_arbiter_[n].update(1u << (v - n % groups * group_vcs), group_vcs, x.tail);
    output_arbiter_[o].update(1u << n, ports_ * groups, x.tail);
    if (!Hardware::usual && is_copied(i, v)) continue;
    if (!Hardware::usual && stages_ != 0) credit_q_[i] |= static_cast<std::uint16_t>(1u << v);
    input_[i].pop(v, x.tail);
    filled_ &= ~(std::uint32_t{input_[i].filled == 0} << i);
    left |= std::uint64_t{1} << (i * max_vcs + v);
  }
  if constexpr (!Hardware::usual) {
    if (multicast_) commit_copies(left);
  }
  for (std::uint32_t s = credit_stall_; s != 0; s &= s - 1) ++monitor_[std::countr_zero(s)].credit_stalls_q;
  for (std::uint32_t s = arbitration_stall_; s != 0; s &= s - 1) {
    ++monitor_[std::countr_zero(s)].arbitration_stalls_q;
  }

  // Arriving flits.
  for (std::uint32_t inputs = in.valid; inputs != 0; inputs &= inputs - 1) {
    const unsigned i = static_cast<unsigned>(std::countr_zero(inputs));
    const FlitRef& flit = i < links_ ? in.link[i] : in.channel[i - links_];
    const bool is_new =
        flit.head && (Hardware::usual || !(multicast_ && flit.tail && is_empty_tail(flit.data[0])));
    input_[i].push(flit, is_new, is_new ? route_of(i, flit) : TagRoute{0});
    filled_ |= 1u << i;
  }
  output_.refund_links(in.link_credit);
  for (std::uint32_t channels = in.eject_credit; channels != 0; channels &= channels - 1)
    output_.refund(links_ + static_cast<unsigned>(std::countr_zero(channels)), 0);
}

}  // namespace collnoc::model
