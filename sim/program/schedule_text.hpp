// A schedule (JSON, schema collnoc.schedule/1) as text.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "collnoc/arch/topology/topology.hpp"
#include "sim/results/table.hpp"

namespace collnoc {

/// A row a transfer: step, source, destination, hops, bytes, route.
std::string schedule_table(const nlohmann::ordered_json& schedule, const Palette& palette);

/// The network, a number a node: the step in which it first receives, and where that is another the step in
/// which it last does, `*` at the root; of a total exchange or an all-to-all broadcast the step in which the
/// block of rank 0 arrives. Dimensions 0, 2, 4 go to the right, 1, 3, 5 up.
std::string schedule_drawing(const nlohmann::ordered_json& schedule, const Topology& topology);

}  // namespace collnoc
