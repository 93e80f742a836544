// The numbers of a network that follow from its distances.
#pragma once
#include <cstdint>

namespace collnoc::theory {

/// The status of a node is the sum of its distances to all other nodes, in hops (Dimakopoulos & Dimopoulos,
/// section 3).
struct NetworkNumbers {
  std::uint64_t nodes = 0;         ///< tiles; distances are between these
  std::uint64_t links = 0;         ///< each has two directions; two links between the same nodes count twice
  std::uint64_t diameter = 0;      ///< hops
  std::uint64_t least_status = 0;  ///< over all nodes, hops
  std::uint64_t most_status = 0;   ///< over all nodes, hops
  std::uint64_t total_distance = 0;  ///< sum over all ordered pairs of nodes: twice the Wiener index

  /// Mean over all nodes. Precondition: nodes >= 1.
  double average_status() const { return static_cast<double>(total_distance) / static_cast<double>(nodes); }
  /// Mean over all ordered pairs of different nodes; 0 if there is none.
  double average_distance() const {
    return nodes < 2 ? 0 : average_status() / static_cast<double>(nodes - 1);
  }
  friend bool operator==(const NetworkNumbers&, const NetworkNumbers&) = default;
};

}  // namespace collnoc::theory
