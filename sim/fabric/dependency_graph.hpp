// The channel dependency graph of a network and its cycles (Dally & Seitz, 1987). Without a cycle, no traffic
// can deadlock.
#pragma once
#include <string>
#include <vector>

#include "collnoc/arch/hardware_config.hpp"
#include "collnoc/arch/topology/topology.hpp"

namespace collnoc {

/// A virtual channel of a directed link.
struct Channel {
  Rank rank = 0;  ///< node that drives the link
  Link link = 0;
  unsigned vc = 0;
  friend auto operator<=>(const Channel&, const Channel&) = default;
};

struct DependencyGraph {
  std::size_t channels = 0;      ///< channels that some route uses
  std::size_t dependencies = 0;  ///< pairs: a packet can hold the first and request the second
  bool whole = true;             ///< false: the counts are for each dimension alone
  std::vector<Channel> cycle;    ///< empty: free of deadlock
};

/// Follows every route that a NIC can request (all pairs, both directions of every ring, every order of
/// dimensions) with the router's own routing function. With multicast also every path of a copy: the same
/// links, on the virtual channels of copies, from every virtual channel on which NICs inject multicasts.
/// Copies of a packet do not wait for each other while they hold a channel (docs/reference/multicast.md), so
/// they add no dependencies between the branches of a tree. Networks of up to 81 nodes are examined as a
/// whole. Larger ones are examined in parts, with all values of the VC hash: TopologyForm::parts, for grids
/// each dimension alone. That is no sample: packets finish one dimension before the next. Only a dimension of
/// more than 1,024 nodes is sampled, by one of 1,024.
DependencyGraph dependency_graph(const Topology& topology, const HardwareConfig& config);

/// "(3,0)->+x vc 0".
std::string to_text(const Channel& channel, const Topology& topology);
/// The cycle as one line of text.
std::string cycle_text(const DependencyGraph& graph, const Topology& topology);

}  // namespace collnoc
