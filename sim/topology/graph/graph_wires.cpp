#include "sim/topology/graph/graph_wires.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/common/user_error.hpp"

namespace collnoc {
namespace {

constexpr std::uint16_t unknown = 0xffff;

}  // namespace

GraphWires::GraphWires(const std::string& text, const GraphLinks& graph) : nodes(graph.nodes) {
  const auto fail = [&](const std::string& what) {
    throw UserError(fmt::format("topology '{}': {}", text, what));
  };
  if (nodes < 2 || nodes > Graph::max_graph_nodes)
    fail(fmt::format("{} nodes; a graph has 2 to {}", nodes, Graph::max_graph_nodes));
  std::vector<std::vector<Rank>> to(nodes);
  for (const auto& [a, b] : graph.links) {
    for (const Rank node : {a, b}) {
      if (node >= nodes)
        fail(fmt::format("link {} - {}: there is no node {}; the last one is {}", a, b, node, nodes - 1));
    }
    if (a == b) fail(fmt::format("node {} has a link to itself", a));
    if (std::find(to[a].begin(), to[a].end(), b) != to[a].end())
      fail(fmt::format("two links join nodes {} and {}", std::min(a, b), std::max(a, b)));
    to[a].push_back(b);
    to[b].push_back(a);
    for (const Rank node : {a, b}) {
      if (to[node].size() > max_links)
        fail(fmt::format("node {} has more than {} links", node, unsigned{max_links}));
      links = std::max<unsigned>(links, static_cast<unsigned>(to[node].size()));
    }
  }
  neighbour.assign(std::size_t{nodes} * links, no_rank);
  opposite.assign(std::size_t{nodes} * links, 0);
  for (Rank node = 0; node < nodes; ++node) {
    if (to[node].empty()) fail(fmt::format("node {} has no link", node));
    for (Link l = 0; l < to[node].size(); ++l) {
      const std::vector<Rank>& back = to[to[node][l]];
      neighbour[at(node, l)] = to[node][l];
      opposite[at(node, l)] =
          static_cast<std::uint8_t>(std::find(back.begin(), back.end(), node) - back.begin());
    }
  }
  measure(text);
}

/// Distances, by breadth-first search from every node.
void GraphWires::measure(const std::string& text) {
  distance.assign(std::size_t{nodes} * nodes, unknown);
  std::vector<Rank> found(nodes);
  for (Rank from = 0; from < nodes; ++from) {
    std::uint16_t* const hops = &distance[std::size_t{from} * nodes];
    std::size_t end = 0;
    hops[from] = 0;
    found[end++] = from;
    for (std::size_t n = 0; n < end; ++n) {
      for (Link l = 0; l < links; ++l) {
        const Rank next = neighbour[at(found[n], l)];
        if (next == no_rank || hops[next] != unknown) continue;
        hops[next] = static_cast<std::uint16_t>(hops[found[n]] + 1);
        found[end++] = next;
      }
    }
    if (end == nodes) continue;
    const auto lost = static_cast<Rank>(std::find(hops, hops + nodes, unknown) - hops);
    throw UserError(
        fmt::format("topology '{}': the graph is not connected: no path from node 0 to {}", text, lost));
  }
}

}  // namespace collnoc
