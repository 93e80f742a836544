#include "sim/synthesis/search.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <random>

#include "sim/synthesis/flows.hpp"

namespace collnoc {
namespace {

/// On larger networks, paths are not laid in advance: it would take minutes.
constexpr Rank most_ranks_with_paths = 128;
constexpr unsigned path_rounds = 4;

/// Which pieces for all narrow links do not carry: those that are, or will be, at another neighbour of their
/// end over a faster link; or anywhere in the region that faster links join to their end.
enum class Sparing : std::uint8_t { none, neighbours, regions };

/// One search.
class Search {
 public:
  Search(const Topology& topology, const std::vector<Piece>& pieces,
         const std::vector<std::vector<std::uint16_t>>& distance, std::uint64_t seed, bool even,
         Sparing sparing, Links links, PortModel nic)
      : topology_(topology),
        links_(links),
        one_port_(nic == PortModel::one_port),
        sparing_(sparing),
        pieces_(pieces),
        distance_(distance),
        random_(seed),
        has_(topology.size(), std::vector<bool>(pieces.size())),
        copies_(pieces.size(), 1) {
    for (Item i = 0; i < pieces.size(); ++i) {
      has_[pieces[i].origin][i] = true;
      if (pieces[i].target == no_rank)
        left_ += topology.size() - 1;
      else
        moving_.push_back({i, pieces[i].origin, 0});
    }
    left_ += moving_.size();
    gets_ = has_;
    if (!even) return;
    std::vector<Demand> demands;
    for (const Moving& m : moving_) demands.push_back({m.at, pieces[m.item].target});
    paths_.resize(pieces.size());
    std::vector<std::vector<std::uint32_t>> paths = even_paths(topology, demands, path_rounds, random_);
    for (std::size_t i = 0; i < moving_.size(); ++i) paths_[moving_[i].item] = std::move(paths[i]);
  }

  /// All steps, or as many as `most` if there are more.
  Moves run(std::size_t most) {
    Moves steps;
    free_from_.assign(std::size_t{topology_.size()} * topology_.links(), 0);
    sends_until_.assign(topology_.size(), 0);
    receives_until_.assign(topology_.size(), 0);
    if (sparing_ == Sparing::regions) find_regions();
    for (; left_ > 0 && step_ < most; ++step_) {
      steps.emplace_back();
      arrive();
      move_on(steps.back());
      copy(steps.back());
    }
    return steps;
  }
  bool done() const { return left_ == 0; }

 private:
  struct Moving {
    Item item;
    Rank at;
    std::uint32_t hops = 0;
    std::size_t from = 0;  ///< the step from which on it is there
  };
  struct Arriving {
    Rank rank;
    Item item;
    std::size_t from;
  };

  bool taken(std::size_t place, Rank to) const {
    return free_from_[place] > step_ ||
           (one_port_ && (sends_until_[place / topology_.links()] > step_ || receives_until_[to] > step_));
  }
  /// The step from which on what is sent now over a link is at its other end.
  std::size_t take(std::size_t place, Rank to) {
    const std::size_t end = step_ + interval_of(place);
    sends_until_[place / topology_.links()] = receives_until_[to] = end;
    return free_from_[place] = end;
  }
  /// Pieces for all that have come over links.
  void arrive() {
    std::erase_if(arriving_, [&](const Arriving& a) {
      if (a.from > step_) return false;
      has_[a.rank][a.item] = true;
      return true;
    });
  }

  std::size_t place(Rank rank, Link link) const { return std::size_t{rank} * topology_.links() + link; }

