// Names of networks as users of other simulators write them, for "did you mean".
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace collnoc {

/// A network that parse_topology() reads, for a text that it does not: "mesh:8x8" for "8x8", "Mesh2D(8,8)" or
/// "mesh_8x8"; "torus:8" for "ring:8"; "ghc:4x4" for "fbfly:4x4"; "torus:8x8x8" for "3d-torus:8". Nothing
/// where no network is meant that exists here. For other simulators' names see docs/user/from-booksim.md.
std::optional<std::string> topology_hint(std::string_view text);

}  // namespace collnoc
