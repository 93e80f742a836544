#include "sim/topology/graph/graph_product.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace collnoc {
namespace {

/// Sets of numbers that are joined two by two.
class Sets {
 public:
  explicit Sets(std::size_t n) : above_(n) { std::iota(above_.begin(), above_.end(), std::size_t{0}); }
  std::size_t of(std::size_t n) {
    while (above_[n] != n) n = above_[n] = above_[above_[n]];
    return n;
  }
  void join(std::size_t a, std::size_t b) { above_[std::max(of(a), of(b))] = std::min(of(a), of(b)); }

 private:
  std::vector<std::size_t> above_;
};

struct Wire {
  Rank a, b;
};

std::vector<Wire> wires_once(const GraphWires& wires) {
  std::vector<Wire> all;
  for (Rank a = 0; a < wires.nodes; ++a) {
    for (Link l = 0; l < wires.links; ++l) {
      const Rank b = wires.neighbour[wires.at(a, l)];
      if (b != no_rank && a < b) all.push_back({a, b});
    }
  }
  return all;
}

/// Whether y and z, neighbours of x, have no other common neighbour, and are none of each other.
bool without_square(const GraphWires& wires, Rank x, Rank y, Rank z) {
  if (wires.hops(y, z) != 2) return false;
  for (Link l = 0; l < wires.links; ++l) {
    const Rank other = wires.neighbour[wires.at(y, l)];
    if (other != no_rank && other != x && wires.hops(other, z) == 1) return false;
  }
  return true;
}

}  // namespace

std::vector<GraphFactor> factors_of(const GraphWires& wires) {
  const std::vector<Wire> all = wires_once(wires);
  Sets same(all.size());
  std::map<std::pair<Rank, Rank>, std::size_t> number;
  for (std::size_t k = 0; k < all.size(); ++k) number[{all[k].a, all[k].b}] = k;
  const auto of = [&](Rank a, Rank b) { return number.at({std::min(a, b), std::max(a, b)}); };
  for (std::size_t k = 0; k < all.size(); ++k) {
    const auto [x, y] = all[k];
    for (std::size_t m = 0; m < k; ++m) {
      const auto [u, v] = all[m];
      if (wires.hops(x, u) + wires.hops(y, v) != wires.hops(x, v) + wires.hops(y, u)) same.join(k, m);
    }
  }
  for (Rank x = 0; x < wires.nodes; ++x) {
    for (Link l = 0; l < wires.links; ++l) {
      for (Link m = 0; m < l; ++m) {
        const Rank y = wires.neighbour[wires.at(x, l)], z = wires.neighbour[wires.at(x, m)];
        if (y != no_rank && z != no_rank && without_square(wires, x, y, z)) same.join(of(x, y), of(x, z));
      }
    }
  }
  std::vector<std::size_t> sets;  // in the order of node 0's links: each factor has one there
  for (Link l = 0; l < wires.links; ++l) {
    const Rank far = wires.neighbour[wires.at(0, l)];
    if (far == no_rank) continue;
    const std::size_t set = same.of(of(0, far));
    if (std::find(sets.begin(), sets.end(), set) == sets.end()) sets.push_back(set);
  }
  std::vector<GraphFactor> factors;
  for (const std::size_t set : sets) {
    // Nodes that differ in other factors only have the same coordinate.
    Sets layer(wires.nodes);
    for (std::size_t k = 0; k < all.size(); ++k)
      if (same.of(k) != set) layer.join(all[k].a, all[k].b);
    GraphFactor& f = factors.emplace_back();
    std::map<std::size_t, Rank> coordinate;
    for (Rank n = 0; n < wires.nodes; ++n)
      f.coordinate.push_back(
          coordinate.emplace(layer.of(n), static_cast<Rank>(coordinate.size())).first->second);
    f.graph.nodes = static_cast<std::uint32_t>(coordinate.size());
    f.link.resize(std::size_t{wires.nodes} * f.graph.nodes);
    std::set<std::pair<Rank, Rank>> known;
    for (Rank n = 0; n < wires.nodes; ++n) {
      for (Link l = 0; l < wires.links; ++l) {
        const Rank far = wires.neighbour[wires.at(n, l)];
        if (far == no_rank || same.of(of(n, far)) != set) continue;
        const Rank a = f.coordinate[n], b = f.coordinate[far];
        f.link[std::size_t{n} * f.graph.nodes + b] = static_cast<std::uint8_t>(l);
        if (known.insert({std::min(a, b), std::max(a, b)}).second) f.graph.add(a, b);
      }
    }
  }
  return factors;
}

GraphRoutes product_routes(const GraphWires& wires, const std::vector<GraphFactor>& factors) {
  GraphRoutes routes;
  routes.next.resize(std::size_t{wires.nodes} * wires.nodes);
  std::vector<GraphWires> wires_of;
  std::vector<GraphRoutes> routes_of;
  for (const GraphFactor& f : factors) {
    wires_of.emplace_back("factor", f.graph);
    routes_of.push_back(graph_routes(wires_of.back()));
    routes.classes = std::max(routes.classes, routes_of.back().classes);
  }
  for (Rank at = 0; at < wires.nodes; ++at) {
    for (Rank to = 0; to < wires.nodes; ++to) {
      for (std::size_t k = 0; k < factors.size(); ++k) {
        const GraphFactor& f = factors[k];
        const Rank own = f.coordinate[at], wanted = f.coordinate[to];
        if (own == wanted) continue;
        const std::size_t place = std::size_t{own} * f.graph.nodes + wanted;
        const Rank next = wires_of[k].neighbour[wires_of[k].at(own, routes_of[k].link(place))];
        // A factor with fewer classes spreads its messages over all of them.
        const unsigned of_class =
            routes_of[k].classes < routes.classes ? (at + to) % routes.classes : routes_of[k].of_class(place);
        routes.next[std::size_t{at} * wires.nodes + to] =
            static_cast<std::uint8_t>(f.link[std::size_t{at} * f.graph.nodes + next] | of_class << 3);
        break;
      }
    }
  }
  routes.count(wires);
  return routes;
}

}  // namespace collnoc
