#include "sim/engine/traffic_tile.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "collnoc/arch/route.hpp"

namespace collnoc {

TrafficTile::TrafficTile(const TrafficConfig& config, const std::vector<double>& loads,
                         const PacketLayout& layout, Rank rank, model::TileMemory& memory)
    : layout_(layout),
      address_(config.topology.address(rank)),
      has_signals_(has_signals(config.classes)),
      config_(config),
      rank_(rank),
      memory_(memory),
      flit_words_(config.hardware.flit_bits / 64),
      orders_(OrderChooser::make(config.orders, config.hardware, config.topology, rank)),
      slot_(config.hardware.channels()) {
  sources_.reserve(config.classes.size());
  for (std::size_t i = 0; i < config.classes.size(); ++i) {
    const TrafficClass& c = config.classes[i];
    RandomStream random(config.seed * 0x100000001b3u + rank + (std::uint64_t{i} << 48));
    const Destinations destinations(c.pattern, config.topology, rank);
    const double mean = c.lengths.mean();
    const double rate = c.list ? 0 : loads[i] / mean * destinations.intensity();
    const Arrivals arrivals(c.process, rate, mean, random);
    sources_.push_back({&c, random, destinations, arrivals});
    if (c.replies) sources_.back().replies = std::make_unique<Replies>();
    find_next(sources_.back(), 0);
  }
  wake_at_ = create_at_ = next_creation();
}

/// The next packet with a destination, at `from` or later. Looks ahead in pieces: a source that is almost
/// silent does not look for the end of time.
void TrafficTile::find_next(Source& s, Cycle from) {
  s.next = never;
  if (s.of->list) {
    s.looked_until = never;
    const std::vector<PacketList::Packet>& list = s.of->list->of[rank_];
    if (s.listed == list.size()) return;
    s.next = list[s.listed].cycle;
    s.next_dst = list[s.listed].dst;
    return;
  }
  if (from >= stop_at_) return;
  s.looked_until = from + look_ahead;
  for (Cycle c = from; (c = s.arrivals.next(c, s.looked_until, s.random)) != never; ++c) {
    const Rank dst = s.destinations.next(s.random);
    if (dst == no_rank) continue;
    s.next = c;
    s.next_dst = dst;
    return;
  }
}

void TrafficTile::stop_at(Cycle cycle) {
  stop_at_ = cycle;
  for (Source& s : sources_)
    if (s.next >= cycle) s.next = never;
  create_at_ = next_creation();
  if (wake_at_ != 0) wake_at_ = create_at_;
}

void TrafficTile::create(std::size_t traffic_class, Cycle now, Rank dst, bool reply) {
  Source& s = sources_[traffic_class];
  const Lengths& lengths = reply ? s.of->replies->lengths : s.of->lengths;
  const auto flits = s.of->list ? s.of->list->of[rank_][s.listed++].flits
                                : static_cast<std::uint16_t>(lengths.next(s.random));
  (reply ? s.replies->waiting : s.waiting).push_back({created_++, dst, flits});
  queued_ |= 1u << (2 * traffic_class + (reply ? 1 : 0));
  if (s.replies && !reply) s.replies->request_created.push_back(now);
  log.created.push_back({now, dst, flits, static_cast<std::uint8_t>(traffic_class), reply});
}

void TrafficTile::create_due(Cycle now) {
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    Source& s = sources_[i];
    while (s.next <= now) {
      create(i, s.next, s.next_dst, false);
      find_next(s, s.next + 1);
    }
    if (s.next == never && s.looked_until <= now) find_next(s, s.looked_until);
    for (; s.has_service() && s.replies->service.front().when <= now; s.replies->service.pop_front())
      create(i, now, s.replies->service.front().dst, true);
  }
  create_at_ = next_creation();
}

model::RegisterAccess TrafficTile::drive(Cycle now, const model::NodeOut& node) {
  if (now < wake_at_) return {};  // the NIC reports an event
  if (create_at_ <= now) create_due(now);
  wake_at_ = 0;
  unready_until_ = create_at_;
  if (!node.reg_ready) return {};
  if (writer_.idle() && !launch()) {
    // Nothing to do until a packet is created or arrives.
    wake_at_ = create_at_;
    return {};
  }
  const model::RegisterAccess access = writer_.drive(true);
  if (writer_.idle() && queued_ == 0) wake_at_ = create_at_;
  return access;
}

bool TrafficTile::has_requests() const {
  return std::any_of(sources_.begin(), sources_.end(), [](const Source& s) { return s.has_service(); });
}

Cycle TrafficTile::next_creation() const {
  Cycle wake = never;
  for (const Source& s : sources_) {
    wake = std::min(wake, s.next);
    if (s.next == never && s.looked_until < stop_at_) wake = std::min(wake, s.looked_until);
    if (s.has_service()) wake = std::min(wake, s.replies->service.front().when);
  }
  return wake;
}

