#include "sim/synthesis/flows.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <queue>

namespace collnoc {
namespace {

constexpr std::uint32_t no_link = ~std::uint32_t{0};

/// The links of a network, and shortest paths over them.
class Links {
 public:
  Links(const Topology& topology, bool all) : per_node_(topology.links()) {
    for (Rank rank = 0; rank < topology.nodes(); ++rank) {
      for (Link link = 0; link < per_node_; ++link) {
        to_.push_back(all ? topology.neighbour(rank, link) : only_neighbour(topology, rank, link));
        interval_.push_back(topology.timing(rank, link).interval);
      }
    }
    count_ = static_cast<std::size_t>(std::ranges::count_if(to_, [](Rank to) { return to != no_rank; }));
  }

  std::size_t places() const { return to_.size(); }  ///< of links, not all of which exist
  std::size_t count() const { return count_; }
  bool exists(std::size_t link) const { return to_[link] != no_rank; }
  unsigned interval(std::size_t link) const { return interval_[link]; }

  /// Dijkstra's algorithm, until `last` is reached (no_rank: all). Then distance() and path() are valid.
  template <class Length>
  void reach(Rank from, Rank last, Length&& length) {
    distance_.assign(to_.size() / per_node_, std::numeric_limits<double>::max());
    through_.assign(distance_.size(), no_link);
    using Entry = std::pair<double, Rank>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    distance_[from] = 0;
    open.emplace(0, from);
    while (!open.empty()) {
      const auto [far, at] = open.top();
      open.pop();
      if (far > distance_[at]) continue;
      if (at == last) return;
      for (unsigned l = 0; l < per_node_; ++l) {
        const std::size_t link = std::size_t{at} * per_node_ + l;
        const Rank next = to_[link];
        if (next == no_rank || far + length(link) >= distance_[next]) continue;
        distance_[next] = far + length(link);
        through_[next] = static_cast<std::uint32_t>(link);
        open.emplace(distance_[next], next);
      }
    }
  }
  double distance(Rank to) const { return distance_[to]; }
  /// From the last link to the first.
  template <class Visit>
  void path(Rank to, Visit&& visit) const {
    for (std::uint32_t link = through_[to]; link != no_link; link = through_[link / per_node_]) visit(link);
  }

 private:
  unsigned per_node_;
  std::vector<Rank> to_;
  std::vector<std::uint8_t> interval_;
  std::size_t count_ = 0;
  std::vector<double> distance_;
  std::vector<std::uint32_t> through_;  ///< the link by which the path comes to a node
};

}  // namespace

Rank only_neighbour(const Topology& topology, Rank rank, Link link) {
  const Rank to = topology.neighbour(rank, link);
  for (Link earlier = 0; earlier < link && to != no_rank; ++earlier)
    if (topology.neighbour(rank, earlier) == to) return no_rank;
  return to;
}

std::vector<Rank> regions(const Topology& topology, unsigned interval) {
  std::vector<Rank> region(topology.size(), no_rank);
  for (Rank first = 0; first < topology.size(); ++first) {
    if (region[first] != no_rank) continue;
    region[first] = first;
    for (std::vector<Rank> open{first}; !open.empty();) {
      const Rank rank = open.back();
      open.pop_back();
      for (Link link = 0; link < topology.links(); ++link) {
        const Rank next = topology.neighbour(rank, link);
        if (next == no_rank || region[next] != no_rank) continue;
        const Link back = topology.opposite(rank, link);
        if (topology.timing(rank, link).interval >= interval ||
            topology.timing(next, back).interval >= interval)
          continue;
        region[next] = first;
        open.push_back(next);
      }
    }
  }
  return region;
}

double flow_bound(const Topology& topology, const std::vector<Demand>& demands) {
  // Rounds cost a search for each source: fewer on large networks.
  const unsigned rounds = topology.size() <= 128 ? 1000 : topology.size() <= 512 ? 100 : 10;
  std::vector<Demand> sorted = demands;
  std::ranges::stable_sort(sorted, {}, &Demand::from);
  Links links(topology, true);
  std::vector<double> length(links.places(), 1), load;
  double best = 0;
  for (unsigned round = 0; round < rounds; ++round) {
    load.assign(links.places(), 0);
    double sum = 0, all = 0;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      const Demand& demand = sorted[i];
      if (i == 0 || sorted[i - 1].from != demand.from)
        links.reach(demand.from, no_rank, [&](std::size_t link) { return length[link]; });
      sum += links.distance(demand.to) * demand.blocks;
      links.path(demand.to, [&](std::uint32_t link) { load[link] += demand.blocks * links.interval(link); });
    }
    for (std::size_t link = 0; link < length.size(); ++link)
      if (links.exists(link)) all += length[link] / links.interval(link);
    best = std::max(best, sum / all);
    const double most = *std::ranges::max_element(load);
    const double raise =
        2 / (1 + 0.05 * round);  // most in the first rounds, and of the links with the most load
    for (std::size_t link = 0; link < length.size() && most > 0; ++link) {
      const double squared = load[link] / most * (load[link] / most);
      length[link] *= 1 + raise * squared * squared;
    }
  }
  return best;
}

std::vector<std::vector<std::uint32_t>> even_paths(const Topology& topology,
                                                   const std::vector<Demand>& demands, unsigned rounds,
                                                   std::mt19937_64& random) {
  Links links(topology, false);
  std::vector<std::uint64_t> load(links.places());
  std::vector<std::vector<std::uint32_t>> paths(demands.size());
  std::vector<std::size_t> order(demands.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (unsigned round = 0; round < rounds; ++round) {
    shuffle(order, random);
    const std::uint64_t all = std::accumulate(load.begin(), load.end(), std::uint64_t{0});
    const std::uint64_t mean = std::max<std::uint64_t>(1, all / links.count());
    for (const std::size_t i : order) {
      const Demand& demand = demands[i];
      for (const std::uint32_t link : paths[i]) load[link] -= demand.blocks;
      // Whole numbers, which are equal on every machine. A link of mean load counts as five hops.
      links.reach(demand.from, demand.to, [&](std::size_t link) {
        const std::uint64_t full =
            std::min<std::uint64_t>(64 * load[link] * links.interval(link) / mean, 1 << 12);
        return static_cast<double>(4096 + (full * full * full * full >> 10));
      });
      paths[i].clear();
      links.path(demand.to, [&](std::uint32_t link) { paths[i].push_back(link); });
      std::ranges::reverse(paths[i]);
      for (const std::uint32_t link : paths[i]) load[link] += demand.blocks;
    }
  }
  return paths;
}

}  // namespace collnoc
