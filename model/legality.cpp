#include "collnoc/model/legality.hpp"

#include "collnoc/arch/node_parameters.hpp"

namespace collnoc {

std::optional<Illegal> why_illegal(const HardwareConfig& config) {
  for (const NodeParameter& p : node_parameters)
    if (!p.legal(p.get(config))) return Illegal{std::string(p.field), "must be " + std::string(p.allowed)};
  // <arch: legality>
  const auto DIMS = static_cast<unsigned>(config.dims);
  const auto ADDRESS_W = static_cast<unsigned>(config.address_bits);
  const auto ALL_PORT = static_cast<unsigned>(config.all_port);
  const auto VCS = static_cast<unsigned>(config.vcs);
  const auto VC_DEPTH = static_cast<unsigned>(config.vc_depth);
  const auto FLIT_W = static_cast<unsigned>(config.flit_bits);
  const auto MAX_PACKET = static_cast<unsigned>(config.max_packet_flits);
  const auto SWITCHING = static_cast<unsigned>(config.switching);
  const auto ROUTE_ORDERS = static_cast<unsigned>(config.route_orders);
  const auto TOPOLOGY = static_cast<unsigned>(config.topology);
  const auto RADIX = static_cast<unsigned>(config.radix);
  const auto ROUTES = static_cast<unsigned>(config.routes);
  const auto ACCUMULATE = static_cast<unsigned>(config.accumulate);
  const auto FLOAT_SUMS = static_cast<unsigned>(config.float_sums);
  const auto MULTICAST = static_cast<unsigned>(config.multicast);
  const auto VC_READS = static_cast<unsigned>(config.vc_reads);
  constexpr unsigned WORMHOLE = 0;
  constexpr unsigned GRID = 0;
  constexpr unsigned COMPLETE = 1;
  constexpr unsigned STAR = 2;
  constexpr unsigned SPIDERGON = 3;
  constexpr unsigned GRAPH = 4;
  if (TOPOLOGY == GRID && DIMS > 4) return Illegal{"dims", "meshes and tori have 1 to 4 dimensions"};
  if ((TOPOLOGY == GRID || TOPOLOGY == SPIDERGON) && RADIX != 0)
    return Illegal{"radix", "RADIX must be 0 except for complete graphs, star graphs and graphs"};
  if (TOPOLOGY == COMPLETE && RADIX < 2) return Illegal{"radix", "complete graphs have a RADIX of 2 to 9"};
  if (TOPOLOGY == COMPLETE && DIMS * (RADIX - 1) > 8)
    return Illegal{"dims", "a node has at most 8 links: DIMS times RADIX - 1"};
  if (TOPOLOGY == STAR && (RADIX < 3 || RADIX > 6))
    return Illegal{"radix", "a star graph has a RADIX of 3 to 6"};
  if (TOPOLOGY == GRAPH && (RADIX < 1 || RADIX > 8))
    return Illegal{"radix", "a node of a graph has a RADIX of 1 to 8"};
  if ((TOPOLOGY == GRAPH) != (ROUTES != 0))
    return Illegal{"routes", "graphs have ROUTES of at least 16, other networks ROUTES 0"};
  if (TOPOLOGY > COMPLETE && DIMS != 1)
    return Illegal{"dims", "star graphs, spidergons and graphs have DIMS 1"};
  if (TOPOLOGY > COMPLETE && ROUTE_ORDERS != 1)
    return Illegal{
        "route_orders",
        "star graphs, spidergons and graphs have one order of dimensions: --route-orders must be 1"};
  if (ADDRESS_W != 16 && FLIT_W < 128)
    return Illegal{"flit_bits",
                   "an extent above 256 in two dimensions or 32 in three needs --flit-bits of at least 128: "
                   "64 bits of a head flit have no room for addresses of 20 bits"};
  if (ADDRESS_W != 16 && (TOPOLOGY != GRID || DIMS > 3))
    return Illegal{"address_bits", "addresses of 20 bits are for meshes and tori of 1 to 3 dimensions"};
  if (ROUTE_ORDERS == 2 && VCS % 2 != 0)
    return Illegal{
        "vcs", "with --route-orders 2, --vcs must be 2 or 4: each order has half of the virtual channels"};
  if (SWITCHING != WORMHOLE && MAX_PACKET > VC_DEPTH)
    return Illegal{"max_packet_flits",
                   "unless --switching is wormhole, --max-packet-flits must be at most --vc-depth: a packet "
                   "must fit into a buffer"};
  if (MULTICAST && (TOPOLOGY == SPIDERGON || TOPOLOGY == GRAPH))
    return Illegal{"multicast",
                   "--multicast is for meshes, tori, generalized hypercubes and star graphs: spidergons and "
                   "graphs have no sets of nodes"};
  if (MULTICAST && TOPOLOGY == GRID && DIMS > 3)
    return Illegal{"multicast",
                   "with --multicast, meshes and tori have 1 to 3 dimensions: the bit of the fourth "
                   "direction marks a multicast"};
  if (MULTICAST && SWITCHING != WORMHOLE)
    return Illegal{"switching",
                   "with --multicast, --switching must be wormhole: a copy is cut where another packet "
                   "waits, at no known length"};
  if (MULTICAST && VC_DEPTH < 3)
    return Illegal{
        "vc_depth",
        "with --multicast, --vc-depth must be at least 3: one place keeps the head flit of a packet"};
  if (MULTICAST && MAX_PACKET < 3)
    return Illegal{"max_packet_flits",
                   "with --multicast, --max-packet-flits must be at least 3: a packet has a power of two of "
                   "payload flits"};
  if (VC_READS && ALL_PORT) return Illegal{"vc_reads", "--vc-reads is for NICs with one port"};
  if (VC_READS && MULTICAST)
    return Illegal{"vc_reads",
                   "with --multicast, --vc-reads must be 0: a copy is made at the one read of its port"};
  if (VC_READS && VCS == 4 &&
      ((TOPOLOGY == GRID && DIMS > 3) || (TOPOLOGY == COMPLETE && DIMS * (RADIX - 1) > 7) ||
       (TOPOLOGY == GRAPH && RADIX > 7)))
    return Illegal{
        "vc_reads",
        "with --vc-reads, a router reads at most 32 virtual channels: with --vcs 4 it has at most 7 links"};
  if (FLOAT_SUMS && !ACCUMULATE) return Illegal{"float_sums", "with --float-sums, --accumulate must be 1"};
  // </arch>
  return std::nullopt;
}

std::optional<Illegal> why_illegal(const HardwareConfig& config, const Topology& topology) {
  if (auto broken = why_illegal(config)) return broken;
  if (!config.fits(topology)) return Illegal{"dims", "must be those of the topology"};
  const GraphTables* const tables = topology.tables();
  const unsigned needed = tables != nullptr ? tables->classes : config.default_vcs();
  if (!topology.has_coordinates() && config.vcs < needed)
    return Illegal{"vcs", "this network needs at least " + std::to_string(needed)};
  for (unsigned d = 0; topology.has_coordinates() && d < topology.dims(); ++d) {
    if (topology.wraps(d) && topology.extent(d) > 2 && config.vcs < 2 * config.route_orders) {
      return Illegal{"vcs", "a ring of more than 2 nodes needs 2 for each route order; at least " +
                                std::to_string(2 * config.route_orders)};
    }
  }
  return std::nullopt;
}

}  // namespace collnoc
