// A schedule (JSON, schema collnoc.schedule/1) as text.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "firmware/hal/topology.hpp"
#include "sim/results/table.hpp"

namespace collnoc {

/// A row a transfer: step, source, destination, hops, bytes, route.
std::string schedule_table(const nlohmann::ordered_json& schedule, const Palette& palette);

/// The plane of dimensions 0 and 1, y upwards; in each node the step in which it first receives something,
/// `*` at the root. Throws UserError when the network has not 2 dimensions.
std::string schedule_drawing(const nlohmann::ordered_json& schedule, const Topology& topology);

}  // namespace collnoc
