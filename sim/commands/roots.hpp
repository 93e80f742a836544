// The value of --root, for every command that takes it.
#pragma once
#include <string>
#include <vector>

#include "collnoc/arch/topology/topology.hpp"
#include "sim/commands/settings.hpp"

namespace collnoc {

/// A rank, coordinates "3,5", "all", or "best": theory::root_of_least_status(). Throws UserError.
std::vector<Rank> choose_roots(const Given& given, const Topology& topology);

/// For "best": "--root best: root 27, whose distances to all others add up to 256 hops, the least status of
/// all ranks"; for any other value an empty text.
std::string chosen_root(const Given& given, const Topology& topology);

}  // namespace collnoc
