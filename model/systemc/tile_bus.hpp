// A tile as a processor on it sees it: the NIC's register bus and the tile's memory.
//
// Blocking functions are called from SC_THREADs. A cycle is the time between two rising clock edges. Its
// second half, with the clock low, is the window in which the node's outputs of the cycle can be read and an
// access of the same cycle can be driven. A caller that acts earlier waits until then.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <systemc>

#include "collnoc/model/nic/nic.hpp"
#include "collnoc/model/tile/tile_memory.hpp"

namespace collnoc::systemc {

class TileBus : public virtual sc_core::sc_interface {
 public:
  /// Number of the present cycle; 0 is the first one after reset.
  virtual std::uint64_t cycle() const = 0;
  /// Makes one access, in the first cycle in which the bus is free and, for a write to a put register, the
  /// NIC is ready. Returns in the window of the next cycle with the read data (meaningless for a write).
  virtual std::uint32_t access(const model::RegisterAccess& access) = 0;
  /// Makes these accesses in this order, each as above. Returns as above, with the data of the last; if
  /// there are none, in the present window. The project's own buses let the caller's thread sleep meanwhile,
  /// and make no other access between them.
  virtual std::uint32_t access(std::span<const model::RegisterAccess> accesses) {
    std::uint32_t data = 0;
    for (const model::RegisterAccess& one : accesses) data = access(one);
    return data;
  }
  /// Returns in the window of the first cycle, including the present one, in which event_o is high: an
  /// arrival counter was incremented.
  virtual void wait_event() = 0;
  /// Returns in the window of cycle `cycle`, or immediately if that has already begun.
  virtual void wait_until(std::uint64_t cycle) = 0;
  /// The tile's memory, starting at address 0.
  virtual std::span<std::byte> memory() = 0;

  // For SC_METHODs.
  /// event_o in this cycle.
  virtual bool event() const = 0;
  /// Notified when event_o rises or slightly later, but before the cycle's window.
  virtual const sc_core::sc_event& event_rises() = 0;
  /// The falling edge of the clock, with which a window begins.
  virtual const sc_core::sc_event& falling_edge() const = 0;
  /// Notified after each rising edge at which the NIC wrote into the memory, from the first call on.
  virtual const sc_core::sc_event& memory_written() = 0;
  /// The words that it wrote at the last such edge.
  virtual model::WordRange written() const = 0;
};

}  // namespace collnoc::systemc
