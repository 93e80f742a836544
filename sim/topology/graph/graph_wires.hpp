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
  /// Cycles for each flit of the link at this place.
  unsigned interval(std::size_t at) const { return timing.empty() ? 1 : timing[at].interval; }

  std::uint32_t nodes, tiles;
  unsigned links = 0;                  ///< of the node with the most
  std::vector<Rank> neighbour;         ///< [at(node, link)], no_rank: none
  std::vector<std::uint8_t> opposite;  ///< the neighbour's link that leads back
  std::vector<std::uint16_t> distance;
  std::vector<LinkTiming> timing;  ///< [at(node, link)]; empty: all as LinkTiming{}
  /// [from * nodes + to]: as in GraphTables; empty as `timing`.
  std::vector<std::uint16_t> registers;

 private:
  void measure(const std::string& text);
  void measure_registers();
};

}  // namespace collnoc
