#include "collnoc/model/legality.hpp"

#include "collnoc/arch/node_parameters.hpp"

namespace collnoc {

std::optional<Illegal> why_illegal(const HardwareConfig& config) {
  for (const NodeParameter& p : node_parameters)
    if (!p.legal(p.get(config))) return Illegal{std::string(p.field), "must be " + std::string(p.allowed)};
  // <arch: legality>
  const auto DIMS = static_cast<unsigned>(config.dims);
  const auto VCS = static_cast<unsigned>(config.vcs);
  const auto VC_DEPTH = static_cast<unsigned>(config.vc_depth);
  const auto MAX_PACKET = static_cast<unsigned>(config.max_packet_flits);
  const auto SWITCHING = static_cast<unsigned>(config.switching);
  const auto ROUTE_ORDERS = static_cast<unsigned>(config.route_orders);
  const auto COMPLETE = static_cast<unsigned>(config.complete);
  const auto STAR = static_cast<unsigned>(config.symbols);
  constexpr unsigned WORMHOLE = 0;
  if (DIMS > 4 && COMPLETE == 0) return Illegal{"dims", "DIMS must be 1 to 4, of complete graphs 1 to 6"};
  if (COMPLETE == 1) return Illegal{"complete", "COMPLETE must be 0 or 2 to 9"};
  if (COMPLETE > 1 && DIMS * (COMPLETE - 1) > 8)
    return Illegal{"dims", "a node has at most 8 links: DIMS times COMPLETE - 1"};
  if (STAR != 0 && STAR < 3) return Illegal{"symbols", "STAR must be 0 or 3 to 5"};
  if (STAR != 0 && (DIMS != 1 || COMPLETE != 0))
    return Illegal{"dims", "a star graph has DIMS 1 and COMPLETE 0"};
  if (STAR != 0 && ROUTE_ORDERS != 1)
    return Illegal{"route_orders", "a star graph has one order of dimensions: --route-orders must be 1"};
  if (ROUTE_ORDERS == 2 && VCS % 2 != 0)
    return Illegal{
        "vcs", "with --route-orders 2, --vcs must be 2 or 4: each order has half of the virtual channels"};
  if (SWITCHING != WORMHOLE && MAX_PACKET > VC_DEPTH)
    return Illegal{"max_packet_flits",
                   "unless --switching is wormhole, --max-packet-flits must be at most --vc-depth: a packet "
                   "must fit into a buffer"};
  // </arch>
  return std::nullopt;
}

std::optional<Illegal> why_illegal(const HardwareConfig& config, const Topology& topology) {
  if (auto broken = why_illegal(config)) return broken;
  if (!config.fits(topology)) return Illegal{"dims", "must be those of the topology"};
  // <arch: network-legality>
  const auto VCS = static_cast<unsigned>(config.vcs);
  const auto STAR = static_cast<unsigned>(config.symbols);
  if (STAR != 0 && VCS < STAR - 1) return Illegal{"vcs", "a star graph needs --vcs of at least STAR - 1"};
  // </arch>
  for (unsigned d = 0; d < topology.dims(); ++d) {
    if (topology.wraps(d) && topology.extent(d) > 2 && config.vcs < 2 * config.route_orders) {
      return Illegal{"vcs", "a ring of more than 2 nodes needs 2 for each route order; at least " +
                                std::to_string(2 * config.route_orders)};
    }
  }
  return std::nullopt;
}

}  // namespace collnoc