  /// Pieces for one rank: those with the longest way first, each over the link towards its target that the
  /// fewest others want.
  void move_on(std::vector<Move>& moves) {
    shuffle(moving_, random_);
    std::ranges::stable_sort(moving_, std::greater{}, [&](const Moving& m) { return way(m); });
    std::vector<std::uint32_t> wanted(free_from_.size());
    for (const Moving& m : moving_) {
      if (m.from <= step_) towards(m, [&](Link link, Rank) { ++wanted[place(m.at, link)]; });
    }
    std::vector<Moving> rest;
    for (Moving& m : moving_) {
      if (m.from > step_) {
        rest.push_back(m);
        continue;
      }
      Link best = topology_.links();
      Rank to = no_rank;
      towards(m, [&](Link link, Rank next) {
        const std::size_t at = place(m.at, link);
        if (taken(at, next) || (best != topology_.links() && wanted[at] >= wanted[place(m.at, best)])) return;
        best = link;
        to = next;
      });
      towards(m, [&](Link link, Rank) { --wanted[place(m.at, link)]; });
      if (best != topology_.links()) {
        m.from = take(place(m.at, best), to);
        moves.push_back({m.at, best, m.item});
        m.at = to;
        ++m.hops;
      }
      if (m.at == pieces_[m.item].target)
        --left_;
      else
        rest.push_back(m);
    }
    moving_ = std::move(rest);
  }
  std::size_t way(const Moving& m) const {
    return paths_.empty() ? distance_[m.at][pieces_[m.item].target] : paths_[m.item].size() - m.hops;
  }
  /// The links over which the piece may go on.
  template <class Visit>
  void towards(const Moving& m, Visit&& visit) const {
    if (!paths_.empty()) {
      const auto link = static_cast<Link>(paths_[m.item][m.hops] % topology_.links());
      return visit(link, only_neighbour(topology_, m.at, link));
    }
    for (Link link = 0; link < topology_.links(); ++link) {
      const Rank next = only_neighbour(topology_, m.at, link);
      if (next != no_rank && distance_[next][pieces_[m.item].target] < way(m)) visit(link, next);
    }
  }

  /// Pieces for all: every link takes the piece that the fewest nodes have, among those that its end lacks.
  void copy(std::vector<Move>& moves) {
    if (left_ == moving_.size()) return;
    std::vector<std::size_t> links(free_from_.size());
    std::iota(links.begin(), links.end(), std::size_t{0});
    shuffle(links, random_);
    for (const std::size_t at : links) {
      const auto src = static_cast<Rank>(at / topology_.links());
      const auto link = static_cast<Link>(at % topology_.links());
      const Rank dst = only_neighbour(topology_, src, link);
      if (dst == no_rank || taken(at, dst)) continue;
      Item best = no_item;
      const auto first = static_cast<Item>(random_() % pieces_.size());
      for (Item i = 0; i < pieces_.size(); ++i) {
        const Item item = (first + i) % static_cast<Item>(pieces_.size());
        if (pieces_[item].target != no_rank || !has_[src][item] || gets_[dst][item]) continue;
        if (best != no_item && copies_[item] >= copies_[best]) continue;
        if (sparing_ != Sparing::none && is_nearer_by(dst, at, item)) continue;
        best = item;
      }
      if (best == no_item) continue;
      gets_[dst][best] = true;
      for (const auto& [interval, region] : regions_)
        region_gets_[interval][region[dst] * pieces_.size() + best] = true;
      arriving_.push_back({dst, best, take(at, dst)});
      ++copies_[best];
      --left_;
      moves.push_back({src, link, best});
    }
  }

  /// Whether the piece is, or will be, where it can come to the end of a narrow link over faster ones: next
  /// to it, or anywhere.
  bool is_nearer_by(Rank dst, std::size_t at, Item item) const {
    const unsigned interval = interval_of(at);
    if (interval == 1) return false;
    if (sparing_ == Sparing::regions)
      return region_gets_.at(interval)[regions_.at(interval)[dst] * pieces_.size() + item];
    for (Link link = 0; link < topology_.links(); ++link) {
      const Rank near = only_neighbour(topology_, dst, link);
      if (near != no_rank && gets_[near][item] &&
          timing_of(topology_, near, link_back(topology_, dst, link), links_).interval < interval)
        return true;
    }
    return false;
  }
  void find_regions() {
    for (std::size_t at = 0; at < free_from_.size(); ++at) {
      const unsigned interval = interval_of(at);
      if (!exists(at) || interval == 1 || regions_.contains(interval)) continue;
      const std::vector<Rank>& region = regions_[interval] = regions(topology_, interval);
      std::vector<bool>& gets = region_gets_[interval];
      gets.resize(topology_.size() * pieces_.size());
      for (Item i = 0; i < pieces_.size(); ++i) gets[region[pieces_[i].origin] * pieces_.size() + i] = true;
    }
  }
  bool exists(std::size_t place) const {
    return only_neighbour(topology_, static_cast<Rank>(place / topology_.links()),
                          static_cast<Link>(place % topology_.links())) != no_rank;
  }
  unsigned interval_of(std::size_t place) const {
    if (!exists(place)) return 1;
    return timing_of(topology_, static_cast<Rank>(place / topology_.links()),
                     static_cast<Link>(place % topology_.links()), links_)
        .interval;
  }

