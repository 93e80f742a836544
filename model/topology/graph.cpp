// Model of table_route.sv and table_launch.sv in rtl/topology (docs/reference/graph.md).
#include "collnoc/arch/nic_registers.hpp"
#include "collnoc/model/topology/rules.hpp"

namespace collnoc::model {
namespace {

std::uint32_t entry(const HardwareConfig& config, const Place& at, std::uint32_t dst) {
  return at.routes == nullptr ? 0 : at.routes[dst & (config.routes - 1)];
}

}  // namespace

/// The node's table has the link and the virtual channels, of which the VC hash selects one.
Out Rules<Graph>::route(const Arrival& packet) {
  if (packet.at.coord == packet.head.dst) return packet.eject();
  const std::uint32_t found = entry(packet.config, packet.at, packet.head.dst);
  const unsigned count = nic::route_more_vcs.of(found) + 1;
  return to_out(nic::route_link.of(found), nic::route_first_vc.of(found) + packet.hash_of(count));
}

Start Rules<Graph>::launch(const Request& put) {
  const std::uint32_t dst = put.node & 0xffff;
  Start out;
  out.outside = dst > put.at.extent;
  out.differs = dst != put.at.coord;
  if (out.differs) out.link = nic::route_link.of(entry(put.config, put.at, dst));
  return out;
}

}  // namespace collnoc::model
