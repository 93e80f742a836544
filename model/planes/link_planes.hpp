// Links between nodes in planes: a link of all nodes is a shift of a plane.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "collnoc/arch/topology/topology.hpp"
#include "collnoc/model/planes/plane.hpp"

namespace collnoc::model {

/// What all nodes say on one link and virtual channel, one word after the other.
class LinkPlane {
 public:
  LinkPlane() = default;
  LinkPlane(std::size_t words, std::size_t margin) : margin_(margin), word_(words + 2 * margin) {}
  Plane& operator[](std::size_t w) { return word_[margin_ + w]; }
  Plane operator[](std::size_t w) const { return word_[margin_ + w]; }
  /// 64 nodes from node 64 * w + 64 * words + bits on.
  Plane from(std::size_t w, std::ptrdiff_t words, unsigned bits) const {
    const Plane* at = &word_[margin_ + w] + words;
    return at[0] >> bits | at[1] << 1 << (63 - bits);
  }

 private:
  std::size_t margin_ = 0;
  std::vector<Plane> word_;
};

/// Where the links of a topology lead. Numbers of neighbours over a link differ by one number, or by two (at
/// the ends of a ring, in a hypercube); where they differ by more, and in graphs, whose nodes number their
/// links each by itself, bits are moved one by one.
///
/// The nodes are those of a part of the network that one process computes, which has successive ranks. Beside
/// these own nodes are their neighbours in other parts, the ghosts; over links of several cycles, also own
/// nodes have ghosts, and the two see each other as from other parts. If the part is a number of slabs (all
/// nodes with a coordinate of the highest dimension), a ghost's distance from its neighbours is that of their
/// ranks, or of the ranks in a longer network. The first own node is at the beginning of a word.
class LinkMap {
 public:
  LinkMap(const Topology& topology, Rank first, Rank last)
      : links_(topology.links()), first_rank_(first), own_(last - first) {
    struct CutLink {
      Rank from, link, to;
    };
    std::vector<CutLink> cut;
    for (Rank r = first; r < last; ++r) {
      for (Link l = 0; l < links_; ++l) {
        const Rank far = topology.neighbour(r, l);
        if (far == no_rank) continue;
        const bool timed = topology.timing(r, l) != LinkTiming{} ||
                           topology.timing(far, topology.opposite(r, l)) != LinkTiming{};
        if (far < first || far >= last || timed) cut.push_back({r, l, far});
      }
    }
    const Rank slab = topology.has_coordinates() ? topology.size() / topology.extent(topology.dims() - 1) : 1;
    const Rank around = topology.size() - slab;
    const auto is_after = [&](const CutLink& c) { return c.to - c.from == slab || c.from - c.to == around; };
    const auto is_before = [&](const CutLink& c) { return c.from - c.to == slab || c.to - c.from == around; };
    std::vector<Rank> ghosts;            // if they are not at these distances: in the order of their ranks
    if (topology.tables() != nullptr ||  // all links are scattered
        !std::all_of(cut.begin(), cut.end(), [&](const CutLink& c) { return is_after(c) || is_before(c); })) {
      for (const CutLink& c : cut) ghosts.push_back(c.to);
      std::sort(ghosts.begin(), ghosts.end());
      ghosts.erase(std::unique(ghosts.begin(), ghosts.end()), ghosts.end());
      nodes_ = up(own_) + static_cast<Rank>(ghosts.size());
    } else {
      const bool after = std::any_of(cut.begin(), cut.end(), is_after);
      first_ = std::all_of(cut.begin(), cut.end(), is_after) ? 0 : up(slab);
      nodes_ = first_ + own_ + (after ? slab : 0);
    }
    words_ = (nodes_ + plane_nodes - 1) / plane_nodes;
    own_lanes_.resize(words_);
    cut_.resize(words_ * links_);
    for (Rank n = first_; n < first_ + own_; ++n) own_lanes_[n / plane_nodes] |= bit_of(n);
    neighbour_.assign(std::size_t{nodes_} * links_, no_rank);
    for (Rank r = first; r < last; ++r) {
      for (Link l = 0; l < links_; ++l) {
        const Rank far = topology.neighbour(r, l);
        if (far >= first && far < last) neighbour_[at(first_ + r - first, l)] = first_ + far - first;
      }
    }
    for (const CutLink& c : cut) {
      const Rank n = first_ + c.from - first;
      Rank ghost = is_after(c) ? n + slab : n - slab;
      if (!ghosts.empty()) {
        const auto found = std::lower_bound(ghosts.begin(), ghosts.end(), c.to);
        ghost = up(own_) + static_cast<Rank>(found - ghosts.begin());
      }
      neighbour_[at(n, c.link)] = ghost;
      neighbour_[at(ghost, topology.opposite(c.from, c.link))] = n;
      cut_[n / plane_nodes * links_ + c.link] |= bit_of(n);
    }
    link_.resize(links_);
    if (topology.tables() != nullptr) {
      opposite_.resize(neighbour_.size());
      for (Rank r = first; r < last; ++r) {
        for (Link l = 0; l < links_; ++l) {
          const Rank far = neighbour(first_ + r - first, l);
          if (far == no_rank) continue;
          const Link back = topology.opposite(r, l);
          opposite_[at(first_ + r - first, l)] = static_cast<std::uint8_t>(back);
          opposite_[at(far, back)] = static_cast<std::uint8_t>(l);
        }
      }
      for (LinkOf& l : link_) l.scattered = true;
      return;
    }
    for (Link l = 0; l < links_; ++l) add(l, topology.opposite(l));
  }

