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
  entry.injected = cycle;
  entry.order = order;
  return entry.packet.flits;
}

DeliveredPacket Ledger::arrived(Rank dst, const ArrivedPacket& a) {
  Source& s = sources_[a.src];
  const auto same = [&](const Entry& e) {
    return !e.done && e.packet.dst == dst && e.packet.traffic_class == a.traffic_class &&
           e.packet.reply == a.reply;
  };
  const auto entry = a.number
                         ? s.entries.begin() + static_cast<std::ptrdiff_t>(*a.number - s.first)
                         : std::find_if(s.entries.begin(), s.entries.end(), [&](const Entry& e) {
                             return e.packet.flits == 1 && e.injected != 0 && e.order == a.order && same(e);
                           });
  if ((a.number && (*a.number < s.first || *a.number - s.first >= s.entries.size())) ||
      entry == s.entries.end() || !same(*entry))
    throw std::logic_error("a packet arrived that nobody sent");
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
