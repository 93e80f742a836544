#include "sim/schedule/bound.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/schedule/path.hpp"

namespace collnoc {
namespace {

std::uint64_t divided(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

/// Cycles that a link or channel needs for `payload` flits: every packet has a head flit.
std::uint64_t with_heads(std::uint64_t payload, const HardwareConfig& hardware) {
  return payload + divided(payload, hardware.max_packet_flits - 1);
}

/// Channels over which a node can send or receive at the same time.
std::uint32_t ports(const Topology& topology, Rank rank, const HardwareConfig& hardware) {
  if (!hardware.all_port) return 1;
  std::uint32_t count = 0;
  for (Link link = 0; link < topology.links(); ++link) count += topology.neighbour(rank, link) != no_rank;
  return count;
}

void raise(Bound& bound, std::uint64_t cycles, const std::string& reason) {
  if (cycles > bound.cycles) bound = {cycles, reason};
}

Bound broadcast(const Job& job, const HardwareConfig& hardware) {
  const Topology& topology = job.topology;
  const std::uint64_t flits = divided(job.bytes, hardware.flit_bytes());
  const std::uint32_t root_ports = ports(topology, job.root, hardware);
  Bound bound;
  for (Rank rank = 0; rank < topology.size(); ++rank) {
    if (rank == job.root) continue;
    // All flits leave the root and reach the rank. The last payload flit follows all heads, and then still
    // travels the whole distance.
    const std::uint32_t own = ports(topology, rank, hardware);
    const std::uint32_t narrow = own < root_ports ? own : root_ports;
    const std::uint64_t way = std::uint64_t{distance(topology, job.root, rank)} * hardware.hop_cycles;
    const std::uint64_t cycles = with_heads(divided(flits, narrow), hardware) + way;
    if (cycles <= bound.cycles) continue;
    bound = {
        cycles,
        fmt::format("{} payload flits over {} channel{} from root to rank {}, plus {} cycles for the path",
                    flits, narrow, narrow == 1 ? "" : "s", rank, way)};
  }
  return bound;
}

/// Every rank sends and receives N-1 different blocks.
void limit_by_channels(Bound& bound, const Job& job, const HardwareConfig& hardware) {
  const Topology& topology = job.topology;
  std::uint32_t least = ~0u;
  for (Rank rank = 0; rank < topology.size(); ++rank)
    least = std::min(least, ports(topology, rank, hardware));
  if (topology.size() < 2) return;
  const std::uint64_t flits =
      divided((topology.size() - std::uint64_t{1}) * job.bytes, hardware.flit_bytes());
  raise(bound, with_heads(divided(flits, least), hardware) + hardware.hop_cycles,
        fmt::format("{} payload flits per rank over {} channel{}, plus one hop", flits, least,
                    least == 1 ? "" : "s"));
}

/// The broadcast of one block to the farthest rank. The block of rank 0 gives the largest distance: rank 0 is
/// at the end of every line, and in all other networks all ranks are equivalent.
void limit_by_distance(Bound& bound, const Job& job, const HardwareConfig& hardware) {
  const Bound way = broadcast({job.topology, 0, job.bytes, job.base}, hardware);
  raise(bound, way.cycles, way.reason);
}

/// The middle cut of each dimension, with `below` planes on one side. It cuts every ring in two places.
void limit_by_cuts(Bound& bound, const Job& job, const HardwareConfig& hardware) {
  const Topology& topology = job.topology;
  for (unsigned d = 0; d < topology.dims(); ++d) {
    const std::uint64_t n = topology.extent(d), plane = topology.size() / n;
    const std::uint64_t below = n / 2;
    const std::uint64_t links = plane * (topology.one_hop_dimensions() ? below * (n - below)
                                         : topology.wraps(d)           ? 2
                                                                       : 1);
    if (below == 0) continue;
    const std::uint64_t pairs = below * plane * (n - below) * plane;
    const std::uint64_t flits = divided(pairs * job.bytes, hardware.flit_bytes());
    raise(bound, with_heads(divided(flits, links), hardware) + hardware.hop_cycles,
          fmt::format("{} payload flits in one direction over the {} links of the middle cut of dimension "
                      "{}, plus one hop",
                      flits, links, d));
  }
}

/// All links together, in networks without coordinates. There all nodes are equivalent, so the hops of the
/// blocks of rank 0 are those of every rank.
void limit_by_hops(Bound& bound, const Job& job, const HardwareConfig& hardware) {
  const Topology& topology = job.topology;
  std::uint64_t hops = 0;
  for (Rank rank = 1; rank < topology.size(); ++rank) hops += distance(topology, 0, rank);
  const std::uint64_t flits = divided(hops * job.bytes, hardware.flit_bytes());
  raise(bound, with_heads(divided(flits, topology.links()), hardware) + hardware.hop_cycles,
        fmt::format("{} payload flit-hops of a rank's blocks over its {} links, plus one hop", flits,
                    topology.links()));
}

}  // namespace

Bound lower_bound(Collective collective, const Job& job, const HardwareConfig& hardware) {
  if (collective == Collective::broadcast) return broadcast(job, hardware);
  Bound bound;
  limit_by_channels(bound, job, hardware);
  if (collective == Collective::total_exchange && !job.topology.has_coordinates()) {
    limit_by_hops(bound, job, hardware);
  } else if (collective == Collective::total_exchange) {
    limit_by_cuts(bound, job, hardware);
  }
  if (collective == Collective::all_to_all_broadcast) limit_by_distance(bound, job, hardware);
  return bound;
}

}  // namespace collnoc
