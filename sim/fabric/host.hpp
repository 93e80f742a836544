// What drives a tile's register bus: native firmware, a traffic generator, or a processor.
#pragma once
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>

#include "collnoc/model/tile/pins.hpp"

namespace collnoc {

using Cycle = std::uint64_t;
inline constexpr Cycle never = std::numeric_limits<Cycle>::max();

/// A cycle that a host keeps, in memory of the fabric when it has one: a fabric reads those of all hosts
/// in every cycle.
class WakeTime {
 public:
  WakeTime() = default;
  WakeTime(const WakeTime&) = delete;
  WakeTime& operator=(const WakeTime&) = delete;
  WakeTime(WakeTime&&) = default;
  WakeTime& operator=(WakeTime&&) = default;
  ~WakeTime() = default;
  WakeTime& operator=(Cycle at) {
    *at_ = at;
    return *this;
  }
  operator Cycle() const { return *at_; }  // NOLINT(google-explicit-constructor): it stands for a Cycle
  void move_to(std::shared_ptr<Cycle> place) {
    *place = *at_;
    at_ = std::move(place);
  }

 private:
  std::shared_ptr<Cycle> at_ = std::make_shared<Cycle>(0);
};

/// Those of different tiles may be called at the same time, and for different cycles: what they share must
/// not depend on an order. In a network with observers or watchers, all are called for the same cycle.
class Host {
 public:
  virtual ~Host() = default;
  /// Called in every cycle from wake_at() on, and in every cycle in which the NIC reports an event. Returns
  /// the bus access of this cycle. A write to a put register takes effect if and only if `node.reg_ready`.
  /// The host may use the host port of the tile's memory.
  virtual model::RegisterAccess drive(Cycle now, const model::NodeOut& node) = 0;
  Cycle wake_at() const { return wake_at_; }
  /// While the NIC is not ready, and reports no event, drive() does nothing before this cycle.
  Cycle unready_until() const { return unready_until_; }
  /// Whether drive(now, node) would run software of the tile: a kernel then calls it in a process of the tile
  /// (SoftwareProcess). False if it only continues what software has begun, such as the writes of a put.
  virtual bool runs_software(Cycle /*now*/, const model::NodeOut& /*node*/) const { return true; }
  /// Whether drive() may read what the NIC writes to memory, or write what the NIC may still read.
  virtual bool uses_memory() const { return true; }
  /// Whether drive() may use the host port of the memory.
  virtual bool uses_memory_port() const { return false; }
  /// Keeps wake_at() at `place` from now on.
  void keep_wake_at(std::shared_ptr<Cycle> place) { wake_at_.move_to(std::move(place)); }

 protected:
  WakeTime wake_at_;
  Cycle unready_until_ = 0;
};

}  // namespace collnoc
