// Model of rtl/topology/grid_route.sv and grid_launch.sv.
#include "collnoc/model/topology/rules.hpp"

namespace collnoc::model {

/// Dimension-order routing with dateline classes on rings (docs/reference/hardware.md, "Routing"). With one
/// order, packets that arrive in a dimension have finished all lower ones.
Out Rules<Grid>::route(const Arrival& packet) {
  const Place& at = packet.at;
  const Head& head = packet.head;
  const unsigned vcs = vcs_per_order(packet.config), first = first_vc(packet.config, head.route);
  const unsigned half = vcs / 2;
  const bool from_link = packet.from_link(), descending = packet.descending();
  const unsigned lowest = packet.config.route_orders == 1 && from_link ? packet.in_port / 2 : 0;
  for (unsigned n = lowest; n < at.dims; ++n) {
    const unsigned d = descending ? at.dims - 1 - n : n;
    const std::uint32_t own = at.field(at.coord, d);
    const std::uint32_t dst = at.field(head.dst, d);
    if (own == dst) continue;
    const bool minus = (head.route >> d) & 1;
    const unsigned port = 2 * d + (minus ? 1 : 0);
    if (vcs == 1 || !((at.wrap >> d) & 1)) return to_out(port, first + packet.hash_of(vcs));
    const bool ahead = minus ? dst > own : dst < own;
    const bool at_edge = own == (minus ? 0 : at.field(at.extent, d));
    const bool straight = from_link && packet.in_port / 2 == d;
    const bool high = ahead ? at_edge : straight ? packet.in_vc >= first + half : (dst & 1) != 0;
    return to_out(port, first + (high ? half + packet.hash_of(vcs - half) : packet.hash_of(half)));
  }
  return packet.eject();
}

/// Without branches on the destination, which may be random.
Start Rules<Grid>::launch(const Request& put) {
  const Place& at = put.at;
  const std::uint32_t field = (1u << at.bits) - 1, mask = (1u << (at.bits + 2)) - 1;
  std::uint32_t coord = at.coord, node = put.node, extent = at.extent, wraps = at.wrap,
                choices = put.ctrl >> 8;
  std::uint32_t outside = 0, bad_route = 0, differs = 0, minuses = 0, link = 0;
  for (unsigned d = 0; d < at.dims; ++d) {
    const std::uint32_t own = coord & field, dst = node & field, ring = (extent & field) + 1;
    const std::uint32_t wrap = wraps & 1, choice = choices & 3;
    const std::uint32_t less = dst<own, more = dst> own, other = less | more;
    outside |= dst >= ring;
    bad_route |= choice == 3;
    bad_route |= ~wrap & ((choice & less) | (choice >> 1 & more)) & 1;
    std::uint32_t shortest = less;
    if (wrap != 0) {
      const std::uint32_t forward = (dst - own + (less != 0 ? ring : 0)) & mask,
                          twice = (forward << 1) & mask;
      const std::uint32_t tie = twice == ring, longer = twice > ring;
      shortest = longer | (tie & own);
    }
    const std::uint32_t minus = other & (choice != 0 ? choice >> 1 : shortest);
    minuses |= minus << d;
    // The first hop is in the lowest dimension, or in the highest.
    const bool first = (other & ~(differs & std::uint32_t{!put.descending})) != 0;
    link = first ? 2 * d + minus : link;
    differs |= other;
    coord >>= at.bits;
    node >>= at.bits;
    extent >>= at.bits;
    wraps >>= 1;
    choices >>= 2;
  }
  return {outside != 0, bad_route != 0, differs != 0, static_cast<std::uint8_t>(minuses), link};
}

}  // namespace collnoc::model
