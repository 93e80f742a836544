// The numbers of a graph that its routes and links have, beside its distances.
#pragma once
#include <cstdint>
#include <vector>

#include "collnoc/arch/topology/topology.hpp"

namespace collnoc::theory {

struct GraphNumbers {
  std::uint64_t switches = 0;
  unsigned classes = 1;               ///< virtual channels that the routes need
  std::uint64_t routed_distance = 0;  ///< sum over all ordered pairs of tiles, hops
  /// The link whose routes of different pairs take the most cycles for each flit of every pair.
  Rank busiest_node = 0;
  Link busiest_link = 0;
  std::uint64_t busiest_routes = 0;  ///< pairs whose route takes it
  /// Directions of links that are alike.
  struct Timed {
    LinkTiming timing;
    unsigned places = 0;  ///< of a buffer, with which one virtual channel has the whole rate; HOP_CYCLES = 1
    std::uint64_t directions = 0;
    friend bool operator==(const Timed&, const Timed&) = default;
  };
  std::vector<Timed>
      timed;  ///< of links that are not LinkTiming{} in both directions; by delay, then interval

  /// Mean over all ordered pairs of tiles, hops. `tiles` >= 2.
  double average(std::uint64_t tiles) const {
    return static_cast<double>(routed_distance) / static_cast<double>(tiles * (tiles - 1));
  }
};

/// Counted. Precondition: topology.tables() is not nullptr.
GraphNumbers graph_numbers_of(const Topology& topology);

}  // namespace collnoc::theory
