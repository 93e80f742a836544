// RTL and model of one node in lockstep: both get the same inputs, and after every cycle every output pin and
// every register must be equal. A netlist of words in place of the RTL has most of its registers. A netlist
// of gates has none of the same width, so only pins are compared.
#pragma once
#include <atomic>
#include <functional>
#include <memory>
#include <string>

#include "sim/fabric/verilated_node.hpp"

namespace collnoc {

/// The first difference of a node.
struct Mismatch {
  std::uint64_t cycle = 0;
  Rank rank = 0;
  std::string where;     ///< pin or register, with its index
  std::string expected;  ///< RTL, or netlist
  std::string actual;    ///< model
  bool netlist = false;
  std::string text() const;
};

/// Number of comparisons in a whole fabric; shared by its lockstep nodes.
struct LockstepLog {
  std::atomic<std::uint64_t> link_cycles{0};      ///< one for each link in each cycle
  std::atomic<std::uint64_t> register_checks{0};  ///< none against gates
};

/// Fault injector: changes the model's state after a tick, to test the comparison itself.
using FaultInjector =
    std::function<void(std::uint64_t cycle, Rank rank, model::Node& model, model::NodeOut& out)>;

/// Changes what the RTL drives after a tick, for the same purpose. The node drives it on.
using PinFaultInjector = std::function<void(std::uint64_t cycle, Rank rank, model::NodeOut& out)>;

/// Changes the model's state after reset, for hardware whose registers do not all start as the RTL's do.
using Preset = std::function<void(model::Node& model)>;

struct LockstepOptions {
  unsigned array_period = 32;  ///< cycles between comparisons of arrays (buffers, counters, queues)
  bool registers = true;       ///< compare registers as well as pins, where there are any
  FaultInjector inject_fault = {};
  PinFaultInjector inject_rtl_fault = {};
  Preset preset = {};
};

/// Its tick() throws LockstepMismatch at the first difference. Everything except arrays is compared in every
/// cycle.
std::unique_ptr<AnyNode> make_lockstep_node(std::shared_ptr<VerilatedLibrary> library,
                                            const HardwareConfig& config, const model::Place& place,
                                            Rank rank, LockstepLog& log, LockstepOptions options = {});

}  // namespace collnoc
