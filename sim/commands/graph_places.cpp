#include "sim/commands/graph_places.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <numbers>
#include <numeric>
#include <optional>
#include <queue>
#include <utility>

#include "sim/topology/graph/graph_product.hpp"

namespace collnoc {
namespace {

using Neighbours = std::vector<std::vector<Rank>>;

Neighbours neighbours_of(const Topology& topology) {
  Neighbours all(topology.nodes());
  for (Rank r = 0; r < topology.nodes(); ++r)
    for (Link l = 0; l < topology.links(); ++l)
      if (const Rank far = topology.neighbour(r, l); far != no_rank) all[r].push_back(far);
  return all;
}

/// Hops from the nearest of `from`.
std::vector<unsigned> hops_from(const Neighbours& neighbours, const std::vector<Rank>& from) {
  std::vector<unsigned> hops(neighbours.size(), ~0u);
  std::vector<Rank> open = from;
  for (const Rank r : from) hops[r] = 0;
  for (std::size_t k = 0; k < open.size(); ++k) {
    for (const Rank next : neighbours[open[k]]) {
      if (hops[next] != ~0u) continue;
      hops[next] = hops[open[k]] + 1;
      open.push_back(next);
    }
  }
  return hops;
}

/// Below the node from which no other is far, parents over the middle of their children.
std::vector<Place> tree(const Neighbours& neighbours) {
  Rank root = 0;
  unsigned height = ~0u;
  for (Rank r = 0; r < neighbours.size(); ++r) {
    const std::vector<unsigned> hops = hops_from(neighbours, {r});
    const unsigned most = *std::max_element(hops.begin(), hops.end());
    if (most < height) {
      height = most;
      root = r;
    }
  }
  std::vector<Place> places(neighbours.size());
  double next = 0;
  struct Open {
    Rank rank, parent;
    std::size_t child = 0;
    double left = 0;
  };
  std::vector<Open> path{{root, no_rank}};
  while (!path.empty()) {
    Open& at = path.back();
    const std::vector<Rank>& all = neighbours[at.rank];
    if (at.child < all.size() && all[at.child] == at.parent) ++at.child;
    if (at.child < all.size()) {
      const Rank child = all[at.child++];
      if (child == all.front() || (all.front() == at.parent && child == all[1])) at.left = next;
      path.push_back({child, at.rank});
      continue;
    }
    const bool leaf = all.size() == (at.parent == no_rank ? 0u : 1u);
    places[at.rank] = {leaf ? next : (at.left + next - 1) / 2, 1.6 * static_cast<double>(path.size() - 1)};
    if (leaf) next += 1;
    path.pop_back();
  }
  return places;
}

/// Of the links between two levels that are in this order.
std::uint64_t crossings(const Neighbours& neighbours, const std::vector<std::vector<Rank>>& levels,
                        const std::vector<unsigned>& level_of) {
  std::vector<std::size_t> position(neighbours.size());
  for (const auto& level : levels)
    for (std::size_t i = 0; i < level.size(); ++i) position[level[i]] = i;
  std::uint64_t count = 0;
  for (const auto& level : levels) {
    std::vector<std::size_t> ends;  // of links to the level above, in the order of this level
    for (const Rank r : level) {
      const std::size_t begin = ends.size();
      for (const Rank far : neighbours[r])
        if (level_of[far] > level_of[r]) ends.push_back(position[far]);
      std::sort(ends.begin() + static_cast<std::ptrdiff_t>(begin), ends.end());
    }
    std::vector<std::uint64_t> seen(neighbours.size());
    for (const std::size_t end : ends) {
      for (std::size_t later = end + 1; later < seen.size(); ++later) count += seen[later];
      ++seen[end];
    }
  }
  return count;
}

/// Tiles below, over them what is linked to them, and so on; nothing if links join nodes of one level.
std::optional<std::vector<Place>> levels(const Neighbours& neighbours, Rank tiles) {
  std::vector<Rank> bottom(tiles);
  std::iota(bottom.begin(), bottom.end(), Rank{0});
  const std::vector<unsigned> level_of = hops_from(neighbours, bottom);
  std::vector<std::vector<Rank>> all(*std::max_element(level_of.begin(), level_of.end()) + 1);
  for (Rank r = 0; r < neighbours.size(); ++r) {
    for (const Rank far : neighbours[r])
      if (level_of[far] == level_of[r]) return std::nullopt;
    all[level_of[r]].push_back(r);
  }
  // Sweeps up and down, each node to the middle of its neighbours in the level before; the best order stays.
  auto best = all;
  std::uint64_t least = crossings(neighbours, all, level_of);
  for (unsigned sweep = 0; sweep < 16 && least > 0; ++sweep) {
    const bool up = sweep % 2 == 0;
    for (std::size_t step = 1; step < all.size(); ++step) {
      std::vector<Rank>& level = all[up ? step : all.size() - 1 - step];
      const std::vector<Rank>& before = all[up ? step - 1 : all.size() - step];
      std::vector<double> position(neighbours.size(), -1), middle(neighbours.size());
      for (std::size_t i = 0; i < before.size(); ++i) position[before[i]] = static_cast<double>(i);
      for (std::size_t i = 0; i < level.size(); ++i) {
        double sum = 0, count = 0;
        for (const Rank far : neighbours[level[i]]) {
          if (position[far] < 0) continue;
          sum += position[far];
          ++count;
        }
        middle[level[i]] = count > 0 ? sum / count : static_cast<double>(i);
      }
      std::stable_sort(level.begin(), level.end(), [&](Rank a, Rank b) { return middle[a] < middle[b]; });
    }
    if (const std::uint64_t found = crossings(neighbours, all, level_of); found < least) {
      least = found;
      best = all;
    }
  }
  std::size_t widest = 0;
  for (const auto& level : best) widest = std::max(widest, level.size());
  std::vector<Place> places(neighbours.size());
  double height = 0, near = 1;
  for (std::size_t n = 0; n < best.size(); ++n) {
    const double each = static_cast<double>(widest) / static_cast<double>(best[n].size());
    double across = 0;
    for (std::size_t i = 0; i < best[n].size(); ++i) {
      Place& place = places[best[n][i]] = {(static_cast<double>(i) + 0.5) * each - 0.5, 0};
      for (const Rank far : neighbours[best[n][i]])
        if (level_of[far] < n) across = std::max(across, std::abs(places[far].x - place.x));
    }
    // So high that the flattest link passes the nodes beside its ends.
    if (n > 0) height -= std::clamp(0.4 * across / std::min(near, each), 1.8, 12.0);
    for (const Rank r : best[n]) places[r].y = height;
    near = each;
  }
  return places;
}

/// The nodes of a line or ring in order; empty for other graphs.
std::vector<Rank> in_line(const GraphLinks& graph) {
  Neighbours neighbours(graph.nodes);
  for (const GraphLink& link : graph.links) {
    neighbours[link.a].push_back(link.b);
    neighbours[link.b].push_back(link.a);
  }
  Rank first = 0;
  for (Rank r = graph.nodes; r-- > 0;) {
    if (neighbours[r].size() > 2) return {};
    if (neighbours[r].size() == 1) first = r;
  }
  std::vector<Rank> order{first};
  while (order.size() < graph.nodes) {
    for (const Rank next : neighbours[order.back()]) {
      if (order.size() > 1 && next == order[order.size() - 2]) continue;
      order.push_back(next);
      break;
    }
  }
  return order;
}

/// Factors take turns between right and up, later ones as blocks of earlier ones.
std::optional<std::vector<Place>> grid(const Topology& topology) {
  GraphLinks graph{topology.nodes(), {}};
  for (Rank r = 0; r < topology.nodes(); ++r)
    for (Link l = 0; l < topology.links(); ++l)
      if (const Rank far = topology.neighbour(r, l); far != no_rank && r < far) graph.add(r, far);
  const std::vector<GraphFactor> factors = factors_of(GraphWires("picture", graph));
  if (factors.size() < 2) return std::nullopt;
  std::vector<Place> places(topology.nodes());
  double block[2] = {1, 1};
  for (std::size_t k = 0; k < factors.size(); ++k) {
    const std::vector<Rank> order = in_line(factors[k].graph);
    if (order.empty()) return std::nullopt;
    const std::vector<Rank>& coordinate = factors[k].coordinate;
    std::vector<std::size_t> number(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) number[order[i]] = i;
    // A gap where links are slower than the others, such as those between chiplets.
    std::vector<bool> slow(order.size());
    for (Rank r = 0; r < topology.nodes(); ++r)
      for (Link l = 0; l < topology.links(); ++l)
        if (const Rank far = topology.neighbour(r, l); far != no_rank && coordinate[r] != coordinate[far])
          if (const std::size_t i = number[coordinate[r]]; number[coordinate[far]] == i + 1)
            slow[i] = slow[i] || topology.timing(r, l) != LinkTiming{};
    const bool some =
        std::count(slow.begin(), slow.end(), true) < static_cast<std::ptrdiff_t>(order.size()) - 1;
    std::vector<double> position(order.size());
    for (std::size_t i = 1; i < order.size(); ++i)
      position[order[i]] = position[order[i - 1]] + block[k % 2] * (some && slow[i - 1] ? 1.7 : 1);
    for (Rank r = 0; r < topology.nodes(); ++r)
      k % 2 == 0 ? places[r].x += position[coordinate[r]] : places[r].y -= position[coordinate[r]];
    block[k % 2] = position[order.back()] + block[k % 2] + 0.5;
  }
  return places;
}

std::vector<Place> circle(std::size_t nodes) {
  std::vector<Place> places(nodes);
  const double radius = std::max(1.0, static_cast<double>(nodes) / (2 * std::numbers::pi));
  for (std::size_t r = 0; r < nodes; ++r) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(r) / static_cast<double>(nodes);
    places[r] = {radius * std::sin(angle), -radius * std::cos(angle)};
  }
  return places;
}

/// Places whose distances are as those over the links. A link is the longer the less its ends have the same
/// neighbours, so that groups stay together.
class Stress {
 public:
  explicit Stress(const Neighbours& neighbours) : neighbours_(neighbours), n_(neighbours.size()) {
    std::vector<std::vector<double>> lengths(n_);
    for (Rank r = 0; r < n_; ++r) {
      for (const Rank far : neighbours[r]) {
        std::size_t both = 2;  // each is a neighbour of the other
        for (const Rank other : neighbours[r])
          both += static_cast<std::size_t>(std::count(neighbours[far].begin(), neighbours[far].end(), other));
        const std::size_t all = neighbours[r].size() + neighbours[far].size() + 2 - both;
        lengths[r].push_back(static_cast<double>(1 + all - both));
      }
    }
    for (Rank r = 0; r < n_; ++r) distance_.push_back(distances(r, lengths));
  }

