// The destinations of a multicast (docs/reference/multicast.md): the nodes of a box, or of a substar, without
// the sender. Freestanding.
#pragma once
#include <compare>
#include <cstdint>

#include "collnoc/arch/put.hpp"
#include "collnoc/arch/topology/topology.hpp"

namespace collnoc {

/// Whether multicasts exist in a network.
constexpr bool has_multicasts(const Topology& topology) {
  return topology.multicasts() != Multicasts::none;
}
inline constexpr const char* no_multicasts = "it needs multicasts, which this network does not have";

/// All nodes with coordinates from those of `from` to those of `to`, in each dimension. On a ring the box may
/// lead over the wrap link: then the coordinate of `from` is above that of `to`.
/// In a star graph: the substar of all nodes with the sender's symbols wherever `to` has them, except in
/// place 0. `from` is the sender; or its neighbour, for the branch of the tree that begins there.
struct Box {
  Rank from = 0, to = 0;

  /// Whether a multicast of `sender` to this box writes to `rank`.
  constexpr bool reaches(const Topology& topology, Rank sender, Rank rank) const {
    if (rank == sender) return false;
    if (topology.multicasts() != Multicasts::substars) return contains(topology, rank);
    const unsigned symbols = topology.symbols();
    const auto own = star::permutation(symbols, sender), corner = star::permutation(symbols, to);
    auto at = star::permutation(symbols, rank);
    for (unsigned d = 1; d < symbols; ++d) {
      if (own[d] == corner[d] && at[d] != own[d]) return false;
    }
    if (from == sender) return true;
    Rank before = rank;  // towards the sender
    for (; at != own; at = at.along(star::towards(symbols, at, own))) before = star::rank(symbols, at);
    return before == from;
  }
  /// Whether both corners are nodes, and the box is reversed in no dimension that is no ring.
  constexpr bool exists(const Topology& topology) const {
    if (from >= topology.size() || to >= topology.size()) return false;
    const Coordinates first = topology.coordinates(from), last = topology.coordinates(to);
    for (unsigned d = 0; topology.has_coordinates() && d < topology.dims(); ++d) {
      if (first[d] > last[d] && !topology.wraps(d)) return false;
    }
    return true;
  }
  /// Not in a star graph.
  constexpr bool contains(const Topology& topology, Rank rank) const {
    const Coordinates first = topology.coordinates(from), last = topology.coordinates(to),
                      at = topology.coordinates(rank);
    for (unsigned d = 0; d < topology.dims(); ++d) {
      if (!covers(first[d], last[d], at[d])) return false;
    }
    return true;
  }
  /// Whether coordinate x is one of `first` to `last`.
  static constexpr bool covers(std::uint32_t first, std::uint32_t last, std::uint32_t x) {
    return first <= last ? x >= first && x <= last : x >= first || x <= last;
  }

  /// Every node. On a ring the branches from `sender` end where its unicasts in both directions end, so that
  /// neither is longer than half of the ring.
  static constexpr Box all(const Topology& topology, Rank sender) {
    if (topology.multicasts() == Multicasts::substars) return substar(topology, sender, 0);
    const Coordinates own = topology.coordinates(sender);
    Coordinates first{}, last{};
    for (unsigned d = 0; d < topology.dims(); ++d) {
      const std::uint32_t extent = topology.extent(d);
      if (!topology.wraps(d)) {
        last[d] = extent - 1;
        continue;
      }
      // At half of the ring, unicasts go plus from even coordinates and minus from odd ones.
      const std::uint32_t plus = extent % 2 == 0 && own[d] % 2 != 0 ? extent / 2 - 1 : extent / 2;
      last[d] = (own[d] + plus) % extent;
      first[d] = (last[d] + 1) % extent;
    }
    return {topology.rank(first), topology.rank(last)};
  }

  /// In a star graph: the nodes with the sender's symbol in each place d for which `places` has bit d, d
  /// >= 1.
  static constexpr Box substar(const Topology& topology, Rank sender, unsigned places) {
    const unsigned symbols = topology.symbols();
    const auto own = star::permutation(symbols, sender);
    auto corner = own;
    unsigned before = 0;
    for (unsigned d = 1; d < symbols; ++d) {
      if ((places >> d & 1u) != 0) continue;
      corner.set(before, own[d]);
      before = d;
    }
    corner.set(before, own[0]);
    return {sender, star::rank(symbols, corner)};
  }

  /// The nodes of all() that differ from `sender` in dimension d at most.
  static constexpr Box line(const Topology& topology, Rank sender, unsigned d) {
    const Box box = all(topology, sender);
    Coordinates first = topology.coordinates(sender), last = first;
    first[d] = topology.coordinates(box.from)[d];
    last[d] = topology.coordinates(box.to)[d];
    return {topology.rank(first), topology.rank(last)};
  }

  friend constexpr auto operator<=>(const Box&, const Box&) = default;
};

/// Divides the tree of a multicast from coordinates `own` to `box` at its root: calls f(Box, Route) for each
/// link with which it begins. A multicast to that box by that route has the branch behind this link as its
/// tree, so an all-port NIC sends it on the channel of the link. `route`: of the whole multicast.
template <class F>
constexpr void for_each_branch(const Topology& topology, const Coordinates& own, const Box& box, Route route,
                               F&& f) {
  if (topology.multicasts() == Multicasts::substars) {
    const unsigned symbols = topology.symbols();
    const Rank sender = topology.rank(own);
    const auto root = star::permutation(symbols, sender);
    const unsigned links = star::tree_links(symbols, root, root, star::permutation(symbols, box.to));
    for (Link l = 0; l < topology.links(); ++l) {
      const Rank begins = topology.neighbour(sender, l);
      if ((links >> l & 1u) != 0 && (box.from == sender || box.from == begins)) f(Box{begins, box.to}, route);
    }
    return;
  }
  Coordinates first = topology.coordinates(box.from), last = topology.coordinates(box.to);
  for (unsigned d = 0; d < topology.dims(); ++d) {
    const std::uint32_t from = first[d], to = last[d];
    const bool in_box = Box::covers(from, to, own[d]);
    const auto branch = [&](std::uint32_t begin, std::uint32_t end, Direction direction) {
      Route its = route;
      if (in_box && topology.has_directions()) its.direction[d] = direction;
      first[d] = begin;
      last[d] = end;
      f(Box{topology.rank(first), topology.rank(last)}, its);
    };
    if (topology.one_hop_dimensions()) {
      for (std::uint32_t x = from; x <= to; ++x) {
        if (x != own[d]) branch(x, x, Direction::shortest);
      }
    } else if (in_box) {
      const std::uint32_t extent = topology.extent(d);
      if (own[d] != to) branch((own[d] + 1) % extent, to, Direction::plus);
      if (own[d] != from) branch(from, (own[d] + extent - 1) % extent, Direction::minus);
    } else {
      branch(from, to, Direction::shortest);
    }
    if (!in_box) return;
    first[d] = last[d] = own[d];
  }
}

/// The puts that make up a multicast to `box`: calls f(Box, Route) for each. On a one-port NIC it is one; an
/// NIC of several channels needs one for each link with which the tree begins. A box that is impossible or
/// empty is one put, which the NIC refuses.
template <class F>
constexpr void for_each_put(const Topology& topology, const Coordinates& own, unsigned channels,
                            const Box& box, Route route, F&& f) {
  bool divided = false;
  if (channels != 1 && box.exists(topology)) {
    for_each_branch(topology, own, box, route, [&](const Box& part, Route its) {
      divided = true;
      f(part, its);
    });
  }
  if (!divided) f(box, route);
}

}  // namespace collnoc
