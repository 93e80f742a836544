// The path of a message. With coordinates, it is dimension-order routing with the directions and the order of
// dimensions that the sender's NIC puts into the route. Without coordinates, the topology computes the path.
#pragma once
#include <vector>

#include "collnoc/arch/box.hpp"
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

/// Calls visit(node, link) for every link of a multicast's tree (docs/reference/multicast.md): the copies
/// leave `node` over `link`. `route`: directions in dimensions in which src is not in the box. Precondition:
/// a star graph, or a network with coordinates and a box that is not reversed.
template <class Visit>
constexpr void for_each_tree_link(const Topology& topology, Rank src, const Box& box, Route route,
                                  Visit&& visit) {
  if (const unsigned symbols = topology.symbols(); symbols != 0) {
    const auto root = star::permutation(symbols, src), corner = star::permutation(symbols, box.to);
    const auto grow = [&](const auto& self, Rank at) -> void {
      const unsigned links = star::tree_links(symbols, star::permutation(symbols, at), root, corner);
      for (Link l = 0; l < topology.links(); ++l) {
        const Rank next = topology.neighbour(at, l);
        if ((links >> l & 1u) == 0 || (at == src && box.from != src && box.from != next)) continue;
        visit(at, l);
        self(self, next);
      }
    };
    return grow(grow, src);
  }
  const Coordinates first = topology.coordinates(box.from), last = topology.coordinates(box.to);
  // Branches of dimension d from `at`, and of all later dimensions from every node of them in the box.
  const auto grow = [&](const auto& self, Rank at, unsigned d) -> void {
    if (d == topology.dims()) return;
    const Coordinates own = topology.coordinates(at);
    const std::uint32_t n = topology.extent(d), a = first[d], b = last[d];
    const auto in_box = [&](std::uint32_t c) { return (c + n - a) % n <= (b + n - a) % n; };
    const auto hop = [&](Rank from, std::uint32_t c, Route direct) {
      Coordinates to = topology.coordinates(from);
      to[d] = c;
      visit(from, first_link(topology, topology.coordinates(from), to, direct));
      if (in_box(c)) self(self, topology.rank(to), d + 1);
      return topology.rank(to);
    };
    const bool in = in_box(own[d]);
    if (in) self(self, at, d + 1);
    if (!topology.has_directions()) {
      for (std::uint32_t c = 0; c < n; ++c) {
        if (in_box(c) && c != own[d]) hop(at, c, {});
      }
      return;
    }
    const bool minus_only = !in && goes_minus(topology, d, own[d], a, route);
    for (const Direction direction : {Direction::plus, Direction::minus}) {
      const bool plus = direction == Direction::plus;
      if (!in && plus == minus_only) continue;
      Route direct;
      direct.direction[d] = direction;
      const std::uint32_t end = plus ? b : a, step = plus ? 1 : n - 1;
      Rank from = at;
      for (std::uint32_t c = own[d]; c != end;) {
        c = (c + step) % n;
        from = hop(from, c, direct);
      }
    }
  };
  grow(grow, src, 0);
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
