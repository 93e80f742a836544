// RTL and model of one node side by side: both get the same inputs, and after every cycle every output pin
// and every register must be equal. A netlist in place of the RTL still has most registers when it is made of
// words, and none of the RTL's widths when it is made of gates: then the pins are compared.
#pragma once
#include <atomic>
#include <functional>
#include <memory>
#include <string>

#include "sim/fabric/verilated_node.hpp"

namespace collnoc {

/// What lockstep reports, once, at the first difference of a node.
struct Mismatch {
  std::uint64_t cycle = 0;
  Rank rank = 0;
  std::string where;     ///< pin or register, with its index
  std::string expected;  ///< RTL, or netlist
  std::string actual;    ///< model
  bool netlist = false;
  std::string text() const;
};

/// Counts of a whole fabric; shared by its lockstep nodes.
struct LockstepLog {
  std::atomic<std::uint64_t> link_cycles{0};      ///< comparisons of one link in one cycle
  std::atomic<std::uint64_t> register_checks{0};  ///< none against gates
};

/// Changes the model's state after a tick; for tests of the comparison itself.
using Saboteur = std::function<void(std::uint64_t cycle, Rank rank, model::Node& model, model::NodeOut& out)>;

/// Changes the model's state after reset; for hardware whose registers do not all begin as the RTL's.
using Preset = std::function<void(model::Node& model)>;

struct LockstepOptions {
  unsigned array_period = 32;  ///< cycles between comparisons of arrays (buffers, counters, queues)
  bool registers = true;       ///< compared as well as pins, where there are any
  Saboteur saboteur;
  Preset preset;
};

/// Throws LockstepMismatch from tick() at the first difference. Everything but arrays is compared every
/// cycle.
std::unique_ptr<AnyNode> make_lockstep_node(std::shared_ptr<VerilatedLibrary> library,
                                            const HardwareConfig& config, const model::Place& place,
                                            Rank rank, LockstepLog& log, LockstepOptions options = {});

}  // namespace collnoc
