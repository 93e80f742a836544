// Sees what a tile's processor does in every cycle: for debuggers, traces and profiles.
#pragma once
#include <cstdint>

#include "sim/fabric/host.hpp"

namespace collnoc {

/// One cycle of a processor, from the trace ports that model and RTL share (rtl/cpu/cpu.sv).
struct ProcessorCycle {
  Cycle now = 0;
  bool retired = false;             ///< the instruction completes
  bool trapped = false;             ///< a trap is taken instead
  bool wrote = false;               ///< it writes its register, and is no load or product
  bool late = false;                ///< the load or product that retired one cycle before has its result
  bool put_waits = false;           ///< the NIC did not accept its write to a put register
  bool event = false;               ///< the NIC reported an event
  std::uint32_t pc = 0, instr = 0;  ///< with `retired` or `trapped`
  std::uint32_t wdata = 0;          ///< with `wrote`
  std::uint32_t late_wdata = 0;     ///< with `late`
};

class ProcessorObserver {
 public:
  virtual ~ProcessorObserver() = default;
  /// Called in every cycle in which the processor is clocked: not while it sleeps in wfi, nor after the end
  /// of its program.
  virtual void cycle(const ProcessorCycle& cycle) = 0;
};

}  // namespace collnoc
