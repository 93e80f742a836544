#include "sim/topology/graph/graph_wires.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <queue>
#include <utility>

#include "sim/common/user_error.hpp"

namespace collnoc {
namespace {

constexpr std::uint16_t unknown = 0xffff;

}  // namespace

std::string wrong_timing(std::uint32_t delay, std::uint32_t interval) {
  if (delay < 1 || delay > LinkTiming::max_delay)
    return fmt::format("a delay is 1 to {} cycles, not {}", unsigned{LinkTiming::max_delay}, delay);
  if (interval != 1 && interval != 2 && interval != 4 && interval != 8)
    return fmt::format("an interval is 1, 2, 4 or 8 cycles for each flit, not {}", interval);
  return {};
}

GraphWires::GraphWires(const std::string& text, const GraphLinks& graph)
    : nodes(graph.nodes), tiles(graph.tiles()) {
  const auto fail = [&](const std::string& what) {
    throw UserError(fmt::format("topology '{}': {}", text, what));
  };
  if (nodes < 2 || nodes > Graph::max_graph_nodes)
    fail(fmt::format("{} nodes; a graph has 2 to {}", nodes, Graph::max_graph_nodes));
  if (graph.switches > nodes || tiles < 2)
    fail(fmt::format("{} of {} nodes are switches; a graph has 2 tiles or more", graph.switches, nodes));
  std::vector<std::vector<Rank>> to(nodes);
  std::vector<std::vector<LinkTiming>> timing_of(nodes);
  bool all_plain = true;
  for (const GraphLink& link : graph.links) {
    const Rank a = link.a, b = link.b;
    for (const Rank node : {a, b}) {
      if (node >= nodes)
        fail(fmt::format("link {} - {}: there is no node {}; the last one is {}", a, b, node, nodes - 1));
    }
    if (a == b) fail(fmt::format("node {} has a link to itself", a));
    for (const LinkTiming& t : {link.there, link.back}) {
      if (const std::string wrong = wrong_timing(t.delay, t.interval); !wrong.empty())
        fail(fmt::format("link {} - {}: {}", a, b, wrong));
      all_plain &= t == LinkTiming{};
    }
    if (std::find(to[a].begin(), to[a].end(), b) != to[a].end())
      fail(fmt::format("two links join nodes {} and {}", std::min(a, b), std::max(a, b)));
    to[a].push_back(b);
    to[b].push_back(a);
    timing_of[a].push_back(link.there);
    timing_of[b].push_back(link.back);
    for (const Rank node : {a, b}) {
      if (to[node].size() > max_links)
        fail(fmt::format("node {} has more than {} links", node, unsigned{max_links}));
      links = std::max<unsigned>(links, static_cast<unsigned>(to[node].size()));
    }
  }
  neighbour.assign(std::size_t{nodes} * links, no_rank);
  opposite.assign(std::size_t{nodes} * links, 0);
  if (!all_plain) timing.resize(neighbour.size());
  for (Rank node = 0; node < nodes; ++node) {
    if (to[node].empty()) fail(fmt::format("node {} has no link", node));
    for (Link l = 0; l < to[node].size(); ++l) {
      const std::vector<Rank>& back = to[to[node][l]];
      neighbour[at(node, l)] = to[node][l];
      if (!all_plain) timing[at(node, l)] = timing_of[node][l];
      opposite[at(node, l)] =
          static_cast<std::uint8_t>(std::find(back.begin(), back.end(), node) - back.begin());
    }
  }
  measure(text);
  if (!all_plain) measure_registers();
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

/// Registers of links, by Dijkstra's algorithm from every node.
void GraphWires::measure_registers() {
  registers.assign(std::size_t{nodes} * nodes, unknown);
  using Entry = std::pair<unsigned, Rank>;
  for (Rank from = 0; from < nodes; ++from) {
    std::uint16_t* const fewest = &registers[std::size_t{from} * nodes];
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    fewest[from] = 0;
    open.emplace(0, from);
    while (!open.empty()) {
      const auto [so_far, node] = open.top();
      open.pop();
      if (so_far > fewest[node]) continue;
      for (Link l = 0; l < links; ++l) {
        const Rank next = neighbour[at(node, l)];
        if (next == no_rank) continue;
        const unsigned there = so_far + timing[at(node, l)].registers();
        if (there >= fewest[next]) continue;
        fewest[next] = static_cast<std::uint16_t>(there);
        open.emplace(there, next);
      }
    }
  }
}

}  // namespace collnoc
