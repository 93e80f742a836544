#include "sim/schedule/bound.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "sim/schedule/path.hpp"

namespace collnoc {
namespace {

std::uint64_t divided(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

/// Cycles that a link or channel needs for `payload` flits: every packet has a head flit. A signal is a head
/// flit alone.
std::uint64_t with_heads(std::uint64_t payload, const HardwareConfig& hardware) {
  if (payload == 0) return 1;
  return payload + divided(payload, hardware.max_packet_flits - 1);
}

/// Flits that go in as many cycles as LinkTiming::max_interval.
enum class Way { out, in };
std::uint64_t rate(const Topology& topology, Rank rank, Way way, const HardwareConfig& hardware) {
  std::uint64_t sum = 0;
  for (Link link = 0; link < topology.links(); ++link) {
    const Rank far = topology.neighbour(rank, link);
    if (far == no_rank) continue;
    sum +=
        (way == Way::out ? topology.timing(rank, link) : topology.timing(far, topology.opposite(rank, link)))
            .rate();
  }
  return hardware.all_port ? sum : std::min<std::uint64_t>(sum, LinkTiming{}.rate());
}
/// Cycles for `flits` at this rate.
std::uint64_t at_rate(std::uint64_t flits, std::uint64_t rate) {
  return divided(flits * LinkTiming{}.rate(), rate);
}
/// What a bound says of links that carry fewer flits than one in every cycle.
std::string narrow(std::uint64_t rate, std::uint64_t links) {
  if (rate == links * LinkTiming{}.rate()) return {};
  return fmt::format(", which carry {} flits in {} cycles", rate, LinkTiming{}.rate());
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

/// Blocks that a rank must at least send and receive.
struct Traffic {
  std::uint64_t out = 0, in = 0;
};

Traffic traffic(const CollectiveForm& form, std::uint64_t ranks, bool root) {
  const auto has = [&](Holders who) { return who == Holders::everyone || (who == Holders::root && root); };
  Traffic blocks;
  if (ranks == 1) return blocks;
  if (has(form.start.who)) {
    const bool wanted_elsewhere = form.result.who == Holders::everyone || !root;
    blocks.out = form.personal() ? ranks - 1 : wanted_elsewhere;
  }
  if (has(form.result.who)) {
    const bool from_itself = form.start.who == Holders::root && root;
    blocks.in = form.result.layout == Layout::table ? ranks - 1 : !from_itself;
  }
  return blocks;
}

/// What every rank must send and receive, over its channels.
void limit_by_channels(Bound& bound, const CollectiveForm& form, const Job& job,
                       const HardwareConfig& hardware) {
  const Topology& topology = job.topology;
  for (Rank rank = 0; rank < topology.size(); ++rank) {
    const Traffic blocks = traffic(form, topology.size(), form.rooted() && rank == job.root);
    for (const Way way : {Way::out, Way::in}) {
      const std::uint64_t flits =
          divided((way == Way::out ? blocks.out : blocks.in) * job.bytes, hardware.flit_bytes());
      if (flits == 0) continue;
      const std::uint32_t channels = ports(topology, rank, hardware);
      const std::uint64_t flow = rate(topology, rank, way, hardware);
      const std::uint64_t cycles = with_heads(at_rate(flits, flow), hardware) + hardware.hop_cycles;
      if (cycles <= bound.cycles) continue;
      bound = {cycles, fmt::format("{} payload flits {} over {} channel{}{}, plus one hop", flits,
                                   form.rooted() ? fmt::format("of rank {}", rank) : "per rank", channels,
                                   channels == 1 ? "" : "s", narrow(flow, channels))};
    }
  }
}

/// Registers of links on a path from one rank to another, the fewest.
std::uint32_t link_registers(const Topology& topology, Rank from, Rank to) {
  if (!topology.has_timing()) return 0;
  return topology.tables()->registers[std::size_t{from} * topology.nodes() + to];
}

/// A block from `root` to every rank, or from every rank to `root`.
void limit_by_distance_of(Rank root, Bound& bound, const Job& job, const HardwareConfig& hardware) {
  const Topology& topology = job.topology;
  const std::uint64_t flits = divided(job.bytes, hardware.flit_bytes());
  const std::uint32_t root_ports = ports(topology, root, hardware);
  const auto flow = [&](Rank from, Rank to) {
    return std::min(rate(topology, from, Way::out, hardware), rate(topology, to, Way::in, hardware));
  };
  for (Rank rank = 0; rank < topology.size(); ++rank) {
    if (rank == root) continue;
    // The last payload flit follows all heads, and then still travels the whole distance.
    const std::uint32_t channels = std::min(ports(topology, rank, hardware), root_ports);
    // In either direction.
    const std::uint64_t most = std::max(flow(root, rank), flow(rank, root));
    const std::uint64_t way =
        std::uint64_t{distance(topology, root, rank)} * hardware.hop_cycles +
        std::min(link_registers(topology, root, rank), link_registers(topology, rank, root));
    const std::uint64_t cycles = with_heads(at_rate(flits, most), hardware) + way;
    if (cycles <= bound.cycles) continue;
    bound = {cycles,
             fmt::format("{} payload flits over {} channel{} between ranks {} and {}{}, plus {} "
                         "cycles for the path",
                         flits, channels, channels == 1 ? "" : "s", root, rank, narrow(most, channels), way)};
  }
}

/// Without a root every pair exchanges blocks: except in a graph, those of rank 0 have the largest distance,
/// because rank 0 is at the end of every line, and in networks without lines all ranks are equivalent.
void limit_by_distance(Bound& bound, const CollectiveForm& form, const Job& job,
                       const HardwareConfig& hardware) {
  if (form.rooted()) return limit_by_distance_of(job.root, bound, job, hardware);
  const Rank ranks = job.topology.tables() != nullptr ? job.topology.size() : 1;
  for (Rank rank = 0; rank < ranks; ++rank) limit_by_distance_of(rank, bound, job, hardware);
}

/// To combine an element of all ranks takes N - 1 messages at least, and as many again for all ranks to have
/// it (one-way gossip). All channels together send them.
void limit_by_combinations(Bound& bound, const CollectiveForm& form, const Job& job,
                           const HardwareConfig& hardware) {
  const std::uint64_t n = job.topology.size();
  std::uint64_t channels = 0, flow = 0;
  for (Rank rank = 0; rank < n; ++rank) {
    channels += ports(job.topology, rank, hardware);
    flow += rate(job.topology, rank, Way::out, hardware);
  }
  const bool to_all = form.result.who == Holders::everyone && !form.personal();
  const std::uint64_t messages = (form.personal() ? n : 1) * (n - 1) * (to_all ? 2 : 1);
  const std::uint64_t flits = divided(messages * job.bytes, hardware.flit_bytes());
  if (n == 1) return;
  raise(bound, with_heads(at_rate(flits, flow), hardware) + hardware.hop_cycles,
        fmt::format("{} payload flits of all ranks over their {} channels{}, plus one hop", flits, channels,
                    narrow(flow, channels)));
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

/// All links of a graph together.
void limit_by_hops_of_graph(Bound& bound, const Job& job, const HardwareConfig& hardware) {
  const Topology& topology = job.topology;
  std::uint64_t hops = 0, links = 0, flow = 0;
  for (Rank from = 0; from < topology.size(); ++from)
    for (Rank to = 0; to < topology.size(); ++to) hops += distance(topology, from, to);
  for (Rank from = 0; from < topology.nodes(); ++from) {
    for (Link link = 0; link < topology.links(); ++link) {
      if (topology.neighbour(from, link) == no_rank) continue;
      ++links;
      flow += topology.timing(from, link).rate();
    }
  }
  const std::uint64_t flits = divided(hops * job.bytes, hardware.flit_bytes());
  raise(bound, with_heads(at_rate(flits, flow), hardware) + hardware.hop_cycles,
        fmt::format("{} payload flit-hops of all blocks over {} links{}, plus one hop", flits, links,
                    narrow(flow, links)));
}

/// The tiles that are joined by wide links, by number of their group; the number of groups.
std::pair<std::vector<Rank>, Rank> wide_groups(const Topology& topology) {
  std::vector<Rank> group(topology.nodes(), no_rank);
  Rank groups = 0;
  for (Rank first = 0; first < topology.nodes(); ++first) {
    if (group[first] != no_rank) continue;
    std::vector<Rank> open{first};
    group[first] = groups;
    for (std::size_t n = 0; n < open.size(); ++n) {
      for (Link link = 0; link < topology.links(); ++link) {
        const Rank far = topology.neighbour(open[n], link);
        if (far == no_rank || group[far] != no_rank) continue;
        if (topology.timing(open[n], link).interval != 1 ||
            topology.timing(far, topology.opposite(open[n], link)).interval != 1)
          continue;
        group[far] = groups;
        open.push_back(far);
      }
    }
    ++groups;
  }
  return {group, groups};
}

/// What must come into each group of tiles, such as a chiplet, that only narrow links join to the others.
void limit_by_narrow_links(Bound& bound, const CollectiveForm& form, const Job& job,
                           const HardwareConfig& hardware) {
  const Topology& topology = job.topology;
  const auto [group, groups] = wide_groups(topology);
  std::vector<std::uint64_t> tiles(groups), links(groups), flow(groups);
  for (Rank rank = 0; rank < topology.nodes(); ++rank) {
    tiles[group[rank]] += rank < topology.size() ? 1 : 0;
    for (Link link = 0; link < topology.links(); ++link) {
      const Rank far = topology.neighbour(rank, link);
      if (far == no_rank || group[far] == group[rank]) continue;
      ++links[group[far]];
      flow[group[far]] += topology.timing(rank, link).rate();
    }
  }
  const bool of_all = form.start.who == Holders::everyone, to_all = form.result.who == Holders::everyone;
  for (Rank g = 0; g < groups; ++g) {
    const std::uint64_t outside = topology.size() - tiles[g];
    std::uint64_t blocks = 0;
    if (tiles[g] == 0 || outside == 0 || !to_all || form.combines) continue;
    if (of_all)
      blocks = form.personal() ? tiles[g] * outside : outside;
    else if (group[job.root] != g)
      blocks = form.personal() ? tiles[g] : 1;
    const std::uint64_t flits = divided(blocks * job.bytes, hardware.flit_bytes());
    if (flits == 0) continue;
    raise(bound, with_heads(at_rate(flits, flow[g]), hardware) + hardware.hop_cycles,
          fmt::format("{} payload flits for {} tiles over the {} links to them{}, plus one hop", flits,
                      tiles[g], links[g], narrow(flow[g], links[g])));
  }
}

/// Cuts between ranks below a number and the others, in a graph without switches.
void limit_by_cuts_of_graph(Bound& bound, const Job& job, const HardwareConfig& hardware) {
  const Topology& topology = job.topology;
  if (topology.nodes() != topology.size()) return;
  std::uint64_t up = 0, down = 0;  // flow over the links from below to above, and back
  for (Rank below = 1; below < topology.size(); ++below) {
    const Rank moves = below - 1;  // to the lower side
    for (Link link = 0; link < topology.links(); ++link) {
      const Rank far = topology.neighbour(moves, link);
      if (far == no_rank) continue;
      const unsigned out = topology.timing(moves, link).rate(),
                     in = topology.timing(far, topology.opposite(moves, link)).rate();
      up = far < moves ? up - in : up + out;
      down = far < moves ? down - out : down + in;
    }
    const std::uint64_t flits =
        divided(std::uint64_t{below} * (topology.size() - below) * job.bytes, hardware.flit_bytes());
    raise(bound, with_heads(at_rate(flits, std::min(up, down)), hardware) + hardware.hop_cycles,
          fmt::format("{} payload flits from the ranks below {} to the others, or back, at {} flits in {} "
                      "cycles, plus one hop",
                      flits, below, std::min(up, down), LinkTiming{}.rate()));
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
  const CollectiveForm& form = form_of(collective);
  Bound bound;
  limit_by_channels(bound, form, job, hardware);
  limit_by_distance(bound, form, job, hardware);
  if (form.combines) limit_by_combinations(bound, form, job, hardware);
  if (job.topology.has_timing()) limit_by_narrow_links(bound, form, job, hardware);
  const bool every_pair = form.start.who == Holders::everyone && form.personal() && form.keeps_own;
  if (every_pair && job.topology.has_coordinates()) limit_by_cuts(bound, job, hardware);
  if (every_pair && job.topology.tables() != nullptr) {
    limit_by_hops_of_graph(bound, job, hardware);
    limit_by_cuts_of_graph(bound, job, hardware);
  } else if (every_pair && !job.topology.has_coordinates()) {
    limit_by_hops(bound, job, hardware);
  }
  return bound;
}

}  // namespace collnoc
