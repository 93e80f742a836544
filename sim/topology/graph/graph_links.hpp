// A graph as a list of its links, before it has routes.
#pragma once
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "collnoc/arch/topology/topology.hpp"

namespace collnoc {

/// A link of two directions.
struct GraphLink {
  Rank a, b;
  LinkTiming there{}, back{};  ///< of what a drives, and of what b drives

  auto key() const { return std::tuple(a, b, there.delay, there.interval, back.delay, back.interval); }
  friend bool operator<(const GraphLink& x, const GraphLink& y) { return x.key() < y.key(); }
};

/// Nodes 0 .. nodes-1, joined by links. The last `switches` of them have no tile.
struct GraphLinks {
  std::uint32_t nodes = 0;
  std::vector<GraphLink> links;
  std::uint32_t switches = 0;

  std::uint32_t tiles() const { return nodes - switches; }
  void add(Rank a, Rank b, LinkTiming there = {}, LinkTiming back = {}) {
    links.push_back({a, b, there, back});
  }
  friend bool operator<(const GraphLinks& a, const GraphLinks& b) {
    return std::tie(a.nodes, a.switches, a.links) < std::tie(b.nodes, b.switches, b.links);
  }
};

/// Why no link can have this timing, or nothing.
std::string wrong_timing(std::uint32_t delay, std::uint32_t interval);

/// The network of these links with its routes (graph_routes.hpp); `text` is how users write it. The same
/// tables for the same arguments. A node numbers its links in the order of the list. Throws UserError, one
/// line, if a node has no link, more than max_links or one to itself, if two links join the same nodes, or if
/// the graph is not connected, or has fewer than two tiles.
Topology make_graph(const std::string& text, const GraphLinks& graph);

/// The links of a named family of graphs; `rest` is the text after the colon. Throws UserError.
GraphLinks named_graph(std::string_view kind, std::string_view rest, std::string_view text);

/// A Cayley graph: to which node each generator leads each node, [generator][rank].
using GeneratorMoves = std::vector<std::vector<Rank>>;

/// Those of a named family of Cayley graphs, with the links of named_graph(); empty for another family.
GeneratorMoves generators_of_graph(std::string_view kind, std::string_view rest, std::string_view text);

/// The links in a file (docs/reference/graph.md): TOML, JSON or BookSim's anynet. Throws UserError, one line
/// with the file and, if possible, the line.
GraphLinks graph_of_file(const std::string& path);

}  // namespace collnoc
