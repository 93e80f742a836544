// Flows on a network: how many link-steps personal blocks need at least, and paths that load all links
// evenly.
#pragma once
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "collnoc/arch/topology/topology.hpp"

namespace collnoc {

/// A random order, the same everywhere: that of std::shuffle depends on the library.
template <class Elements>
void shuffle(Elements& elements, std::mt19937_64& random) {
  for (std::size_t i = elements.size(); i > 1; --i) std::swap(elements[i - 1], elements[random() % i]);
}

/// Blocks that go from one rank to another.
struct Demand {
  Rank from = 0, to = 0;
  std::uint32_t blocks = 1;
};

/// The node to which the link leads; no_rank: none, or an earlier link of the node leads there, too (in rings
/// of two). Schedules use one link from node to node, since files name ranks, not links.
Rank only_neighbour(const Topology& topology, Rank rank, Link link);

/// For each rank, the first one of its region: of the nodes that are joined by links that carry a flit in
/// less than `interval` cycles, in both directions. Precondition: no switches.
std::vector<Rank> regions(const Topology& topology, unsigned interval);

/// A lower bound on the steps in which links carry one block each until all demands are met, whatever the
/// routes: for any lengths of the links, the sum of all demands' shortest distances over the sum of all
/// lengths (the dual of the concurrent flow, Shahrokhi & Matula, "The maximum concurrent flow problem",
/// 1990). The lengths of loaded links are raised for some rounds; every round is a bound, and the largest is
/// returned.
double flow_bound(const Topology& topology, const std::vector<Demand>& demands);

/// A path for each demand, as links (node * links per node + link): each is laid again and again, in a random
/// order, where the others have left the most room, for `rounds` rounds.
std::vector<std::vector<std::uint32_t>> even_paths(const Topology& topology,
                                                   const std::vector<Demand>& demands, unsigned rounds,
                                                   std::mt19937_64& random);

}  // namespace collnoc
