// The path of a message. With coordinates, it is dimension-order routing with the directions and the order of
// dimensions that the sender's NIC puts into the route. Without coordinates, the topology computes the path.
#pragma once
#include <vector>

#include "collnoc/arch/put.hpp"
#include "collnoc/arch/route.hpp"
#include "collnoc/arch/topology/topology.hpp"

namespace collnoc {

/// Whether `route` leads from src to dst. On a line its direction must point to dst. Only grids have
/// directions. Networks without coordinates accept only the default route.
constexpr bool leads_there(const Topology& topology, Rank src, Rank dst, Route route) {
  if (!topology.has_coordinates()) return route == Route{};
  const Coordinates a = topology.coordinates(src), b = topology.coordinates(dst);
  for (unsigned d = 0; d < topology.dims(); ++d) {
    if (!topology.has_directions()) {
      if (route.direction[d] != Direction::shortest) return false;
      continue;
    }
    if (a[d] != b[d] && !topology.wraps(d) && goes_minus(topology, d, a[d], b[d], route) != (b[d] < a[d])) {
      return false;
    }
  }
  return true;
}

/// Calls visit(node, link) for every link from src to dst, in order: the message leaves `node` over `link`.
/// Precondition: leads_there.
template <class Visit>
constexpr void for_each_link(const Topology& topology, Rank src, Rank dst, Route route, Visit&& visit) {
  const Coordinates to = topology.coordinates(dst);
  for (Rank at = src; at != dst;) {
    const Link link = first_link(topology, topology.coordinates(at), to, route);
    visit(at, link);
    at = topology.neighbour(at, link);
  }
}

/// The ranks on the path of a message, including src and dst.
inline std::vector<Rank> path(const Topology& topology, Rank src, Rank dst, Route route) {
  std::vector<Rank> ranks{src};
  for_each_link(topology, src, dst, route,
                [&](Rank at, Link link) { ranks.push_back(topology.neighbour(at, link)); });
  return ranks;
}

/// Number of links on a shortest path between two nodes.
constexpr std::uint32_t distance(const Topology& topology, Rank from, Rank to) {
  return topology.distance(from, to);
}

}  // namespace collnoc
