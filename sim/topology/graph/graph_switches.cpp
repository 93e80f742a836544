// Families of graphs with switches.
#include <fmt/format.h>

#include "sim/topology/graph/family.hpp"

namespace collnoc::family {
namespace {

/// Switches, each with the same number of tiles: tile t is at switch t / `each`.
GraphLinks switched(std::uint32_t switches, std::uint32_t each, std::string_view text) {
  const std::uint64_t nodes = std::uint64_t{switches} * (each + 1);
  if (nodes > Graph::max_graph_nodes)
    throw UserError(fmt::format("topology '{}': {} tiles and switches; a graph has 2 to {}", text, nodes,
                                Graph::max_graph_nodes));
  GraphLinks g{static_cast<std::uint32_t>(nodes), {}, switches};
  for (Rank t = 0; t < g.tiles(); ++t) g.add(t, g.tiles() + t / each);
  return g;
}

}  // namespace

/// Kim, Dally, Scott and Abts, "Technology-driven, highly-scalable dragonfly topology" (ISCA 2008): a*h + 1
/// groups of a routers, each with h links to other groups; group g reaches each other one over one link. With
/// two numbers, the routers are those of tiles; with three, they are switches with p tiles each.
GraphLinks dragonfly(const Numbers& n) {
  n.expect(2, 3,
           "dragonfly:ROUTERS,GLOBAL with the routers of a group and the links of each to other groups, or "
           "dragonfly:ROUTERS,TILES,GLOBAL with the tiles of each router");
  const std::uint32_t routers = n.within(0, 2, 8, "the number of routers of a group");
  const std::uint32_t global = n.within(n.size() - 1, 1, 7, "the number of links to other groups");
  const std::uint32_t groups = routers * global + 1;
  GraphLinks g{groups * routers, {}};
  if (n.size() == 3) g = switched(g.nodes, n.within(1, 1, 7, "the number of tiles of a router"), n.text());
  const Rank first = g.switches == 0 ? 0 : g.tiles();  // of the routers
  for (std::uint32_t group = 0; group < groups; ++group) {
    for (Rank a = 0; a < routers; ++a)
      for (Rank b = a + 1; b < routers; ++b) g.add(first + group * routers + a, first + group * routers + b);
  }
  // Link k of a group leads to group + k + 1; it is link groups - 2 - k of that one.
  for (std::uint32_t group = 0; group < groups; ++group) {
    for (std::uint32_t k = 0; k < groups - 1; ++k) {
      const std::uint32_t other = (group + k + 1) % groups;
      if (other > group)
        g.add(first + group * routers + k / global, first + other * routers + (groups - 2 - k) / global);
    }
  }
  return g;
}

/// Al-Fares, Loukissas and Vahdat, "A scalable, commodity data center network architecture" (SIGCOMM 2008):
/// k pods of k/2 edge switches, each with k/2 tiles, and k/2 aggregation switches; (k/2)^2 core switches,
/// k/2 for the aggregation switches of one place. In this order.
GraphLinks fat_tree(const Numbers& n) {
  n.expect(1, 1, "fat-tree:LINKS with the links of a switch");
  const std::uint32_t links = n.within(0, 2, max_links, "the number of links of a switch"), half = links / 2;
  if (links % 2 != 0)
    throw UserError(fmt::format("topology '{}': the number of links of a switch is even", n.text()));
  const std::uint32_t of_level = links * half, cores = half * half;
  GraphLinks g = switched(of_level, half, n.text());
  const Rank edges = g.tiles(), aggregations = edges + of_level, core = aggregations + of_level;
  g.nodes += of_level + cores;
  g.switches += of_level + cores;
  for (std::uint32_t pod = 0; pod < links; ++pod) {
    for (std::uint32_t a = 0; a < half; ++a) {
      const Rank aggregation = aggregations + pod * half + a;
      for (std::uint32_t e = 0; e < half; ++e) g.add(edges + pod * half + e, aggregation);
      for (std::uint32_t c = 0; c < half; ++c) g.add(aggregation, core + a * half + c);
    }
  }
  return g;
}

/// Balfour and Dally, "Design tradeoffs for tiled CMP on-chip networks" (ICS 2006): a mesh of switches.
GraphLinks cmesh(std::string_view rest, std::string_view text) {
  const std::size_t comma = rest.find(',');
  if (comma == std::string_view::npos)
    throw UserError(fmt::format("topology '{}': write cmesh:WxH,TILES with the tiles of a switch", text));
  const Extents size(rest.substr(0, comma), "mesh", text);
  const Numbers n(rest.substr(comma + 1), text);
  n.expect(1, 1, "cmesh:WxH,TILES with the tiles of a switch");
  GraphLinks g =
      switched(size.x * size.y, n.within(0, 1, max_links, "the number of tiles of a switch"), text);
  for (Rank s = 0; s < g.switches; ++s) {
    if (s % size.x + 1 < size.x) g.add(g.tiles() + s, g.tiles() + s + 1);
    if (s + size.x < g.switches) g.add(g.tiles() + s, g.tiles() + s + size.x);
  }
  return g;
}

}  // namespace collnoc::family
