#include "tests/support/lone_node.hpp"

#include <fmt/format.h>

#include <utility>

namespace collnoc::test {

LoneNode::LoneNode(const HardwareConfig& config, const Corner& corner, const NodeFactory& make,
                   std::uint64_t seed)
    : config_(config), first_cycle_(corner.cycle), random_(seed), memory_(config, words) {
  place_.coord = corner.coord;
  place_.extent = corner.extent;
  place_.wrap = corner.wrap;
  place_.mem_words = corner.mem_words;
  for (unsigned b = 0; b < 8 * words; b += 8) {
    const std::uint64_t word = random_();
    for (unsigned i = 0; i < 8; ++i) memory_.bytes()[b + i] = static_cast<std::uint8_t>(word >> 8 * i);
  }
  node_ = make(0, config_, place_);
  node_->reset(out_);
  for (Sender& s : senders_) s.credits.fill(config_.vc_depth);
}

/// Any coordinate in dimension d; often the node's own or one next to it, where comparisons change.
unsigned LoneNode::anywhere(unsigned d) {
  const unsigned extent = last(d) + 1;
  if (chance(30)) return static_cast<unsigned>((own(d) + extent - 1 + random_() % 3) % extent);
  return static_cast<unsigned>(random_() % extent);
}

/// A destination in dimension d towards minus or plus, or the node's own coordinate.
unsigned LoneNode::somewhere(unsigned d, bool minus) {
  if (ring(d)) return anywhere(d);
  const unsigned from = minus ? 0 : own(d), to = minus ? own(d) : last(d);
  return from + static_cast<unsigned>(random_() % (to - from + 1));
}

/// A packet that arrives on this link: it has finished the dimensions before and continues in its direction.
void LoneNode::new_packet(unsigned link, unsigned vc) {
  const unsigned from = link / 2;
  const bool descending = config_.route_orders == 2 && vc >= config_.vcs / 2;
  model::Head head;
  if (descending) head.route = model::Head::descending;
  for (unsigned d = 0; d < 2; ++d) {
    const bool minus = d == from ? link % 2 == 0 : random_() % 2;
    const unsigned at = (descending ? d > from : d < from) || chance(40) ? own(d) : somewhere(d, minus);
    head.dst |= at << (8 * d);
    head.route = static_cast<std::uint8_t>(head.route | minus << d);
  }
  head.src = static_cast<std::uint16_t>(random_());
  head.last = static_cast<std::uint8_t>(random_() % 8);
  head.counter = static_cast<std::uint8_t>(random_() % model::counters);
  head.addr = static_cast<std::uint32_t>(random_() % words);
  const unsigned payload = chance(30) ? 0 : static_cast<unsigned>(random_() % config_.max_packet_flits);
  senders_[link].flits[vc].push_back({head.word(), payload == 0 ? 3u : 1u});
  for (unsigned f = 1; f <= payload; ++f)
    senders_[link].flits[vc].push_back({random_(), f == payload ? 2u : 0u});
  if (head.dst == place_.coord) ++arrivals_[head.counter];
}

bool LoneNode::has_neighbour(unsigned link) const {
  const unsigned d = link / 2;
  return ring(d) || own(d) != (link % 2 == 0 ? last(d) : 0);
}

void LoneNode::drive_links(model::NodeIn& in) {
  in.link = flits_.data();
  for (unsigned l = 0; l < links; ++l) {
    if (!has_neighbour(l)) continue;
    Sender& s = senders_[l];
    const unsigned vc = static_cast<unsigned>(random_() % config_.vcs);
    if (s.flits[vc].empty() && now_ < stop_ && chance(50)) new_packet(l, vc);
    if (s.flits[vc].empty() || s.credits[vc] == 0 || chance(10)) continue;
    --s.credits[vc];
    data_[l] = s.flits[vc].front()[0];
    const std::uint64_t kind = s.flits[vc].front()[1];
    s.flits[vc].pop_front();
    in.link_valid |= 1u << l;
    flits_[l] = {&data_[l], static_cast<std::uint8_t>(vc), (kind & 1) != 0, (kind & 2) != 0};
  }
}

/// Neighbours accept every flit and return its credit later; sometimes so late that buffers fill.
void LoneNode::return_credits(model::NodeIn& in) {
  const unsigned held_back = (now_ & 128) != 0 ? 95 : 30;
  for (unsigned l = 0; l < links; ++l) {
    in.credit[l] = 0;
    for (unsigned vc = 0; vc < config_.vcs; ++vc) {
      if (held_[l][vc] == 0 || chance(held_back)) continue;
      --held_[l][vc];
      in.credit[l] = static_cast<std::uint8_t>(in.credit[l] | 1u << vc);
      in.link_credit |= 1u << l;
    }
  }
}

void LoneNode::look_at_links() {
  for (unsigned l = 0; l < links; ++l) {
    if ((out_.link_credit >> l) & 1)
      for (unsigned vc = 0; vc < config_.vcs; ++vc) senders_[l].credits[vc] += (out_.credit[l] >> vc) & 1;
    if (!((out_.link_valid >> l) & 1)) continue;
    ++held_[l][out_.link[l].vc];
    if (!out_.link[l].head) continue;
    ++left_[l];
    const model::Head head = model::Head::from_word(out_.link[l].data[0]);
    const bool x_home = head.dst % 256 == own(0), y_home = head.dst / 256 == own(1);
    const unsigned d = (head.route & model::Head::descending) != 0 ? !y_home : x_home;
    if (wrong_.empty() && (head.dst == place_.coord || l != 2 * d + ((head.route >> d) & 1))) {
      wrong_ = fmt::format("cycle {}: a packet to {:#x} left node {:#x} by link {}", now_, head.dst,
                           place_.coord, l);
    }
  }
}

model::RegisterAccess LoneNode::software() {
  if (!writer_.idle()) return writer_.drive(out_.reg_ready);
  if (now_ >= stop_ || chance(40)) return {};
  if (chance(50)) return {true, false, static_cast<std::uint16_t>(random_() % 256 * 4), 0};
  if (chance(20)) {  // to a register that is read-only or does not exist
    const auto at = chance(50) ? 5 + random_() % 59 : 128 + random_() % 128;
    if (4 * at == nic::put_go) return {};                            // that would launch
    if (config_.sequencer && 4 * at == nic::seq_control) return {};  // that would start a plan
    if (config_.multicast && 4 * at == nic::put_corner) return {};   // the next put would be a multicast
    return {true, true, static_cast<std::uint16_t>(4 * at), static_cast<std::uint32_t>(random_())};
  }
  Put put;
  put.counter = static_cast<std::uint8_t>(random_() % model::counters);
  put.signal = chance(80);
  put.bytes = put.signal ? 0 : 1 + static_cast<std::uint32_t>(random_() % 600);
  const std::uint32_t room = 8 * place_.mem_words - put.bytes;
  const auto place = [&] {  // often where the message ends with the memory
    return (!put.signal && chance(20) ? room : static_cast<std::uint32_t>(random_() % room)) & ~7u;
  };
  put.local = place();
  put.remote = place();
  NodeAddress dst = place_.coord;
  if (const unsigned n = puts_++; n < 16) {  // one and two nodes away, in both dimensions and both directions
    const unsigned d = n % 2, extent = last(d) + 1, distance = (n & 2) != 0 ? 2 : 1;
    const unsigned at = (own(d) + ((n & 4) != 0 ? distance : 2 * extent - distance)) % extent;
    dst = at << 8 * d | own(1 - d) << 8 * (1 - d);
    if (ring(d)) put.route.direction[d] = (n & 8) != 0 ? Direction::plus : Direction::minus;
  } else {
    if (chance(80)) dst = anywhere(0) | anywhere(1) << 8;
    for (unsigned d = 0; d < 2; ++d) {  // on a line only the direction towards the destination is legal
      if (chance(50)) continue;
      const unsigned at = place_.field(dst, d);
      const bool plus = ring(d) || at == own(d) ? chance(50) : at > own(d);
      put.route.direction[d] = plus ? Direction::plus : Direction::minus;
    }
  }
  if (dst == place_.coord) ++arrivals_[put.counter];
  if (config_.route_orders == 2 && chance(50)) put.route.set_order(Order::descending);
  writer_.begin(put, dst);
  return writer_.drive(out_.reg_ready);
}

void LoneNode::cycle(const model::RegisterAccess& access) {
  model::NodeIn in;
  drive_links(in);
  return_credits(in);
  look_at_links();  // what is driven in a cycle can be used or returned in the next
  in.access = access;
  if (!access.valid) {  // then the other pins mean nothing
    const std::uint64_t any = random_();
    in.access = {false, (any & 1) != 0, static_cast<std::uint16_t>(any >> 8 & 0x3fc),
                 static_cast<std::uint32_t>(any >> 32)};
  }
  in.cycle = static_cast<std::uint32_t>(first_cycle_ + now_);
  memory_.access(out_);
  in.rd_gnt = memory_.rd_gnt();
  in.wr_gnt = memory_.wr_gnt();
  in.rd_data = memory_.rd_data();
  model::NodeOut next;
  node_->tick(in, next);
  memory_.advance();
  out_ = std::move(next);
  ++now_;
}

std::uint32_t LoneNode::read(unsigned address) {
  cycle({true, false, static_cast<std::uint16_t>(address), 0});
  cycle();
  return out_.reg_rdata;
}

void LoneNode::write(unsigned address, std::uint32_t value) {
  while (!out_.reg_ready) cycle();
  cycle({true, true, static_cast<std::uint16_t>(address), value});
}

bool LoneNode::busy() const {
  for (const Sender& s : senders_)
    for (unsigned vc = 0; vc < config_.vcs; ++vc)
      if (!s.flits[vc].empty() || s.credits[vc] != config_.vc_depth) return true;
  return !out_.quiescent || out_.link_valid != 0 || !writer_.idle();
}

std::string LoneNode::run(std::uint64_t cycles) {
  stop_ = now_ + cycles;
  while (now_ < stop_ || busy()) {
    if (now_ > stop_ + 20 * cycles) return fmt::format("still busy at cycle {}", now_);
    cycle(software());
    if (!wrong_.empty()) return wrong_;
  }
  for (unsigned k = 1; k < model::counters; ++k) {
    if (const std::uint32_t n = read(0x100 + 4 * k); n != arrivals_[k])
      return fmt::format("counter {} is {}, must be {}", k, n, arrivals_[k]);
  }
  if (const std::uint32_t errors = read(0x018); errors != 0) return fmt::format("errors {:#x}", errors);
  return {};
}

}  // namespace collnoc::test
