// The destinations of a multicast (docs/reference/multicast.md): the nodes of a box, without the sender.
// Freestanding.
#pragma once
#include <compare>
#include <cstdint>

#include "collnoc/arch/topology/topology.hpp"

namespace collnoc {

/// All nodes with coordinates from those of `from` to those of `to`, in each dimension. On a ring the box may
/// lead over the wrap link: then the coordinate of `from` is above that of `to`.
struct Box {
  Rank from = 0, to = 0;

  constexpr bool contains(const Topology& topology, Rank rank) const {
    const Coordinates first = topology.coordinates(from), last = topology.coordinates(to),
                      at = topology.coordinates(rank);
    for (unsigned d = 0; d < topology.dims(); ++d) {
      const bool in =
          first[d] <= last[d] ? at[d] >= first[d] && at[d] <= last[d] : at[d] >= first[d] || at[d] <= last[d];
      if (!in) return false;
    }
    return true;
  }

  /// Every node. On a ring the branches from `sender` end where its unicasts in both directions end, so that
  /// neither is longer than half of the ring.
  static constexpr Box all(const Topology& topology, Rank sender) {
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

}  // namespace collnoc
