// A tile as a processor on it sees it: the NIC's register bus and the tile's memory.
//
// The functions that block are called from SC_THREADs. A cycle is what lies between two rising clock edges.
// Its second half, clock low, is the window in which the node's outputs of the cycle can be read and an
// access of the same cycle be driven; whoever acts earlier is held until then.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <systemc>

#include "collnoc/model/nic/nic.hpp"

namespace collnoc::systemc {

class TileBus : public virtual sc_core::sc_interface {
 public:
  /// Number of the present cycle, 0 the first after reset.
  virtual std::uint64_t cycle() const = 0;
  /// Makes one access, in the first cycle in which the bus is free and, to write a put register, the NIC is
  /// ready. Returns in the window of the cycle after, with the data read (of a write: without meaning).
  virtual std::uint32_t access(const model::RegisterAccess& access) = 0;
  /// Returns in the window of the first cycle, the present one included, in which event_o is up: an arrival
  /// counter has been bumped.
  virtual void wait_event() = 0;
  /// Returns in the window of cycle `cycle`, or at once when that has begun.
  virtual void wait_until(std::uint64_t cycle) = 0;
  /// The tile's memory, address 0 first.
  virtual std::span<std::byte> memory() = 0;
};

}  // namespace collnoc::systemc
