#include "sim/network/message_network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "sim/common/errors.hpp"

namespace collnoc {
namespace {

constexpr Cycle check_stride = 64;

const Platform& checked(const Platform& platform) {
  if (platform.kernel != KernelKind::plain)
    throw UserError(
        "--kernel systemc is for runs, traffic and replays, not for a network that its user steps");
  return platform;
}

}  // namespace

MessageNetwork::MessageNetwork(const Platform& platform)
    : layout_(platform.topology, platform.hardware),
      machine_(checked(platform), layout_.source_end() / 8),
      watchdog_(machine_.fabric(), native_stall_timeout, platform.max_cycles),
      tiles_(layout_, machine_.fabric()) {}

std::uint64_t MessageNetwork::send(std::uint64_t source, std::uint64_t target, std::uint64_t bytes) {
  for (const std::uint64_t rank : {source, target})
    if (rank >= nodes())
      throw UserError(fmt::format("rank {} is outside; ranks are 0 to {}", rank, nodes() - 1));
  if (source == target)
    throw UserError(fmt::format("a message of rank {} to itself; it would not use the network", source));
  const std::uint64_t number = ++sent_;
  open_[number] = {number, source, target, bytes, now_, 0, 0, 0};
  tiles_.add({number, now_, static_cast<Rank>(source), static_cast<Rank>(target), bytes});
  return number;
}

void MessageNetwork::step(Cycle cycles, bool to_arrival) {
  Fabric& fabric = machine_.fabric();
  const Cycle end = cycles > never - now_ ? never : now_ + cycles;
  while (now_ < end) {
    if (to_arrival && (!arrivals_.empty() || open_.empty())) return;
    // Without messages in the network, until a tile has one to send.
    Cycle stride = 1;
    if (in_network_ == 0) {
      const Cycle wake = tiles_.wakes_at();
      stride = wake <= now_ ? 1 : std::min(wake, end) - now_;
    }
    fabric.step(stride);
    now_ = fabric.now();
    tiles_.collect(*this);
    if (now_ - checked_ < check_stride) continue;
    checked_ = now_;
    if (watchdog_.stuck(in_network_ == 0)) watchdog_.give_up(tiles_.waits());
  }
}

void MessageNetwork::launched(std::uint64_t number) {
  const collnoc_arrival& message = open_.at(number);
  in_network_of_[pair_of(static_cast<Rank>(message.source), static_cast<Rank>(message.target),
                         message.bytes == 0)]
      .push_back(number);
  ++in_network_;
}

/// Messages of a pair of nodes arrive in the order in which they were launched.
void MessageNetwork::arrived(Rank target, const ReplayLog::Arrival& arrival) {
  const auto pair = in_network_of_.find(pair_of(arrival.src, target, arrival.signal));
  if (pair == in_network_of_.end()) throw std::logic_error("a message arrived that nobody sent");
  const auto message = open_.find(pair->second.front());
  pair->second.pop_front();
  if (pair->second.empty()) in_network_of_.erase(pair);
  message->second.accepted = arrival.accepted;
  message->second.arrived = arrival.arrived;
  arrivals_.push_back(message->second);
  open_.erase(message);
  --in_network_;
}

}  // namespace collnoc
