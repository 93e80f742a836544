// The networks and the hardware of the lockstep tests: together they hold every pair of values of any two
// options, and every kind of network.
#pragma once
#include <string>
#include <vector>

#include "tests/support/nodes.hpp"

namespace collnoc::test {

struct LockstepCase {
  std::string name;
  Topology topology;
  HardwareConfig config;
};

/// Contains every pair of values of any two of the options of lockstep_config().
const std::vector<HardwareConfig>& lockstep_hardware();
/// Each of these on each of lockstep_networks() for which it is legal.
std::vector<LockstepCase> lockstep_pairs();
/// Other networks, and other options of the hardware. Both orders of dimensions, generalized hypercubes, star
/// graphs, spidergons, graphs; multicasts, sequencers, accumulation, long addresses and hops.
std::vector<LockstepCase> lockstep_routes();
/// Compiling a node takes longer than simulating it, so those of lockstep_routes() whose features other cases
/// combine are left to the night: RoutesOfTheDay shows that they are.
bool left_to_the_night(const LockstepCase& route);

}  // namespace collnoc::test
