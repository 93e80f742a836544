// The channel dependency graph of a network, and whether it has a cycle (Dally & Seitz, 1987): without one no
// set of packets can wait for each other in a ring, whatever the traffic.
#pragma once
#include <string>
#include <vector>

#include "collnoc/arch/topology/topology.hpp"
#include "collnoc/model/hardware_config.hpp"

namespace collnoc {

/// A virtual channel of a directed link.
struct Channel {
  Rank rank = 0;  ///< node that drives the link
  Link link = 0;
  unsigned vc = 0;
  friend auto operator<=>(const Channel&, const Channel&) = default;
};

struct DependencyGraph {
  std::size_t channels = 0;      ///< used by some route
  std::size_t dependencies = 0;  ///< a packet can hold one and ask for the other
  bool whole = true;             ///< false: counts are of each dimension alone
  std::vector<Channel> cycle;    ///< empty: free of deadlock
};

/// Follows every route that a NIC can ask for (all pairs, both ways round every ring, every order of
/// dimensions) with the router's own routing function. Up to 81 nodes the whole network; larger ones by the parts that
/// their topology names (sim/topology): of grids every dimension alone, with all lanes.
DependencyGraph dependency_graph(const Topology& topology, const HardwareConfig& config);

/// "(3,0)->+x vc 0".
std::string to_text(const Channel& channel, const Topology& topology);
/// The cycle in one line.
std::string cycle_text(const DependencyGraph& graph, const Topology& topology);

}  // namespace collnoc