  /// Own nodes are `own_nodes()` numbers from first() on; up to nodes(), all others are ghosts or nothing.
  Rank nodes() const { return nodes_; }
  Rank first() const { return first_; }
  Rank first_rank() const { return first_rank_; }  ///< of the first own node
  Rank own_nodes() const { return own_; }
  bool own(Rank node) const { return node - first_ < own_; }
  Plane own_lanes(std::size_t w) const { return own_lanes_[w]; }
  /// The own nodes of a word that have a link to a ghost; whether any has one.
  Plane cut(std::size_t w, unsigned link) const { return cut_[w * links_ + link]; }
  bool at_cut(std::size_t w) const {
    const Plane* const cut = &cut_[w * links_];
    return std::any_of(cut, cut + links_, [](Plane nodes) { return nodes != 0; });
  }
  std::size_t words() const { return words_; }
  unsigned links() const { return links_; }
  /// The node at the other end of a link, no_rank if there is none.
  Rank neighbour(Rank node, unsigned link) const { return neighbour_[at(node, link)]; }
  /// The same if there is one, without a table as large as the network.
  Rank across(Rank node, unsigned link) const {
    const LinkOf& l = link_[link];
    if (l.scattered) return neighbour(node, link);
    const bool second = l.shifts == 2 && (l.second[node / plane_nodes] >> (node % plane_nodes) & 1) != 0;
    return node + l.shift[second].distance;
  }
  /// The link of the node at the other end; without a node, of a link that is not scattered.
  unsigned opposite(Rank node, unsigned link) const {
    return opposite_.empty() ? opposite(link) : opposite_[at(node, link)];
  }
  unsigned opposite(unsigned link) const { return link_[link].opposite; }
  /// Bits are moved one by one.
  bool scattered(unsigned link) const { return link_[link].scattered; }
  bool scatters() const {
    return std::any_of(link_.begin(), link_.end(), [](const LinkOf& l) { return l.scattered; });
  }
  /// How many words away a neighbour may be, at most.
  std::size_t reach() const { return scatters() ? words_ : reach_; }
  LinkPlane plane() const { return LinkPlane(words_, margin_); }
  /// Words before and after a plane that shifts may read.
  std::size_t margin() const { return margin_; }

