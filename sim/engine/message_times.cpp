#include "sim/engine/message_times.hpp"

#include <utility>

namespace collnoc {

MessageTimes::MessageTimes(Fabric& fabric) : network_(fabric.topology(), *this) {
  for (Rank r = 0; r < fabric.topology().size(); ++r) {
    const model::Place place =
        model::Place::of(fabric.topology(), fabric.config(), r, fabric.memory(r).words());
    fabric.set_watcher(r, &watches_.emplace_back(network_, fabric.config(), place, r, [r] {
      return Site{r, 0, 0};
    }));
  }
}

MessageId MessageTimes::puts(Cycle now, SentMessage message) {
  if (message.site.rank != message.dst) {
    index_[next_] = messages_.size();
    messages_.push_back({message.site.rank, message.dst, message.bytes, now, now});
  }
  in_flight_[next_] = std::move(message);
  return next_++;
}

void MessageTimes::arrived(Cycle now, MessageId id) {
  if (const auto found = index_.find(id); found != index_.end()) {
    messages_[found->second].arrived = now;
    index_.erase(found);
  }
  in_flight_.erase(id);
}

}  // namespace collnoc
