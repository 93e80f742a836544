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

constexpr Rank spreads = 12;  // a multiple of every number of virtual channels

bool is_ring(const GraphWires& wires) {
  return wires.nodes > 3 && wires.neighbour.size() == 2 * std::size_t{wires.nodes} &&
         std::find(wires.neighbour.begin(), wires.neighbour.end(), no_rank) == wires.neighbour.end();
}

/// Shortest routes of a ring, of two equally long ones that which the node's parity says, for a dateline in
/// front of each of its nodes. Messages that are still to cross it are in class 0, and in class 1 from there
/// on. Of the destinations to which none crosses it, the nearer half has class 0, the other half class 1.
std::vector<GraphRoutes> ring_routes(const GraphWires& wires) {
  const Rank n = wires.nodes;
  std::vector<Rank> around{0, wires.neighbour[wires.at(0, 0)]}, position(n);
  while (around.size() < n) {
    const Rank at = around.back(), before = around[around.size() - 2];
    const Rank first = wires.neighbour[wires.at(at, 0)];
    around.push_back(first != before ? first : wires.neighbour[wires.at(at, 1)]);
  }
  for (Rank k = 0; k < n; ++k) position[around[k]] = k;
  std::vector<GraphRoutes> all(n);
  for (Rank dateline = 0; dateline < n; ++dateline) {
    GraphRoutes& routes = all[dateline];
    routes.classes = 2;
    routes.next.resize(std::size_t{n} * n);
    for (Rank at = 0; at < n; ++at) {
      for (Rank to = 0; to < n; ++to) {
        if (at == to) continue;
        const Rank forward = (position[to] + n - position[at]) % n;
        const bool minus = 2 * forward == n ? position[at] % 2 == 1 : 2 * forward > n;
        Rank own = (position[at] + n - dateline) % n, wanted = (position[to] + n - dateline) % n;
        if (minus) {
          own = n - 1 - own;
          wanted = n - 1 - wanted;
        }
        const unsigned of_class = wanted < own     ? own == n - 1
                                  : wanted < n / 2 ? 1
                                                   : wanted >= n / 2 + (n - n / 2 + 1) / 2;
        const Rank next = around[(position[at] + (minus ? n - 1 : 1)) % n];
        const Link link = wires.neighbour[wires.at(at, 0)] == next ? 0 : 1;
        routes.next[std::size_t{at} * n + to] = static_cast<std::uint8_t>(link | of_class << 3);
      }
    }
  }
  return all;
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
  std::vector<Rank> neighbours;
  for (Link l = 0; l < wires.links; ++l)
    if (const Rank far = wires.neighbour[wires.at(0, l)]; far != no_rank) neighbours.push_back(far);
  std::sort(neighbours.begin(), neighbours.end());
  std::vector<std::size_t> sets;  // in the order of node 0's neighbours: each factor has one there
  for (const Rank far : neighbours) {
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
  routes.spread.resize(routes.next.size());
  std::vector<GraphWires> wires_of;
  std::vector<std::vector<GraphRoutes>> routes_of;  // of a ring by its dateline, else one
  for (const GraphFactor& f : factors) {
    wires_of.emplace_back("factor", f.graph);
    routes_of.push_back(is_ring(wires_of.back()) ? ring_routes(wires_of.back())
                                                 : std::vector{graph_routes(wires_of.back())});
    routes.classes = std::max(routes.classes, routes_of.back().front().classes);
  }
  for (Rank at = 0; at < wires.nodes; ++at) {
    Rank sum = 0;
    for (const GraphFactor& f : factors) sum += f.coordinate[at];
    for (Rank to = 0; to < wires.nodes; ++to) {
      for (std::size_t k = 0; k < factors.size(); ++k) {
        const GraphFactor& f = factors[k];
        const Rank own = f.coordinate[at], wanted = f.coordinate[to];
        if (own == wanted) continue;
        // Of the same factor's rings, each has its dateline at another place.
        const GraphRoutes& of_factor = routes_of[k][(sum - own) % routes_of[k].size()];
        const std::size_t place = std::size_t{own} * f.graph.nodes + wanted,
                          entry = std::size_t{at} * wires.nodes + to;
        const Rank next = wires_of[k].neighbour[wires_of[k].at(own, of_factor.link(place))];
        // The destination's place in the factor selects among a class's virtual channels, in a factor with
        // fewer classes among all, so that messages that turn at different nodes share fewer of them.
        const bool fewer = of_factor.classes < routes.classes;
        const unsigned of_class = fewer ? wanted % routes.classes : of_factor.of_class(place);
        routes.next[entry] =
            static_cast<std::uint8_t>(f.link[std::size_t{at} * f.graph.nodes + next] | of_class << 3);
        routes.spread[entry] =
            static_cast<std::uint8_t>((fewer ? wanted / routes.classes : wanted) % spreads);
        break;
      }
    }
  }
  routes.count(wires);
  return routes;
}

}  // namespace collnoc
