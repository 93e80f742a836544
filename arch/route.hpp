// The route of a message: its direction in every dimension, and the link of its first hop, as the sender's
// NIC determines them (rtl/topology, *_launch.sv). Freestanding.
#pragma once
#include "collnoc/arch/put.hpp"
#include "collnoc/arch/topology/topology.hpp"

namespace collnoc {

/// Whether a message travels in the minus direction in dimension d: the direction of the route, or for
/// `shortest` that of Topology::shortest_is_minus.
constexpr bool goes_minus(const Topology& topology, unsigned d, std::uint32_t from, std::uint32_t to,
                          Route route) {
  if (route.direction[d] == Direction::shortest) return topology.shortest_is_minus(d, from, to);
  return route.direction[d] == Direction::minus;
}

/// The link over which a message leaves coordinates `from` != `to`: the only coordinates of a network that is
/// no product are {rank}. Precondition: the route leads from there to there.
constexpr Link first_link(const Topology& topology, const Coordinates& from, const Coordinates& to,
                          Route route) {
  if (!topology.has_coordinates()) return topology.link_towards(0, from[0], to[0], false);
  unsigned d = 0;
  if (route.order() == Order::ascending) {
    while (from[d] == to[d]) ++d;
  } else {
    d = topology.dims() - 1;
    while (from[d] == to[d]) --d;
  }
  return topology.link_towards(d, from[d], to[d], goes_minus(topology, d, from[d], to[d], route));
}

/// The channel of the NIC that sends a put: on an all-port NIC, that of the link of its first hop. A put of a
/// tile to itself takes channel 0.
constexpr unsigned channel_of(const Topology& topology, unsigned channels, Rank from, Rank to, Route route) {
  if (channels == 1 || from == to) return 0;
  return first_link(topology, topology.coordinates(from), topology.coordinates(to), route);
}

}  // namespace collnoc
