#include "sim/theory/graph_numbers.hpp"

#include <map>
#include <tuple>

namespace collnoc::theory {

GraphNumbers graph_numbers_of(const Topology& topology) {
  const unsigned links = topology.links();
  GraphNumbers numbers;
  numbers.switches = topology.nodes() - topology.size();
  numbers.classes = topology.tables()->classes;
  std::vector<std::uint64_t> routes(std::size_t{topology.nodes()} * links);
  for (Rank from = 0; from < topology.size(); ++from) {
    for (Rank to = 0; to < topology.size(); ++to) {
      for (Rank at = from; at != to; ++numbers.routed_distance) {
        const Link link = topology.link_towards(0, at, to, false);
        ++routes[std::size_t{at} * links + link];
        at = topology.neighbour(at, link);
      }
    }
  }
  std::map<std::tuple<unsigned, unsigned, unsigned>, std::uint64_t> timed;
  std::uint64_t most = 0;
  for (Rank node = 0; node < topology.nodes(); ++node) {
    for (Link link = 0; link < links; ++link) {
      if (topology.neighbour(node, link) == no_rank) continue;
      const LinkTiming timing = topology.timing(node, link);
      const LinkTiming back = topology.timing(topology.neighbour(node, link), topology.opposite(node, link));
      if (timing != LinkTiming{} || back != LinkTiming{}) {
        const unsigned round_trip = timing.round_trip(back, 1);
        ++timed[{timing.delay, timing.interval, (round_trip + timing.interval - 1u) / timing.interval}];
      }
      const std::uint64_t count = routes[std::size_t{node} * links + link];
      if (count * timing.interval <= most) continue;
      most = count * timing.interval;
      numbers.busiest_node = node;
      numbers.busiest_link = link;
      numbers.busiest_routes = count;
    }
  }
  for (const auto& [key, directions] : timed) {
    const auto [delay, interval, places] = key;
    numbers.timed.push_back(
        {{static_cast<std::uint8_t>(delay), static_cast<std::uint8_t>(interval)}, places, directions});
  }
  return numbers;
}

}  // namespace collnoc::theory
