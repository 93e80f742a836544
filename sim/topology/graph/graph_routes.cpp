#include "sim/topology/graph/graph_routes.hpp"

#include <algorithm>
#include <numeric>
#include <random>

#include "sim/topology/graph/channel_order.hpp"
#include "sim/topology/graph/graph_product.hpp"

namespace collnoc {
namespace {

constexpr Rank few_nodes = 256;

/// Routes with a given number of classes.
class RouteSearch {
 public:
  RouteSearch(const GraphWires& wires, unsigned classes)
      : wires_(wires), used_(wires.neighbour.size()), hops_(wires.nodes), order_(wires, classes) {
    routes_.classes = classes;
    routes_.next.resize(std::size_t{wires.nodes} * wires.nodes);
    make_tree();
  }

  GraphRoutes run() {
    for (Rank to = 0; to < wires_.tiles; ++to) {
      if (!towards(to)) take_tree(to);
    }
    GraphRoutes best = counted();
    // With all other routes known, those to a destination can avoid busy links better.
    // Small graphs, factors above all, are worth many rounds.
    const unsigned rounds = hurried_ ? 0 : wires_.nodes <= 16 ? 100 : wires_.nodes <= 128 ? 8 : 2;
    std::vector<Rank> all(wires_.tiles);
    std::iota(all.begin(), all.end(), Rank{0});
    again_ = true;
    for (unsigned round = 0; round < rounds; ++round) {
      for (std::size_t n = all.size(); n > 1; --n) std::swap(all[n - 1], all[random_() % n]);
      for (const Rank to : all) again(to);
      GraphRoutes found = counted();
      if (found.hops < best.hops || (found.hops == best.hops && found.most_used < best.most_used))
        best = std::move(found);
    }
    return best;
  }

 private:
  using Channel = ChannelOrder::Channel;
  static constexpr std::uint16_t open = 0xffff;

  std::size_t entry(Rank at, Rank to) const { return std::size_t{at} * wires_.nodes + to; }
  Link link(Rank at, Rank to) const { return routes_.link(entry(at, to)); }
  Rank follow(Rank at, Rank to) const { return wires_.neighbour[wires_.at(at, link(at, to))]; }
  /// The channel over which messages to `to` leave `node`.
  Channel taken(Rank node, Rank to) const {
    return order_.channel(node, link(node, to), routes_.of_class(entry(node, to)));
  }

  /// The route of every node along a breadth-first tree from one: up, then down. No search can exclude it,
  /// since its dependencies are there from the start; they have no cycle.
  void make_tree() {
    const Rank n = wires_.nodes;
    const Rank root = wires_.tiles == n ? 0 : n - 1;  // a switch, in families one of the highest level
    std::vector<Link> up(n);
    for (Rank r = 0; r < n; ++r) {
      if (r == root) continue;
      while (wires_.neighbour[wires_.at(r, up[r])] == no_rank ||
             wires_.hops(root, wires_.neighbour[wires_.at(r, up[r])]) >= wires_.hops(root, r))
        ++up[r];
    }
    tree_.resize(std::size_t{n} * n);
    for (Rank to = 0; to < wires_.tiles; ++to) {
      for (Rank r = 0; r < n; ++r) tree_[entry(r, to)] = static_cast<std::uint8_t>(up[r]);
      for (Rank at = to; at != root;) {
        const Rank above = wires_.neighbour[wires_.at(at, up[at])];
        tree_[entry(above, to)] = wires_.opposite[wires_.at(at, up[at])];
        at = above;
      }
      for (Rank r = 0; r < n; ++r) {
        const Rank next = wires_.neighbour[wires_.at(r, tree_[entry(r, to)])];
        if (r != to && next != to)
          order_.add(order_.channel(r, tree_[entry(r, to)], 0),
                     order_.channel(next, tree_[entry(next, to)], 0));
      }
    }
  }

  /// The routes of all nodes to one destination: first those on shortest paths, then the others, which go
  /// over any neighbour that has a route. False, and nothing is chosen, if some node finds none.
  bool towards(Rank to) {
    std::vector<Rank> waiting;
    for (Rank n = 0; n < wires_.nodes; ++n) {
      hops_[n] = open;
      if (n != to) waiting.push_back(n);
    }
    std::stable_sort(waiting.begin(), waiting.end(),
                     [&](Rank a, Rank b) { return wires_.hops(a, to) < wires_.hops(b, to); });
    hops_[to] = 0;
    std::erase_if(waiting, [&](Rank n) { return choose(n, to, wires_.hops(n, to)); });
    for (std::uint16_t most = 2; !waiting.empty(); ++most) {
      if (most == wires_.nodes) {
        release(to);
        return false;
      }
      std::erase_if(waiting, [&](Rank n) { return choose(n, to, most); });
    }
    return true;
  }

