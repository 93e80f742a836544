// Brings what the tiles of all parts of a network saw to the first part, in the order of ranks.
#pragma once
#include <memory>
#include <vector>

#include "sim/distributed/parts.hpp"
#include "sim/engine/traffic_tile.hpp"

namespace collnoc {

/// Called by all parts together. `tiles`: of this part, from rank `first` on. `others`: at the first part,
/// the logs of the ranks after its own, which get what is new; elsewhere the tiles' logs are emptied.
void gather_logs(const NetworkParts& parts, Rank first,
                 const std::vector<std::unique_ptr<TrafficTile>>& tiles, std::vector<TrafficLog>& others);

}  // namespace collnoc
