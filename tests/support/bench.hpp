// A fabric that a test drives through register accesses, one node at a time or all at once.
#pragma once
#include <deque>
#include <vector>

#include "collnoc/arch/nic_registers.hpp"
#include "tests/support/nodes.hpp"

namespace collnoc::test {

/// A host that does the given accesses in order, one per cycle. A write to a put register stays on the pins
/// until the NIC accepts it.
class Bus final : public Host {
 public:
  Bus() { wake_at_ = never; }
  void write(std::uint32_t address, std::uint32_t value) {
    add({true, true, static_cast<std::uint16_t>(address), value});
  }
  void read(std::uint32_t address) { add({true, false, static_cast<std::uint16_t>(address), 0}); }
  bool idle() const { return todo_.empty() && !reading_; }

  model::RegisterAccess drive(Cycle now, const model::NodeOut& node) override;

  std::vector<std::uint32_t> values;  ///< what was read, in order
  Cycle last_write = 0;               ///< cycle of the last accepted write

 private:
  void add(const model::RegisterAccess& access) {
    todo_.push_back(access);
    if (wake_at_ == never) wake_at_ = 0;
  }
  std::deque<model::RegisterAccess> todo_;
  bool reading_ = false;
};

class Bench {
 public:
  Bench(const Topology& topology, const HardwareConfig& config, NodeKind kind, Fabric::Options options = {});

  Fabric& fabric() { return *fabric_; }
  Bus& bus(Rank rank) { return *buses_[rank]; }
  /// Makes one access and waits for its end.
  void write(Rank rank, std::uint32_t address, std::uint32_t value);
  std::uint32_t read(Rank rank, std::uint32_t address);
  /// Queues the five writes of a put.
  void put(Rank rank, std::uint32_t src, std::uint32_t addr, std::uint32_t bytes, std::uint32_t ctrl,
           Rank dst);
  /// Steps until the network is quiescent; false if that takes more than `limit` cycles.
  bool settle(Cycle limit = 20'000);
  /// The registers of a node, as the model holds them.
  const model::Node& state(Rank rank);

 private:
  LockstepLog log_;
  std::vector<std::unique_ptr<Bus>> buses_;
  std::unique_ptr<Fabric> fabric_;
};

}  // namespace collnoc::test
