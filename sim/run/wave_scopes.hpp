// The names in a file of waves: SIDE.node_X_Y.LINK.SIGNAL, such as rtl.node_3_1.plus_x.valid. Without
// lockstep there is one side, and its scope is left out.
#pragma once
#include <string>
#include <vector>

#include "collnoc/arch/hardware_config.hpp"
#include "sim/run/run_config.hpp"
#include "sim/topology/link_name.hpp"

namespace collnoc {

struct WaveSignal {
  const char* name = "";
  unsigned bits = 1;
};

/// What is shown of every link, in this order: valid, head, tail, vc, data, credit.
std::vector<WaveSignal> wave_signals(const HardwareConfig& hardware);

/// The scopes of the two sides of a lockstep: the RTL or netlist, and the model. Empty without lockstep.
std::vector<std::string> wave_sides(Backend backend);

/// "node_3_1", from the coordinates.
std::string node_scope(const Topology& topology, Rank rank);

/// What a node drives on a link: "plus_x" for +x, "x_plus_2" for x+2, "g1".
std::string link_scope(const Topology& topology, Link link);

}  // namespace collnoc
