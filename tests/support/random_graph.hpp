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

}  // namespace collnoc::test
