#include "collnoc/model/router/router.hpp"

#include <algorithm>
#include <bit>

namespace collnoc::model {

Router::Router(const HardwareConfig& config, const Place& place)
    : config_(config),
      place_(place),
      ports_(config.links() + config.channels()),
      links_(config.links()),
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
    at += config.vcs * input_[p].depth;
    output_.init(p, config.vcs, link ? config.vc_depth : eject_depth, !link, link ? head_needs : 1);
  }
  if (stages_ != 0) register_ = std::make_unique<OutputRegister[]>(ports_ * stages_);
}

void Router::settle() {
  granted_ = credit_stall_ = arbitration_stall_ = 0;
  out_.valid = 0;
  out_.credit_any = 0;
  const bool store_and_forward = config_.switching == Switching::store_and_forward;

  // Inputs: each picks one of its ready virtual channels.
  std::uint32_t requested = 0;
  for (std::uint32_t inputs = filled_; inputs != 0; inputs &= inputs - 1) {
    const unsigned i = static_cast<unsigned>(std::countr_zero(inputs));
    const InputBuffer& buffer = input_[i];
    std::uint32_t ready = 0;
    std::array<std::uint8_t, max_vcs> port{};
    for (std::uint32_t vcs = buffer.filled; vcs != 0; vcs &= vcs - 1) {
      const unsigned v = static_cast<unsigned>(std::countr_zero(vcs));
      const Tag tag = buffer.front(v);
      const Out to = tag.out();
      port[v] = static_cast<std::uint8_t>(out_port(to));
      if (tag.head()) {
        if (store_and_forward && buffer.tails_q[v] == 0) continue;
        if ((output_.busy_q >> to) & 1) {
          arbitration_stall_ |= 1u << port[v];
        } else if ((output_.head_ok >> to) & 1) {
          ready |= 1u << v;
        } else {
          credit_stall_ |= 1u << port[v];
        }
      } else if ((output_.body_ok >> to) & 1) {
        ready |= 1u << v;
      } else {
        credit_stall_ |= 1u << port[v];
      }
    }
    if (ready == 0) continue;
    for (unsigned g = 0; g < groups_; ++g) {
      const unsigned first = g * group_vcs_;
      const std::uint32_t ask = (ready >> first) & ((1u << group_vcs_) - 1);
      if (ask == 0) continue;
      const unsigned n = i * groups_ + g;
      const std::uint32_t pick = vc_arbiter_[n].grant(ask);
      for (std::uint32_t lost = ask & ~pick; lost != 0; lost &= lost - 1) {
        arbitration_stall_ |= 1u << port[first + static_cast<unsigned>(std::countr_zero(lost))];
      }
      const unsigned v = first + static_cast<unsigned>(std::countr_zero(pick));
      picked_[n] = static_cast<std::uint8_t>(v);
      request_[port[v]] |= 1u << n;
      requested |= 1u << port[v];
    }
  }

  // Outputs: each picks one of the inputs that request it.
  for (std::uint32_t outputs = requested; outputs != 0; outputs &= outputs - 1) {
    const unsigned o = static_cast<unsigned>(std::countr_zero(outputs));
    const std::uint32_t grant = output_arbiter_[o].grant(request_[o]);
    if ((request_[o] & ~grant) != 0) arbitration_stall_ |= 1u << o;
    request_[o] = 0;
    const unsigned n = static_cast<unsigned>(std::countr_zero(grant));
    winner_[o] = static_cast<std::uint8_t>(n);
    granted_ |= 1u << o;
    const unsigned i = n / groups_, v = picked_[n];
    if (stages_ == 0) {
      const Tag tag = input_[i].front(v);
      out_.flit[o] = {input_[i].front_data(v), static_cast<std::uint8_t>(out_vc(tag.out())), tag.head(),
                      tag.tail()};
      const std::uint8_t bit = static_cast<std::uint8_t>(1u << v);
      out_.credit[i] = (out_.credit_any >> i) & 1 ? out_.credit[i] | bit : bit;
      out_.credit_any |= 1u << i;
    }
  }
  if (stages_ == 0) {
    out_.valid = granted_;
    return;
  }
  on_the_way_ = false;
  for (unsigned p = 0; p < ports_; ++p) {
    const OutputRegister* stage = &register_[p * stages_];
    const unsigned stages = this->stages(p);
    for (unsigned s = 0; s < stages; ++s) on_the_way_ |= stage[s].valid_q;
    const OutputRegister& r = stage[stages - 1];
    if (r.valid_q) {
      out_.valid |= 1u << p;
      out_.flit[p] = {r.data_q[r.which].data(), r.vc_q, r.head_q, r.tail_q};
    }
    on_the_way_ |= credit_q_[p] != 0;
    out_.credit[p] = static_cast<std::uint8_t>(credit_q_[p] >> ((stages - 1) * config_.vcs));
    if (out_.credit[p] != 0) out_.credit_any |= 1u << p;
  }
}

