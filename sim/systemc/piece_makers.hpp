// What can be behind the pins of a router or a NIC alone (model/systemc/router_module.hpp, nic_module.hpp)
// beside the model: verilated RTL, or RTL and model in lockstep. Also for nodes made of both
// (model/systemc/split_node.hpp).
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "collnoc/model/nic/clocked_nic.hpp"
#include "collnoc/model/router/clocked_router.hpp"
#include "collnoc/sim/fabric/node_kind.hpp"

namespace collnoc::systemc {

/// In lockstep, all pins are compared in every cycle; a difference is reported by SC_REPORT_ERROR of type
/// lockstep_report (node_makers.hpp), with cycle, node, pin and both values.
class RouterMakers {
 public:
  /// RTL is verilated unless this variant is cached: `say` gets a line about it. Throws
  /// std::invalid_argument for illegal hardware and for netlists, and std::runtime_error without Verilator.
  RouterMakers(NodeKind kind, const HardwareConfig& config,
               const std::function<void(const std::string&)>& say = {});

  /// What it makes may outlive this object. A router of other hardware than `config` is reported as an
  /// SC_ERROR of type hardware_report. `rank`: for reports.
  model::RouterMaker operator()(Rank rank) const;
  /// Number of comparisons of a link or channel, summed over all routers. Only in lockstep.
  std::uint64_t link_cycles() const;

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;
};

/// The same for NICs.
class NicMakers {
 public:
  NicMakers(NodeKind kind, const HardwareConfig& config,
            const std::function<void(const std::string&)>& say = {});
  model::NicMaker operator()(Rank rank) const;
  std::uint64_t link_cycles() const;

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;
};

}  // namespace collnoc::systemc
