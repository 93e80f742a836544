// Model of rtl/topology/complete_route.sv and complete_launch.sv.
#include "collnoc/model/topology/rules.hpp"

namespace collnoc::model {
namespace {

/// The link that leads from coordinate `own` of dimension d to `dst`.
unsigned link_to(const HardwareConfig& config, const Place& at, unsigned d, std::uint32_t own,
                 std::uint32_t dst) {
  const std::uint32_t onward = dst > own ? dst - own - 1 : dst + at.field(at.extent, d) - own;
  return d * config.links_per_dimension() + onward;
}

}  // namespace

/// Dimension-order routing. With one order, packets that arrive in a dimension have finished it and all lower
/// ones.
Out Rules<Complete>::route(const Arrival& packet) {
  const HardwareConfig& config = packet.config;
  const Place& at = packet.at;
  const unsigned lowest =
      config.route_orders == 1 && packet.from_link() ? packet.in_port / config.links_per_dimension() + 1 : 0;
  for (unsigned n = lowest; n < at.dims; ++n) {
    const unsigned d = packet.descending() ? at.dims - 1 - n : n;
    const std::uint32_t own = at.field(at.coord, d), dst = at.field(packet.head.dst, d);
    if (own == dst) continue;
    return to_out(link_to(config, at, d, own, dst),
                  first_vc(config, packet.head.route) + packet.hash_of(vcs_per_order(config)));
  }
  return packet.eject();
}

Start Rules<Complete>::launch(const Request& put) {
  const Place& at = put.at;
  Start out;
  for (unsigned d = at.dims; d-- > 0;) {
    const std::uint32_t own = at.field(at.coord, d), dst = at.field(put.node, d);
    out.outside |= dst > at.field(at.extent, d);
    if (own == dst) continue;
    if (!out.differs || !put.descending) out.link = link_to(put.config, at, d, own, dst);
    out.differs = true;
  }
  return out;
}

}  // namespace collnoc::model
