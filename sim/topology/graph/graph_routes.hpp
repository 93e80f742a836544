// Routes of a graph, free of deadlock: the next hop of every node to every destination, and the class of
// virtual channels that this hop takes.
#pragma once
#include <cstdint>
#include <vector>

#include "sim/topology/graph/graph_wires.hpp"

namespace collnoc {

struct GraphRoutes {
  /// [at * nodes + to], `to` a tile: link, and from bit 3 on the class.
  std::vector<std::uint8_t> next;
  /// The same: a number that selects one of the class's virtual channels, of four two, of which the VC hash
  /// selects one; empty: the VC hash selects one of all.
  std::vector<std::uint8_t> spread;
  unsigned classes = 1;
  std::uint64_t hops = 0;       ///< of all pairs of tiles together
  std::uint32_t most_used = 0;  ///< pairs whose route takes the busiest link, times its cycles for each flit

  Link link(std::size_t at) const { return next[at] & 7u; }
  unsigned of_class(std::size_t at) const { return next[at] >> 3; }
  /// Sets `hops` and `most_used`.
  void count(const GraphWires& wires);
  /// The same; `used`: by link, the pairs of tiles whose route takes it.
  void summarize(const GraphWires& wires, const std::vector<std::uint32_t>& used);
};

/// As many virtual channels as hardware has by default.
inline constexpr unsigned most_classes = 2;

/// Routes with one class, or with most_classes if that permits shorter ones or uses links more evenly; with
/// most_classes above 256 nodes, where a second search takes too long. A product of graphs is traversed
/// factor by factor (graph_product.hpp), other graphs by search_routes().
GraphRoutes graph_routes(const GraphWires& wires);

/// Routes with this number of classes. Destination by destination, from it outwards, each node takes the
/// neighbour on a shortest path whose links are used least, and the class with which no channels come to wait
/// for each other in a circle: the graph of all dependencies is kept free of cycles throughout, as in Domke,
/// Hoefler and Matsuoka, "Routing on the dependency graph" (HPDC 2016). Where that leaves no shortest path, a
/// longer one; and for destinations that some node does not reach so, all routes follow a tree.
GraphRoutes search_routes(const GraphWires& wires, unsigned classes);

}  // namespace collnoc
