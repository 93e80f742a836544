// A graph as a list of its links, before it has routes.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "collnoc/arch/topology/topology.hpp"

namespace collnoc {

/// Nodes 0 .. nodes-1, joined by links of two directions.
struct GraphLinks {
  std::uint32_t nodes = 0;
  std::vector<std::array<Rank, 2>> links;

  void add(Rank a, Rank b) { links.push_back({a, b}); }
  friend bool operator<(const GraphLinks& a, const GraphLinks& b) {
    return a.nodes != b.nodes ? a.nodes < b.nodes : a.links < b.links;
  }
};

/// The network of these links with its routes (graph_routes.hpp); `text` is how users write it. The same
/// tables for the same arguments. A node numbers its links in the order of the list. Throws UserError, one
/// line, if a node has no link, more than max_links or one to itself, if two links join the same nodes, or if
/// the graph is not connected.
Topology make_graph(const std::string& text, const GraphLinks& graph);

/// The links of a named family of graphs; `rest` is the text after the colon. Throws UserError.
GraphLinks named_graph(std::string_view kind, std::string_view rest, std::string_view text);

/// The links in a file (docs/reference/graph.md): TOML, JSON or BookSim's anynet. Throws UserError, one line
/// with the file and, if possible, the line.
GraphLinks graph_of_file(const std::string& path);

}  // namespace collnoc
