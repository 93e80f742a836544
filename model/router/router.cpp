#include "collnoc/model/router/router.hpp"

#include <algorithm>
#include <bit>
#include <type_traits>

namespace collnoc::model {

Router::Router(const HardwareConfig& config, const Place& place)
    : mesh_route_(config, place),
      turns_(&Turns::of(config)),
      config_(config),
      place_(place),
      sizes_(config),
      stages_(config.hop_cycles - 1) {
  const unsigned words = config.flit_bits / 64;
  const unsigned injection_depth = std::max(config.vc_depth, 4u);
  const std::size_t slots = config.vcs * (sizes_.links() * std::size_t{config.vc_depth} +
                                          config.channels() * std::size_t{injection_depth});
  std::uint8_t* credits;
  memory_ = make_arrays(
      SizedArray(input_, sizes_.ports()), SizedArray(data_, slots * words),
      SizedArray(out_.channel, config.channels()), SizedArray(request_, sizes_.ports()),
      SizedArray(output_arbiter_, sizes_.ports()),
      SizedArray(vc_arbiter_, std::size_t{sizes_.ports()} * sizes_.groups()),
      SizedArray(monitor_, sizes_.ports()), SizedArray(front_q_, std::size_t{sizes_.ports()} * max_vcs),
      SizedArray(tags_, slots), SizedArray(credit_q_, sizes_.ports()),
      SizedArray(credits, OutputUnits::counts(sizes_.ports())),
      SizedArray(picked_, std::size_t{sizes_.ports()} * sizes_.groups()), SizedArray(winner_, sizes_.ports()),
      SizedArray(order_, config.multicast ? slots : 0));
  output_.keep_counts_at(credits);
  std::size_t at = 0;
  const unsigned head_needs = config.switching == Switching::wormhole ? 1 : config.max_packet_flits;
  for (unsigned p = 0; p < sizes_.ports(); ++p) {
    const bool link = p < sizes_.links();
    input_[p].depth = static_cast<std::uint8_t>(link ? config.vc_depth : injection_depth);
    input_[p].words = static_cast<std::uint8_t>(words);
    input_[p].front_q = &front_q_[p * max_vcs];
    input_[p].tag_q = tags_ + at;
    input_[p].data_q = data_ + at * words;
    if (config.multicast) {
      input_[p].order_q = order_ + at;
      for (unsigned n = 0; n < config.vcs * input_[p].depth; ++n)
        input_[p].order_q[n] = static_cast<std::uint8_t>(n % input_[p].depth);
    }
    at += config.vcs * input_[p].depth;
    output_.init(p, config.vcs, link ? config.vc_depth : eject_depth, !link, link ? head_needs : 1);
  }
  if (stages_ != 0) register_ = std::make_unique<OutputRegister[]>(sizes_.ports() * stages_);
  if (config.multicast) {
    multicast_ = std::make_unique<Copying>(config, place);
  }
  std::fill_n(tags_, slots, Tag{Tag::no_route});
  std::fill_n(front_q_, sizes_.ports() * max_vcs, Tag{Tag::no_route});
  for (unsigned p = 0; p < sizes_.ports(); ++p) input_[p].route_q.fill(Tag::no_route);
}

/// Hops of more than one cycle: what leaves comes from the last registers.
void Router::settle_registers(FlitRef* link) {
  out_.valid = 0;
  on_the_way_ = false;
  for (unsigned p = 0; p < sizes_.ports(); ++p) {
    const OutputRegister* stage = &register_[p * stages_];
    const unsigned stages = this->stages(p);
    for (unsigned s = 0; s < stages; ++s) on_the_way_ |= stage[s].valid_q;
    const OutputRegister& r = stage[stages - 1];
    if (r.valid_q) {
      out_.valid |= 1u << p;
      (p < sizes_.links() ? link[p] : out_.channel[p - sizes_.links()]) = {r.data_q[r.which].data(), r.vc_q,
                                                                           r.head_q, r.tail_q};
    }
    on_the_way_ |= credit_q_[p] != 0;
    out_.credit[p] = static_cast<std::uint8_t>(credit_q_[p] >> ((stages - 1) * config_.vcs));
    if (out_.credit[p] != 0) out_.credit_any |= 1u << p;
  }
}

std::uint32_t Router::settle_copies(unsigned input, unsigned vc, std::uint64_t may_start) {
  Copying& m = *multicast_;
  const InputBuffer& buffer = input_[input];
  MulticastCopies& c = m.copies[input * max_vcs + vc];
  m.active |= std::uint64_t{1} << (input * max_vcs + vc);
  const Tag tag = buffer.front(vc);
  MulticastCopies::In in{};
  in.valid = (filled_ >> (input * max_vcs + vc)) & 1;
  in.head = tag.head();
  in.tail = tag.tail();
  in.held = (buffer.held_q >> vc) & 1;
  in.copies = tag.copies();
  const unsigned copies = m.fixed.copies(input);
  for (unsigned k = 0; k < copies; ++k) {
    const Out out = m.fixed.out(input, vc, k);
    in.head_ok |= static_cast<std::uint8_t>((may_start >> out & 1) << k);
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
  auto& data = m.data[m.which][input * sizes_.groups() + vc / sizes_.group_vcs()];
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
    const bool ok = ((start ? output_.head_ok() : output_.body_ok) >> out) & 1;
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
  const auto update = [](auto& set, unsigned at, bool any) {
    using Set = std::remove_reference_t<decltype(set)>;
    set = (set & ~(Set{1} << at)) | Set{any} << at;
  };
  for (std::uint64_t queues = touched; queues != 0; queues &= queues - 1) {
    const unsigned q = static_cast<unsigned>(std::countr_zero(queues)), i = q / max_vcs, v = q % max_vcs;
    update(filled_, q, input_[i].count_q[v] != 0);
    update(held_, q, (input_[i].held_q >> v & 1) != 0);
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
  for (unsigned p = 0; p < sizes_.ports(); ++p) {
    const unsigned stages = this->stages(p);
    const auto kept = static_cast<std::uint16_t>((1u << stages * config_.vcs) - 1);
    credit_q_[p] = static_cast<std::uint16_t>(credit_q_[p] << config_.vcs) & kept;
    OutputRegister* stage = &register_[p * stages_];
    for (unsigned s = stages - 1; s > 0; --s) stage[s].take(stage[s - 1]);
    stage[0].valid_q = false;
  }
}

}  // namespace collnoc::model
