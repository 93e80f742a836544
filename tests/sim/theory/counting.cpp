#include "counting.hpp"

#include <algorithm>
#include <numeric>

namespace collnoc::test {

std::vector<std::uint32_t> counted_distances(const Topology& topology, Rank from) {
  constexpr std::uint32_t unknown = ~std::uint32_t{0};
  std::vector<std::uint32_t> hops(topology.size(), unknown);
  std::vector<Rank> reached{from};  // nearest first
  hops[from] = 0;
  for (std::size_t next = 0; next < reached.size(); ++next) {
    const Rank at = reached[next];
    for (Link link = 0; link < topology.links(); ++link) {
      const Rank there = topology.neighbour(at, link);
      if (there == no_rank || hops[there] != unknown) continue;
      hops[there] = hops[at] + 1;
      reached.push_back(there);
    }
  }
  return hops;
}

std::uint64_t counted_status(const Topology& topology, Rank rank) {
  const std::vector<std::uint32_t> hops = counted_distances(topology, rank);
  return std::accumulate(hops.begin(), hops.end(), std::uint64_t{0});
}

theory::NetworkNumbers counted_numbers(const Topology& topology) {
  theory::NetworkNumbers numbers{.nodes = topology.size(), .least_status = ~std::uint64_t{0}};
  std::uint64_t ends = 0;
  for (Rank rank = 0; rank < topology.size(); ++rank) {
    const std::vector<std::uint32_t> hops = counted_distances(topology, rank);
    const std::uint64_t status = std::accumulate(hops.begin(), hops.end(), std::uint64_t{0});
    numbers.diameter = std::max<std::uint64_t>(numbers.diameter, *std::max_element(hops.begin(), hops.end()));
    numbers.least_status = std::min(numbers.least_status, status);
    numbers.most_status = std::max(numbers.most_status, status);
    numbers.total_distance += status;
    for (Link link = 0; link < topology.links(); ++link) ends += topology.neighbour(rank, link) != no_rank;
  }
  numbers.links = ends / 2;
  return numbers;
}

}  // namespace collnoc::test
