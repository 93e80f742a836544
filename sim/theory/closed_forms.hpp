// Distances of all topologies in closed form, without a search (docs/reference/theory.md has the formulas).
//
//   products        Dimakopoulos & Dimopoulos, section 3: Theorem 1 and Corollary 1, from the numbers of
//                   the dimensions
//   star graph      Akers, Harel & Krishnamurthy, "The star graph: an attractive alternative to the n-cube":
//                   diameter, mean distance
//   spidergon       a sum over the distances of its ring
//   others          no closed form: counted
#pragma once
#include <cstdint>
#include <string>

#include "collnoc/arch/topology/topology.hpp"
#include "sim/theory/network_numbers.hpp"

namespace collnoc::theory {

/// Of a node. Precondition: rank < topology.size().
std::uint64_t status(const Topology& topology, Rank rank);

/// The root with the least total distance to all other ranks: of those of least status the lowest. On meshes
/// it is in the middle, which need not be one of Cang & Wu's eyes (is_eye()). One status per rank is
/// computed.
Rank root_of_least_status(const Topology& topology);

NetworkNumbers numbers_of(const Topology& topology);

/// Whether the network is a spidergon: a ring with links across.
bool has_links_across(const Topology& topology);

/// Where the formulas are from, in one line.
std::string source_of_numbers(const Topology& topology);

}  // namespace collnoc::theory