  /// The neighbours of the nodes in a plane are `words` words and `bits` bits farther.
  struct Shift {
    std::ptrdiff_t words = 0;
    unsigned bits = 0;
    Rank distance = 0;  ///< added to a number, modulo 2^32
  };
  /// Of a link: none if no node has it (or it is scattered), one, or two.
  unsigned shifts(unsigned link) const { return link_[link].shifts; }
  const Shift& shift(unsigned link, unsigned s) const { return link_[link].shift[s]; }
  /// By word: the nodes to which the second shift applies.
  const Plane* second(unsigned link) const { return link_[link].second.data(); }

  /// The part of `far` that the nodes of word `w` see over `link`: bit n is that of n's neighbour. At the
  /// edge of a network it is of any node.
  Plane over(unsigned link, const LinkPlane& far, std::size_t w) const {
    const LinkOf& l = link_[link];
    if (l.shifts == 0) return 0;  // no node has a neighbour there: a shorter extent of a complete graph
    const Plane near = far.from(w, l.shift[0].words, l.shift[0].bits);
    if (l.shifts == 1) return near;
    const Plane second = l.second[w];
    return (near & ~second) | (far.from(w, l.shift[1].words, l.shift[1].bits) & second);
  }
  /// Calls f(word) for the words with the neighbours over a link of the nodes in `w`; some more than once.
  template <class F>
  void reached(unsigned link, std::size_t w, F&& f) const {
    const LinkOf& l = link_[link];
    for (unsigned s = 0; s < l.shifts; ++s) {
      const std::ptrdiff_t first = static_cast<std::ptrdiff_t>(w) + l.shift[s].words;
      for (std::ptrdiff_t to = first; to <= first + (l.shift[s].bits != 0 ? 1 : 0); ++to) {
        if (to >= 0 && to < static_cast<std::ptrdiff_t>(words_)) f(static_cast<std::size_t>(to));
      }
    }
  }

 private:
  struct LinkOf {
    unsigned opposite = 0, shifts = 0;
    bool scattered = false;
    Shift shift[2];
    std::vector<Plane> second;  ///< nodes whose neighbour is at the second distance
  };

  static Plane bit_of(Rank node) { return Plane{1} << (node % plane_nodes); }
  static Rank up(Rank nodes) { return (nodes + plane_nodes - 1) / plane_nodes * plane_nodes; }
  std::size_t at(Rank node, unsigned link) const { return std::size_t{node} * links_ + link; }

  void add(unsigned link, unsigned opposite) {
    LinkOf& l = link_[link];
    l.opposite = opposite;
    l.second.resize(words_);
    for (Rank n = 0; n < nodes_; ++n) {
      const Rank far = neighbour(n, link);
      if (far == no_rank) continue;
      const auto distance = static_cast<std::ptrdiff_t>(far) - static_cast<std::ptrdiff_t>(n);
      unsigned s = 0;
      while (s < l.shifts && l.shift[s].distance != far - n) ++s;
      if (s == l.shifts) {
        if (s == 2) {
          l.scattered = true;
          l.shifts = 0;
          return;
        }
        const auto lanes = static_cast<std::ptrdiff_t>(plane_nodes);
        const std::ptrdiff_t words = (distance - (distance < 0 ? lanes - 1 : 0)) / lanes;
        l.shift[l.shifts++] = {words, static_cast<unsigned>(distance - words * lanes), far - n};
        const auto needed = static_cast<std::size_t>(words < 0 ? -words : words + 1);
        margin_ = std::max(margin_, needed);
        reach_ = std::max(reach_, needed - (words >= 0 && distance % lanes == 0 ? 1 : 0));
      }
      if (s == 1) l.second[n / plane_nodes] |= bit_of(n);
    }
  }

  unsigned links_;
  Rank first_rank_, own_, first_ = 0, nodes_ = 0;
  std::size_t words_ = 0, margin_ = 1, reach_ = 0;
  std::vector<Plane> own_lanes_, cut_;
  std::vector<Rank> neighbour_;
  std::vector<std::uint8_t> opposite_;  ///< as neighbour_; empty: link_ has them
  std::vector<LinkOf> link_;
};

}  // namespace collnoc::model
