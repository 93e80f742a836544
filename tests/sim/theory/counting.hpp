// Distances by search: the reference for sim/theory/closed_forms.hpp, of which it knows nothing.
#pragma once
#include <cstdint>
#include <vector>

#include "collnoc/arch/topology/topology.hpp"
#include "sim/theory/network_numbers.hpp"

namespace collnoc::test {

/// Hops from a node to every rank: a breadth-first search over Topology::neighbour.
std::vector<std::uint32_t> counted_distances(const Topology& topology, Rank from);

/// The sum of counted_distances().
std::uint64_t counted_status(const Topology& topology, Rank rank);

/// A search from every node: the time grows with nodes times links.
theory::NetworkNumbers counted_numbers(const Topology& topology);

}  // namespace collnoc::test
