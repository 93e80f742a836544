#include "sim/theory/closed_forms.hpp"

#include <algorithm>

#include "sim/theory/dimension.hpp"

namespace collnoc::theory {
namespace {

/// Of the nodes of a network in which all nodes are equivalent.
struct Equivalent {
  std::uint64_t status = 0, degree = 0, diameter = 0;
};

/// The mean distance over all n! nodes is n + 2/n + H_n - 4, where H_n is the sum of 1/k up to n. With
/// (n + H_n - 4) n! + 2 (n-1)! all terms are whole.
Equivalent star(unsigned n) {
  std::uint64_t nodes = 1, harmonic = 0;
  for (unsigned k = 2; k <= n; ++k) nodes *= k;
  for (unsigned k = 1; k <= n; ++k) harmonic += nodes / k;
  return {n * nodes + harmonic + 2 * (nodes / n) - 4 * nodes, n - 1, 3 * (n - 1) / 2};
}

/// The tile at ring distance r is min(r, h + 1 - r) away, where h is half the number of tiles: over the ring,
/// or over the link across. Those at r < h are two, the opposite tile is one.
Equivalent spidergon(std::uint64_t tiles) {
  const std::uint64_t h = tiles / 2;
  return {2 * ((h + 1) * (h + 1) / 4) - 1, 3, (h + 1) / 2};
}

/// Whether nothing general is known of the network.
bool is_counted(const Topology& topology) {
  return !topology.has_coordinates() && topology.symbols() == 0 && !has_links_across(topology);
}

/// The sum of the distances from `rank`.
std::uint64_t counted_status(const Topology& topology, Rank rank) {
  std::uint64_t sum = 0;
  for (Rank to = 0; to < topology.size(); ++to) sum += topology.distance(rank, to);
  return sum;
}

Equivalent equivalent(const Topology& topology) {
  return topology.symbols() != 0 ? star(topology.symbols()) : spidergon(topology.size());
}

}  // namespace

bool has_links_across(const Topology& topology) {
  return !topology.has_coordinates() && topology.structure() == Structure::ring && topology.links() == 3 &&
         topology.neighbour(0, 2) == topology.size() / 2;
}

std::uint64_t status(const Topology& topology, Rank rank) {
  if (is_counted(topology)) return counted_status(topology, rank);
  if (!topology.has_coordinates()) return equivalent(topology).status;
  const Coordinates at = topology.coordinates(rank);
  std::uint64_t status = 0;
  unsigned d = 0;
  for (const Dimension& dimension : dimensions(topology))
    status += topology.size() / dimension.n * dimension.status(at[d++]);
  return status;
}

Rank root_of_least_status(const Topology& topology) {
  Rank best = 0;
  std::uint64_t least = status(topology, best);
  for (Rank rank = 1; rank < topology.size(); ++rank) {
    const std::uint64_t own = status(topology, rank);
    if (own >= least) continue;
    best = rank;
    least = own;
  }
  return best;
}

NetworkNumbers numbers_of(const Topology& topology) {
  NetworkNumbers numbers{.nodes = topology.size()};
  if (is_counted(topology)) {
    std::uint64_t ends = 0;
    for (Rank node = 0; node < topology.nodes(); ++node)
      for (Link link = 0; link < topology.links(); ++link)
        ends += topology.neighbour(node, link) != no_rank ? 1 : 0;
    numbers.links = ends / 2;
    numbers.least_status = ~std::uint64_t{0};
    for (Rank rank = 0; rank < topology.size(); ++rank) {
      const std::uint64_t own = counted_status(topology, rank);
      for (Rank to = 0; to < topology.size(); ++to)
        numbers.diameter = std::max<std::uint64_t>(numbers.diameter, topology.distance(rank, to));
      numbers.least_status = std::min(numbers.least_status, own);
      numbers.most_status = std::max(numbers.most_status, own);
      numbers.total_distance += own;
    }
    return numbers;
  }
  if (!topology.has_coordinates()) {
    const auto [status, degree, diameter] = equivalent(topology);
    numbers.links = numbers.nodes * degree / 2;
    numbers.diameter = diameter;
    numbers.least_status = numbers.most_status = status;
    numbers.total_distance = numbers.nodes * status;
    return numbers;
  }
  for (const Dimension& dimension : dimensions(topology)) {
    const std::uint64_t copies = numbers.nodes / dimension.n;
    numbers.links += copies * dimension.links();
    numbers.diameter += dimension.diameter();
    numbers.least_status += copies * dimension.least_status();
    numbers.most_status += copies * dimension.most_status();
    numbers.total_distance += copies * copies * dimension.total_distance();
  }
  return numbers;
}

std::string source_of_numbers(const Topology& topology) {
  if (is_counted(topology)) return "counted";
  if (topology.has_coordinates())
    return "Dimakopoulos & Dimopoulos, section 3, Theorem 1 and Corollary 1: N times the sum over "
           "dimensions of (status in dimension d) / n_d, with N nodes in all and n_d in dimension d";
  if (topology.symbols() != 0)
    return "Akers, Harel & Krishnamurthy: it is n! (n + 2/n + H_n - 4), with H_n = 1 + 1/2 + .. + 1/n";
  return "2 floor((h + 1)^2 / 4) - 1 with h = N/2: a tile r hops away on the ring is min(r, h + 1 - r) "
         "hops away in the network";
}

}  // namespace collnoc::theory
