// A schedule (JSON, schema collnoc.schedule/1) as text.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "collnoc/arch/topology/topology.hpp"
#include "sim/results/table.hpp"

namespace collnoc {

/// One row per transfer: step, source, destination, hops, bytes, route.
std::string schedule_table(const nlohmann::ordered_json& schedule, const Palette& palette);

/// The network with one number per node. Broadcast: the step in which the node first receives and, in a
/// second drawing if it differs, the step in which it last does; `*` marks the root. Total exchange and
/// all-to-all broadcast: the step in which the block of rank 0 arrives. Dimensions 0, 2, 4 go to the right,
/// 1, 3, 5 up.
std::string schedule_drawing(const nlohmann::ordered_json& schedule, const Topology& topology);

}  // namespace collnoc
