// Makes nodes of one kind for a fabric.
#pragma once
#include <functional>
#include <string>

#include "sim/fabric/fabric.hpp"
#include "sim/fabric/lockstep_node.hpp"
#include "sim/fabric/node_kind.hpp"

namespace collnoc {

/// RTL is verilated, and a netlist synthesized before that, when this variant was not built ahead: `say` gets
/// a line about it. `log` must outlive the nodes; only lockstep uses it. Throws NotInstalled without Yosys or
/// Verilator.
NodeFactory make_node_factory(NodeKind kind, const HardwareConfig& config, LockstepLog& log,
                              const std::function<void(const std::string&)>& say = {});

}  // namespace collnoc
