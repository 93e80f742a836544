// References for the star graph and its schedules, independent of the firmware: distances by search, and the
// spanning trees as the paper defines them.
#pragma once
#include <algorithm>
#include <array>
#include <vector>

#include "collnoc/arch/topology/topology.hpp"

namespace collnoc {

inline constexpr std::array<unsigned, 3> star_sizes{3, 4, 5};

/// Distances from a node by breadth-first search over neighbour().
inline std::vector<unsigned> distances(const Topology& topology, Rank from) {
  std::vector<unsigned> hops(topology.size(), ~0u);
  std::vector<Rank> queue{from};
  hops[from] = 0;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (Link link = 0; link < topology.links(); ++link) {
      const Rank next = topology.neighbour(queue[i], link);
      if (hops[next] != ~0u) continue;
      hops[next] = hops[queue[i]] + 1;
      queue.push_back(next);
    }
  }
  return hops;
}

/// A spanning tree as section 3 defines it, independent of firmware/collectives/broadcast/star_trees.hpp:
/// labels are vectors, edges a set.
class PrintedTree {
 public:
  using Label = std::vector<unsigned>;

  static Label label(unsigned n, Rank rank) {
    const star::Permutation p = star::permutation(n, rank);
    Label label(n);
    for (unsigned i = 0; i < n; ++i) label[i] = p[i];
    return label;
  }
  static Label rotated(Label label, unsigned i) {
    std::rotate(label.begin(), label.end() - i, label.end());
    return label;
  }
  static Rank number(unsigned n, const Label& label) {
    star::Permutation p;
    for (unsigned i = 0; i < n; ++i) p.set(i, label[i]);
    return star::rank(n, p);
  }

  /// L(centre) re-rooted at `root`: breadth first along its edges, in either direction.
  PrintedTree(unsigned n, const Label& centre, Rank root)
      : parent(star::factorial(n), no_rank), depth(parent) {
    std::vector<std::vector<Rank>> edges(star::factorial(n));
    for (Rank v = 0; v < edges.size(); ++v) {
      const Label from = label(n, v);
      if (from == centre) continue;
      unsigned alpha = 0;  // Eq. (1)
      if (from[0] == centre[0]) {
        for (alpha = 1; from[alpha] == centre[alpha];) ++alpha;
      } else {
        while (from[0] != centre[alpha]) ++alpha;
      }
      Label to = from;
      std::swap(to[0], to[alpha]);
      edges[v].push_back(number(n, to));
      edges[number(n, to)].push_back(v);
    }
    std::vector<Rank> queue{root};
    depth[root] = 0;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (const Rank next : edges[queue[i]]) {
        if (depth[next] != no_rank) continue;
        parent[next] = queue[i];
        depth[next] = depth[queue[i]] + 1;
        queue.push_back(next);
      }
    }
    nodes = queue.size();
  }
  unsigned height() const { return *std::max_element(depth.begin(), depth.end()); }

  std::vector<Rank> parent;
  std::vector<unsigned> depth;
  std::size_t nodes = 0;  ///< reached from the root
};

/// The trees of a broadcast from `root`, as the paper defines them.
inline std::vector<PrintedTree> printed_trees(unsigned n, Rank root) {
  std::vector<PrintedTree> trees;
  const PrintedTree::Label r = PrintedTree::label(n, root);
  for (unsigned i = 1; i < n; ++i) trees.emplace_back(n, PrintedTree::rotated(r, i), root);
  return trees;
}

}  // namespace collnoc
