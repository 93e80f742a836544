// The links of a graph by node.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "sim/topology/graph/graph_links.hpp"

namespace collnoc {

struct GraphWires {
  /// Throws UserError as make_graph() does.
  GraphWires(const std::string& text, const GraphLinks& graph);

  std::size_t at(Rank node, Link link) const { return std::size_t{node} * links + link; }
  std::uint16_t hops(Rank from, Rank to) const { return distance[std::size_t{from} * nodes + to]; }

  std::uint32_t nodes;
  unsigned links = 0;                  ///< of the node with the most
  std::vector<Rank> neighbour;         ///< [at(node, link)], no_rank: none
  std::vector<std::uint8_t> opposite;  ///< the neighbour's link that leads back
  std::vector<std::uint16_t> distance;

 private:
  void measure(const std::string& text);
};

}  // namespace collnoc
