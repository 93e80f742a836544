// Legal hardware configurations: the rules of arch/node.toml, which the RTL also checks at elaboration.
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

/// Nothing if `config` is legal for a node; otherwise the first rule that it breaks.
std::optional<Illegal> why_illegal(const HardwareConfig& config);

/// The same for a network of such nodes, which also needs enough virtual channels to be free of deadlock.
std::optional<Illegal> why_illegal(const HardwareConfig& config, const Topology& topology);

}  // namespace collnoc
