// Named families of graphs.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "sim/topology/graph/family.hpp"
#include "sim/topology/graph/graph_wires.hpp"
#include "sim/topology/topology_text.hpp"

namespace collnoc {
namespace {

using family::Numbers;

GraphLinks ring(const Numbers& n) {
  n.expect(1, 1, "ring:NODES");
  GraphLinks g{n.within(0, 3, Graph::max_graph_nodes, "the number of nodes"), {}};
  for (Rank r = 0; r < g.nodes; ++r) g.add(r, (r + 1) % g.nodes);
  return g;
}

std::uint32_t chord(const Numbers& n, std::size_t k) {
  return k == 0 ? 1 : n.within(k, 2, n[0] / 2, "a chord");
}

GraphLinks chordal_ring(const Numbers& n) {
  n.expect(2, 4, "chordal-ring:NODES,CHORD,… with 1 to 3 chords");
  GraphLinks g{n.within(0, 5, Graph::max_graph_nodes, "the number of nodes"), {}};
  for (std::size_t k = 0; k < n.size(); ++k) {
    const std::uint32_t c = chord(n, k);
    // A chord across the ring joins the same nodes from both sides.
    for (Rank r = 0; r < (2 * c == g.nodes ? c : g.nodes); ++r) g.add(r, (r + c) % g.nodes);
  }
  return g;
}

GeneratorMoves moves_of_chords(const Numbers& n) {
  GeneratorMoves moves;
  for (std::size_t k = 0; k < n.size(); ++k) {
    const std::uint32_t c = chord(n, k);
    for (const std::uint32_t step : {c, n[0] - c}) {
      std::vector<Rank>& to = moves.emplace_back();
      for (Rank r = 0; r < n[0]; ++r) to.push_back((r + step) % n[0]);
      if (2 * c == n[0]) break;
    }
  }
  return moves;
}

/// In the order of the nodes.
GraphLinks links_of(const GeneratorMoves& moves) {
  GraphLinks g{static_cast<std::uint32_t>(moves.front().size()), {}};
  for (Rank a = 0; a < g.nodes; ++a)
    for (const std::vector<Rank>& to : moves)
      if (a < to[a]) g.add(a, to[a]);
  return g;
}

GraphLinks complete(const Numbers& n) {
  n.expect(1, 1, "complete:NODES");
  GraphLinks g{n.within(0, 2, max_links + 1, "the number of nodes"), {}};
  for (Rank a = 0; a < g.nodes; ++a)
    for (Rank b = a + 1; b < g.nodes; ++b) g.add(a, b);
  return g;
}

GraphLinks tree(const Numbers& n) {
  n.expect(2, 2, "tree:CHILDREN,LEVELS");
  const std::uint32_t children = n.within(0, 1, max_links - 1, "the number of children");
  const std::uint32_t levels = n.within(1, 1, 10, "the number of levels below the root");
  std::uint64_t nodes = 1, level = 1;
  for (std::uint32_t l = 0; l < levels; ++l) nodes += level *= children;
  if (nodes > Graph::max_graph_nodes)
    throw UserError(
        fmt::format("topology '{}': {} nodes; a graph has 2 to {}", n.text(), nodes, Graph::max_graph_nodes));
  GraphLinks g{static_cast<std::uint32_t>(nodes), {}};
  for (Rank r = 1; r < g.nodes; ++r) g.add((r - 1) / children, r);
  return g;
}

/// Pairs the ends of all links at random, then exchanges the partners of a link that may not be and one drawn
/// at random, until all links may be.
GraphLinks random_regular(const Numbers& n) {
  n.expect(3, 3, "random-regular:NODES,LINKS,SEED with the links of a node");
  GraphLinks g{n.within(0, 3, Graph::max_graph_nodes, "the number of nodes"), {}};
  const std::uint32_t links = n.within(1, 2, max_links, "the number of links of a node");
  if (links >= g.nodes || g.nodes * links % 2 != 0)
    throw UserError(
        fmt::format("topology '{}': the number of links of a node must be less than that of nodes, and their "
                    "product even",
                    n.text()));
  if (links + 1 == g.nodes) {
    for (Rank a = 0; a < g.nodes; ++a)
      for (Rank b = a + 1; b < g.nodes; ++b) g.add(a, b);
    return g;
  }
  std::mt19937 random(n[2]);
  std::vector<Rank> ends(std::size_t{g.nodes} * links);
  for (std::size_t k = 0; k < ends.size(); ++k) ends[k] = static_cast<Rank>(k / links);
  for (std::size_t k = ends.size(); k > 1; --k) std::swap(ends[k - 1], ends[random() % k]);
  const auto joined = [&](Rank a, Rank b) {
    std::size_t count = 0;
    for (std::size_t k = 0; k < ends.size(); k += 2)
      count += (ends[k] == a && ends[k + 1] == b) || (ends[k] == b && ends[k + 1] == a) ? 1 : 0;
    return count;
  };
  unsigned passes = 0;
  for (bool legal = false; !legal;) {
    legal = true;
    if (++passes > 10'000)
      throw UserError(fmt::format("topology '{}': no such graph was found; try another seed", n.text()));
    for (std::size_t k = 0; k < ends.size(); k += 2) {
      if (ends[k] != ends[k + 1] && joined(ends[k], ends[k + 1]) == 1) continue;
      legal = false;
      std::swap(ends[k], ends[random() % ends.size()]);
    }
  }
  for (std::size_t k = 0; k < ends.size(); k += 2) g.add(ends[k], ends[k + 1]);
  try {
    GraphWires("", g);
  } catch (const UserError&) {
    throw UserError(fmt::format("topology '{}': the graph is not connected; try another seed", n.text()));
  }
  return g;
}

/// The product of networks of any kind, the first one fastest: a node for each choice of one node from each,
/// and links between nodes that differ in one factor, by a link of it.
GraphLinks product(std::string_view rest, std::string_view text) {
  std::vector<Topology> factors;
  std::uint64_t nodes = 1;
  for (;;) {
    const std::size_t plus = rest.find('+');
    factors.push_back(parse_topology(rest.substr(0, plus)));
    if (factors.back().nodes() != factors.back().size())
      throw UserError(fmt::format("topology '{}': {} has switches; a factor of a product has none", text,
                                  rest.substr(0, plus)));
    nodes *= factors.back().size();
    if (nodes > Graph::max_graph_nodes)
      throw UserError(fmt::format("topology '{}': more than {} nodes", text, Graph::max_graph_nodes));
    if (plus == std::string_view::npos) break;
    rest.remove_prefix(plus + 1);
  }
  GraphLinks g{static_cast<std::uint32_t>(nodes), {}};
  for (Rank r = 0; r < g.nodes; ++r) {
    Rank stride = 1;
    for (const Topology& f : factors) {
      const Rank own = r / stride % f.size();
      for (Link l = 0; l < f.links(); ++l) {
        const Rank far = f.neighbour(own, l);
        // A ring of two nodes has two links between them: the second one is left out.
        bool again = false;
        for (Link before = 0; before < l; ++before) again |= f.neighbour(own, before) == far;
        if (far != no_rank && own < far && !again)
          g.add(r, r + (far - own) * stride, f.timing(own, l), f.timing(far, f.opposite(own, l)));
      }
      stride *= f.size();
    }
  }
  return g;
}

}  // namespace

family::Extents::Extents(std::string_view part, std::string_view what, std::string_view text) {
  const std::size_t by = part.find('x');
  if (by == std::string_view::npos)
    throw UserError(fmt::format("topology '{}': '{}' is no {}, such as 4x2", text, part, what));
  x = parse_number(part.substr(0, by), "a number", text);
  y = parse_number(part.substr(by + 1), "a number", text);
  if (x > Graph::max_graph_nodes || y > Graph::max_graph_nodes)
    throw UserError(fmt::format("topology '{}': {} x {} is no {}: more than {} tiles", text, x, y, what,
                                Graph::max_graph_nodes));
}

GraphLinks named_graph(std::string_view kind, std::string_view rest, std::string_view text) {
  if (kind == "product") return product(rest, text);
  if (kind == "cmesh") return family::cmesh(rest, text);
  if (kind == "chiplets") return family::chiplets(rest, text);
  if (kind == "holes") return family::holes(rest, text);
  if (kind == "cayley") return links_of(family::cayley(rest, text));
  const Numbers numbers(rest, text);
  if (kind == "ring") return ring(numbers);
  if (kind == "chordal-ring") return chordal_ring(numbers);
  if (kind == "complete") return complete(numbers);
  if (kind == "tree") return tree(numbers);
  if (kind == "dragonfly") return family::dragonfly(numbers);
  if (kind == "fat-tree") return family::fat_tree(numbers);
  if (kind == "pancake" || kind == "bubble-sort")
    return links_of(family::permutations(numbers, kind == "bubble-sort"));
  return random_regular(numbers);
}

GeneratorMoves generators_of_graph(std::string_view kind, std::string_view rest, std::string_view text) {
  if (kind == "cayley") return family::cayley(rest, text);
  if (kind == "chordal-ring") return moves_of_chords(Numbers(rest, text));
  if (kind == "pancake" || kind == "bubble-sort")
    return family::permutations(Numbers(rest, text), kind == "bubble-sort");
  return {};
}

}  // namespace collnoc