void Router::commit(const In& in, std::uint32_t credits) {
  if (stages_ != 0) {
    for (unsigned p = 0; p < ports_; ++p) {
      const unsigned stages = this->stages(p);
      const auto kept = static_cast<std::uint16_t>((1u << stages * config_.vcs) - 1);
      credit_q_[p] = static_cast<std::uint16_t>(credit_q_[p] << config_.vcs) & kept;
      OutputRegister* stage = &register_[p * stages_];
      for (unsigned s = stages - 1; s > 0; --s) stage[s].take(stage[s - 1]);
      stage[0].valid_q = false;
    }
  }

  // Flits that leave.
  for (std::uint32_t outputs = granted_; outputs != 0; outputs &= outputs - 1) {
    const unsigned o = static_cast<unsigned>(std::countr_zero(outputs));
    const unsigned n = winner_[o], i = n / groups_, v = picked_[n];
    const Tag tag = input_[i].front(v);
    if (stages_ != 0) {
      OutputRegister& r = register_[o * stages_];
      r.valid_q = true;
      r.head_q = tag.head();
      r.tail_q = tag.tail();
      r.vc_q = static_cast<std::uint8_t>(out_vc(tag.out()));
      r.which ^= 1;
      std::copy_n(input_[i].front_data(v), input_[i].words, r.data_q[r.which].begin());
      credit_q_[i] |= static_cast<std::uint16_t>(1u << v);
    }
    output_.spend(tag.out(), tag.tail());
    input_[i].pop(v, tag.tail());
    if (input_[i].filled == 0) filled_ &= ~(1u << i);
    vc_arbiter_[n].update(1u << (v - n % groups_ * group_vcs_), group_vcs_, tag.tail());
    output_arbiter_[o].update(1u << n, ports_ * groups_, tag.tail());
    ++monitor_[o].flits_q;
  }
  for (std::uint32_t s = credit_stall_; s != 0; s &= s - 1) ++monitor_[std::countr_zero(s)].credit_stalls_q;
  for (std::uint32_t s = arbitration_stall_; s != 0; s &= s - 1) {
    ++monitor_[std::countr_zero(s)].arbitration_stalls_q;
  }

  // Arriving flits.
  for (std::uint32_t inputs = in.valid; inputs != 0; inputs &= inputs - 1) {
    const unsigned i = static_cast<unsigned>(std::countr_zero(inputs));
    const FlitRef& flit = in.flit[i];
    input_[i].push(flit, flit.head ? route_compute(config_, place_, i, flit.vc, flit.data[0]) : Out{0});
    filled_ |= 1u << i;
  }
  for (; credits != 0; credits &= credits - 1) {
    const unsigned o = static_cast<unsigned>(std::countr_zero(credits));
    for (std::uint32_t q = in.credit[o]; q != 0; q &= q - 1) {
      output_.refund(o, static_cast<unsigned>(std::countr_zero(q)));
    }
  }
}

}  // namespace collnoc::model
