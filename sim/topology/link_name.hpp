// Short names of links and dimensions, the same in every message, wave and picture.
#pragma once
#include "sim/topology/topology_form.hpp"

namespace collnoc {

inline constexpr const char* dimension_letters = "xyzwvu";

/// "+x" of a grid, "x+2" of a generalized hypercube, "g1" of a star graph.
inline std::string link_name(TopologyKind kind, std::uint32_t radix, Link link) {
  return topology_form(kind).link_name(radix, link);
}
inline std::string link_name(const Topology& topology, Link link) {
  return link_name(topology.kind(), topology.radix(), link);
}

}  // namespace collnoc
