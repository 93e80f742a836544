// Which hardware can be built: the rules of arch/node.toml, which the RTL checks at elaboration too.
#pragma once
#include <optional>
#include <string>

#include "collnoc/arch/hardware_config.hpp"
#include "collnoc/arch/topology/topology.hpp"

namespace collnoc {

/// A rule that a configuration breaks.
struct Illegal {
  std::string parameter;  ///< the member of HardwareConfig to change
  std::string rule;       ///< "must be 1 to 4"
  std::string text() const { return parameter + ": " + rule; }
};

/// Nothing when a node of `config` can be built; else the first rule that it breaks.
std::optional<Illegal> why_illegal(const HardwareConfig& config);

/// The same for a network of such nodes; the virtual channels must suffice to keep it free of deadlock.
std::optional<Illegal> why_illegal(const HardwareConfig& config, const Topology& topology);

}  // namespace collnoc
