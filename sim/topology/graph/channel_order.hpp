// Which channels of a network wait for which, kept free of cycles.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <vector>

#include "sim/topology/graph/graph_wires.hpp"

namespace collnoc {

/// Dependencies between channels: a channel is a link in one direction with a class of virtual channels, and
/// waits for channels of the node that its link leads to. Each dependency is counted. The channels have an
/// order in which every dependency leads upwards; one that does not reorders the channels between its ends
/// (Pearce and Kelly, "A dynamic topological sort algorithm for directed acyclic graphs", 2006).
class ChannelOrder {
 public:
  using Channel = std::uint32_t;

  ChannelOrder(const GraphWires& wires, unsigned classes)
      : wires_(wires),
        classes_(classes),
        width_(wires.links * classes),
        uses_(channels() * width_),
        refused_(uses_.size()),
        after_(channels()),
        order_(channels()),
        seen_(channels()) {
    std::iota(order_.begin(), order_.end(), Channel{0});
  }

  std::size_t channels() const { return wires_.neighbour.size() * classes_; }
  Channel channel(Rank node, Link link, unsigned of_class) const {
    return static_cast<Channel>(wires_.at(node, link) * classes_ + of_class);
  }
  /// Whether `from` waits for `to`, a channel of the node that `from` leads to.
  bool has(Channel from, Channel to) const { return uses_[at(from, to)] != 0; }
  /// Whether add() needs no search.
  bool is_upwards(Channel from, Channel to) const { return order_[from] < order_[to]; }
  /// Counts a dependency, unless it would close a cycle; false then.
  bool add(Channel from, Channel to) {
    const std::size_t place = at(from, to);
    if (uses_[place] == 0 && order_[from] > order_[to]) {
      if (refused_[place] == removals_ + 1) return false;
      if (!reorder(from, to)) {
        refused_[place] = removals_ + 1;
        return false;
      }
    }
    if (uses_[place]++ == 0) after_[from] |= bit(to);
    return true;
  }
  /// The inverse of add().
  void remove(Channel from, Channel to) {
    if (--uses_[at(from, to)] != 0) return;
    after_[from] &= static_cast<std::uint16_t>(~bit(to));
    ++removals_;  // what was refused may be possible now
  }

 private:
  std::uint16_t bit(Channel to) const { return static_cast<std::uint16_t>(1u << to % width_); }
  Rank end_of(Channel c) const { return wires_.neighbour[c / classes_]; }
  std::size_t at(Channel from, Channel to) const { return std::size_t{from} * width_ + to % width_; }

  /// Calls f(channel) for all that `c` waits for.
  template <class F>
  void each_after(Channel c, F&& f) const {
    const Channel first = end_of(c) * width_;
    for (unsigned m = after_[c]; m != 0; m &= m - 1) f(first + static_cast<Channel>(std::countr_zero(m)));
  }
  /// Calls f(channel) for all that wait for `c`.
  template <class F>
  void each_before(Channel c, F&& f) const {
    const Rank node = c / width_;
    for (Link l = 0; l < wires_.links; ++l) {
      const Rank far = wires_.neighbour[wires_.at(node, l)];
      if (far == no_rank) continue;
      for (unsigned k = 0; k < classes_; ++k) {
        const Channel from = channel(far, wires_.opposite[wires_.at(node, l)], k);
        if (has(from, c)) f(from);
      }
    }
  }

  /// Orders the channels anew so that `from` precedes `to`; false if a path leads from `to` to `from`.
  bool reorder(Channel from, Channel to) {
    const Channel low = order_[to], high = order_[from];
    const auto mark = [&](std::vector<Channel>& found, Channel c) {
      if (seen_[c] == stamp_) return;
      seen_[c] = stamp_;
      found.push_back(c);
    };
    ++stamp_;
    later_.clear();
    mark(later_, to);
    for (std::size_t n = 0; n < later_.size() && seen_[from] != stamp_; ++n) {
      each_after(later_[n], [&](Channel c) {
        if (order_[c] <= high) mark(later_, c);
      });
    }
    if (seen_[from] == stamp_) return false;
    ++stamp_;
    earlier_.clear();
    mark(earlier_, from);
    for (std::size_t n = 0; n < earlier_.size(); ++n) {
      each_before(earlier_[n], [&](Channel c) {
        if (order_[c] >= low) mark(earlier_, c);
      });
    }
    const auto by_order = [&](Channel a, Channel b) { return order_[a] < order_[b]; };
    std::sort(later_.begin(), later_.end(), by_order);
    std::sort(earlier_.begin(), earlier_.end(), by_order);
    places_.clear();
    for (const Channel c : earlier_) places_.push_back(order_[c]);
    for (const Channel c : later_) places_.push_back(order_[c]);
    std::sort(places_.begin(), places_.end());
    std::size_t next = 0;
    for (const Channel c : earlier_) order_[c] = places_[next++];
    for (const Channel c : later_) order_[c] = places_[next++];
    return true;
  }

  const GraphWires& wires_;
  unsigned classes_, width_;
  std::vector<std::uint32_t> uses_;     // [channel * width + channel of the next node]
  std::vector<std::uint32_t> refused_;  // the same: removals_ + 1 when the dependency was refused
  std::uint32_t removals_ = 0;
  std::vector<std::uint16_t> after_;  // the dependencies with uses, one bit each: at most 8 links, 2 classes
  std::vector<Channel> order_, later_, earlier_, places_;
  std::vector<std::uint32_t> seen_;
  std::uint32_t stamp_ = 0;
};

}  // namespace collnoc