  /// Chooses the link and class of `node` on a route of at most `most` hops; false if there is none.
  bool choose(Rank node, Rank to, std::uint16_t most) {
    enum Turn : std::uint8_t { known, upwards, other };
    struct Way {
      std::uint64_t cost;
      Turn turn;
      Link link;
      unsigned of_class;
    };
    std::vector<Way> ways;
    for (Link l = 0; l < wires_.links; ++l) {
      const Rank next = wires_.neighbour[wires_.at(node, l)];
      if (next == no_rank || hops_[next] == open || hops_[next] + 1 > most) continue;
      // Chance leads a later round out of a local optimum.
      const std::uint64_t cost = again_ && random_() % 16 == 0 ? 0 : this->cost(node, l, to);
      for (unsigned c = 0; c < routes_.classes; ++c) {
        const Channel from = order_.channel(node, l, c);
        const Turn turn = next == to || order_.has(from, taken(next, to)) ? known
                          : order_.is_upwards(from, taken(next, to))      ? upwards
                                                                          : other;
        ways.push_back({cost, turn, l, c});
      }
    }
    std::stable_sort(ways.begin(), ways.end(), [this](const Way& a, const Way& b) {
      if (hurried_ && a.turn != b.turn) return a.turn < b.turn;
      return a.cost != b.cost ? a.cost < b.cost : a.turn < b.turn;
    });
    for (const Way& w : ways) {
      const Rank next = wires_.neighbour[wires_.at(node, w.link)];
      if (next != to && !order_.add(order_.channel(node, w.link, w.of_class), taken(next, to))) continue;
      routes_.next[entry(node, to)] = static_cast<std::uint8_t>(w.link | w.of_class << 3);
      hops_[node] = static_cast<std::uint16_t>(hops_[next] + 1);
      count(node, to, 1);
      return true;
    }
    return false;
  }

  /// How much the links of the route over `link` are used: busy ones count more.
  std::uint64_t cost(Rank node, Link link, Rank to) const {
    const auto of = [&](std::size_t at) {
      const std::uint64_t cycles = std::uint64_t{used_[at]} * wires_.interval(at);
      return cycles * cycles;
    };
    std::uint64_t sum = of(wires_.at(node, link));
    for (Rank at = wires_.neighbour[wires_.at(node, link)]; at != to; at = follow(at, to))
      sum += of(wires_.at(at, this->link(at, to)));
    return sum;
  }
  void count(Rank node, Rank to, int by) {
    if (node >= wires_.tiles) return;  // no message begins at a switch
    for (Rank at = node; at != to; at = follow(at, to)) used_[wires_.at(at, link(at, to))] += by;
  }

  /// Forgets the chosen routes to a destination.
  void release(Rank to) {
    for (Rank n = 0; n < wires_.nodes; ++n) {
      if (n == to || hops_[n] == open) continue;
      count(n, to, -1);
      if (const Rank next = follow(n, to); next != to) order_.remove(taken(n, to), taken(next, to));
    }
  }
  /// Takes routes to a destination that are known to be possible.
  template <class NextOf>
  void take(Rank to, NextOf&& next_of) {
    for (Rank n = 0; n < wires_.nodes; ++n) routes_.next[entry(n, to)] = next_of(n);
    for (Rank n = 0; n < wires_.nodes; ++n) {
      if (n == to) continue;
      count(n, to, 1);
      if (const Rank next = follow(n, to); next != to) order_.add(taken(n, to), taken(next, to));
    }
  }
  void take_tree(Rank to) {
    take(to, [&](Rank n) { return tree_[entry(n, to)]; });
  }
  /// Searches the routes to a destination once more; keeps the old ones if there are no others.
  void again(Rank to) {
    std::vector<std::uint8_t> before(wires_.nodes);
    for (Rank n = 0; n < wires_.nodes; ++n) before[n] = routes_.next[entry(n, to)];
    std::fill(hops_.begin(), hops_.end(), std::uint16_t{0});
    release(to);
    if (!towards(to)) take(to, [&](Rank n) { return before[n]; });
  }

  GraphRoutes counted() const {
    GraphRoutes all = routes_;
    all.summarize(wires_, used_);
    return all;
  }

  const GraphWires& wires_;
  const bool hurried_ = wires_.nodes > few_nodes;  // else a search would take minutes
  GraphRoutes routes_;
  std::vector<std::uint8_t> tree_;   // links, [at * nodes + to]
  std::vector<std::uint32_t> used_;  // by link: pairs whose route takes it
  std::vector<std::uint16_t> hops_;  // to the present destination, or open
  ChannelOrder order_;
  bool again_ = false;  // not the first search
  std::mt19937 random_{1};
};

}  // namespace

void GraphRoutes::count(const GraphWires& wires) {
  std::vector<std::uint32_t> used(wires.neighbour.size());
  for (Rank to = 0; to < wires.tiles; ++to) {
    for (Rank from = 0; from < wires.tiles; ++from) {
      for (Rank at = from; at != to;) {
        const std::size_t place = wires.at(at, link(std::size_t{at} * wires.nodes + to));
        ++used[place];
        at = wires.neighbour[place];
      }
    }
  }
  summarize(wires, used);
}

void GraphRoutes::summarize(const GraphWires& wires, const std::vector<std::uint32_t>& used) {
  hops = std::accumulate(used.begin(), used.end(), std::uint64_t{0});
  most_used = 0;
  for (std::size_t at = 0; at < used.size(); ++at)
    most_used = std::max(most_used, used[at] * wires.interval(at));
}

GraphRoutes search_routes(const GraphWires& wires, unsigned classes) {
  return RouteSearch(wires, classes).run();
}

GraphRoutes graph_routes(const GraphWires& wires) {
  if (wires.tiles == wires.nodes) {
    const std::vector<GraphFactor> factors = factors_of(wires);
    if (factors.size() > 1) return product_routes(wires, factors);
  }
  const auto ends =
      std::count_if(wires.neighbour.begin(), wires.neighbour.end(), [](Rank far) { return far != no_rank; });
  if (ends == 2 * (std::ptrdiff_t{wires.nodes} - 1)) return search_routes(wires, 1);  // a tree
  GraphRoutes two = search_routes(wires, most_classes);
  if (wires.nodes > few_nodes) return two;
  GraphRoutes one = search_routes(wires, 1);
  return two.hops < one.hops || (two.hops == one.hops && two.most_used < one.most_used) ? two : one;
}

}  // namespace collnoc
