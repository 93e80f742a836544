// The packets on their way: joins what source and destination see of a packet.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "collnoc/arch/put.hpp"
#include "sim/common/queue.hpp"

namespace collnoc {

/// A packet that has arrived. Cycles since the start of the simulation.
struct DeliveredPacket {
  Rank src = 0, dst = 0;
  std::uint8_t traffic_class = 0;
  bool reply = false;
  std::uint16_t flits = 0;
  std::uint64_t created = 0;   ///< it enters the queue of its source
  std::uint64_t injected = 0;  ///< its head is on the first link
  std::uint64_t accepted = 0;  ///< its head is accepted by the NIC of the destination
  std::uint64_t arrived = 0;   ///< its last flit is in memory; of a packet of one flit: it has been counted
};

/// What the source of a packet knows when it creates it. Sources number their packets from 0.
struct CreatedPacket {
  std::uint64_t created = 0;
  Rank dst = 0;
  std::uint16_t flits = 0;
  std::uint8_t traffic_class = 0;
  bool reply = false;
};

/// What the destination sees.
struct ArrivedPacket {
  Rank src = 0;
  /// Nothing: the oldest of its kind that has left this source for this node in this order of dimensions.
  std::optional<std::uint64_t> number;
  std::uint8_t traffic_class = 0;
  bool reply = false;
  std::uint64_t accepted = 0, arrived = 0;
  Order order = Order::ascending;  ///< of a packet without a number
};

class Ledger {
 public:
  explicit Ledger(Rank size) : sources_(size) {}

  void created(Rank src, const CreatedPacket& packet);
  /// Returns the packet's flits.
  unsigned injected(Rank src, std::uint64_t number, std::uint64_t cycle, Order order);
  /// Throws std::logic_error for a packet that was not created.
  DeliveredPacket arrived(Rank dst, const ArrivedPacket& packet);

  /// Packets created that have not arrived.
  std::uint64_t open() const { return open_; }

 private:
  struct Entry {
    CreatedPacket packet;
    std::uint64_t injected = 0;
    std::uint64_t signal = 0;  // its kind, if it is a packet of one flit on its way
    bool done = false;
  };
  /// One number for what tells packets of one flit apart, not 0.
  static std::uint64_t kind(Rank dst, std::uint8_t traffic_class, bool reply, Order order) {
    return std::uint64_t{dst} | std::uint64_t{traffic_class} << 32 | std::uint64_t{reply} << 40 |
           static_cast<std::uint64_t>(order) << 41 | std::uint64_t{1} << 42;
  }
  struct Source {
    std::uint64_t first = 0;  // number of the first entry
    Queue<Entry> entries;
  };
  std::vector<Source> sources_;
  std::uint64_t open_ = 0;
};

}  // namespace collnoc
