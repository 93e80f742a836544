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

Start Rules<Grid>::launch(const Request& put) {
  const Place& at = put.at;
  Start out;
  for (unsigned d = at.dims; d-- > 0;) {
    const std::uint32_t own = at.field(at.coord, d), dst = at.field(put.node, d);
    const std::uint32_t extent = at.field(at.extent, d);
    const bool wrap = (at.wrap >> d) & 1;
    const unsigned choice = (put.ctrl >> (8 + 2 * d)) & 3;
    out.outside |= dst > extent;
    out.bad_route |= choice == 3 || (!wrap && ((choice == 1 && dst < own) || (choice == 2 && dst > own)));
    if (own == dst) continue;
    const std::uint32_t mask = (1u << (at.bits + 2)) - 1;
    const std::uint32_t ring = extent + 1;
    const std::uint32_t forward = (dst >= own ? dst - own : dst - own + ring) & mask;
    const std::uint32_t twice = (forward << 1) & mask;
    const bool minus = choice != 0 ? (choice & 2) != 0
                       : !wrap     ? dst < own
                                   : (twice == ring ? (own & 1) != 0 : twice > ring);
    if (minus) out.minus |= static_cast<std::uint8_t>(1u << d);
    if (!out.differs || !put.descending) out.link = 2 * d + (minus ? 1 : 0);
    out.differs = true;
  }
  return out;
}

}  // namespace collnoc::model
