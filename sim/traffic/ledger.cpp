#include "sim/traffic/ledger.hpp"

#include <algorithm>
#include <stdexcept>

namespace collnoc {

void Ledger::created(Rank src, const CreatedPacket& packet) {
  sources_[src].entries.push_back({packet});
  ++open_;
}

unsigned Ledger::injected(Rank src, std::uint64_t number, std::uint64_t cycle, Order order) {
  Entry& entry = sources_[src].entries.at(number - sources_[src].first);
  const CreatedPacket& p = entry.packet;
  entry.injected = cycle;
  if (p.flits == 1) entry.signal = kind(p.dst, p.traffic_class, p.reply, order);
  return p.flits;
}

DeliveredPacket Ledger::arrived(Rank dst, const ArrivedPacket& a) {
  Source& s = sources_[a.src];
  auto entry = s.entries.end();
  if (!a.number) {
    const std::uint64_t signal = kind(dst, a.traffic_class, a.reply, a.order);
    entry = std::find_if(s.entries.begin(), entry, [=](const Entry& e) { return e.signal == signal; });
  } else if (*a.number >= s.first && *a.number - s.first < s.entries.size()) {
    entry = s.entries.begin() + static_cast<std::ptrdiff_t>(*a.number - s.first);
  }
  if (entry == s.entries.end() || entry->done || entry->packet.dst != dst ||
      entry->packet.traffic_class != a.traffic_class || entry->packet.reply != a.reply)
    throw std::logic_error("a packet arrived that nobody sent");
  entry->signal = 0;
  entry->done = true;
  --open_;
  const CreatedPacket& p = entry->packet;
  const DeliveredPacket done{a.src,           dst,        p.traffic_class, p.reply, p.flits, p.created,
                             entry->injected, a.accepted, a.arrived};
  while (!s.entries.empty() && s.entries.front().done) {
    s.entries.pop_front();
    ++s.first;
  }
  return done;
}

}  // namespace collnoc