  static constexpr Item no_item = std::numeric_limits<Item>::max();
  const Topology& topology_;
  Links links_;
  bool one_port_;
  Sparing sparing_;
  const std::vector<Piece>& pieces_;
  const std::vector<std::vector<std::uint16_t>>& distance_;
  std::mt19937_64 random_;
  std::vector<std::vector<bool>> has_;   ///< [rank][item] before this step
  std::vector<std::vector<bool>> gets_;  ///< or what is on its way
  std::vector<Arriving> arriving_;
  std::vector<std::uint32_t> copies_;
  // By interval.
  std::map<unsigned, std::vector<Rank>> regions_;      ///< of each rank, a rank of the region
  std::map<unsigned, std::vector<bool>> region_gets_;  ///< [region * pieces + item]
  std::vector<Moving> moving_;
  std::vector<std::vector<std::uint32_t>> paths_;  ///< of the pieces for one rank, if they are fixed
  // Steps.
  std::vector<std::size_t> free_from_;                     ///< of each link
  std::vector<std::size_t> sends_until_, receives_until_;  ///< of each rank, by its latest piece
  std::size_t step_ = 0;
  std::uint64_t left_ = 0;
};

/// Moves over narrow links.
std::uint64_t slow_moves(const Topology& topology, const Moves& steps, Links links) {
  std::uint64_t count = 0;
  for (const std::vector<Move>& step : steps)
    for (const Move& m : step) count += timing_of(topology, m.src, m.link, links).interval > 1 ? 1 : 0;
  return count;
}

/// [from][to], hops.
std::vector<std::vector<std::uint16_t>> distances(const Topology& topology) {
  std::vector<std::vector<std::uint16_t>> all(topology.size(), std::vector<std::uint16_t>(topology.size()));
  for (Rank from = 0; from < topology.size(); ++from)
    for (Rank to = 0; to < topology.size(); ++to)
      all[from][to] = static_cast<std::uint16_t>(distance(topology, from, to));
  return all;
}

}  // namespace

Link link_back(const Topology& topology, Rank rank, Link link) {
  const Rank far = topology.neighbour(rank, link);
  Link back = 0;
  while (only_neighbour(topology, far, back) != rank) ++back;
  return back;
}

LinkTiming timing_of(const Topology& topology, Rank rank, Link link, Links links) {
  if (links == Links::there) return topology.timing(rank, link);
  return topology.timing(topology.neighbour(rank, link), link_back(topology, rank, link));
}

Moves search(const Topology& topology, const std::vector<Piece>& pieces, const SynthesisOptions& options,
             Links links) {
  const auto distance = distances(topology);
  Moves best;
  std::uint64_t least = 0;
  for (unsigned i = 0; i < options.tries; ++i) {
    const bool personal = pieces.front().target != no_rank;
    const bool even = personal && i % 2 == 1 && topology.size() <= most_ranks_with_paths;
    const Sparing sparing = personal ? Sparing::none : static_cast<Sparing>(i % 3);
    Search one(topology, pieces, distance, options.seed + i, even, sparing, links, options.nic);
    Moves steps = one.run(i == 0 ? std::numeric_limits<std::size_t>::max() : best.size());
    if (i != 0 && !one.done()) continue;
    const std::uint64_t slow = slow_moves(topology, steps, links);
    if (i != 0 && steps.size() == best.size() && slow >= least) continue;
    best = std::move(steps);
    least = slow;
  }
  return best;
}

}  // namespace collnoc
