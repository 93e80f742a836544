// The RTL that a fabric computes beside a model node, in lockstep with it.
#pragma once
#include <memory>

#include "sim/fabric/lockstep_node.hpp"
#include "sim/fabric/sliced_nodes.hpp"

namespace collnoc {

struct RtlBeside {
  static constexpr std::uint64_t register_period = 128;  ///< cycles between comparisons of all registers

  SlicedNodes& nodes;  ///< of the whole network
  LockstepLog& log;
};

/// A model node; the fabric computes the RTL of all nodes beside the model, in slices, and compares them.
/// state() has the RTL's registers. `log` must outlive the node.
std::unique_ptr<AnyNode> make_lockstep_in_slices(std::shared_ptr<SlicedNodes> nodes,
                                                 const HardwareConfig& config, const model::Place& place,
                                                 Rank rank, LockstepLog& log);

}  // namespace collnoc
