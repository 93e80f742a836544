// Total exchanges move by move, on any network: what Algorithms A2 and A3 of Dimakopoulos & Dimopoulos, "A
// theory of total exchange in multidimensional interconnection networks", need of the factors of a product,
// and what they make of them. A message carries one block and moves one hop per step.
//
//   line            the exchanges of firmware/collectives/total_exchange/exchange_1d.hpp and
//   product_all_port.hpp Cayley graph    (star graph, ring, complete graph, spidergon, chordal ring, pancake
//   graph) the shortest paths of one node, which all
//                   nodes take at once: node v sends where node 0 sends, over the same link. One-port one
//                   link after the other: as many steps as the average status, the least (Dimakopoulos &
//                   Dimopoulos, section 4.1, refer to another paper of theirs for such an exchange)
//   others          every step greedily, the messages with the longest way first
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "collnoc/arch/topology/topology.hpp"
#include "collnoc/firmware/collectives/common/schedule.hpp"

namespace collnoc::theory {

/// A message of `origin` for `target` moves from `src` to its neighbour `dst`.
struct ExchangeMove {
  Rank src = 0, dst = 0, origin = 0, target = 0;
};
struct Exchange {
  std::uint32_t nodes = 1;
  std::vector<std::vector<ExchangeMove>> steps;
};

/// The factors of a network that is a product by its description, the fastest first: dimensions with more
/// than one node of a mesh, torus or generalized hypercube, networks of `product:A+B+..`. A ring of 2 is a
/// line, `ring:n` the torus and `complete:n` the generalized hypercube of one dimension. Otherwise the
/// network itself. Throws UserError as parse_topology().
std::vector<Topology> factors(const Topology& topology);

/// Most nodes of a factor that is none of the networks above: a greedy exchange of more takes seconds.
inline constexpr std::uint32_t most_listed_nodes = 64;

/// An exchange within one factor; nothing for more than most_listed_nodes that are no Cayley graph by their
/// links. Precondition: no switches, at most Graph::max_graph_nodes nodes.
std::optional<Exchange> factor_exchange(const Topology& topology, PortModel nic);

/// Algorithm A2 on A x B (section 4): |A| exchanges of B, then |B| exchanges of A; node (i,j) has number i +
/// |A|j.
Exchange combine_one_port(const Exchange& a, const Exchange& b);
/// Algorithm A3 on H x H (section 5): n exchanges in both dimensions at once, with n nodes in H.
Exchange combine_all_port(const Exchange& h);

/// Whether A3 applies: 2^k equal factors, k >= 0.
bool homogeneous(const std::vector<Topology>& factors);

/// A2 (one-port) or A3 (all-port) on the product of `factors`; nothing where A3 does not apply or a factor
/// has no exchange. The time and memory grow with the moves: nodes times the sum of all distances from one.
std::optional<Exchange> product_exchange(const std::vector<Topology>& factors, PortModel nic);

}  // namespace collnoc::theory
