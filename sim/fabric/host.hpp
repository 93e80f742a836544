// What drives a tile's register bus: native firmware, a traffic generator, or a processor.
#pragma once
#include <cstdint>
#include <limits>

#include "collnoc/model/tile/pins.hpp"

namespace collnoc {

using Cycle = std::uint64_t;
inline constexpr Cycle never = std::numeric_limits<Cycle>::max();

class Host {
 public:
  virtual ~Host() = default;
  /// Called in every cycle from wake_at() on, and in every cycle in which the NIC reports an event. Returns
  /// the bus access of this cycle. A write to a put register takes effect if and only if `node.reg_ready`.
  /// The host may use the host port of the tile's memory.
  virtual model::RegisterAccess drive(Cycle now, const model::NodeOut& node) = 0;
  Cycle wake_at() const { return wake_at_; }

 protected:
  Cycle wake_at_ = 0;
};

}  // namespace collnoc
