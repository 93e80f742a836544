// A cycle of the router.
#include <algorithm>
#include <bit>

#include "collnoc/model/router/multicast_route.hpp"
#include "collnoc/model/router/router.hpp"

namespace collnoc::model {

TagRoute Router::route_of(unsigned input, const FlitRef& flit) const {
  if (mesh_route_.applies()) return mesh_route_.route(input, flit.data);
  if (!multicast_ || !is_multicast(flit.data[0]))
    return route_compute(config_, place_, input, flit.vc, Head::of(flit.data, config_.address_bits > 16));
  const std::uint32_t outputs =
      multicast_route(config_, place_, input, MulticastBox::of(flit.data, config_.address_bits > 16));
  return Tag::multicast_bit | multicast_->fixed.compress(input, outputs);
}

Router::Crossing Router::crossing(unsigned output) const {
  const unsigned q = winner_[output], i = q / max_vcs, v = q % max_vcs;
  const InputBuffer& buffer = input_[i];
  if (!is_copied(q)) {
    const Tag tag = front_q_[q];
    return {tag.out(), tag.head(), tag.tail(), buffer.front_data(v)};
  }
  const MulticastCopies& c = multicast_->copies[q];
  const unsigned k = static_cast<unsigned>(std::countr_zero(multicast_->fixed.compress(i, 1u << output)));
  const unsigned n = i * sizes_.groups() + v / sizes_.group_vcs();
  const std::uint64_t* data = c.resend ? multicast_->data[multicast_->which][n].data() : buffer.front_data(v);
  return {multicast_->fixed.out(i, v, k), c.head, c.tail, data};
}

// Conditions are computed, not branched on, wherever their outcome is random.
void Router::settle(FlitRef* link) {
  credit_stall_ = arbitration_stall_ = 0;
  out_.credit_any = 0;
  out_.credit = {};
  if (multicast_) {
    multicast_->wanted = multicast_->active = 0;
    multicast_->which ^= 1;
  }

  // Queues whose front may leave.
  const std::uint64_t free = output_.head_ok() & ~output_.busy_q,
                      may_start = free & ~reservations_.reserved_q;
  const std::uint64_t stand_back = reservations_.stand_back(sizes_.queue_shift());
  std::uint64_t ready = 0, waiting = filled_, heads = 0;
  for (std::uint64_t queues = filled_ | held_; queues != 0; queues &= queues - 1) {
    const unsigned q = static_cast<unsigned>(std::countr_zero(queues));
    const Tag tag = front_q_[q];
    const std::uint64_t bit = std::uint64_t{1} << q;
    const bool filled = (filled_ & bit) != 0;
    if (multicast_ && (!filled || tag.multicast())) {
      multicast_->outputs[q] =
          settle_copies(q / max_vcs, q % max_vcs, (stand_back & bit) != 0 ? 0 : may_start);
      ready |= std::uint64_t{multicast_->outputs[q] != 0} << q;
      waiting &= ~bit;
      continue;
    }
    const bool store_and_forward = config_.switching == Switching::store_and_forward && tag.head();
    if (store_and_forward && input_[q / max_vcs].tails_q[q % max_vcs] == 0) {
      waiting &= ~bit;
      continue;
    }
    heads |= std::uint64_t{tag.head()} << q;
    ready |= ((tag.head() ? may_start : output_.body_ok) >> tag.out() & 1) << q;
  }
  if (reservations_.old_q != 0) {
    ready &= ~(stand_back & heads);
    for (std::uint64_t queues = reservations_.old_q; queues != 0; queues &= queues - 1) {
      const unsigned q = static_cast<unsigned>(std::countr_zero(queues));
      ready = (ready & ~(std::uint64_t{1} << q)) | (free >> front_q_[q].out() & 1) << q;
    }
  }
  heads_ = heads;
  ready_ = ready;
  for (std::uint64_t queues = waiting & ~ready; queues != 0; queues &= queues - 1) {
    const Tag tag = front_q_[std::countr_zero(queues)];
    const std::uint32_t held = std::uint32_t{tag.head()} &
                               static_cast<std::uint32_t>((output_.busy_q | output_.head_ok()) >> tag.out());
    arbitration_stall_ |= held << out_port(tag.out());
    credit_stall_ |= (held ^ 1) << out_port(tag.out());
    if (multicast_ && tag.head()) multicast_->wanted |= output_.busy_q & std::uint64_t{1} << tag.out();
  }

  // Inputs: each group of queues picks one that is ready.
  const unsigned shift = sizes_.queue_shift();
  const std::uint64_t group = (1u << (1u << shift)) - 1;
  std::uint32_t requested = 0;
  for (std::uint64_t asking = ready; asking != 0;) {
    const unsigned first = static_cast<unsigned>(std::countr_zero(asking)) >> shift << shift;
    const unsigned n = sizes_.group_of(first);
    const std::uint32_t ask = static_cast<std::uint32_t>(ready >> first & group);
    asking &= ~(group << first);
    const std::uint32_t pick = sizes_.vcs() == 1 ? ask : vc_arbiter_[n].grant(ask);
    for (std::uint32_t lost = ask & ~pick; lost != 0; lost &= lost - 1) {
      const unsigned q = first + static_cast<unsigned>(std::countr_zero(lost));
      if (!is_copied(q)) arbitration_stall_ |= 1u << out_port(front_q_[q].out());
    }
    const unsigned q = first + (pick >> 1);  // of at most three
    picked_[n] = static_cast<std::uint8_t>(q);
    if (is_copied(q)) {
      if (multicast_->copies[q].resend) write_resent(q / max_vcs, q % max_vcs);
      requested |= multicast_->outputs[q];
      for (std::uint32_t o = multicast_->outputs[q]; o != 0; o &= o - 1)
        request_[std::countr_zero(o)] |= 1u << n;
      continue;
    }
    const unsigned o = out_port(front_q_[q].out());
    request_[o] |= 1u << n;
    requested |= 1u << o;
  }

  // Outputs: each picks one of the groups that request it.
  granted_ = requested;
  for (std::uint32_t outputs = requested; outputs != 0; outputs &= outputs - 1) {
    const unsigned o = static_cast<unsigned>(std::countr_zero(outputs));
    const std::uint32_t grant = output_arbiter_[o].grant(request_[o]);
    std::uint32_t lost = request_[o] & ~grant;
    request_[o] = 0;
    const unsigned q = picked_[std::countr_zero(grant)];
    winner_[o] = static_cast<std::uint8_t>(q);
    for (std::uint32_t m = lost; multicast_ && m != 0; m &= m - 1) {
      const unsigned other = static_cast<unsigned>(std::countr_zero(m));
      if (is_copied(picked_[other])) lost &= ~(1u << other);
    }
    if (is_copied(q)) multicast_->copies[q].granted |= multicast_->fixed.compress(q / max_vcs, 1u << o);
    arbitration_stall_ |= std::uint32_t{lost != 0} << o;
    if (stages_ != 0) continue;
    const Crossing x = crossing(o);
    wire(link, o) = {x.data, static_cast<std::uint8_t>(out_vc(x.out)), x.head, x.tail};
    if (!is_copied(q)) give_credit(q / max_vcs, q % max_vcs);
  }
  out_.valid = granted_;
  if (multicast_) settle_fronts();
  if (stages_ != 0) settle_registers(link);
}

void Router::commit(const In& in) {
  const unsigned groups = sizes_.groups(), group_vcs = sizes_.vcs() / groups, links = sizes_.links();
  if (stages_ != 0) commit_registers();

  if (filled_ != 0 || (owed_ != 0)) {
    std::uint64_t left = 0;
    for (std::uint32_t outputs = granted_; outputs != 0; outputs &= outputs - 1)
      left |= std::uint64_t{1} << winner_[std::countr_zero(outputs)];
    reservations_.commit(front_q_, heads_, ready_, left);
  }

  // Flits that leave.
  std::uint64_t left = 0;
  for (std::uint32_t outputs = granted_; outputs != 0; outputs &= outputs - 1) {
    const unsigned o = static_cast<unsigned>(std::countr_zero(outputs));
    const unsigned q = winner_[o], i = q / max_vcs, v = q % max_vcs, n = sizes_.group_of(q);
    const Crossing x = crossing(o);
    if (stages_ != 0) {
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
    vc_arbiter_[n].update(1u << sizes_.vc_in_group(v), group_vcs, x.tail);
    output_arbiter_[o].update(1u << n, sizes_.ports() * groups, x.tail);
    if (is_copied(q)) continue;
    if (stages_ != 0) credit_q_[i] |= static_cast<std::uint16_t>(1u << v);
    input_[i].pop(v, x.tail);
    filled_ &= ~(std::uint64_t{input_[i].count_q[v] == 0} << q);
    left |= std::uint64_t{1} << q;
  }
  if (multicast_) commit_copies(left);
  for (std::uint32_t s = credit_stall_; s != 0; s &= s - 1) ++monitor_[std::countr_zero(s)].credit_stalls_q;
  for (std::uint32_t s = arbitration_stall_; s != 0; s &= s - 1) {
    ++monitor_[std::countr_zero(s)].arbitration_stalls_q;
  }

  // Arriving flits.
  for (std::uint32_t inputs = in.valid; inputs != 0; inputs &= inputs - 1) {
    const unsigned i = static_cast<unsigned>(std::countr_zero(inputs));
    const FlitRef& flit = *(i < links ? in.link + i : in.channel.data() + (i - links));
    const bool is_new = flit.head && (!(multicast_ && flit.tail && is_empty_tail(flit.data[0])));
    input_[i].push(flit, is_new, is_new ? route_of(i, flit) : TagRoute{0});
    filled_ |= std::uint64_t{1} << (i * max_vcs + flit.vc);
  }
  output_.refund_links(in.link_credit);
  for (std::uint32_t channels = in.eject_credit; channels != 0; channels &= channels - 1)
    output_.refund(links + static_cast<unsigned>(std::countr_zero(channels)), 0);
}

}  // namespace collnoc::model
