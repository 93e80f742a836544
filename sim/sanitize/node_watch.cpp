#include "sim/sanitize/node_watch.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "collnoc/arch/action.hpp"
#include "collnoc/arch/box.hpp"
#include "collnoc/arch/nic_registers.hpp"
#include "collnoc/model/common/flit.hpp"
#include "collnoc/model/router/multicast_route.hpp"

namespace collnoc {
namespace {

/// The box of a multicast, from its corners' addresses, as part of SentMessage::route.
std::uint64_t box_of(NodeAddress from, NodeAddress to) {
  return std::uint64_t{1} << 63 | std::uint64_t{from} << 8 | std::uint64_t{to} << 28;
}
constexpr std::uint64_t box_mask = ~std::uint64_t{0xff};

}  // namespace

WatchedNetwork::WatchedNetwork(const Topology& of_network, MessageEvents& of)
    : topology(of_network), events(of), in_flight(topology.size()) {
  for (Rank r = 0; r < topology.size(); ++r) {
    rank_of[topology.address(r)] = r;
    source_of.push_back(topology.address(r) & 0xfff);
  }
}

NodeWatch::NodeWatch(WatchedNetwork& network, const HardwareConfig& config, const model::Place& place,
                     Rank rank, std::function<Site()> software)
    : network_(network), config_(config), place_(place), rank_(rank), software_(std::move(software)) {}

void NodeWatch::before(Cycle now, AnyNode& node, const model::NodeOut& out, const model::NodeIn& in) {
  const model::Nic& nic = node.state().nic();
  if (nic.sequencer() != nullptr) before_sequencer(now, *nic.sequencer());
  reading_ = {};
  if (in.access.valid && in.access.write) {
    write_register(now, in.access, out.reg_ready);
  } else if (in.access.valid) {
    reading_ = in.access;
    reader_ = software_();
  }
  increments_ = nic.increments();
  for (unsigned c = 0; c < config_.channels(); ++c) {
    const model::NicRx& rx = nic.rx(c);
    fronts_[c].there = rx.has_flit();
    if (!rx.has_flit()) continue;
    const bool loop = rx.take_loop();
    const model::FlitFifo& fifo = loop ? rx.loop : rx.eject;
    const model::FlitFifo::Entry& flit = fifo.front();
    const unsigned words = config_.flit_bits / 64;
    const std::uint64_t* data = fifo.front_data(words);
    const auto stream = static_cast<std::uint8_t>(loop ? config_.vcs : flit.vc);
    fronts_[c] = {true, loop, flit.head, flit.tail, fifo.rd_ptr_q, stream, data[0], words > 1 ? data[1] : 0};
  }
}

void NodeWatch::after(Cycle now, AnyNode& node, const model::NodeOut& next) {
  const model::Nic& nic = node.state().nic();
  for (std::uint32_t m = increments_; m != 0; m &= m - 1) {
    std::vector<MessageId>& waiting = uncounted_[std::countr_zero(m)];
    if (waiting.empty()) continue;
    network_.events.counted(now, waiting.front());
    waiting.erase(waiting.begin());
  }
  for (unsigned c = 0; c < config_.channels(); ++c) {
    const Front& front = fronts_[c];
    const model::FlitFifo& fifo = front.loop ? nic.rx(c).loop : nic.rx(c).eject;
    if (front.there && fifo.rd_ptr_q != front.pointer) take(now, front, c);
  }
  if (reading_.valid) {
    reading_.wdata = next.reg_rdata;
    read_register(reading_);
  }
  if (nic.sequencer() != nullptr) after_sequencer(now, *nic.sequencer());
}

void NodeWatch::write_register(Cycle now, const model::RegisterAccess& access, bool ready) {
  if ((access.addr >> 8) == 1) {
    network_.events.consumes(now, software_(), (access.addr >> 2) & 63, access.wdata);
    return;
  }
  if (access.addr == nic::seq_control && (access.wdata & nic::seq_start) != 0) {
    for (unsigned c = 0; c < config_.channels(); ++c) network_.events.learns(rank_, 1 + c, 0);
    return;
  }
  if (!ready || !put_.write(config_, access.addr, access.wdata)) return;
  const model::Launch launched = model::nic_launch(config_, place_, put_);
  put_.multicast_q = false;  // a corner holds for one launch
  if (launched.errors == 0) launch(now, software_(), launched.descriptor, launched.channel);
}

/// What software learns from a read.
void NodeWatch::read_register(const model::RegisterAccess& access) {
  const unsigned queue = (access.addr >> 2) & 15;
  if (access.addr == nic::status && (access.wdata & (nic::status_busy | nic::status_launching)) == 0) {
    for (unsigned c = 0; c < config_.channels(); ++c) network_.events.sent_all(reader_, c);
  } else if ((access.addr >> 6) == 1 && queue < config_.channels() && access.wdata == 0) {
    network_.events.sent_all(reader_, queue);
  } else if (config_.sequencer && access.addr == nic::seq_state && nic::seq_running.of(access.wdata) == 0) {
    for (unsigned c = 0; c < config_.channels(); ++c) network_.events.learns(rank_, 0, 1 + c);
  }
}

void NodeWatch::launch(Cycle now, const Site& site, const model::Descriptor& put, unsigned channel) {
  SentMessage message;
  message.site = site;
  message.local = put.local_addr << 3;
  message.remote = put.remote_addr << 3;
  message.bytes = put.signal ? 0 : put.last_byte + 1;
  message.counter = put.counter;
  message.operation = static_cast<Operation>(put.operation);
  message.channel = channel;
  message.route = put.route;
  const auto sends = [&](Rank dst) {
    message.dst = dst;
    network_.in_flight[dst].push_back(network_.events.puts(now, message));
    message.copy = true;
  };
  const Rank to = network_.rank_of.at(put.dst);
  if (!config_.multicast || (put.route & model::multicast_route_bit) == 0) return sends(to);
  message.route |= box_of(put.dst, put.corner);
  // In a star graph the descriptor has the sender, and the channel says which branch of the tree this is.
  const bool branch = multicasts(config_.topology) == Multicasts::substars && config_.all_port;
  const Box box{branch ? network_.topology.neighbour(rank_, channel) : to, network_.rank_of.at(put.corner)};
  for (Rank r = 0; r < network_.topology.size(); ++r) {
    if (box.reaches(network_.topology, rank_, r)) sends(r);
  }
}

// Arrivals.

void NodeWatch::take(Cycle now, const Front& flit, unsigned channel) {
  Stream& s = streams_[channel][flit.stream];
  if (flit.head) {
    const std::array data{flit.word, flit.second};
    const bool wide = config_.address_bits > 16;
    const model::Head head = model::Head::of(data.data(), wide);
    const auto box = model::MulticastBox::of(data.data(), wide);
    const bool multicast = config_.multicast && model::is_multicast(flit.word);
    // After an empty tail, the rest comes in another packet.
    if (multicast && flit.tail && model::is_empty_tail(flit.word)) return;
    s = {head.src, multicast ? box_of(box.from, box.to) : 0, head.addr, 0, head.counter};
  } else {
    s.words += config_.flit_bits / 64;
  }
  if (!flit.tail) return;
  const MessageId id = ended(s, flit.head);
  if (id == 0) return;
  if (s.counter != 0) uncounted_[channel].push_back(id);
  network_.events.arrived(now, id);
}

MessageId NodeWatch::ended(const Stream& s, bool signal) {
  std::vector<MessageId>& coming = network_.in_flight[rank_];
  const auto found = std::find_if(coming.begin(), coming.end(), [&](MessageId id) {
    const SentMessage& m = network_.events.message(id);
    if (m.data() == signal || (m.route & box_mask) != s.box) return false;
    if (s.box == 0 && network_.source_of[m.site.rank] != s.source) return false;
    if (signal) return m.counter == s.counter && m.remote / 8 == s.addr;
    return m.remote / 8 <= s.addr && 8 * s.addr < m.end() && 8 * (s.addr + s.words) >= m.end() &&
           m.counter == s.counter;
  });
  if (found == coming.end()) return 0;
  const MessageId id = *found;
  coming.erase(found);
  return id;
}

// The sequencer.

void NodeWatch::before_sequencer(Cycle now, const model::NicSequencer& sequencer) {
  contexts_run_ = sequencer.running();
  if (!contexts_run_) return;
  for (unsigned c = 0; c < config_.channels(); ++c) {
    const model::NicContext& x = sequencer.context[c];
    doing_[c] = {x.front_at_q, x.running_q && x.queued_q != 0 && !x.first_valid_q && !x.slot_valid_q,
                 x.queue_q[x.rd_ptr_q]};
    if (((sequencer.push_gnt >> c) & 1) == 0) continue;
    const Site site{rank_, 1 + c, x.at() << 3};
    if (x.gate_q != 0) network_.events.waited(now, site, x.gate_q, x.threshold_q);
    launch(now, site, x.piece(), c);
  }
}

void NodeWatch::after_sequencer(Cycle now, const model::NicSequencer& sequencer) {
  if (!contexts_run_) return;
  std::uint32_t met = 0;
  for (unsigned c = 0; c < config_.channels(); ++c) {
    const Doing& d = doing_[c];
    if (!d.next || sequencer.context[c].front_at_q == d.front_at) continue;
    const auto action = action::ActionWord::from_word(d.word);
    const Site site{rank_, 1 + c, d.front_at << 3};
    switch (static_cast<action::Kind>(action.kind)) {
      case action::Kind::wait: network_.events.waited(now, site, action.counter, action.value); break;
      case action::Kind::consume: network_.events.consumes(now, site, action.counter, action.value); break;
      case action::Kind::meet: met |= 1u << c; break;
      default: break;
    }
  }
  // Every context that meets learns what the others know: the lowest one learns from all, then all from it.
  if (met == 0) return;
  const unsigned first = static_cast<unsigned>(std::countr_zero(met));
  for (std::uint32_t m = met; m != 0; m &= m - 1)
    network_.events.learns(rank_, 1 + first, 1 + std::countr_zero(m));
  for (std::uint32_t m = met; m != 0; m &= m - 1)
    network_.events.learns(rank_, 1 + std::countr_zero(m), 1 + first);
}

}  // namespace collnoc
