#include "sim/engine/traffic_host.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace collnoc {

Destinations::Destinations(Pattern pattern, const Topology& topology, Rank rank)
    : pattern_(pattern), size_(topology.size()), rank_(rank), fixed_(no_rank) {
  Coordinates c = topology.coordinates(rank);
  if (pattern == Pattern::transpose) {
    // (x, y, ...) to (y, x, ...); the command line guarantees equal extents.
    std::reverse(c.begin(), c.begin() + topology.dims());
    fixed_ = topology.rank(c);
  } else if (pattern == Pattern::neighbour) {
    c[0] = (c[0] + 1) % topology.extent(0);
    fixed_ = topology.has_coordinates() ? topology.rank(c) : topology.neighbour(rank, 0);
  } else if (pattern == Pattern::hotspot) {
    for (unsigned d = 0; d < topology.dims(); ++d) c[d] = topology.extent(d) / 2;
    fixed_ = topology.rank(c);
  }
}

Rank Destinations::next(RandomStream& random) const {
  // Hot spot: one packet in ten goes to the centre, the others go anywhere.
  const bool anywhere =
      pattern_ == Pattern::uniform || (pattern_ == Pattern::hotspot && random.below(10) != 0);
  if (!anywhere) return fixed_ == rank_ ? no_rank : fixed_;
  if (size_ == 1) return no_rank;
  const Rank other = random.below(size_ - 1);
  return other < rank_ ? other : other + 1;
}

TrafficHost::TrafficHost(const TrafficConfig& config, double load, Rank rank, model::TileMemory& memory,
                         Cycle stop_at)
    : config_(config),
      rank_(rank),
      memory_(memory),
      layout_(config.packet_flits, config.hardware.flit_bytes()),
      stop_at_(stop_at),
      threshold_(static_cast<std::uint64_t>(std::ldexp(std::min(load / config.packet_flits, 1.0), 53))),
      random_(config.seed * 0x100000001b3u + rank),
      destinations_(config.pattern, config.topology, rank) {
  upcoming_.created = never;
  create_until(0);
}

// Draws the cycle of the next creation, at `now` or later.
void TrafficHost::create_until(Cycle now) {
  upcoming_.created = never;
  if (threshold_ == 0) return;
  for (Cycle c = now; c < stop_at_; ++c) {
    if (random_.next() >> 11 >= threshold_) continue;
    const Rank dst = destinations_.next(random_);
    if (dst == no_rank) continue;
    upcoming_ = {c, dst};
    break;
  }
  wake_at_ = upcoming_.created;
}

model::RegisterAccess TrafficHost::drive(Cycle now, const model::NodeOut& node) {
  if (node.event && config_.packet_flits == 1) signals.push_back(now);
  while (upcoming_.created <= now) {
    queue_.push_back(upcoming_);
    ++created;
    if (upcoming_.created >= config_.warmup_cycles) ++created_in_window;
    creation_sum += upcoming_.created;
    create_until(upcoming_.created + 1);
  }
  if (writer_.idle() && !queue_.empty() && node.reg_ready) {
    const Packet packet = queue_.front();
    queue_.pop_front();
    Put put;
    put.dst = packet.dst;
    if (config_.packet_flits == 1) {
      put.signal = true;
      put.counter = 1;
    } else {
      put.local = layout_.source(slot_);
      put.remote = layout_.receive(rank_);
      put.bytes = layout_.slot_bytes;
      slot_ = (slot_ + 1) % TrafficMemory::ring;
      std::memcpy(memory_.bytes() + put.local + put.bytes - 8, &packet.created, 8);
    }
    writer_.begin(put, config_.topology.address(put.dst));
  }
  const model::RegisterAccess access = writer_.drive(node.reg_ready);
  wake_at_ = writer_.idle() && queue_.empty() ? upcoming_.created : 0;
  return access;
}

void TrafficHost::written(Cycle now, const model::NodeOut& node, std::uint32_t granted) {
  const unsigned words = config_.hardware.flit_bits / 64;
  for (; granted != 0; granted &= granted - 1) {
    const unsigned c = static_cast<unsigned>(std::countr_zero(granted));
    const std::uint32_t next = (node.wr_addr[c] + words) * 8;
    if (next % layout_.slot_bytes != 0) continue;  // not the packet's last flit
    arrivals.push_back({node.wr_data[c][words - 1], now + 1});
  }
}

}  // namespace collnoc
