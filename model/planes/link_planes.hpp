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

/// Where the links of a topology lead. Ranks of neighbours over a link differ by one number, or by two (at
/// the ends of a ring, in a hypercube); where they differ by more, bits are moved one by one.
class LinkMap {
 public:
  LinkMap(const Topology& topology) : nodes_(topology.size()), links_(topology.links()) {
    words_ = (nodes_ + plane_nodes - 1) / plane_nodes;
    neighbour_.resize(std::size_t{nodes_} * links_);
    link_.resize(links_);
    for (Rank n = 0; n < nodes_; ++n) {
      for (Link l = 0; l < links_; ++l) neighbour_[std::size_t{n} * links_ + l] = topology.neighbour(n, l);
    }
    for (Link l = 0; l < links_; ++l) add(l, topology.opposite(l));
  }

  Rank nodes() const { return nodes_; }
  std::size_t words() const { return words_; }
  unsigned links() const { return links_; }
  /// The node at the other end of a link, no_rank if there is none; and the link of that node.
  Rank neighbour(Rank node, unsigned link) const { return neighbour_[std::size_t{node} * links_ + link]; }
  /// The same if there is one, without a table as large as the network.
  Rank across(Rank node, unsigned link) const {
    const LinkOf& l = link_[link];
    if (l.scattered) return neighbour(node, link);
    const bool second = l.shifts == 2 && (l.second[node / plane_nodes] >> (node % plane_nodes) & 1) != 0;
    return node + l.shift[second].distance;
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
  struct Shift {
    std::ptrdiff_t words = 0;
    unsigned bits = 0;
    Rank distance = 0;  ///< added to a rank, modulo 2^32
  };
  struct LinkOf {
    unsigned opposite = 0, shifts = 0;
    bool scattered = false;
    Shift shift[2];
    std::vector<Plane> second;  ///< nodes whose neighbour is at the second distance
  };

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
      if (s == 1) l.second[n / plane_nodes] |= Plane{1} << (n % plane_nodes);
    }
  }

  Rank nodes_;
  unsigned links_;
  std::size_t words_, margin_ = 1, reach_ = 0;
  std::vector<Rank> neighbour_;
  std::vector<LinkOf> link_;
};

}  // namespace collnoc::model
