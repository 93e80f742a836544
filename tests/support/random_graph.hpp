// Random connected graphs.
#pragma once
#include <algorithm>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "sim/topology/graph/graph_links.hpp"

namespace collnoc::test {

/// A random tree and up to 3 N more links; no node has more than max_links.
inline GraphLinks random_graph(std::mt19937& random, std::uint32_t nodes) {
  GraphLinks g{nodes, {}};
  std::vector<unsigned> degree(nodes);
  std::set<std::pair<Rank, Rank>> known;
  const auto join = [&](Rank a, Rank b) {
    if (a == b || degree[a] == max_links || degree[b] == max_links) return false;
    if (!known.insert({std::min(a, b), std::max(a, b)}).second) return false;
    g.add(a, b);
    ++degree[a];
    ++degree[b];
    return true;
  };
  for (Rank r = 1; r < nodes; ++r) {
    while (!join(r, static_cast<Rank>(random() % r))) {
    }
  }
  const std::uint32_t more = static_cast<std::uint32_t>(random() % (nodes * 3));
  for (std::uint32_t k = 0; k < more; ++k) {
    const auto a = static_cast<Rank>(random() % nodes), b = static_cast<Rank>(random() % nodes);
    join(a, b);
  }
  return g;
}

/// Delays and intervals for some links, and some switches, which are the last nodes; two tiles or more
/// remain.
inline void add_timing_and_switches(std::mt19937& random, GraphLinks& g) {
  const auto timing = [&] {
    LinkTiming t;
    if (random() % 2 == 0) t.delay = static_cast<std::uint8_t>(1 + random() % LinkTiming::max_delay);
    if (random() % 3 == 0) t.interval = static_cast<std::uint8_t>(1u << random() % 4);
    return t;
  };
  if (random() % 2 == 0)
    for (GraphLink& link : g.links) {
      link.there = timing();
      link.back = timing();
    }
  if (random() % 2 == 0 && g.nodes > 2) g.switches = static_cast<std::uint32_t>(random() % (g.nodes - 2));
}

}  // namespace collnoc::test