  std::vector<Place> places() {
    begin();
    for (unsigned round = 0; round < 200; ++round) improve();
    double sum = 0, count = 0;
    for (Rank r = 0; r < n_; ++r) {
      for (const Rank far : neighbours_[r]) {
        sum += std::hypot(at_[r].x - at_[far].x, at_[r].y - at_[far].y);
        ++count;
      }
    }
    const double scale = sum > 0 ? 2.5 * count / sum : 1;
    for (Place& p : at_) p = {p.x * scale, p.y * scale};
    for (unsigned round = 0; round < 60; ++round) part();
    // Node 0 is on the left and below, as in grids.
    Place middle;
    for (const Place& p : at_) middle = {middle.x + p.x, middle.y + p.y};
    const bool left = at_[0].x * static_cast<double>(n_) <= middle.x,
               below = at_[0].y * static_cast<double>(n_) >= middle.y;
    for (Place& p : at_) p = {left ? p.x : -p.x, below ? p.y : -p.y};
    return at_;
  }

 private:
  std::vector<double> distances(Rank from, const std::vector<std::vector<double>>& lengths) const {
    std::vector<double> all(n_, std::numeric_limits<double>::max());
    using Entry = std::pair<double, Rank>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    open.emplace(all[from] = 0, from);
    while (!open.empty()) {
      const auto [far, at] = open.top();
      open.pop();
      if (far > all[at]) continue;
      for (std::size_t k = 0; k < neighbours_[at].size(); ++k) {
        const Rank next = neighbours_[at][k];
        if (far + lengths[at][k] < all[next]) open.emplace(all[next] = far + lengths[at][k], next);
      }
    }
    return all;
  }
  /// Classical scaling: the two largest eigenvectors of the centred squares of the distances.
  void begin() {
    std::vector<double> row(n_);
    double mean = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      for (const double d : distance_[i]) row[i] += d * d;
      row[i] /= static_cast<double>(n_);
      mean += row[i] / static_cast<double>(n_);
    }
    std::vector<std::vector<double>> vectors;
    std::uint32_t chance = 1;
    for (unsigned axis = 0; axis < 2; ++axis) {
      std::vector<double> v(n_), next(n_);
      for (double& x : v)
        x = static_cast<double>((chance = chance * 1664525u + 1013904223u) >> 8) / (1 << 24);
      for (unsigned round = 0; round < 60; ++round) {
        for (std::size_t i = 0; i < n_; ++i) {
          next[i] = 0;
          for (std::size_t j = 0; j < n_; ++j) {
            next[i] -= (distance_[i][j] * distance_[i][j] - row[i] - row[j] + mean) / 2 * v[j];
          }
        }
        for (const std::vector<double>& other : vectors) {
          const double along = std::inner_product(next.begin(), next.end(), other.begin(), 0.0);
          for (std::size_t i = 0; i < n_; ++i) next[i] -= along * other[i];
        }
        const double size = std::sqrt(std::inner_product(next.begin(), next.end(), next.begin(), 0.0));
        for (std::size_t i = 0; i < n_; ++i) v[i] = size > 1e-9 ? next[i] / size : v[i];
      }
      vectors.push_back(std::move(v));
    }
    at_.resize(n_);
    const double size = std::sqrt(static_cast<double>(n_));
    for (std::size_t i = 0; i < n_; ++i) {
      // Nodes that no distance tells apart begin apart, too.
      const double angle = static_cast<double>(i);
      at_[i] = {vectors[0][i] * size + 0.01 * std::sin(angle), vectors[1][i] * size + 0.01 * std::cos(angle)};
    }
  }
  /// Each node to where its distances to all others suit best, near ones counting more.
  void improve() {
    for (std::size_t i = 0; i < n_; ++i) {
      double x = 0, y = 0, weights = 0;
      for (std::size_t j = 0; j < n_; ++j) {
        if (i == j) continue;
        const double wanted = distance_[i][j], weight = 1 / (wanted * wanted);
        const double dx = at_[i].x - at_[j].x, dy = at_[i].y - at_[j].y;
        const double far = std::max(1e-6, std::hypot(dx, dy));
        x += weight * (at_[j].x + wanted * dx / far);
        y += weight * (at_[j].y + wanted * dy / far);
        weights += weight;
      }
      at_[i] = {x / weights, y / weights};
    }
  }
  /// Moves nodes apart that would cover each other.
  void part() {
    constexpr double apart = 1.3;
    for (std::size_t i = 0; i < n_; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const double dx = at_[i].x - at_[j].x, dy = at_[i].y - at_[j].y, far = std::hypot(dx, dy);
        if (far >= apart) continue;
        const double move = (apart - far) / 2 / std::max(1e-6, far);
        at_[i] = {at_[i].x + dx * move, at_[i].y + dy * move};
        at_[j] = {at_[j].x - dx * move, at_[j].y - dy * move};
      }
    }
  }

  const Neighbours& neighbours_;
  std::size_t n_;
  std::vector<std::vector<double>> distance_;
  std::vector<Place> at_;
};

std::vector<Place> somewhere(const Topology& topology) {
  const Neighbours neighbours = neighbours_of(topology);
  std::size_t ends = 0;
  for (const auto& all : neighbours) ends += all.size();
  const std::size_t nodes = neighbours.size();
  if (ends == 2 * (nodes - 1)) return tree(neighbours);
  if (topology.size() < nodes) {
    if (auto places = levels(neighbours, topology.size())) return *places;
  } else if (auto places = grid(topology)) {
    return *places;
  }
  return ends == nodes * (nodes - 1) ? circle(nodes) : Stress(neighbours).places();
}

}  // namespace

std::vector<Place> graph_places(const Topology& topology) {
  std::vector<Place> places = somewhere(topology);
  Place least = places.front();
  for (const Place& p : places) least = {std::min(least.x, p.x), std::min(least.y, p.y)};
  for (Place& p : places) p = {p.x - least.x, p.y - least.y};
  return places;
}

}  // namespace collnoc