bool TrafficTile::launch() {
  const std::uint32_t first = queued_ >> turn_ << turn_;  // whose turn is first
  for (std::uint32_t queues : {first, queued_ ^ first}) {
    for (; queues != 0; queues &= queues - 1) {
      const auto q = static_cast<unsigned>(std::countr_zero(queues));
      const Source& s = sources_[q / 2];
      const bool reply = q % 2 == 1;
      const unsigned limit = s.replies && !reply ? s.of->replies->outstanding : 0;
      if (limit != 0 && s.replies->unanswered.size() >= limit) continue;
      turn_ = q + 1;
      begin_put(q / 2, reply);
      return true;
    }
  }
  return false;
}

void TrafficTile::begin_put(std::size_t traffic_class, bool reply) {
  Source& s = sources_[traffic_class];
  Queue<Waiting>& queue = reply ? s.replies->waiting : s.waiting;
  const Waiting packet = queue.front();
  queue.pop_front();
  if (queue.empty()) queued_ &= ~(1u << (2 * traffic_class + (reply ? 1 : 0)));
  if (s.replies && !reply) {
    s.replies->unanswered.push_back({packet.dst, s.replies->request_created.front()});
    s.replies->request_created.pop_front();
  }
  const NodeAddress to = layout_.address(packet.dst);
  Put put;
  put.dst = packet.dst;
  if (orders_) put.route.set_order(orders_->next(packet.dst));
  launched_.push_back({packet.number, to, put.route.order()});
  const auto of = static_cast<std::uint8_t>(traffic_class);
  if (packet.flits == 1) {
    put.signal = true;
    put.counter = 1;
    put.remote = layout_.signal(address_, of, reply);
  } else {
    const unsigned payload = packet.flits - 1u;
    unsigned channel = 0;
    if (config_.hardware.all_port)
      channel = first_link(config_.topology, config_.topology.coordinates(rank_),
                           config_.topology.coordinates(packet.dst), put.route);
    put.local = layout_.source(channel, slot_[channel]);
    put.remote = layout_.receive(address_);
    put.bytes = payload * flit_words_ * 8;
    slot_[channel] = (slot_[channel] + 1) % PacketLayout::ring;
    const std::uint64_t tag =
        PacketTag{rank_, of, reply, static_cast<std::uint8_t>(payload), packet.number}.word();
    for (unsigned f = 0; f < payload; ++f)
      std::memcpy(memory_.bytes() + put.local + std::size_t{f} * flit_words_ * 8, &tag, 8);
  }
  // PUT_GO sets the order and launches, so that a change of the order takes no cycle.
  if (orders_) {
    const unsigned node_bits = config_.hardware.go_node_bits();
    writer_.begin(PreparedPut(put, to, node_bits), node_bits);
  } else {
    writer_.begin(put, to);
  }
}

void TrafficTile::head_left(Cycle now, const std::uint64_t* flit) {
  const model::Head head = layout_.head(flit);
  const NodeAddress to = head.dst;
  const Order order = order_of(head);
  const auto own = std::find_if(launched_.begin(), launched_.end(),
                                [=](const Launched& p) { return p.address == to && p.order == order; });
  log.injected.push_back({own->number, now, order});
  launched_.erase(own);
}

void TrafficTile::signal_left(const std::uint64_t* head) {
  signals_.left(SignalLog::mark(layout_, layout_.head(head)));
}

void TrafficTile::counted(Cycle now) {
  const SignalLog::Signal s = signals_.counted();
  arrive({layout_.rank_at(s.sender), std::nullopt, s.traffic_class, s.reply, now - 2, now, s.order});
}

/// Notes the first and the last payload flit of every packet that is written to memory; others are ignored.
void TrafficTile::payload_written(Cycle now, std::uint32_t addr, const std::uint64_t* data) {
  const std::uint64_t word = *data;
  const PacketTag tag = PacketTag::from_word(word);
  const unsigned flit = layout_.flit_at(addr, tag.src);
  Cycle accepted = now - 1;  // the head is accepted in the cycle before the first payload flit
  if (flit + 1u < tag.payload_flits) {
    if (flit == 0) begun_.push_back({word, accepted});
    return;
  }
  if (flit != 0) {
    const auto begun =
        std::find_if(begun_.begin(), begun_.end(), [&](const Begun& b) { return b.tag == word; });
    accepted = begun->accepted;
    *begun = begun_.back();
    begun_.pop_back();
  }
  arrive({tag.src, tag.number, tag.traffic_class, tag.reply, accepted, now + 1});
}

void TrafficTile::arrive(const ArrivedPacket& packet) {
  log.arrived.push_back(packet);
  Source& s = sources_[packet.traffic_class];
  if (!s.replies) return;
  if (packet.reply) {
    // Requests to a node are answered in the order in which they were sent.
    Queue<Request>& unanswered = s.replies->unanswered;
    const auto request = std::find_if(unanswered.begin(), unanswered.end(),
                                      [&](const Request& r) { return r.dst == packet.src; });
    log.round_trips.push_back({packet.traffic_class, request->created, packet.arrived});
    unanswered.erase(request);
  } else {
    const Cycle when = packet.arrived + s.of->replies->service_cycles;
    s.replies->service.push_back({when, packet.src});
    unready_until_ = create_at_ = std::min(create_at_, when);
  }
  wake_at_ = 0;
}

}  // namespace collnoc
