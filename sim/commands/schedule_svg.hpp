// A schedule (JSON, schema collnoc.schedule/1) as a picture.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "collnoc/arch/topology/topology.hpp"

namespace collnoc {

/// An SVG file with one picture per step and one of all steps, which has in each node the step in which it
/// first receives. Messages are drawn along their links. Grids have dimensions 0, 2, 4 to the right and 1, 3,
/// 5 up, so a network of three dimensions is a row of planes; star graphs and spidergons are circles of
/// ranks, and graphs are laid out with their links (graph_places.hpp).
std::string schedule_svg(const nlohmann::ordered_json& schedule, const Topology& topology);

}  // namespace collnoc
