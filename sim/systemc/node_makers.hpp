// What can be behind the pins of a node in SystemC (model/systemc/node_module.hpp) beside the model:
// verilated RTL or its gates, or one of the two in lockstep with the model.
#pragma once
#include <functional>
#include <string>

#include "collnoc/model/systemc/node_module.hpp"
#include "sim/fabric/node_factory.hpp"

namespace collnoc::systemc {

/// The type of reports of a difference.
inline constexpr const char* lockstep_report = "/collnoc/lockstep";

/// Calls tick(), and reports the difference that it throws, LockstepMismatch.
void report_differences(const std::function<void()>& tick);

/// For NetworkModule, or, called with its rank, for a node alone. In lockstep, all pins are compared in every
/// cycle, and the registers; a difference is reported by SC_REPORT_ERROR with cycle, node, pin or register,
/// and both values. `log` must outlive the nodes. For `say` and what it throws see make_node_factory.
std::function<NodeMaker(Rank)> node_makers(NodeKind kind, const HardwareConfig& config, LockstepLog& log,
                                           const std::function<void(const std::string&)>& say = {});

}  // namespace collnoc::systemc
