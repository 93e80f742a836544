// Any graph, given link by link; its routes are in tables (docs/reference/graph.md). sim/topology/graph makes
// the tables. Freestanding.
#pragma once
#include "collnoc/arch/topology/shape.hpp"

namespace collnoc {

/// A network link by link, with its routes. Arrays by node; a node has `links` places for links.
struct GraphTables {
  std::uint32_t nodes = 0;                  ///< tiles first, then switches
  std::uint32_t tiles = 0;
  unsigned links = 0;                       ///< of the node with the most, 1 to max_links
  unsigned classes = 1;                     ///< virtual channels that the routes need
  const Rank* neighbour = nullptr;          ///< [node * links + link]; no_rank: this link does not exist
  const std::uint8_t* opposite = nullptr;   ///< [node * links + link]: the neighbour's link that leads back
  const std::uint16_t* distance = nullptr;  ///< [from * nodes + to], in hops of a shortest path
  /// [node * links + link], of what the node drives on this link; nullptr if all links are as LinkTiming{}.
  const LinkTiming* timing = nullptr;
  /// [from * nodes + to]: registers of the links on the path that has the fewest; nullptr if `timing` is.
  const std::uint16_t* registers = nullptr;
  unsigned entries = 0;                     ///< ROUTES of the hardware
  /// The nodes' routing tables with 1 to 4 virtual channels, [at * entries + to], as in the register ROUTE
  /// without the node; nullptr with fewer virtual channels than `classes`.
  const std::uint8_t* routes[4] = {};
  const char* text = "";  ///< as users write it

  /// The link over which messages from `at` to another node `to` leave.
  constexpr Link link_towards(Rank at, Rank to) const {
    return routes[3][std::size_t{at} * entries + to] & 7u;
  }
};

/// One dimension, whose coordinate is the rank.
struct Graph : ProductAddress {
  static constexpr bool has_tables = true;
  static constexpr unsigned routes(const Shape& shape) { return table_entries(shape.size()); }

  static constexpr std::uint32_t max_graph_nodes = 1024;

  /// Of a routing table, the least that is enough.
  static constexpr unsigned table_entries(std::uint32_t nodes) {
    unsigned entries = 16;
    while (entries < nodes) entries *= 4;
    return entries;
  }
  static constexpr Shape shape(const GraphTables& tables) {
    Shape shape;
    shape.dimensions[0] = {tables.tiles, false};
    shape.radix = tables.links;
#if __STDC_HOSTED__
    shape.graph = &tables;
#endif
    return shape;
  }
  static constexpr unsigned links_per_dimension(std::uint32_t radix) { return radix; }
  static constexpr unsigned usual_vcs(std::uint32_t) { return 2; }
  static constexpr bool wraps(bool) { return false; }

  // Without tables, on processors, nodes have no neighbours; software there uses ranks only.
  static constexpr Rank neighbour(const Shape& shape, Rank rank, Link link) {
    const GraphTables* const t = shape.tables();
    return t == nullptr ? no_rank : t->neighbour[rank * t->links + link];
  }
  static constexpr Link opposite(const Shape& shape, Rank rank, Link link) {
    const GraphTables* const t = shape.tables();
    return t == nullptr ? link : t->opposite[rank * t->links + link];
  }
  static constexpr Link link_towards(const Shape& shape, unsigned, Rank from, Rank to, bool) {
    const GraphTables* const t = shape.tables();
    return t == nullptr ? 0 : t->link_towards(from, to);
  }
  static constexpr std::uint32_t distance(const Shape& shape, Rank from, Rank to) {
    const GraphTables* const t = shape.tables();
    return t == nullptr ? from != to : t->distance[std::size_t{from} * t->nodes + to];
  }
};

}  // namespace collnoc
