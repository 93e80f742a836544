// Topologies as users write them: `mesh:8x8`, `torus:4x4x4`, `star:4`.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "sim/topology/topology_form.hpp"

namespace collnoc {

/// Most nodes a network can have: node addresses have 16 bits.
inline constexpr std::uint64_t max_nodes = 1'048'576;

/// All words that can precede the colon, for lists and messages.
const std::vector<TopologyWord>& topology_words();

/// The topology of a text KIND:EXTENTxEXTENT..., x first. Throws UserError, one line with the error and the
/// allowed values.
Topology parse_topology(std::string_view text);

/// The text of a topology, which parse_topology reads back. If only some dimensions are rings, these are
/// marked with `w`: `mesh:8x4w` (a cylinder).
std::string to_text(const Topology& topology);

}  // namespace collnoc
