// What can be behind the pins of a node in SystemC (model/systemc/node_module.hpp) beside the model:
// verilated RTL or its gates, or one of the two in lockstep with the model.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "collnoc/model/systemc/node_module.hpp"
#include "collnoc/sim/fabric/node_kind.hpp"

namespace collnoc::systemc {

/// The type of reports of a difference.
inline constexpr const char* lockstep_report = "/collnoc/lockstep";

/// Makers of nodes of one kind. As a whole for NetworkModule, or, called with its rank, for a node alone. In
/// lockstep, all pins are compared in every cycle, and the registers; a difference is reported by
/// SC_REPORT_ERROR with cycle, node, pin or register, and both values.
class NodeMakers {
 public:
  /// RTL is verilated, and a netlist synthesized before that, when this variant was not built ahead: `say`
  /// gets a line about it. Throws std::invalid_argument for illegal hardware, and std::runtime_error
  /// without Verilator, or Yosys for gates.
  NodeMakers(NodeKind kind, const HardwareConfig& config,
             const std::function<void(const std::string&)>& say = {});

  /// The nodes may outlive this object. A node of other hardware than `config` is reported as an SC_ERROR of
  /// type hardware_report.
  NodeMaker operator()(Rank rank) const;

  /// How often all nodes made so far have compared a link: once in each cycle. Only in lockstep.
  std::uint64_t link_cycles() const;

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;
};

}  // namespace collnoc::systemc
