// A network that others drive: messages in, cycles, arrivals out. What libcollnoc offers, in C++.
#pragma once
#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>

#include "sim/engine/machine.hpp"
#include "sim/engine/replay_tiles.hpp"
#include "sim/network/collnoc.h"

namespace collnoc {

class MessageNetwork {
 public:
  /// Throws UserError for illegal hardware, NotInstalled when RTL is needed and cannot be built.
  explicit MessageNetwork(const Platform& platform);

  Rank nodes() const { return tiles_.size(); }
  Cycle now() const { return now_; }
  std::uint64_t under_way() const { return open_.size(); }
  /// A message leaves its program in the current cycle. Throws UserError for ranks outside the network and
  /// for a message of a node to itself.
  std::uint64_t send(std::uint64_t source, std::uint64_t target, std::uint64_t bytes);
  /// Simulates `cycles` cycles; with `to_arrival`, not beyond the first arrival nor when no message is under
  /// way. Throws Failure (a deadlock, RTL and model that differ).
  void step(Cycle cycles, bool to_arrival = false);
  std::deque<collnoc_arrival>& arrivals() { return arrivals_; }

  // What ReplayTiles::collect calls.
  void launched(std::uint64_t number);
  void injected(std::uint64_t number, Cycle cycle) { open_.at(number).injected = cycle; }
  void arrived(Rank target, const ReplayLog::Arrival& arrival);

 private:
  std::uint64_t pair_of(Rank source, Rank target, bool signal) const {
    return (std::uint64_t{source} * nodes() + target) * 2 + (signal ? 1 : 0);
  }

  MessageLayout layout_;
  Machine machine_;
  Watchdog watchdog_;
  ReplayTiles tiles_;
  std::uint64_t sent_ = 0, in_network_ = 0;
  Cycle now_ = 0, checked_ = 0;
  std::unordered_map<std::uint64_t, collnoc_arrival> open_;  // [number]
  std::unordered_map<std::uint64_t, std::deque<std::uint64_t>>
      in_network_of_;  // numbers in their order, [pair_of]
  std::deque<collnoc_arrival> arrivals_;
};

}  // namespace collnoc
