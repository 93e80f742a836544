// Makes nodes of one kind for a fabric.
#pragma once
#include <functional>
#include <string>

#include "sim/fabric/fabric.hpp"
#include "sim/fabric/lockstep_node.hpp"

namespace collnoc {

/// What a node is made of. The last two compare RTL or netlist with the model in lockstep.
enum class NodeKind { model, rtl, netlist, lockstep, netlist_lockstep };

/// RTL is verilated, and a netlist synthesized before that, when this variant was not built ahead: `say` gets
/// a line about it. `log` must outlive the nodes; only lockstep uses it. Throws NotInstalled without Yosys or
/// Verilator.
NodeFactory make_node_factory(NodeKind kind, const HardwareConfig& config, LockstepLog& log,
                              const std::function<void(const std::string&)>& say = {});

}  // namespace collnoc
